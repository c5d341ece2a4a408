import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** How the page of an event asks for names: `firstAndLast`; null for one field. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'events', { name_fields: 'text?' });
}
