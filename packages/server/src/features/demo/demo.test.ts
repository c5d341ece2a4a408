import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { violations } from '../../../test/invariants.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { byOperator } from '../audit/index.ts';
import { readStats } from '../gate/index.ts';
import { orderStatuses } from '../orders/index.ts';
import type { ImportLine, OrderLine, TicketTypeLine } from '../transfer/index.ts';
import { type DemoOptions, demoOrganizers, fillDemo } from './index.ts';

const afternoon = Date.parse('2026-05-20T15:30:00Z');
const clock = new TestClock(new Date(afternoon).toISOString());

function allLines(options: DemoOptions): ImportLine[] {
  return demoOrganizers(options).flatMap(({ lines }) => [...lines]);
}

async function emptyDatabase(): Promise<Db> {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  const db = openDatabase({ databaseUrl: null, dataDir });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(db);
  return db;
}

async function rowsOf<R>(db: Db, query: string): Promise<R[]> {
  return (await sql.raw<R>(query).execute(db)).rows;
}

describe('the lines of a demo', () => {
  const options = { orders: 200, seed: 7, nowMs: afternoon };

  test('are the same for the same seed on the same day, each time they are read', () => {
    const evening = Date.parse('2026-05-20T23:59:59.999Z');
    const [club] = demoOrganizers(options);
    expect([...club!.lines]).toEqual([...club!.lines]);
    expect(allLines({ ...options, nowMs: evening })).toEqual(allLines(options));
  });

  test('differ for another seed', () => {
    const ordersOf = (seed: number) => allLines({ ...options, seed }).filter((line) => line.type === 'order');
    const numbers = new Set(ordersOf(7).map((order) => order.orderNumber));
    expect(ordersOf(8).filter((order) => numbers.has(order.orderNumber))).toEqual([]);
    expect(ordersOf(8).map((order) => order.buyer)).not.toEqual(ordersOf(7).map((order) => order.buyer));
  });

  test('have realistic names, and reserved e-mail addresses and phone numbers', () => {
    const orders = allLines(options).filter((line) => line.type === 'order');
    const names = orders.map((order) => order.buyer.name!);
    expect(names.filter((name) => /[^\p{ASCII}]/u.test(name)).length).toBeGreaterThan(20);
    for (const { buyer } of orders) {
      expect(buyer.email).toMatch(/^[a-z-]+\.[a-z-]+\d*@example\.(com|org|net)$/);
      if (buyer.phone)
        expect(buyer.phone).toMatch(/^\+(1 212 555 01|44 7700 900|33 6 39 98|49 30 23125|353 20 91|46 8 465)/);
    }
  });

  const days = ['2026-01-01T00:00:00Z', '2026-03-29T12:00:00Z', '2027-10-31T01:30:00Z', '2028-02-29T23:00:00Z'];
  test.each(days)('contain only offers that are on sale and available, with any number of orders (on %s)', (day) => {
    for (const [seed, orders] of [0, 1, 2, 5, 20, 111, 300, 800].entries()) {
      const nowMs = Date.parse(day);
      const lines = allLines({ orders, seed, nowMs });
      expect(lines.filter((line) => line.type === 'order')).toHaveLength(orders);
      checkSales(lines, nowMs);
    }
  });

  /** Checks the rules for the lines of any seed and any number of orders. */
  function checkSales(lines: readonly ImportLine[], nowMs: number): void {
    const offers = new Map(lines.filter((line) => line.type !== 'order').map((line) => [line.externalId, line]));
    const orders = lines.filter((line) => line.type === 'order');
    expect(offers.size + orders.length).toBe(lines.length);
    const numbers = new Set(orders.map((order) => order.orderNumber));
    expect(numbers.size).toBe(orders.length);
    const taken = new Map<string, number>();
    for (const order of orders) {
      expect(parseOrderNumber(order.orderNumber!)).toBe(order.orderNumber);
      expect(Date.parse(order.createdAt!)).toBeLessThan(nowMs);
      expect(Date.parse(order.updatedAt!)).toBeLessThanOrEqual(nowMs);
      expect(order.updatedAt! >= order.createdAt!).toBe(true);
      if (order.status === 'pending') expect(Date.parse(order.expiresAt!)).toBeGreaterThan(nowMs + 86_400_000);
      for (const item of order.items) {
        const offer = offers.get((item.ticketTypeId ?? item.addonId)!)!;
        if (offer.type === 'ticketType') expectOnSale(order, offer);
        taken.set(offer.externalId, (taken.get(offer.externalId) ?? 0) + unitsTakenBy(order, item));
      }
    }
    for (const [id, count] of taken) {
      const offer = offers.get(id)!;
      if ('quantity' in offer && typeof offer.quantity === 'number') expect(count).toBeLessThanOrEqual(offer.quantity);
    }
    if (orders.length < 20) return;
    const earlyBirds = [...offers.values()].filter(
      (offer) => offer.type === 'ticketType' && offer.name === 'Early bird' && offer.currency === 'CHF',
    );
    expect(earlyBirds).toHaveLength(2);
    for (const offer of earlyBirds) expect(offer).toMatchObject({ quantity: taken.get(offer.externalId) });
  }

  function expectOnSale({ createdAt }: OrderLine, { salesStartAt, salesEndAt }: TicketTypeLine): void {
    expect(createdAt! >= salesStartAt! && createdAt! < salesEndAt!, `${createdAt} is within the sales period`).toBe(
      true,
    );
  }

  function unitsTakenBy({ status, attendees }: OrderLine, item: OrderLine['items'][number]): number {
    if (status === 'cancelled' || status === 'expired' || status === 'refunded') return 0;
    const voided = attendees!.filter((ticket) => ticket.status === 'void' && ticket.ticketTypeId === item.ticketTypeId);
    return item.quantity - (item.refundedQuantity ?? voided.length);
  }
});

describe.each([20, 300])('a database filled with a demo of %i orders', (orders) => {
  test('contains every line, and its stock and settlements match its orders, tickets and ledger', async () => {
    const db = await emptyDatabase();
    const report = await fillDemo(db, { orders, seed: 1 }, clock, byOperator);

    expect(report.organizers.map(({ events }) => events)).toEqual([3, 3, 3]);
    expect(report.organizers.reduce((sum, organizer) => sum + organizer.orders, 0)).toBe(orders);
    await expectStockOfOrders(db);
    await expectSettlementsOfLedger(db);
    const soldOut = await rowsOf<{ name: string }>(db, 'select name from ticket_types where sold = quantity');
    expect(soldOut.map(({ name }) => name)).toContain('Early bird');
    const zones = await rowsOf(db, 'select distinct currency, timezone from events');
    expect(zones).toHaveLength(5);
  });
});

async function expectStockOfOrders(db: Db): Promise<void> {
  for (const [table, column] of [
    ['ticket_types', 'ticket_type_id'],
    ['addons', 'addon_id'],
  ]) {
    const mismatches = await rowsOf(
      db,
      `select t.name, t.sold, t.reserved from ${table} t where t.reserved <> (
         select coalesce(sum(i.quantity), 0) from order_items i join orders o using (organizer_id, order_number)
         where i.organizer_id = t.organizer_id and i.${column} = t.id and o.status = 'pending')
       or t.sold <> (
         select coalesce(sum(i.quantity - i.returned_quantity), 0)
         from order_items i join orders o using (organizer_id, order_number)
         where i.organizer_id = t.organizer_id and i.${column} = t.id and o.paid_at is not null)`,
    );
    expect(mismatches).toEqual([]);
  }
  const mismatches = await rowsOf(
    db,
    `select t.name, t.sold from ticket_types t where t.sold <> (
       select count(*) from tickets k
       where k.organizer_id = t.organizer_id and k.ticket_type_id = t.id and k.status <> 'void')`,
  );
  expect(mismatches).toEqual([]);
}

async function expectSettlementsOfLedger(db: Db): Promise<void> {
  const figures = [
    'orders_paid',
    'tickets_sold',
    'gross',
    'refunds',
    'platform_fees',
    'payment_fees',
    'taxes',
    'paid_out',
  ];
  const settlements = await rowsOf(
    db,
    `select event_id, ${figures.join(', ')} from settlements where orders_paid > 0 order by event_id`,
  );
  const ledgerSums = await rowsOf(
    db,
    `select event_id, ${figures.map((name) => `sum(${name}) as ${name}`).join(', ')}
     from ledger_entries group by event_id order by event_id`,
  );
  expect(settlements).toHaveLength(8);
  expect(settlements).toEqual(ledgerSums);
}

test('a demo of 300 orders has orders and tickets in every state, free tickets, discounts and partly consumed vouchers', async () => {
  const db = await emptyDatabase();
  await fillDemo(db, { orders: 300, seed: 1 }, clock, byOperator);
  const count = async (query: string) => (await rowsOf<{ n: number }>(db, `select count(*) as n from ${query}`))[0]!.n;
  for (const status of orderStatuses)
    expect(await count(`orders where status = '${status}'`), status).toBeGreaterThan(0);
  for (const status of ['valid', 'used', 'void']) {
    expect(await count(`tickets where status = '${status}'`), status).toBeGreaterThan(0);
  }
  expect(await count('order_items where unit_price = 0')).toBeGreaterThan(0);
  expect(await count('orders where discount > 0')).toBeGreaterThan(0);
  expect(await count('entitlements where units_consumed > 0 and units_consumed < units_total')).toBeGreaterThan(0);
  const { organizer_id: organizerId, event_id: eventId } = await db
    .selectFrom('gates')
    .select(['organizer_id', 'event_id'])
    .executeTakeFirstOrThrow();
  const stats = await readStats(db, organizerId, eventId, clock.now());
  const tickets = await count(`tickets where event_id = '${eventId}' and status <> 'void'`);
  expect(stats).toMatchObject({ tickets, conflicts: 1, refused: { already_used: expect.any(Number) } });
  expect(stats.gates.map(({ admitted }) => admitted > 10)).toEqual([true, true]);
  expect(await violations(db)).toEqual([]);
});

test('a second demo can be added, and all order numbers are unique', async () => {
  const db = await emptyDatabase();
  await fillDemo(db, { orders: 40, seed: 1 }, clock, byOperator);
  const { organizers } = await fillDemo(db, { orders: 40, seed: 1 }, clock, byOperator);
  expect(organizers.map(({ slug }) => slug)).toEqual(['kranich-laufverein-2', 'hollow-lane-2', 'relaystone-2']);
  const numbers = await rowsOf(db, 'select distinct order_number from orders');
  expect(numbers).toHaveLength(80);
});
