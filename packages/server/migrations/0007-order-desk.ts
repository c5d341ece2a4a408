import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../src/platform/database/create-table.ts';

/**
 * What members see and do with orders in the dashboard: the payment method of an order, the search by the name of a buyer, sent
 * mails, and units of add-ons that are consumed or returned by hand.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'orders', { payment_method: 'text?' });
  await sql`update orders set payment_method = (
      select p.method from payments as p
      where p.organizer_id = orders.organizer_id and p.order_number = orders.order_number and p.status = 'paid'
      order by p.paid_at limit 1)
    where paid_at is not null`.execute(db);
  // Unpaid orders have no method, so these indexes do not slow down reservations.
  for (const [name, columns] of [
    ['method', 'payment_method'],
    ['method_status', 'payment_method, status'],
    ['event_method', 'event_id, payment_method'],
    ['event_method_status', 'event_id, payment_method, status'],
  ]) {
    await createIndex(db, `orders_newest_of_${name}`, `orders (organizer_id, ${columns}, created_at, order_number)`, {
      where: 'payment_method is not null',
    });
  }
  // A search finds names and last names by their first letters.
  const lastName = "replace(buyer_name, rtrim(buyer_name, replace(buyer_name, ' ', '')), '')";
  await createIndex(db, 'orders_by_buyer_name', 'orders (organizer_id, lower(buyer_name))');
  await createIndex(db, 'orders_by_last_name', `orders (organizer_id, lower(${lastName}))`);

  await createTable(
    db,
    'sent_mails',
    { organizer_id: 'text', id: 'text', order_number: 'text', kind: 'text', created_at: 'text', sent_at: 'text' },
    ['primary key (organizer_id, id)'],
  );
  await createIndex(db, 'sent_mails_of_order', 'sent_mails (organizer_id, order_number, id)');
  await createIndex(db, 'mails_of_order', 'mails (organizer_id, order_number)', {
    where: 'order_number is not null',
  });

  await createIndex(db, 'audit_entries_of_subject', 'audit_entries (organizer_id, subject, created_at)');

  // The reason and the actor of units that were consumed by hand.
  await addColumns(db, 'consumptions', { reason: 'text?', actor: 'text?' });
  await createTable(
    db,
    'unit_returns',
    {
      organizer_id: 'text',
      id: 'text',
      entitlement_id: 'text',
      ref: 'text',
      units: 'integer',
      reason: 'text',
      actor: 'text',
      created_at: 'text',
    },
    [
      'primary key (organizer_id, id)',
      'unique (organizer_id, ref)',
      'foreign key (organizer_id, entitlement_id) references entitlements (organizer_id, id)',
      'check (units > 0)',
    ],
  );
  await createIndex(db, 'unit_returns_of_entitlement', 'unit_returns (organizer_id, entitlement_id, created_at)');
}
