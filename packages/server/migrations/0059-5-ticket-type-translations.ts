import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The texts of ticket types in further languages. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', { translations: 'text?' });
}
