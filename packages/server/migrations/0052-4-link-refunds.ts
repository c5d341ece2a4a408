import { type Kysely, sql } from 'kysely';

/** Links earlier requests with their refunds: until now, they had only the same time. A retry belongs to the refund that it repeats. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update payment_refunds set entry_id = (
      select min(l.id) from ledger_entries as l
        join payments as p on p.organizer_id = l.organizer_id
          and (p.order_number = l.order_number or (l.order_number is null and p.id = l.reference))
      where l.organizer_id = payment_refunds.organizer_id and l.kind = 'refund' and l.refunds > 0
        and l.created_at = payment_refunds.created_at and p.id = payment_refunds.payment_id)
    where retry_of is null and entry_id is null`.execute(db);
  await sql`with recursive attempts (organizer_id, id, payment_id, entry_id) as (
      select organizer_id, id, payment_id, entry_id from payment_refunds where retry_of is null
      union all
      select r.organizer_id, r.id, r.payment_id, a.entry_id from payment_refunds as r
        join attempts as a on a.organizer_id = r.organizer_id and a.payment_id = r.payment_id and a.id = r.retry_of)
    update payment_refunds set entry_id = a.entry_id from attempts as a
    where a.organizer_id = payment_refunds.organizer_id and a.id = payment_refunds.id
      and payment_refunds.retry_of is not null`.execute(db);
}
