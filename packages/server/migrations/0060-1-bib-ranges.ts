import type { Kysely } from 'kysely';
import { addColumns } from '../src/platform/database/create-table.ts';

/** The bibs that tickets of a ticket type get: numbers of a range, or none. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ticket_types', {
    bib_from: 'integer?',
    bib_to: 'integer?',
    bib_next: 'integer?',
    without_bibs: 'integer',
  });
}
