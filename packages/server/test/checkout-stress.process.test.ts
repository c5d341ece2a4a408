import fc from 'fast-check';
import { describe, expect, inject, test, vi } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import {
  Buyer,
  countDeadlocks,
  createSale,
  expirePendingOrders,
  inParallel,
  offersChangedOutcome,
  outcomeOf,
  type QuoteBody,
  type ReservedBody,
  readStock,
  roundRobin,
  type Sale,
  serverEnv,
  startTwoProcesses,
} from './harness/checkout.ts';
import { MarketSimulation, steps } from './harness/checkout-market.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt } from './harness/defined.ts';
import { jsonOf } from './harness/responses.ts';
import { runJsonHere } from './harness/run-here.ts';
import { repeatWhile } from './harness/wait.ts';
import { violations } from './invariants.ts';

/** To repeat the steps of a failed run: `CHECKOUT_SEED=… npx vitest run …`. They may overlap in time in a different order. */
const seed = Number(process.env['CHECKOUT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

interface Setup {
  readonly database: TestDatabase;
  /** A separate connection pool, as in a third process. */
  readonly otherDb: Db;
  readonly urls: readonly string[];
  /** Sends requests to the processes, round robin. */
  readonly servers: ReturnType<typeof roundRobin>;
}

/** Runs `work` with two processes on one database, then asserts that they logged no error and had no deadlock. */
async function withTwoProcesses(kind: DatabaseKind, work: (setup: Setup) => Promise<void>): Promise<void> {
  const database = await createDatabase(kind);
  const otherDb = openDatabase(database);
  const processes = await startTwoProcesses(database);
  try {
    await work({ database, otherDb, urls: processes.urls, servers: roundRobin(processes.urls) });
    expect(await processes.stop()).toBe('');
    await otherDb.destroy();
    if (kind === 'postgres') expect(await countDeadlocks(database.db)).toBe(0);
  } finally {
    await processes.stop();
    await otherDb.destroy();
    await database.drop();
  }
}

describeOnBoth('two processes that sell from the same stock', (kind) => {
  test('reserve exactly the stock, return sold_out to the other buyers, and release expired reservations', {
    timeout: 120_000,
  }, async () => {
    await withTwoProcesses(kind, async ({ database, urls, servers }) => {
      const quantity = 300;
      const sale = await createSale(database.db, servers, quantity);
      const results = await inParallel(64, async (index) => {
        const url = elementAt(urls, index % urls.length);
        const buyer = new Buyer(() => url, `buyer-${index}@example.com`);
        const outcomes: string[] = [];
        let reservedCount = 0;
        // A buyer whose request fails tries a smaller quantity, down to one.
        for (let quantityWanted = 1 + (index % 3); quantityWanted > 0; ) {
          const response = await buyer.reserve(sale.cart({ [sale.ticketA]: quantityWanted }));
          outcomes.push(outcomeOf(response));
          if (response.status === 201) reservedCount += quantityWanted;
          else quantityWanted -= 1;
        }
        return { outcomes, reservedCount };
      });
      expect(new Set(results.flatMap(({ outcomes }) => outcomes))).toEqual(new Set(['201', '409 sold_out']));
      expect(results.reduce((sum, { reservedCount }) => sum + reservedCount, 0)).toBe(quantity);
      expect((await readStock(database.db, sale.eventId)).get(sale.ticketA)).toEqual({
        sold: 0,
        reserved: quantity,
        quantity,
      });
      expect(await violations(database.db, { allReserved: true })).toEqual([]);

      await expirePendingOrders(database.db);
      await vi.waitFor(
        async () => expect((await readStock(database.db, sale.eventId)).get(sale.ticketA)?.reserved).toBe(0),
        {
          timeout: 120_000,
          interval: 50,
        },
      );
      const buyer = new Buyer(() => servers.nextUrl(), 'last@example.com');
      expect(outcomeOf(await buyer.reserve(sale.cart({ [sale.ticketA]: quantity })))).toBe('201');
      expect(await violations(database.db, { allReserved: true })).toEqual([]);
    });
  });

  test('leave consistent data after any mix of sales, payments, cancellations, expiries, refunds and catalog changes', {
    timeout: 120_000,
  }, async () => {
    console.log(`${kind}: CHECKOUT_SEED=${seed}`);
    await withTwoProcesses(kind, async ({ database, otherDb, servers }) => {
      const sale = await createSale(database.db, servers, 40);
      const market = new MarketSimulation({ database, otherDb, sale, nextUrl: servers.nextUrl });
      const rounds = 2;
      const concurrency = 12;
      const plan = fc.sample(steps, { seed, numRuns: rounds * concurrency * 8 });
      for (let round = 0; round < rounds; round += 1) {
        let isSelling = true;
        const watching = repeatWhile(
          () => isSelling,
          1_000,
          async () => expect(await violations(database.db, { allReserved: true })).toEqual([]),
        );
        const results = await Promise.allSettled([
          watching,
          market.organize(() => isSelling),
          inParallel(concurrency, async (index) => {
            const stepsOfBuyer = plan.slice((round * concurrency + index) * 8, (round * concurrency + index + 1) * 8);
            for (const [stepIndex, step] of stepsOfBuyer.entries())
              await market.runStep(step, `${round}-${index}-${stepIndex}@example.com`);
          }).finally(() => {
            isSelling = false;
          }),
        ]);
        for (const result of results) if (result.status === 'rejected') throw result.reason;
        expect(await violations(database.db, { allReserved: true })).toEqual([]);
      }
      expect(market.unexpected).toEqual([]);
      console.log(`${kind}: ${JSON.stringify(Object.fromEntries([...market.outcomes].sort()))}`);

      const { feeBreakdown, ...manualOrder } = await createManualOrder(
        new Buyer(() => servers.nextUrl(), 'transfer@example.com'),
        sale,
      );
      const payCommand = ['orders', 'pay', manualOrder.orderNumber, '--organizer', sale.catalog.organizer.slug];
      expect(await runJsonHere(payCommand, serverEnv(database))).toMatchObject({
        status: 'paid',
        total: feeBreakdown.total,
      });

      // All stock that is neither sold nor reserved can be bought.
      await expirePendingOrders(database.db);
      await vi.waitFor(
        async () => {
          const stock = [...(await readStock(database.db, sale.eventId)).values()];
          expect(stock.map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
        },
        { timeout: 120_000, interval: 50 },
      );
      const buyer = new Buyer(() => servers.nextUrl(), 'last@example.com');
      for (const [id, { sold, quantity }] of await readStock(database.db, sale.eventId)) {
        const available = defined(quantity, 'The quantity') - sold;
        const tooLargeCart = sale.cart({ [id]: available + 1 });
        expect(jsonOf<QuoteBody>(await buyer.quote(tooLargeCart)).shortages).toMatchObject([{ available }]);
        expect(outcomeOf(await buyer.reserve(tooLargeCart))).toBe('409 sold_out');
        if (available > 0) expect(outcomeOf(await buyer.reserve(sale.cart({ [id]: available })))).toBe('201');
      }
      expect(await violations(database.db, { allReserved: true })).toEqual([]);
    });
  });
});

/** Increases the stock, then creates a pending order with the payment method `manual`. */
async function createManualOrder(buyer: Buyer, sale: Sale): Promise<ReservedBody> {
  await sale.catalog.patch(sale.offerPath(sale.ticketA), { quantity: 60 });
  const order = jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [sale.ticketA]: 2 })));
  expect(jsonOf(await buyer.pay(order, 'manual'))).toMatchObject({ status: 'pending' });
  return order;
}

const lockTimeoutCode = '55P03';

/** Expires orders. Those whose stock is locked for too long expire in the next run, as in a server. */
async function expireUnlocked(db: Db): Promise<void> {
  await expireOrders(db, systemClock).catch((error: { code?: string }) => {
    if (error.code !== lockTimeoutCode) throw error;
  });
}

describe.skipIf(inject('postgresUrl') === null)('two processes on PostgreSQL', () => {
  const reservationCount = 150;

  test('have no deadlock while orders are reserved, paid, expired and refunded and the catalog changes', {
    timeout: 120_000,
  }, async () => {
    await withTwoProcesses('postgres', async ({ database, otherDb, urls, servers }) => {
      const sale = await createSale(database.db, servers, null);
      const market = new MarketSimulation({ database, otherDb, sale, nextUrl: servers.nextUrl });
      const isRunning = () => (market.outcomes.get('reserve 201') ?? 0) < reservationCount;
      const { ticketA, ticketB, free, drinks } = sale;
      const offerLists = [
        [ticketA, ticketB, drinks],
        [ticketB, ticketA, free, drinks],
        [free, ticketB, ticketA],
        [drinks, ticketB, ticketA],
      ];
      await Promise.all([
        inParallel(12, async (index) => {
          const buyer = new Buyer(() => elementAt(urls, index % urls.length), `buyer-${index}@example.com`);
          while (isRunning()) {
            const cart = sale.cart(
              Object.fromEntries(elementAt(offerLists, index % offerLists.length).map((id) => [id, 1])),
            );
            const response = await buyer.reserve(cart);
            market.record('reserve', outcomeOf(response), ['201', '409 invalid_state', offersChangedOutcome]);
            if (response.status !== 201) continue;
            await market.finish(jsonOf<ReservedBody>(response), buyer, index % 4);
          }
        }),
        market.organize(isRunning, 0),
        ...[database.db, otherDb].map((db) => repeatWhile(isRunning, 5, () => expireUnlocked(db))),
      ]);
      expect(market.unexpected).toEqual([]);
      console.log(`deadlocks: ${JSON.stringify(Object.fromEntries([...market.outcomes].sort()))}`);
      expect(await violations(database.db, { allReserved: true })).toEqual([]);
    });
  });
});
