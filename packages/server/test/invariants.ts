import { sql } from 'kysely';
import { wordsOf, wordsOfBuyer } from '#shared/search';
import type { OrderStatus } from '../src/features/orders/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';

/**
 * Checks the invariants of the data on one snapshot of the database. Settlements equal the sum of their ledger entries; stock equals
 * the items of the orders; every valid ticket is paid; each payment is applied once or refunded; consumptions do not exceed the
 * consumed units of their entitlement; the creation, payment, cancellation and expiry of a reserved order, its received money
 * and its refunds were each emitted once.
 *
 * Returns a text for each broken rule, with the first rows that break it, and at most ten texts about webhook events and bibs.
 *
 * @param options.allReserved whether reservations created all orders, that is, none was imported
 * @param options.withLastRelease whether the last release wrote some of the data: it emits no events about payments and refunds
 */
export async function violations(
  db: Db,
  options: { allReserved?: boolean; withLastRelease?: boolean } = {},
): Promise<string[]> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (snapshot) => [
      ...(await brokenRules(snapshot)),
      ...(await brokenPaymentRules(snapshot)),
      ...(options.withLastRelease ? [] : await brokenMoneyEventRules(snapshot)),
      ...(await brokenSalesRules(snapshot, options.allReserved ?? false)),
      ...(await brokenSearchRules(snapshot)),
    ]);
}

async function brokenRules(db: Db): Promise<string[]> {
  const violationTexts: string[] = [];
  const check = checkInto(violationTexts, db);

  await check(
    'a settlement equals the sum of its ledger',
    sql`select s.event_id from settlements as s left join (
        select organizer_id, event_id, sum(orders_paid) as orders_paid, sum(tickets_sold) as tickets_sold,
          sum(gross) as gross, sum(refunds) as refunds, sum(platform_fees) as platform_fees,
          sum(payment_fees) as payment_fees, sum(taxes) as taxes, sum(paid_out) as paid_out,
          sum(case when received_by = 'organizer' then gross - refunds else 0 end) as collected_by_organizer,
          sum(case when received_by = 'nobody' then gross - refunds else 0 end) as collected_by_nobody,
          sum(case when received_by = 'nobody' then platform_fees + payment_fees + taxes else 0 end) as deductions_of_nobody
        from ledger_entries group by organizer_id, event_id
      ) as l on l.organizer_id = s.organizer_id and l.event_id = s.event_id
      where s.orders_paid <> coalesce(l.orders_paid, 0) or s.tickets_sold <> coalesce(l.tickets_sold, 0)
        or s.gross <> coalesce(l.gross, 0) or s.refunds <> coalesce(l.refunds, 0)
        or s.platform_fees <> coalesce(l.platform_fees, 0) or s.payment_fees <> coalesce(l.payment_fees, 0)
        or s.taxes <> coalesce(l.taxes, 0) or s.paid_out <> coalesce(l.paid_out, 0)
        or s.collected_by_organizer <> coalesce(l.collected_by_organizer, 0)
        or s.collected_by_nobody <> coalesce(l.collected_by_nobody, 0)
        or s.deductions_of_nobody <> coalesce(l.deductions_of_nobody, 0)`,
  );
  await check(
    'a settlement holds the amounts of its open disputes',
    sql`select s.event_id, s.held from settlements as s where s.held <> coalesce((
        select sum(d.amount) from payment_disputes as d
        join orders as o on o.organizer_id = d.organizer_id and o.order_number = d.order_number
        where d.organizer_id = s.organizer_id and o.event_id = s.event_id and d.status = 'open'), 0)`,
  );
  await check(
    'a settlement that is not open is paid if and only if its balance is zero',
    sql`select s.event_id, s.status from settlements as s where s.status <> 'open'
      and (s.status = 'paid') <> (s.gross - s.refunds - s.platform_fees - s.payment_fees - s.taxes - s.paid_out - s.held
        - s.collected_by_organizer - s.collected_by_nobody + s.deductions_of_nobody = 0)`,
  );
  await check(
    'all entries of an order were received by the same',
    sql`select organizer_id, order_number from ledger_entries where order_number is not null and received_by is not null
      group by organizer_id, order_number having count(distinct received_by) > 1`,
  );
  await check(
    'the entries of a ledger are numbered without gaps',
    sql`select s.event_id, s.entry_count from settlements as s left join (
        select organizer_id, event_id, count(*) as count, min(position) as first, max(position) as last
        from ledger_entries group by organizer_id, event_id
      ) as l on l.organizer_id = s.organizer_id and l.event_id = s.event_id
      where s.entry_count <> coalesce(l.count, 0) or coalesce(l.first, 1) <> 1 or coalesce(l.last, 0) <> s.entry_count`,
  );
  await check(
    'the ledger entries of an order agree with its total, refunds and payment',
    sql`select o.order_number from orders as o left join (
        select organizer_id, order_number, sum(gross) as gross, sum(refunds) as refunds, sum(orders_paid) as orders_paid
        from ledger_entries where order_number is not null group by organizer_id, order_number
      ) as l on l.organizer_id = o.organizer_id and l.order_number = o.order_number
      where coalesce(l.refunds, 0) <> o.refunded_total
        or (o.paid_at is not null and (l.gross is null or l.gross <> o.total or l.orders_paid <> 1))
        or (o.paid_at is null and l.gross is not null)`,
  );
  await check(
    'the sold quantity of a ticket type is the number of its tickets that are not void',
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
      `a version in ${table} is not greater than the version of the event`,
      sql`select y.id from ${sql.table(table)} as y
        join events as e on e.organizer_id = y.organizer_id and e.id = y.event_id where y.version > e.version`,
    );
    await check(
      `the stock of ${table} agrees with their orders`,
      sql`select y.id, y.sold, y.reserved from ${sql.table(table)} as y
        where y.sold <> ${ordered('i.quantity - i.returned_quantity', "'paid', 'partially_refunded', 'refunded'")}
          or y.reserved <> ${ordered('i.quantity', "'pending'")}
          or (y.quantity is not null and y.sold + y.reserved > y.quantity)`,
    );
  }
  await check(
    'the counted holds of an IP network or e-mail address are the units of its pending orders',
    sql`select coalesce(h.holder_hash, o.holder_hash) from open_holds as h full join (
        select p.organizer_id, p.holder_hash, sum(i.quantity) as units from (
          select organizer_id, order_number, held_by_address as holder_hash from orders where held_by_address is not null
          union all
          select organizer_id, order_number, substr(held_by_address, 1, length(held_by_address) - 64) from orders
            where held_by_address like '%.%'
          union all
          select organizer_id, order_number, held_by_email from orders where held_by_email is not null) as p
        join order_items as i on i.organizer_id = p.organizer_id and i.order_number = p.order_number
        group by p.organizer_id, p.holder_hash
      ) as o on o.organizer_id = h.organizer_id and o.holder_hash = h.holder_hash
      where coalesce(h.units, 0) <> coalesce(o.units, 0) or h.units = 0`,
  );
  await check(
    'only pending orders count as holds of an IP network or e-mail address',
    sql`select order_number from orders
      where status <> 'pending' and (held_by_address is not null or held_by_email is not null)`,
  );
  await check(
    'only tickets of paid orders are valid',
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
    // An imported entitlement can have more consumed units than listed consumptions.
    'the consumed units of an entitlement are at least the units of its consumptions minus the returned units',
    sql`select n.id, n.units_consumed from entitlements as n
      join (select organizer_id, entitlement_id, sum(units) as units from consumptions
        group by organizer_id, entitlement_id) as c
        on c.organizer_id = n.organizer_id and c.entitlement_id = n.id
      where c.units - coalesce((select sum(r.units) from unit_returns as r
        where r.organizer_id = n.organizer_id and r.entitlement_id = n.id), 0) > n.units_consumed`,
  );
  await check(
    'an entitlement is marked as consumed if and only if no units remain',
    sql`select n.id from entitlements as n
      where n.consumed <> case when n.units_total - n.units_voided - n.units_consumed = 0 then 1 else 0 end`,
  );
  await check(
    'the entitlements of a refunded order have no remaining units',
    sql`select n.id from entitlements as n
      join orders as o on o.organizer_id = n.organizer_id and o.order_number = n.order_number
      where o.status = 'refunded' and n.units_consumed + n.units_voided <> n.units_total`,
  );
  return violationTexts;
}

type Check = (rule: string, query: ReturnType<typeof sql>) => Promise<void>;

function checkInto(violationTexts: string[], db: Db): Check {
  return async (rule, query) => {
    const { rows } = await query.execute(db);
    if (rows.length > 0) violationTexts.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
}

async function brokenPaymentRules(db: Db): Promise<string[]> {
  const violationTexts: string[] = [];
  const check = checkInto(violationTexts, db);
  // Only money that is not applied to an order has ledger entries with the id of its payment.
  const isNotApplied = sql`exists (select 1 from ledger_entries as l
    where l.organizer_id = p.organizer_id and l.reference = p.id)`;
  const refundedAmount = sql`coalesce((select sum(r.amount) from payment_refunds as r
    where r.organizer_id = p.organizer_id and r.payment_id = p.id and r.retry_of is null), 0)`;
  const order = sql`orders as o on o.organizer_id = p.organizer_id and o.order_number = p.order_number`;
  await check(
    'a payment is open only as long as its order is pending',
    sql`select p.id, p.status, o.status as "order" from payments as p join ${order}
      where p.status = 'open' and o.status <> 'pending'`,
  );
  await check(
    'a payment has the status paid or refused if and only if its money was received',
    sql`select p.id, p.status from payments as p where (p.status in ('paid', 'refused')) <> (p.paid_at is not null)`,
  );
  await check(
    'only a payment that is being closed has a next attempt',
    sql`select p.id, p.status from payments as p where p.status <> 'closing' and p.next_attempt_at is not null`,
  );
  await check(
    'an order is paid by at most one payment',
    sql`select p.order_number from payments as p where p.status = 'paid' and not ${isNotApplied}
      group by p.organizer_id, p.order_number having count(*) > 1`,
  );
  await check(
    'a payment applied to its order has the total and the currency of that paid order',
    sql`select p.id from payments as p join ${order} where p.status = 'paid' and not ${isNotApplied}
      and (o.paid_at is null or p.amount <> o.total or p.currency <> o.currency)`,
  );
  await check(
    'the refunds of a payment applied to its order equal those of the order, or are zero for a manual payment',
    sql`select p.id from payments as p join ${order} where p.status = 'paid' and not ${isNotApplied}
      and ${refundedAmount} <> case when p.method = 'manual' then 0 else o.refunded_total end`,
  );
  await check(
    'a payment not applied to its order is refunded as a whole, once',
    sql`select p.id from payments as p where p.status = 'paid' and ${isNotApplied} and (${refundedAmount} <> p.amount
      or (select sum(l.gross) from ledger_entries as l
        where l.organizer_id = p.organizer_id and l.reference = p.id) <> p.amount
      or (select sum(l.refunds) from ledger_entries as l
        where l.organizer_id = p.organizer_id and l.reference = p.id) <> p.amount)`,
  );
  await check(
    'a payment without received money has no refunds',
    sql`select p.id from payments as p where p.paid_at is null and ${refundedAmount} <> 0`,
  );
  return violationTexts;
}

/** The rules for the events about money. */
async function brokenMoneyEventRules(db: Db): Promise<string[]> {
  const violationTexts: string[] = [];
  const check = checkInto(violationTexts, db);
  const emitted = (type: string, id: string) => sql`(select count(*) from webhook_events as w
    where w.organizer_id = ${sql.ref(`${id.split('.')[0]}.organizer_id`)} and w.object_id = ${sql.ref(id)} and w.type = ${type})`;
  const isReserved = sql`exists (select 1 from webhook_events as c
    where c.organizer_id = o.organizer_id and c.order_number = o.order_number and c.type = 'order.created')`;
  await check(
    'the money of each payment of a reserved order was emitted once',
    sql`select p.id from payments as p
      join orders as o on o.organizer_id = p.organizer_id and o.order_number = p.order_number
      where ${isReserved} and ${emitted('payment.received', 'p.id')} <> case when p.status = 'paid' then 1 else 0 end`,
  );
  await check(
    'each refund of a reserved order was emitted once',
    sql`select l.id from ledger_entries as l
      join orders as o on o.organizer_id = l.organizer_id and o.order_number = l.order_number
      where ${isReserved} and l.kind = 'refund' and ${emitted('refund.created', 'l.id')} <> 1`,
  );
  return violationTexts;
}

/** The data of an order that the rules for webhook events use. Imported orders emit none, so these rules apply only to reserved orders. */
interface CheckedOrder {
  readonly organizerId: string;
  readonly eventId: string;
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly wasPaid: boolean;
}

async function brokenSalesRules(db: Db, allReserved: boolean): Promise<string[]> {
  const emittedCounts = await countEmitted(db);
  const rows = await db
    .selectFrom('orders')
    .select(['organizer_id', 'event_id', 'order_number', 'status', 'paid_at'])
    .execute();
  const orders = rows.map((row) => ({
    organizerId: row.organizer_id,
    eventId: row.event_id,
    orderNumber: row.order_number,
    status: row.status,
    wasPaid: row.paid_at !== null,
  }));
  const isReserved = (order: CheckedOrder) => allReserved || emittedCounts.has(`order.created ${keyOf(order)}`);
  const reserved = orders.filter(isReserved);
  if (reserved.length === 0) return [];
  const tickets = await db
    .selectFrom('tickets')
    .select(['organizer_id', 'event_id', 'order_number', 'id', 'bib'])
    .execute();
  const violationTexts: string[] = [];
  const expectEmitted = (event: string, ...times: number[]) => {
    const count = emittedCounts.get(event) ?? 0;
    if (!times.includes(count))
      violationTexts.push(`a webhook event was emitted ${count} times instead of ${times.join(' or ')}: ${event}`);
  };
  for (const order of reserved) {
    const key = keyOf(order);
    expectEmitted(`order.created ${key}`, 1);
    expectEmitted(`order.paid ${key}`, order.wasPaid ? 1 : 0);
    expectEmitted(`order.cancelled ${key}`, order.status === 'cancelled' ? 1 : 0);
    // A paid order may have expired before.
    expectEmitted(`order.expired ${key}`, ...(order.wasPaid ? [0, 1] : [order.status === 'expired' ? 1 : 0]));
  }
  const reservedKeys = new Set(reserved.map(keyOf));
  for (const { organizer_id: organizerId, order_number: orderNumber, id } of tickets) {
    if (reservedKeys.has(keyOf({ organizerId, orderNumber }))) expectEmitted(`ticket.issued ${organizerId} ${id}`, 1);
  }

  const eventsWithImports = new Set(orders.filter((order) => !isReserved(order)).map(({ eventId }) => eventId));
  const events = await db.selectFrom('events').select(['id', 'next_bib']).execute();
  const bibs = Map.groupBy(tickets, (ticket) => ticket.event_id);
  for (const { id, next_bib: next } of events) {
    if (eventsWithImports.has(id)) continue;
    const bibNumbers = (bibs.get(id) ?? []).map(({ bib }) => Number(bib)).sort((a, b) => a - b);
    const isComplete = bibNumbers.length === next - 1 && bibNumbers.every((bib, index) => bib === index + 1);
    if (!isComplete)
      violationTexts.push(
        `the bibs of an event are consecutive from 1: ${id} has ${bibNumbers.length} bibs, and its next bib is ${next}`,
      );
  }
  return violationTexts.slice(0, 10);
}

function keyOf({ organizerId, orderNumber }: Pick<CheckedOrder, 'organizerId' | 'orderNumber'>): string {
  return `${organizerId} ${orderNumber}`;
}

/** Only orders whose words are written: a job writes those of orders that a server of the previous version has changed. */
async function brokenSearchRules(db: Db): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select([
      'organizer_id',
      'order_number',
      'buyer_email',
      'buyer_name',
      'buyer_removed_at',
      'anonymized_at',
      'searched_as',
    ])
    .execute();
  const tickets = await db
    .selectFrom('tickets')
    .select(['organizer_id', 'id', 'order_number', 'holder_name', 'bib', 'searched_as'])
    .execute();
  const stored = await db.selectFrom('search_words').select(['organizer_id', 'order_number', 'word']).execute();
  const keyOf = (row: { organizer_id: string; order_number: string }) => `${row.organizer_id} ${row.order_number}`;
  const ticketsByOrder = Map.groupBy(tickets, keyOf);
  const storedByOrder = Map.groupBy(stored, keyOf);
  const broken = orders.filter((order) => {
    const own = ticketsByOrder.get(keyOf(order)) ?? [];
    if ([order, ...own].some((row) => row.searched_as === null)) return false;
    const isRemoved = (order.anonymized_at ?? order.buyer_removed_at) !== null;
    const ofBuyer = isRemoved ? [] : wordsOfBuyer({ name: order.buyer_name, email: order.buyer_email });
    const expected = new Set([
      ...ofBuyer,
      ...own.flatMap((row) => [...wordsOf(row.holder_name), ...(row.bib === row.id ? [] : wordsOf(row.bib))]),
    ]);
    const words = new Set((storedByOrder.get(keyOf(order)) ?? []).map(({ word }) => word));
    return words.size !== expected.size || [...expected].some((word) => !words.has(word));
  });
  return broken
    .slice(0, 10)
    .map(({ order_number: number }) => `the words of the order ${number} are those of its names`);
}

/** The number of emitted webhook events, by type, organizer and order number or id. */
async function countEmitted(db: Db): Promise<Map<string, number>> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['organizer_id', 'type', 'body'])
    .where('type', 'in', ['order.created', 'order.paid', 'order.cancelled', 'order.expired', 'ticket.issued'])
    .execute();
  const emittedCounts = new Map<string, number>();
  for (const { organizer_id: organizerId, type, body } of events) {
    const { data } = JSON.parse(body) as { data: { id?: string; orderNumber: string } };
    const event = `${type} ${organizerId} ${type === 'ticket.issued' ? data.id : data.orderNumber}`;
    emittedCounts.set(event, (emittedCounts.get(event) ?? 0) + 1);
  }
  return emittedCounts;
}
