import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../src/platform/database/create-table.ts';

/** What each refund was for, which requests to providers belong to it, and the indexes of the lists of refunds and payments. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumns(db, 'ledger_entries', { refunded_items: 'text?' });
  await addColumns(db, 'payment_refunds', { entry_id: 'text?' });
  const isRefund = { where: "kind = 'refund'" };
  await createIndex(db, 'ledger_refunds', 'ledger_entries (organizer_id, created_at, id)', isRefund);
  await createIndex(db, 'ledger_refunds_of_event', 'ledger_entries (organizer_id, event_id, created_at, id)', isRefund);
  await createIndex(db, 'ledger_refunds_of_order', 'ledger_entries (organizer_id, order_number)', isRefund);
  await createIndex(db, 'payments_by_creation', 'payments (organizer_id, created_at, id)');
  await createIndex(db, 'payments_by_change', 'payments (organizer_id, updated_at, id)');
  await createIndex(db, 'payment_refunds_of_entry', 'payment_refunds (organizer_id, entry_id)', {
    where: 'entry_id is not null',
  });
  await linkRefunds(db);
}

/** Links earlier requests with their refunds: until now, they had only the same time. A retry belongs to the refund that it repeats. */
async function linkRefunds(db: Kysely<never>): Promise<void> {
  await sql`update payment_refunds set entry_id = (
      select min(l.id) from ledger_entries as l
        join payments as p on p.organizer_id = l.organizer_id
          and (p.order_number = l.order_number or (l.order_number is null and p.id = l.reference))
      where l.organizer_id = payment_refunds.organizer_id and l.kind = 'refund' and l.refunds > 0
        and l.created_at = payment_refunds.created_at and p.id = payment_refunds.payment_id)
    where retry_of is null`.execute(db);
  await sql`with recursive attempts (organizer_id, id, payment_id, entry_id) as (
      select organizer_id, id, payment_id, entry_id from payment_refunds where retry_of is null
      union all
      select r.organizer_id, r.id, r.payment_id, a.entry_id from payment_refunds as r
        join attempts as a on a.organizer_id = r.organizer_id and a.payment_id = r.payment_id and a.id = r.retry_of)
    update payment_refunds set entry_id = a.entry_id from attempts as a
    where a.organizer_id = payment_refunds.organizer_id and a.id = payment_refunds.id
      and payment_refunds.retry_of is not null`.execute(db);
}
