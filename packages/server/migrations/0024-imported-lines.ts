import type { Kysely } from 'kysely';
import { addColumns, createTable } from '../src/platform/database/create-table.ts';

/** Digests of lines that were imported from other products, and the fields of attendees. */
export async function up(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'imported_lines',
    { organizer_id: 'text', type: 'text', external_id: 'text', digest: 'text' },
    ['primary key (organizer_id, external_id, type)', 'foreign key (organizer_id) references organizers (id)'],
    { clustered: true },
  );
  await addColumns(db, 'tickets', { fields: 'text?' });
}
