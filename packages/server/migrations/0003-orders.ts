import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../src/platform/database/create-table.ts';

/** What was bought: orders, their items and tickets. Each list of the API has the index that it walks. */
export async function up(db: Kysely<never>): Promise<void> {
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

  await createTable(
    db,
    'tickets',
    {
      organizer_id: 'text',
      id: 'text',
      order_number: 'text',
      item_id: 'text',
      event_id: 'text',
      ticket_type_id: 'text',
      status: 'text',
      holder_name: 'text?',
      bib: 'text',
      category: 'text?',
      qr_value: 'text',
      issued_at: 'text',
      updated_at: 'text',
      used_at: 'text?',
      refunded_at: 'text?',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, event_id, bib)',
      'unique (organizer_id, qr_value)',
      'foreign key (organizer_id, item_id) references order_items (organizer_id, id)',
      'foreign key (organizer_id, ticket_type_id) references ticket_types (organizer_id, id)',
      "check (status in ('valid', 'used', 'void'))",
      "check (status <> 'valid' or refunded_at is null)",
    ],
  );
  await createIndex(db, 'tickets_of_order', 'tickets (organizer_id, order_number, id)');
  await createIndex(db, 'tickets_newest', 'tickets (organizer_id, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_status', 'tickets (organizer_id, status, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_event', 'tickets (organizer_id, event_id, issued_at, id)');
  await createIndex(db, 'tickets_newest_of_event_status', 'tickets (organizer_id, event_id, status, issued_at, id)');
  await createIndex(db, 'tickets_changed', 'tickets (organizer_id, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_status', 'tickets (organizer_id, status, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_event', 'tickets (organizer_id, event_id, updated_at, id)');
  await createIndex(db, 'tickets_changed_of_event_status', 'tickets (organizer_id, event_id, status, updated_at, id)');
}
