import type { Kysely } from 'kysely';
import { createIndex } from '../src/platform/database/create-table.ts';

/** The indexes of the orders that were paid since a time. Unpaid orders are not in them, so reservations are not slower. */
export async function up(db: Kysely<never>): Promise<void> {
  const where = 'paid_at is not null';
  await createIndex(db, 'orders_paid', 'orders (organizer_id, paid_at, order_number)', { where });
  await createIndex(db, 'orders_paid_of_event', 'orders (organizer_id, event_id, paid_at, order_number)', { where });
}
