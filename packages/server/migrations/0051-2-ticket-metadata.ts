import type { Kysely } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** What the programs of an organizer store with a ticket, its id in another system, and lists of the tickets of a type. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'tickets', { external_id: 'text?', metadata: 'text?' });
  await createIndex(db, 'tickets_of_external_id', 'tickets (organizer_id, external_id)', {
    unique: true,
    where: 'external_id is not null',
  });
  await createIndex(db, 'tickets_newest_of_type', 'tickets (organizer_id, ticket_type_id, issued_at, id)');
  await createIndex(db, 'tickets_changed_of_type', 'tickets (organizer_id, ticket_type_id, updated_at, id)');
}
