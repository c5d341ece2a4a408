import type { Kysely } from 'kysely';
import { createIndex, createTable, deferForeignKey } from '../../src/platform/database/create-table.ts';

/** Orders, their items, and the units that are reserved without payment. For each list of the API, one index has its rows in sequence. */
export async function createOrderTables(db: Kysely<never>): Promise<void> {
  await createTable(
    db,
    'orders',
    {
      organizer_id: 'text',
      order_number: 'text',
      external_id: 'text?',
      event_id: 'text',
      status: 'text',
      currency: 'text',
      subtotal: 'integer',
      discount: 'integer',
      platform_fee: 'integer',
      payment_fee: 'integer',
      tax: 'integer',
      total: 'integer',
      fees_paid_by: 'text',
      refunded_total: 'integer',
      refunded_tax: 'integer',
      ticket_count: 'integer',
      buyer_email: 'text',
      buyer_name: 'text?',
      buyer_phone: 'text?',
      // The keyed hashes of the rows in `open_holds` that count this reservation.
      held_by_address: 'text?',
      held_by_email: 'text?',
      buyer_removed_at: 'text?',
      attendees: 'text?',
      created_at: 'text',
      updated_at: 'text',
      paid_at: 'text?',
      expires_at: 'text?',
    },
    [
      'primary key (organizer_id, order_number)',
      'unique (organizer_id, external_id)',
      'foreign key (organizer_id, event_id) references events (organizer_id, id)',
      "check (status in ('pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'))",
      "check (fees_paid_by in ('buyer', 'organizer'))",
      'check (refunded_total between 0 and total)',
    ],
  );
  await createIndex(db, 'orders_newest', 'orders (organizer_id, created_at, order_number)');
  await createIndex(db, 'orders_newest_of_status', 'orders (organizer_id, status, created_at, order_number)');
  await createIndex(db, 'orders_newest_of_event', 'orders (organizer_id, event_id, created_at, order_number)');
  await createIndex(
    db,
    'orders_newest_of_event_status',
    'orders (organizer_id, event_id, status, created_at, order_number)',
  );
  await createIndex(db, 'orders_changed', 'orders (organizer_id, updated_at, order_number)');
  await createIndex(db, 'orders_changed_of_status', 'orders (organizer_id, status, updated_at, order_number)');
  await createIndex(db, 'orders_changed_of_event', 'orders (organizer_id, event_id, updated_at, order_number)');
  await createIndex(
    db,
    'orders_changed_of_event_status',
    'orders (organizer_id, event_id, status, updated_at, order_number)',
  );
  await createIndex(db, 'orders_expiring', 'orders (expires_at)', { where: "status = 'pending'" });
  await createIndex(
    db,
    'orders_newest_of_email',
    'orders (organizer_id, lower(buyer_email), created_at, order_number)',
  );
  // Requests of buyers name an order by its number, without its organizer.
  await createIndex(db, 'orders_by_number', 'orders (order_number)');
  // The buyer of an order that was never paid is removed after some days. The order is deleted later.
  const neverPaid = "status in ('expired', 'cancelled') and external_id is null and paid_at is null";
  await createIndex(db, 'orders_with_buyer_to_remove', 'orders (expires_at)', {
    where: `${neverPaid} and buyer_removed_at is null`,
  });
  await createIndex(db, 'orders_to_remove', 'orders (buyer_removed_at)', { where: 'buyer_removed_at is not null' });

  await createTable(
    db,
    'order_items',
    {
      organizer_id: 'text',
      id: 'text',
      order_number: 'text',
      position: 'integer',
      kind: 'text',
      ticket_type_id: 'text?',
      addon_id: 'text?',
      name: 'text',
      quantity: 'integer',
      unit_price: 'integer',
      units_per_purchase: 'integer',
      total: 'integer',
      refunded_quantity: 'integer',
      returned_quantity: 'integer',
    },
    [
      'primary key (organizer_id, id)',
      'foreign key (organizer_id, order_number) references orders (organizer_id, order_number)',
      'foreign key (organizer_id, ticket_type_id) references ticket_types (organizer_id, id)',
      'foreign key (organizer_id, addon_id) references addons (organizer_id, id)',
      "check ((kind = 'ticket') = (ticket_type_id is not null))",
      "check ((kind = 'addon') = (addon_id is not null))",
      'check (quantity > 0)',
      'check (refunded_quantity between 0 and quantity)',
      'check (returned_quantity between 0 and refunded_quantity)',
    ],
  );
  await createIndex(db, 'order_items_of_order', 'order_items (organizer_id, order_number, position)');

  // A reservation reserves its stock last. Without deferring, the checks of these foreign keys would lock the rows of the event,
  // the ticket type and the add-on earlier, and other buyers would wait.
  await deferForeignKey(db, 'orders', ['organizer_id', 'event_id']);
  await deferForeignKey(db, 'order_items', ['organizer_id', 'ticket_type_id']);
  await deferForeignKey(db, 'order_items', ['organizer_id', 'addon_id']);

  // Units reserved without payment, by the keyed hash of an IP address or an e-mail address.
  await createTable(db, 'open_holds', { organizer_id: 'text', holder_hash: 'text', units: 'integer' }, [
    'primary key (organizer_id, holder_hash)',
    'check (units >= 0)',
  ]);
}
