import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/**
 * The version of an event, which every change of it, its ticket types and its add-ons raises: what an editor has read is
 * compared with it. That of a ticket type or an add-on is the version of its event at its last change. Orders are found by
 * their buyer's address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'events', { version: 'integer' });
  // Not below that of any ticket type or add-on.
  await sql`update events set version = 1
    + coalesce((select max(c.version) from ticket_types as c
      where c.organizer_id = events.organizer_id and c.event_id = events.id), 0)
    + coalesce((select max(c.version) from addons as c
      where c.organizer_id = events.organizer_id and c.event_id = events.id), 0)`.execute(db);
  await createIndex(
    db,
    'orders_newest_of_email',
    'orders (organizer_id, lower(buyer_email), created_at, order_number)',
  );
}
