import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** Whether the bib of a ticket was given by hand, by a file or by an import. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'tickets', { bib_fixed: 'integer' });
}
