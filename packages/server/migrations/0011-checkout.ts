import type { Kysely } from 'kysely';
import { addColumns, createIndex, createTable, deferForeignKey } from '../src/platform/database/create-table.ts';

/**
 * What buyers ask for: they know an event by its id or its address, and an order by its number, without knowing whose it
 * is. Reservations take their stock last: what would lock an event or a ticket type sooner is checked at the commit, and
 * the version of an offer tells whether it is still what was priced.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createIndex(db, 'events_by_id', 'events (id)');
  await createIndex(db, 'events_by_slug', 'events (slug)');
  await createIndex(db, 'orders_by_number', 'orders (order_number)');
  await deferForeignKey(db, 'orders', ['organizer_id', 'event_id']);
  await deferForeignKey(db, 'order_items', ['organizer_id', 'ticket_type_id']);
  await deferForeignKey(db, 'order_items', ['organizer_id', 'addon_id']);
  await addColumns(db, 'ticket_types', { version: 'integer' });
  await addColumns(db, 'addons', { version: 'integer' });
  await createTable(
    db,
    'otp_codes',
    { email_hash: 'text', code_hash: 'text', tries_left: 'integer', expires_at: 'text' },
    ['primary key (email_hash)', 'check (tries_left >= 0)'],
  );
  await createIndex(db, 'otp_codes_by_age', 'otp_codes (expires_at)');
}
