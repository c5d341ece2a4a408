import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { ticketTypes } from '../src/features/catalog/offer-kinds.ts';
import { changeOffer } from '../src/features/catalog/write-offer.ts';
import {
  expireOrders,
  lockOrder,
  type NewOrder,
  noCounters,
  payOrder,
  placeOrder,
  priceOrder,
  refundOrder,
} from '../src/features/orders/index.ts';
import { createPayment } from '../src/features/payments/index.ts';
import { testMethod } from '../src/features/payments/simulated/index.ts';
import { type ServiceClock, systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import {
  Buyer,
  type BuyerOrder,
  createSale,
  expirePendingOrders,
  type FeeView,
  inParallel,
  outcomeOf,
  type QuoteBody,
  type ReservedBody,
  readStock,
  roundRobin,
  type Sale,
} from './harness/checkout.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { countLockWaits } from './harness/lock-waits.ts';
import { receive } from './harness/payment-providers.ts';
import { expectProblem, jsonOf, type TestResponse } from './harness/responses.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };
/** The clock of a process that is 11 minutes ahead: according to this clock every reservation has expired. */
const aheadClock: ServiceClock = { ...systemClock, now: () => systemClock.now() + 11 * 60_000 };

describeOnBoth('concurrent sales', (kind) => {
  let database: TestDatabase;
  /** A second connection pool to the same database, as in another process. */
  let otherDb: Db;
  let apps: TestApp[];
  let sale: Sale;
  let buyer: Buyer;

  beforeAll(async () => {
    database = await createDatabase(kind);
    otherDb = openDatabase(database);
    apps = [await startApp({ db: database.db, rateLimits }), await startApp({ db: otherDb, rateLimits })];
  });
  beforeEach(async () => {
    const servers = roundRobin(apps.map(({ url }) => url));
    sale = await createSale(database.db, servers, 20);
    buyer = new Buyer(() => servers.nextUrl(), 'ada@example.com');
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    for (const app of apps) expect(app.log()).not.toMatch(/"level":"?(50|60|error|fatal)/);
    await Promise.all(apps.map((app) => app.close()));
    await otherDb.destroy();
    await database.drop();
  });

  test('an event is either deleted or reserved: never both, and never half', async () => {
    const servers = roundRobin(apps.map(({ url }) => url));
    const results = [];
    for (let round = 0; round < 8; round += 1) {
      const { catalog, eventId, cart, ticketA } = await createSale(database.db, servers, 20);
      const [deletion, reservation] = await Promise.all([
        catalog.send('DELETE', `/events/${eventId}`),
        buyer.reserve(cart({ [ticketA]: 1 })),
      ]);
      const events = await database.db.selectFrom('events').select('status').where('id', '=', eventId).execute();
      results.push(`${deletion.status} ${reservation.status} ${events.length}`);
    }
    for (const result of results) expect(['200 404 0', '409 201 1']).toContain(result);
  });

  async function reserve(lines: Readonly<Record<string, number>>): Promise<ReservedBody> {
    const response = await buyer.reserve(sale.cart(lines));
    expect(response.status, response.text).toBe(201);
    return jsonOf(response);
  }

  /** Changes the prices of both ticket types in a transaction. */
  async function setPrices(tx: Db, priceA: number, priceB: number): Promise<void> {
    for (const [offerId, price] of [
      [sale.ticketA, priceA],
      [sale.ticketB, priceB],
    ] as const) {
      const ids = { eventId: sale.eventId, offerId };
      const body = { input: { price }, fieldErrors: [] };
      const scope = organizerScope(sale.catalog.organizer.id, systemClock, byOperator);
      await changeOffer(tx, scope, ticketTypes, ids, body, null);
    }
  }

  /** Waits until a transaction waits for a lock. SQLite does not show this: there, both applications handle other requests. */
  async function waitForLockWait(): Promise<void> {
    if (kind === 'sqlite') {
      await inParallel(4, () => buyer.quote(sale.cart({ [sale.ticketA]: 1 })));
      return;
    }
    await vi.waitFor(async () => expect(await countLockWaits(database.db)).toBeGreaterThan(0), {
      timeout: 120_000,
      interval: 5,
    });
  }

  test('a reservation that is priced before a price change and committed after it has only the new prices', async () => {
    let reserving: Promise<TestResponse> | undefined;
    const cart = sale.cart({ [sale.ticketA]: 2, [sale.ticketB]: 1 });
    await otherDb.transaction().execute(async (tx) => {
      await setPrices(tx, 2_500, 4_000);
      const buyerAtFirstApp = new Buyer(() => first(apps).url, 'ada@example.com');
      reserving = buyerAtFirstApp.reserve(cart);
      await waitForLockWait();
      expect(jsonOf<QuoteBody>(await buyerAtFirstApp.quote(cart)).feeBreakdown.subtotal).toBe(7_500);
    });
    const response = await reserving!;
    expect(response.status, response.text).toBe(201);
    const { lines, feeBreakdown } = jsonOf<ReservedBody>(response);
    expect(lines.map(({ unitPrice, total }) => ({ unitPrice, total }))).toEqual([
      { unitPrice: 2_500, total: 5_000 },
      { unitPrice: 4_000, total: 4_000 },
    ]);
    expect(feeBreakdown.subtotal).toBe(9_000);
    const storedOrder = jsonOf<{ subtotal: number; items: { unitPrice: number }[] }>(
      await buyer.readOrder(jsonOf(response)),
    );
    expect([storedOrder.subtotal, ...storedOrder.items.map(({ unitPrice }) => unitPrice)]).toEqual([
      9_000, 2_500, 4_000,
    ]);
  });

  test('an order has either all or none of the prices that change in one transaction', async () => {
    await sale.catalog.patch(sale.offerPath(sale.ticketA), { quantity: null });
    await sale.catalog.patch(sale.offerPath(sale.ticketB), { quantity: null });
    const pricePairs = [
      [2_000, 3_500],
      [2_100, 3_600],
      [2_200, 3_700],
    ] as const;
    let isDone = false;
    const orders: ReservedBody[] = [];
    const changing = (async () => {
      for (let step = 1; step <= 24; step += 1) {
        const [priceA, priceB] = elementAt(pricePairs, step % pricePairs.length);
        await otherDb.transaction().execute((tx) => setPrices(tx, priceA, priceB));
        await randomDelay(40);
        const orderCount = orders.length;
        if (step % 8 === 0) await waitUntil(() => orders.length > orderCount + 8); // All buyers have an order with these prices.
      }
    })().finally(() => {
      isDone = true;
    });
    await inParallel(8, async (index) => {
      while (!isDone) {
        const ids = index % 2 ? [sale.ticketA, sale.ticketB] : [sale.ticketB, sale.ticketA];
        const response = await buyer.reserve(sale.cart({ [first(ids)]: 1, [elementAt(ids, 1)]: 1 }));
        // A reservation can fail because prices change so often. Then nothing is stored.
        if (response.status === 201) orders.push(jsonOf(response));
        else expectProblem(response, 503, 'unavailable');
      }
    });
    await changing;
    const soldPairs = new Set<string>();
    for (const { lines, feeBreakdown } of orders) {
      const priceOf = (id: string) =>
        defined(
          lines.find(({ ticketTypeId }) => ticketTypeId === id),
          `The line of ${id}`,
        ).unitPrice;
      const [priceA, priceB] = [priceOf(sale.ticketA), priceOf(sale.ticketB)];
      soldPairs.add(`${priceA} ${priceB}`);
      expect(feeBreakdown.subtotal).toBe(priceA + priceB);
    }
    expect(pricePairs.map((pair) => pair.join(' '))).toEqual(expect.arrayContaining([...soldPairs]));
    expect(soldPairs.size).toBeGreaterThan(1);
  });

  test('no ticket of an event is reserved after the response that confirms that the event is archived', async () => {
    for (let round = 0; round < 4; round += 1) {
      if (round > 0) sale = await createSale(database.db, roundRobin(apps.map(({ url }) => url)), null);
      const current = sale;
      const countOrders = async () => {
        const { count } = await database.db
          .selectFrom('orders')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('event_id', '=', current.eventId)
          .executeTakeFirstOrThrow();
        return Number(count);
      };
      let archived = false;
      const firstSales = Promise.withResolvers<void>();
      const outcomes = inParallel(12, async () => {
        const outcomes: string[] = [];
        while (outcomes.at(-1) !== '404 not_found' && (!archived || outcomes.length < 3)) {
          outcomes.push(outcomeOf(await buyer.reserve(current.cart({ [current.ticketA]: 1, [current.drinks]: 1 }))));
          if (outcomes.length > 1) firstSales.resolve();
        }
        return outcomes;
      });
      await firstSales.promise;
      const response = await current.catalog.patch(`/events/${current.eventId}`, { status: 'archived' });
      expect(response.status, response.text).toBe(200);
      const orderCount = await countOrders();
      archived = true;
      const allOutcomes = (await outcomes).flat();
      expect(
        [...new Set(allOutcomes)].filter((outcome) => !['201', '404 not_found', '409 sold_out'].includes(outcome)),
      ).toEqual([]);
      expect(await countOrders()).toBe(orderCount);
      expect(allOutcomes.filter((outcome) => outcome === '201')).toHaveLength(orderCount);
    }
  });

  test('a currency can change only before the first reservation', async () => {
    for (let round = 0; round < 8; round += 1) {
      sale = await createSale(database.db, elementAt(apps, round % 2), 20);
      const [patched, ...responses] = await Promise.all([
        sale.catalog.patch(`/events/${sale.eventId}`, { currency: 'CHF' }),
        ...Array.from({ length: 4 }, () => buyer.reserve(sale.cart({ [sale.ticketA]: 1, [sale.drinks]: 1 }))),
      ]);
      const patchResponse = defined(patched, 'The response to the currency change');
      if (patchResponse.status !== 200) expectProblem(patchResponse, 409, 'invalid_state');
      const currency = patchResponse.status === 200 ? 'CHF' : 'EUR';
      for (const response of responses) {
        expect(response.status, response.text).toBe(201);
        expect(jsonOf<ReservedBody>(response).currency).toBe(currency);
      }
      for (const table of ['orders', 'ticket_types', 'addons', 'settlements'] as const) {
        const rows = await database.db
          .selectFrom(table)
          .select('currency')
          .where('event_id', '=', sale.eventId)
          .execute();
        expect(new Set(rows.map((row) => row.currency)), table).toEqual(new Set([currency]));
      }
    }
  });

  test.each([
    ['a currency change', { currency: 'CHF' }, '409 invalid_state'],
    ['archiving', { status: 'archived' }, '200'],
  ])('%s waits for an uncommitted reservation', async (_, change, outcome) => {
    const { ticketA: id, eventId } = sale;
    const line = {
      kind: 'ticket' as const,
      id,
      quantity: 1,
      version: 1,
      name: 'A',
      unitPrice: 2_000,
      unitsPerPurchase: 1,
      person: null,
    };
    const now = timestamp(systemClock.now());
    const order: NewOrder = {
      eventId,
      currency: 'EUR',
      lines: [line],
      fees: priceOrder([line], sale.policy),
      buyer: { email: buyer.email, name: null, phone: null },
      attendees: [],
      answers: [],
      counters: noCounters,
      language: null,
      expiresAt: timestamp(aheadClock.now()),
    };
    let changing: Promise<TestResponse> | undefined;
    await otherDb.transaction().execute(async (tx) => {
      await placeOrder(tx, sale.catalog.organizer.id, order, now);
      changing = sale.catalog.patch(`/events/${eventId}`, change);
      await waitForLockWait();
    });
    expect(outcomeOf(await changing!)).toBe(outcome);
    expect((await readStock(database.db, eventId)).get(id)?.reserved).toBe(1);
  });

  test('concurrent requests with one idempotency key create one reservation', async () => {
    const key = randomUUID();
    const responses = await inParallel(12, () =>
      buyer.reserve(sale.cart({ [sale.ticketA]: 3, [sale.drinks]: 2 }), key),
    );
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(first(responses).status).toBe(201);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(11);
    const stock = await readStock(database.db, sale.eventId);
    expect([stock.get(sale.ticketA)?.reserved, stock.get(sale.drinks)?.reserved]).toEqual([3, 2]);
    expectProblem(await buyer.reserve(sale.cart({ [sale.ticketA]: 4 }), key), 409, 'idempotency_conflict');
  });

  test('a used idempotency key still returns its reservation after the event is archived, and a new key gets an error', async () => {
    const key = randomUUID();
    const cart = sale.cart({ [sale.ticketA]: 1 });
    const original = await buyer.reserve(cart, key);
    expect((await sale.catalog.patch(`/events/${sale.eventId}`, { status: 'archived' })).status).toBe(200);
    expect((await buyer.reserve(cart, key)).text).toBe(original.text);
    expectProblem(await buyer.reserve(cart, randomUUID()), 404, 'not_found');
    expectProblem(await buyer.reserve(cart), 404, 'not_found');
  });

  test('an order is paid once, even by concurrent payments of different methods', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lines: Record<string, number> =
        round % 3 === 2 ? { [sale.free]: 2 } : { [sale.ticketA]: 2, [sale.drinks]: 1 };
      const order = await reserve(lines);
      const payManually = () =>
        payOrder(otherDb, organizerScope(sale.catalog.organizer.id, systemClock, byOperator), order.orderNumber).then(
          () => '200',
          ({ status, code }) => `${status} ${code}`,
        );
      const [responses, ...manualResults] = await Promise.all([
        inParallel(5, () => buyer.pay(order)),
        ...(round % 2 ? [payManually(), payManually()] : []),
      ]);
      expect(['200', '409 invalid_state']).toEqual(expect.arrayContaining(manualResults));
      expect(await payManually()).toBe('409 invalid_state');
      expect(outcomeOf(await buyer.cancel(order))).toBe('409 invalid_state');
      // All other requests are rejected because the order is already paid.
      for (const response of responses) {
        if (response.status !== 200) expect(expectProblem(response, 409, 'invalid_state').detail).toMatch(/ is paid; /);
      }
      const storedOrder = jsonOf<BuyerOrder>(await buyer.readOrder(order));
      expect([storedOrder.status, storedOrder.tickets.length]).toEqual(['paid', 2]);
      if (round === 0)
        await refundOrder(
          database.db,
          organizerScope(sale.catalog.organizer.id, systemClock, byOperator),
          order.orderNumber,
          [],
        );
    }
  });

  test('concurrent expiry jobs expire each order once', async () => {
    const orders = await inParallel(18, () => reserve({ [sale.ticketA]: 1, [sale.drinks]: 1 }));
    await expirePendingOrders(
      database.db,
      orders.map(({ orderNumber }) => orderNumber),
    );
    const counts = await inParallel(6, (index) => expireOrders(index % 2 ? otherDb : database.db, systemClock));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(18);
    const stock = await readStock(database.db, sale.eventId);
    expect([stock.get(sale.ticketA), stock.get(sale.drinks)]).toEqual([
      { sold: 0, reserved: 0, quantity: 20 },
      { sold: 0, reserved: 0, quantity: 20 },
    ]);
  });

  /** Creates an open payment of an order, as a provider that confirms payments later does. */
  function createOpenPayment(order: ReservedBody, method = testMethod) {
    const { id } = sale.catalog.organizer;
    const { total: amount } = order.feeBreakdown;
    return database.db.transaction().execute(async (tx) => {
      const now = timestamp(systemClock.now());
      await lockOrder(tx, id, order.orderNumber);
      return createPayment(tx, id, { orderNumber: order.orderNumber, method, amount, currency: order.currency }, now);
    });
  }

  test('an order that is paid and expired concurrently by two processes becomes either paid or expired', async () => {
    const outcomes = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const order = await reserve(round % 3 === 2 ? { [sale.free]: 1 } : { [sale.ticketA]: 1, [sale.drinks]: 1 });
      const isConfirmedByProvider = round % 2 === 1 && order.feeBreakdown.total > 0;
      const payment = isConfirmedByProvider ? await createOpenPayment(order) : null;
      const money = { amount: order.feeBreakdown.total, currency: order.currency, chargeReference: null };
      const pay = async () =>
        payment === null
          ? outcomeOf(await buyer.pay(order))
          : receive(database.db, systemClock, sale.catalog.organizer.id, payment.id, money);
      const [paid] = await Promise.all([
        pay(),
        expireOrders(otherDb, aheadClock),
        ...(isConfirmedByProvider ? [pay()] : []),
      ]);
      const { status, tickets } = jsonOf<BuyerOrder>(await buyer.readOrder(order));
      // A payment that a provider confirms is always applied, because stock is available. A buyer's payment can be too late.
      if (isConfirmedByProvider || paid === '200') expect([status, tickets.length]).toEqual(['paid', 1]);
      else expect([paid, status, tickets.length]).toEqual(['409 invalid_state', 'expired', 0]);
      outcomes.set(`${paid} ${status}`, (outcomes.get(`${paid} ${status}`) ?? 0) + 1);
    }
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(1);
  });

  test('before the expiry job runs, a buyer cannot pay an expired order, but a payment that a provider confirms is applied', async () => {
    const orders = [await reserve({ [sale.ticketB]: 1 }), await reserve({ [sale.free]: 1 })];
    const payment = await createOpenPayment(first(orders));
    await expirePendingOrders(
      database.db,
      orders.map(({ orderNumber }) => orderNumber),
    );
    for (const order of orders) {
      for (const method of ['test', 'manual'] as const) {
        const { detail } = expectProblem(await buyer.pay(order, method), 409, 'invalid_state');
        expect(detail).toMatch(/ has expired\. Only a pending order can be paid\.$/);
      }
    }
    const money = { amount: payment.amount, currency: payment.currency, chargeReference: null };
    const { id } = sale.catalog.organizer;
    expect(await receive(database.db, systemClock, id, payment.id, money)).toBe('applied');
    expect(await expireOrders(otherDb, systemClock)).toBe(1);
  });

  test('a late payment is applied if stock is available, and otherwise refunded once, even if it is confirmed repeatedly', async () => {
    const { id } = sale.catalog.organizer;
    const reservations = await inParallel(8, () => reserve({ [sale.ticketA]: 4 }).catch(() => null));
    const orders = reservations.filter((order) => order !== null);
    expect(orders).toHaveLength(5);
    const payments = await Promise.all(orders.map((order) => createOpenPayment(order)));
    await expireOrders(otherDb, aheadClock);
    await reserve({ [sale.ticketA]: 7 }); // 13 tickets are left: enough for three of the five orders.
    const results = await Promise.all(
      [...payments, ...payments, ...payments].map(({ id: paymentId, amount, currency }, index) =>
        receive(index % 2 ? database.db : otherDb, systemClock, id, paymentId, {
          amount,
          currency,
          chargeReference: `charge-${paymentId}`,
        }),
      ),
    );
    const count = (expected: string) => results.filter((result) => result === expected).length;
    expect([count('applied'), count('refunded'), count('duplicate')]).toEqual([3, 2, 10]);
    expect((await readStock(database.db, sale.eventId)).get(sale.ticketA)).toEqual({
      sold: 12,
      reserved: 7,
      quantity: 20,
    });
    const refunds = await database.db
      .selectFrom('payment_refunds')
      .select('payment_id')
      .where('organizer_id', '=', id)
      .execute();
    expect(new Set(refunds.map((row) => row.payment_id)).size).toBe(2);
    expect(refunds).toHaveLength(2);
  });

  test('quote and reserve return the same amounts, and a sold_out error lists the same shortages as the quote', async () => {
    await reserve({ [sale.ticketA]: 17, [sale.drinks]: 19 });
    for (const lines of [
      { [sale.ticketA]: 3, [sale.ticketB]: 20, [sale.drinks]: 1 },
      { [sale.ticketA]: 4, [sale.ticketB]: 2, [sale.drinks]: 2 },
      { [sale.ticketA]: 1, [sale.ticketB]: 21 },
    ]) {
      const cart = sale.cart(lines);
      const quote = jsonOf<QuoteBody>(await buyer.quote(cart));
      const response = await buyer.reserve(cart);
      if (quote.shortages.length > 0) {
        const { errors = [] } = expectProblem(response, 409, 'sold_out');
        const expectedPaths = quote.shortages.map(({ ticketTypeId, addonId }) => {
          const index = (cart.items ?? []).findIndex((item) => item.ticketTypeId === ticketTypeId);
          return addonId === null ? `items.${index}.quantity` : 'addons.0.quantity';
        });
        expect(errors.map(({ path }) => path)).toEqual(expectedPaths);
        continue;
      }
      const { lines: reservedLines, feeBreakdown, currency } = jsonOf<ReservedBody>(response);
      expect({ lines: reservedLines, feeBreakdown, currency }).toEqual({
        lines: quote.lines,
        feeBreakdown: quote.feeBreakdown,
        currency: quote.currency,
      });
      const storedOrder = jsonOf<{ feeBreakdown: FeeView }>(await buyer.readOrder(jsonOf(response)));
      expect(storedOrder.feeBreakdown).toEqual(feeBreakdown);
    }
    expect((await readStock(database.db, sale.eventId)).get(sale.ticketB)?.reserved).toBe(20);
  });
});

describe.skipIf(inject('postgresUrl') === null)('the expiry job on PostgreSQL', () => {
  test('skips locked orders, and expires the others immediately', async () => {
    const database = await createDatabase('postgres');
    const otherDb = openDatabase(database);
    const app = await startApp({ db: database.db, rateLimits });
    try {
      const sale = await createSale(database.db, app, 20);
      const buyer = new Buyer(() => app.url, 'ada@example.com');
      const orders = await inParallel(3, async () =>
        jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [sale.ticketB]: 1 }))),
      );
      const { id } = sale.catalog.organizer;
      await database.db.transaction().execute(async (tx) => {
        await lockOrder(tx, id, first(orders).orderNumber);
        expect(await expireOrders(otherDb, aheadClock)).toBe(2);
      });
      expect((await readStock(database.db, sale.eventId)).get(sale.ticketB)?.reserved).toBe(1);
      expect(outcomeOf(await buyer.pay(first(orders)))).toBe('200');
      expect(await violations(database.db, { allReserved: true })).toEqual([]);
    } finally {
      await app.close();
      await otherDb.destroy();
      await database.drop();
    }
  });
});
