import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/**
 * The version of an event, which every change of the event, its ticket types and its add-ons raises: `If-Match` is compared
 * with it. The version of a ticket type or an add-on is the version of its event at its last change. An index finds orders by
 * the buyer's e-mail address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'events', { version: 'integer' });
  // At least the version of every ticket type and add-on.
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
