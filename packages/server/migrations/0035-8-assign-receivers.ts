import { type Kysely, sql } from 'kysely';

/**
 * Assigns the receivers of earlier entries. Imported orders without a payment method, and methods that are not known here, count as
 * money of the platform, as before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const receiverOf = (method: string) =>
    sql.raw(`case ${method} when 'manual' then 'organizer' when 'box_office' then 'organizer' when 'test' then 'nobody'
      else 'platform' end`);
  await sql`update ledger_entries set received_by = coalesce(
      (select ${receiverOf('o.payment_method')} from orders as o
        where o.organizer_id = ledger_entries.organizer_id and o.order_number = ledger_entries.order_number),
      (select ${receiverOf('p.method')} from payments as p
        where p.organizer_id = ledger_entries.organizer_id and p.id = ledger_entries.reference),
      'platform')
    where kind <> 'payout'`.execute(db);
  const sumOf = (value: string, receiver: string) =>
    sql.raw(`coalesce((select sum(${value}) from ledger_entries as l
      where l.organizer_id = settlements.organizer_id and l.event_id = settlements.event_id
        and l.received_by = '${receiver}'), 0)`);
  await sql`update settlements set
      collected_by_organizer = ${sumOf('l.gross - l.refunds', 'organizer')},
      collected_by_nobody = ${sumOf('l.gross - l.refunds', 'nobody')},
      deductions_of_nobody = ${sumOf('l.platform_fees + l.payment_fees + l.taxes', 'nobody')}`.execute(db);
  const balance = sql.raw(`gross - refunds - platform_fees - payment_fees - taxes - paid_out
    - collected_by_organizer - collected_by_nobody + deductions_of_nobody`);
  await sql`update settlements set status = case when ${balance} = 0 then 'paid' else 'final' end
    where status <> 'open'`.execute(db);
}
