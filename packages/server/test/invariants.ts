import { sql } from 'kysely';
import type { Db } from '../src/platform/database/dialect.ts';

/**
 * What must hold at any moment, checked on the database itself; gives each violation in words.
 * Settlements equal the sum of their ledger; stock equals what orders, tickets and reservations say; no ticket is valid
 * that is not paid for; nobody has consumed what was not taken from an entitlement.
 */
export async function violations(db: Db): Promise<string[]> {
  const found: string[] = [];
  const check = async (rule: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(db);
    if (rows.length > 0) found.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  };

  await check(
    'a settlement equals the sum of its ledger',
    sql`select s.event_id from settlements as s left join (
        select organizer_id, event_id, sum(orders_paid) as orders_paid, sum(tickets_sold) as tickets_sold,
          sum(gross) as gross, sum(refunds) as refunds, sum(platform_fees) as platform_fees,
          sum(payment_fees) as payment_fees, sum(taxes) as taxes, sum(paid_out) as paid_out
        from ledger_entries group by organizer_id, event_id
      ) as l on l.organizer_id = s.organizer_id and l.event_id = s.event_id
      where s.orders_paid <> coalesce(l.orders_paid, 0) or s.tickets_sold <> coalesce(l.tickets_sold, 0)
        or s.gross <> coalesce(l.gross, 0) or s.refunds <> coalesce(l.refunds, 0)
        or s.platform_fees <> coalesce(l.platform_fees, 0) or s.payment_fees <> coalesce(l.payment_fees, 0)
        or s.taxes <> coalesce(l.taxes, 0) or s.paid_out <> coalesce(l.paid_out, 0)`,
  );
  await check(
    'an order is booked as what it is',
    sql`select o.order_number from orders as o left join (
        select organizer_id, order_number, sum(gross) as gross, sum(refunds) as refunds, sum(orders_paid) as orders_paid
        from ledger_entries where order_number is not null group by organizer_id, order_number
      ) as l on l.organizer_id = o.organizer_id and l.order_number = o.order_number
      where coalesce(l.refunds, 0) <> o.refunded_total
        or (o.paid_at is not null and (l.gross is null or l.gross <> o.total or l.orders_paid <> 1))
        or (o.paid_at is null and l.gross is not null)`,
  );
  await check(
    'the tickets sold of a type are those that are not void',
    sql`select y.id, y.sold from ticket_types as y where y.sold <> (
        select count(*) from tickets as k
        where k.organizer_id = y.organizer_id and k.ticket_type_id = y.id and k.status <> 'void')`,
  );
  for (const [table, column] of [
    ['ticket_types', 'ticket_type_id'],
    ['addons', 'addon_id'],
  ] as const) {
    const ordered = (quantity: string, statuses: string) => sql`coalesce((
      select sum(${sql.raw(quantity)}) from order_items as i
      join orders as o on o.organizer_id = i.organizer_id and o.order_number = i.order_number
      where i.organizer_id = y.organizer_id and i.${sql.ref(column)} = y.id and o.status in (${sql.raw(statuses)})), 0)`;
    await check(
      `the stock of ${table} is what its orders say`,
      sql`select y.id, y.sold, y.reserved from ${sql.table(table)} as y
        where y.sold <> ${ordered('i.quantity - i.returned_quantity', "'paid', 'partially_refunded', 'refunded'")}
          or y.reserved <> ${ordered('i.quantity', "'pending'")}
          or (y.quantity is not null and y.sold + y.reserved > y.quantity)`,
    );
  }
  await check(
    'no ticket is valid that is not paid for',
    sql`select k.id from tickets as k
      join orders as o on o.organizer_id = k.organizer_id and o.order_number = k.order_number
      where k.status = 'valid' and (o.status not in ('paid', 'partially_refunded') or k.refunded_at is not null)`,
  );
  await check(
    'a paid order has all its tickets',
    sql`select o.order_number from orders as o where o.status in ('paid', 'partially_refunded', 'refunded')
      and o.ticket_count <> (select count(*) from tickets as k
        where k.organizer_id = o.organizer_id and k.order_number = o.order_number)`,
  );
  await check(
    'an order that was not paid has no tickets and no entitlements',
    sql`select o.order_number from orders as o where o.status in ('pending', 'cancelled', 'expired')
      and (exists (select 1 from tickets as k where k.organizer_id = o.organizer_id and k.order_number = o.order_number)
        or exists (select 1 from entitlements as n where n.organizer_id = o.organizer_id and n.order_number = o.order_number))`,
  );
  await check(
    // Imported history may say that more was consumed than it tells one by one.
    'an entitlement has consumed what its consumptions add up to, or more',
    sql`select n.id, n.units_consumed from entitlements as n
      join (select organizer_id, entitlement_id, sum(units) as units from consumptions
        group by organizer_id, entitlement_id) as c
        on c.organizer_id = n.organizer_id and c.entitlement_id = n.id
      where c.units > n.units_consumed`,
  );
  await check(
    'an entitlement counts as consumed where nothing is left',
    sql`select n.id from entitlements as n
      where n.consumed <> case when n.units_total - n.units_voided - n.units_consumed = 0 then 1 else 0 end`,
  );
  await check(
    'a refunded order entitles to nothing more',
    sql`select n.id from entitlements as n
      join orders as o on o.organizer_id = n.organizer_id and o.order_number = n.order_number
      where o.status = 'refunded' and n.units_consumed + n.units_voided <> n.units_total`,
  );
  return found;
}
