import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { ticketTypes } from '../src/features/catalog/offer-kinds.ts';
import { changeOffer } from '../src/features/catalog/write-offer.ts';
import {
  expireOrders,
  lockOrder,
  type NewOrder,
  payOrder,
  placeOrder,
  priceOrder,
  refundOrder,
} from '../src/features/orders/index.ts';
import { createPayment } from '../src/features/payments/index.ts';
import { testMethod } from '../src/features/payments/simulated/index.ts';
import { type Clock, systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { type Answer, expectProblem, jsonOf } from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import {
  Buyer,
  endHolds,
  type FeeView,
  inParallel,
  inTurn,
  type OwnOrder,
  openShop,
  outcomeOf,
  type QuoteBody,
  type ReservedBody,
  readStock,
  type Shop,
} from './harness/checkout.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { receive } from './harness/payment-providers.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };
/** A process whose clock is ahead: for it every hold is over. */
const aheadClock: Clock = { ...systemClock, now: () => systemClock.now() + 11 * 60_000 };

describeOnBoth('selling at the same moment', (kind) => {
  let t: TestDatabase;
  /** A second way to the same database, as another process has. */
  let elsewhere: Db;
  let apps: TestApp[];
  let shop: Shop;
  let buyer: Buyer;

  beforeAll(async () => {
    t = await createDatabase(kind);
    elsewhere = openDatabase(t);
    apps = [await startApp({ db: t.db, rateLimits }), await startApp({ db: elsewhere, rateLimits })];
  });
  beforeEach(async () => {
    const both = inTurn(apps.map(({ url }) => url));
    shop = await openShop(t.db, both, 20);
    buyer = new Buyer(() => both.next(), 'ada@example.com');
  });
  afterAll(async () => {
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    for (const app of apps) expect(app.log()).not.toMatch(/"level":"?(50|60|error|fatal)/);
    await Promise.all(apps.map((app) => app.close()));
    await elsewhere.destroy();
    await t.drop();
  });

  async function reserved(lines: Readonly<Record<string, number>>): Promise<ReservedBody> {
    const answer = await buyer.reserve(shop.cart(lines));
    expect(answer.status, answer.text).toBe(201);
    return jsonOf(answer);
  }

  /** Changes both prices in one transaction of another process. */
  async function setPrices(tx: Db, a: number, b: number): Promise<void> {
    for (const [offerId, price] of [
      [shop.a, a],
      [shop.b, b],
    ] as const) {
      const place = { eventId: shop.eventId, offerId };
      const body = { sent: { price }, faults: [] };
      await changeOffer(tx, shop.own.organizer.id, ticketTypes, place, body, {
        now: timestamp(systemClock.now()),
        ifMatch: null,
      });
    }
  }

  /** Waits until somebody waits for a row; where writers take turns, until both applications have read once more. */
  async function untilSomebodyWaits(): Promise<void> {
    if (kind === 'sqlite') {
      await inParallel(4, () => buyer.quote(shop.cart({ [shop.a]: 1 })));
      return;
    }
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
        expect(rows.length).toBeGreaterThan(0);
      },
      { timeout: 10_000, interval: 5 },
    );
  }

  test('a reservation that was priced before a change and committed after it has the new prices everywhere', async () => {
    let reserving: Promise<Answer> | undefined;
    const cart = shop.cart({ [shop.a]: 2, [shop.b]: 1 });
    await elsewhere.transaction().execute(async (tx) => {
      await setPrices(tx, 2_500, 4_000);
      const seller = new Buyer(() => apps[0]!.url, 'ada@example.com');
      reserving = seller.reserve(cart);
      await untilSomebodyWaits();
      expect(jsonOf<QuoteBody>(await seller.quote(cart)).feeBreakdown.subtotal).toBe(7_500);
    });
    const answer = await reserving!;
    expect(answer.status, answer.text).toBe(201);
    const { lines, feeBreakdown } = jsonOf<ReservedBody>(answer);
    expect(lines.map(({ unitPrice, total }) => ({ unitPrice, total }))).toEqual([
      { unitPrice: 2_500, total: 5_000 },
      { unitPrice: 4_000, total: 4_000 },
    ]);
    expect(feeBreakdown.subtotal).toBe(9_000);
    const own = jsonOf<{ subtotal: number; items: { unitPrice: number }[] }>(await buyer.order(jsonOf(answer)));
    expect([own.subtotal, ...own.items.map(({ unitPrice }) => unitPrice)]).toEqual([9_000, 2_500, 4_000]);
  });

  test('prices that change together are in an order together, or none of them is', async () => {
    await shop.own.patch(shop.path(shop.a), { quantity: null });
    await shop.own.patch(shop.path(shop.b), { quantity: null });
    const steps = [
      [2_000, 3_500],
      [2_100, 3_600],
      [2_200, 3_700],
    ] as const;
    let done = false;
    const changing = (async () => {
      for (let step = 1; step <= 24; step += 1) {
        const [a, b] = steps[step % steps.length]!;
        await elsewhere.transaction().execute((tx) => setPrices(tx, a, b));
        await sleep(20);
      }
    })().finally(() => {
      done = true;
    });
    const orders: ReservedBody[] = [];
    await inParallel(8, async (lane) => {
      while (!done) {
        const ids = lane % 2 ? [shop.a, shop.b] : [shop.b, shop.a];
        const answer = await buyer.reserve(shop.cart({ [ids[0]!]: 1, [ids[1]!]: 1 }));
        // Where they change all the time a reservation may give up, and nothing is left of it.
        if (answer.status === 201) orders.push(jsonOf(answer));
        else expectProblem(answer, 503, 'unavailable');
      }
    });
    await changing;
    const pairs = new Set<string>();
    for (const { lines, feeBreakdown } of orders) {
      const [a, b] = [shop.a, shop.b].map((id) => lines.find(({ ticketTypeId }) => ticketTypeId === id)!.unitPrice);
      pairs.add(`${a} ${b}`);
      expect(feeBreakdown.subtotal).toBe(a! + b!);
    }
    expect(steps.map((step) => step.join(' '))).toEqual(expect.arrayContaining([...pairs]));
    expect(pairs.size).toBeGreaterThan(1);
  });

  test('an event that was archived has sold nothing after that was answered', async () => {
    for (let round = 0; round < 4; round += 1) {
      if (round > 0) shop = await openShop(t.db, inTurn(apps.map(({ url }) => url)), null);
      const current = shop;
      const countOrders = async () => {
        const { count } = await t.db
          .selectFrom('orders')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('event_id', '=', current.eventId)
          .executeTakeFirstOrThrow();
        return Number(count);
      };
      let archived = false;
      const enough = Promise.withResolvers<void>();
      const outcomes = inParallel(12, async () => {
        const own: string[] = [];
        while (own.at(-1) !== '404 not_found' && (!archived || own.length < 3)) {
          own.push(outcomeOf(await buyer.reserve(current.cart({ [current.a]: 1, [current.drinks]: 1 }))));
          if (own.length > 1) enough.resolve();
        }
        return own;
      });
      await enough.promise;
      const answer = await current.own.patch(`/events/${current.eventId}`, { status: 'archived' });
      expect(answer.status, answer.text).toBe(200);
      const sold = await countOrders();
      archived = true;
      const all = (await outcomes).flat();
      expect(
        [...new Set(all)].filter((outcome) => !['201', '404 not_found', '409 sold_out'].includes(outcome)),
      ).toEqual([]);
      expect(await countOrders()).toBe(sold);
      expect(all.filter((outcome) => outcome === '201')).toHaveLength(sold);
    }
  });

  test('a currency changes before the first reservation or not at all', async () => {
    for (let round = 0; round < 8; round += 1) {
      shop = await openShop(t.db, apps[round % 2]!, 20);
      const [patched, ...answers] = await Promise.all([
        shop.own.patch(`/events/${shop.eventId}`, { currency: 'CHF' }),
        ...Array.from({ length: 4 }, () => buyer.reserve(shop.cart({ [shop.a]: 1, [shop.drinks]: 1 }))),
      ]);
      if (patched!.status !== 200) expectProblem(patched!, 409, 'invalid_state');
      const currency = patched!.status === 200 ? 'CHF' : 'EUR';
      for (const answer of answers) {
        expect(answer.status, answer.text).toBe(201);
        expect(jsonOf<ReservedBody>(answer).currency).toBe(currency);
      }
      for (const table of ['orders', 'ticket_types', 'addons', 'settlements'] as const) {
        const rows = await t.db.selectFrom(table).select('currency').where('event_id', '=', shop.eventId).execute();
        expect(new Set(rows.map((row) => row.currency)), table).toEqual(new Set([currency]));
      }
    }
  });

  test.each([
    ['a currency', { currency: 'CHF' }, '409 invalid_state'],
    ['the end of its sales', { status: 'archived' }, '200'],
  ])('%s waits for a reservation that holds its stock already', async (_, change, outcome) => {
    const { a: id, eventId } = shop;
    const line = {
      kind: 'ticket' as const,
      id,
      quantity: 1,
      version: 1,
      name: 'A',
      unitPrice: 2_000,
      unitsPerPurchase: 1,
    };
    const now = timestamp(systemClock.now());
    const order: NewOrder = {
      eventId,
      currency: 'EUR',
      lines: [line],
      fees: priceOrder([line], shop.policy),
      buyer: { email: buyer.email, name: null, phone: null },
      attendees: [],
      holders: { address: null, email: null },
      expiresAt: timestamp(aheadClock.now()),
    };
    let changing: Promise<Answer> | undefined;
    await elsewhere.transaction().execute(async (tx) => {
      await placeOrder(tx, shop.own.organizer.id, order, now);
      changing = shop.own.patch(`/events/${eventId}`, change);
      await untilSomebodyWaits();
    });
    expect(outcomeOf(await changing!)).toBe(outcome);
    expect((await readStock(t.db, eventId)).get(id)!.reserved).toBe(1);
  });

  test('one key is one reservation, however often and wherever it is sent at once', async () => {
    const key = randomUUID();
    const answers = await inParallel(12, () => buyer.reserve(shop.cart({ [shop.a]: 3, [shop.drinks]: 2 }), key));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(11);
    const stock = await readStock(t.db, shop.eventId);
    expect([stock.get(shop.a)!.reserved, stock.get(shop.drinks)!.reserved]).toEqual([3, 2]);
    expectProblem(await buyer.reserve(shop.cart({ [shop.a]: 4 }), key), 409, 'idempotency_conflict');
  });

  test('a key gives its reservation again after its event was archived, and a new one none', async () => {
    const key = randomUUID();
    const cart = shop.cart({ [shop.a]: 1 });
    const first = await buyer.reserve(cart, key);
    expect((await shop.own.patch(`/events/${shop.eventId}`, { status: 'archived' })).status).toBe(200);
    expect((await buyer.reserve(cart, key)).text).toBe(first.text);
    expectProblem(await buyer.reserve(cart, randomUUID()), 404, 'not_found');
    expectProblem(await buyer.reserve(cart), 404, 'not_found');
  });

  test('an order is paid once, however many pay it at once and in however many ways', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lines: Record<string, number> = round % 3 === 2 ? { [shop.free]: 2 } : { [shop.a]: 2, [shop.drinks]: 1 };
      const order = await reserved(lines);
      const byHand = () =>
        payOrder(elsewhere, shop.own.organizer.id, order.orderNumber, systemClock, byOperator).then(
          () => '200',
          ({ status, code }) => `${status} ${code}`,
        );
      const [answers, ...hands] = await Promise.all([
        inParallel(5, () => buyer.pay(order)),
        ...(round % 2 ? [byHand(), byHand()] : []),
      ]);
      expect(['200', '409 invalid_state']).toEqual(expect.arrayContaining(hands));
      expect(await byHand()).toBe('409 invalid_state');
      expect(outcomeOf(await buyer.cancel(order))).toBe('409 invalid_state');
      // Whoever was not the one that paid it is told that it is paid.
      for (const answer of answers) {
        if (answer.status !== 200) expect(expectProblem(answer, 409, 'invalid_state').detail).toMatch(/ is paid; /);
      }
      const own = jsonOf<OwnOrder>(await buyer.order(order));
      expect([own.status, own.tickets.length]).toEqual(['paid', 2]);
      if (round === 0) await refundOrder(t.db, shop.own.organizer.id, order.orderNumber, [], systemClock, byOperator);
    }
  });

  test('many sweepers at once expire each order once', async () => {
    const orders = await inParallel(18, () => reserved({ [shop.a]: 1, [shop.drinks]: 1 }));
    await endHolds(
      t.db,
      orders.map(({ orderNumber }) => orderNumber),
    );
    const counts = await inParallel(6, (index) => expireOrders(index % 2 ? elsewhere : t.db, systemClock));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(18);
    const stock = await readStock(t.db, shop.eventId);
    expect([stock.get(shop.a), stock.get(shop.drinks)]).toEqual([
      { sold: 0, reserved: 0, quantity: 20 },
      { sold: 0, reserved: 0, quantity: 20 },
    ]);
  });

  /** The open payment of an order, as of a provider that will tell when its money has come. */
  function awaited(order: ReservedBody, method = testMethod) {
    const { id } = shop.own.organizer;
    const { total: amount } = order.feeBreakdown;
    return t.db.transaction().execute(async (tx) => {
      const now = timestamp(systemClock.now());
      await lockOrder(tx, id, order.orderNumber);
      return createPayment(tx, id, { orderNumber: order.orderNumber, method, amount, currency: order.currency }, now);
    });
  }

  test('paid at the last moment in one process and ended in another, an order is either, with all that goes with it', async () => {
    const ways = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const order = await reserved(round % 3 === 2 ? { [shop.free]: 1 } : { [shop.a]: 1, [shop.drinks]: 1 });
      const isTold = round % 2 === 1 && order.feeBreakdown.total > 0;
      const payment = isTold ? await awaited(order) : null;
      const money = { amount: order.feeBreakdown.total, currency: order.currency, chargeReference: null };
      const pay = async () =>
        payment === null
          ? outcomeOf(await buyer.pay(order))
          : receive(t.db, systemClock, shop.own.organizer.id, payment.id, money);
      const [paid] = await Promise.all([pay(), expireOrders(elsewhere, aheadClock), ...(isTold ? [pay()] : [])]);
      const { status, tickets } = jsonOf<OwnOrder>(await buyer.order(order));
      // Money that was told of is there: it is honoured, since there is stock. A buyer at the page is told the truth.
      if (isTold || paid === '200') expect([status, tickets.length]).toEqual(['paid', 1]);
      else expect([paid, status, tickets.length]).toEqual(['409 invalid_state', 'expired', 0]);
      ways.set(`${paid} ${status}`, (ways.get(`${paid} ${status}`) ?? 0) + 1);
    }
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    expect(ways.size).toBeGreaterThan(1);
  });

  test('what has run out is not paid any more, though nobody has ended it yet; money that comes for it is honoured', async () => {
    const orders = [await reserved({ [shop.b]: 1 }), await reserved({ [shop.free]: 1 })];
    const payment = await awaited(orders[0]!);
    await endHolds(
      t.db,
      orders.map(({ orderNumber }) => orderNumber),
    );
    for (const order of orders) {
      for (const method of ['test', 'manual'] as const) {
        const { detail } = expectProblem(await buyer.pay(order, method), 409, 'invalid_state');
        expect(detail).toMatch(/ has expired\. Only a pending order can be paid\.$/);
      }
    }
    const money = { amount: payment.amount, currency: payment.currency, chargeReference: null };
    const { id } = shop.own.organizer;
    expect(await receive(t.db, systemClock, id, payment.id, money)).toBe('applied');
    expect(await expireOrders(elsewhere, systemClock)).toBe(1);
  });

  test('a late payment is honoured where there is stock and goes back once where there is none, told of it however often', async () => {
    const { id } = shop.own.organizer;
    const late = await inParallel(8, () => reserved({ [shop.a]: 4 }).catch(() => null));
    expect(late.filter((order) => order !== null)).toHaveLength(5);
    const orders = late.filter((order) => order !== null);
    const payments = await Promise.all(orders.map((order) => awaited(order)));
    await expireOrders(elsewhere, aheadClock);
    await reserved({ [shop.a]: 7 }); // 13 are left: three of the five find their stock again.
    const told = await Promise.all(
      [...payments, ...payments, ...payments].map(({ id: paymentId, amount, currency }, index) =>
        receive(index % 2 ? t.db : elsewhere, systemClock, id, paymentId, {
          amount,
          currency,
          chargeReference: `charge-${paymentId}`,
        }),
      ),
    );
    const count = (what: string) => told.filter((received) => received === what).length;
    expect([count('applied'), count('returned'), count('duplicate')]).toEqual([3, 2, 10]);
    expect((await readStock(t.db, shop.eventId)).get(shop.a)).toEqual({ sold: 12, reserved: 7, quantity: 20 });
    const refunds = await t.db
      .selectFrom('payment_refunds')
      .select('payment_id')
      .where('organizer_id', '=', id)
      .execute();
    expect(new Set(refunds.map((row) => row.payment_id)).size).toBe(2);
    expect(refunds).toHaveLength(2);
  });

  test('quote and reserve agree to the unit, and a refusal names exactly the lines that the quote found short', async () => {
    await reserved({ [shop.a]: 17, [shop.drinks]: 19 });
    for (const lines of [
      { [shop.a]: 3, [shop.b]: 20, [shop.drinks]: 1 },
      { [shop.a]: 4, [shop.b]: 2, [shop.drinks]: 2 },
      { [shop.a]: 1, [shop.b]: 21 },
    ]) {
      const cart = shop.cart(lines);
      const quote = jsonOf<QuoteBody>(await buyer.quote(cart));
      const answer = await buyer.reserve(cart);
      if (quote.shortages.length > 0) {
        const { errors = [] } = expectProblem(answer, 409, 'sold_out');
        const short = quote.shortages.map(({ ticketTypeId, addonId }) => {
          const place = (cart.items ?? []).findIndex((item) => item.ticketTypeId === ticketTypeId);
          return addonId === null ? `items.${place}.quantity` : 'addons.0.quantity';
        });
        expect(errors.map(({ path }) => path)).toEqual(short);
        continue;
      }
      const { lines: priced, feeBreakdown, currency } = jsonOf<ReservedBody>(answer);
      expect({ lines: priced, feeBreakdown, currency }).toEqual({
        lines: quote.lines,
        feeBreakdown: quote.feeBreakdown,
        currency: quote.currency,
      });
      const own = jsonOf<{ feeBreakdown: FeeView }>(await buyer.order(jsonOf(answer)));
      expect(own.feeBreakdown).toEqual(feeBreakdown);
    }
    expect((await readStock(t.db, shop.eventId)).get(shop.b)!.reserved).toBe(20);
  });
});

describe.skipIf(inject('postgresUrl') === null)('a sweeper on PostgreSQL', () => {
  test('waits for nobody: what somebody is about to pay stays, and the rest expires at once', async () => {
    const t = await createDatabase('postgres');
    const elsewhere = openDatabase(t);
    const app = await startApp({ db: t.db, rateLimits });
    try {
      const shop = await openShop(t.db, app, 20);
      const buyer = new Buyer(() => app.url, 'ada@example.com');
      const orders = await inParallel(3, async () =>
        jsonOf<ReservedBody>(await buyer.reserve(shop.cart({ [shop.b]: 1 }))),
      );
      const { id } = shop.own.organizer;
      await t.db.transaction().execute(async (tx) => {
        await lockOrder(tx, id, orders[0]!.orderNumber);
        expect(await expireOrders(elsewhere, aheadClock)).toBe(2);
      });
      expect((await readStock(t.db, shop.eventId)).get(shop.b)!.reserved).toBe(1);
      expect(outcomeOf(await buyer.pay(orders[0]!))).toBe('200');
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    } finally {
      await app.close();
      await elsewhere.destroy();
      await t.drop();
    }
  });
});
