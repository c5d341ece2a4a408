import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The texts of add-ons in further languages. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'addons', { translations: 'text?' });
}
