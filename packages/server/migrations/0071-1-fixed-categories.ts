import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Whether the category of a ticket was given by hand or by an import. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'tickets', { category_fixed: 'integer' });
}
