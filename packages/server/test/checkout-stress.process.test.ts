import fc from 'fast-check';
import { describe, expect, inject, test, vi } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { jsonOf } from './harness/answers.ts';
import {
  Buyer,
  changesTooOften,
  countDeadlocks,
  expireHolds,
  inParallel,
  openShop,
  outcomeOf,
  type QuoteBody,
  type ReservedBody,
  readStock,
  roundRobin,
  type Shop,
  sellingEnv,
  startTwo,
} from './harness/checkout.ts';
import { MarketSimulation, steps } from './harness/checkout-market.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { runJson } from './harness/server-process.ts';
import { lasting, repeatWhile } from './harness/wait.ts';
import { violations } from './invariants.ts';

/** Repeats the steps of a failed run, but not their order: `CHECKOUT_SEED=… npx vitest run …`. */
const seed = Number(process.env['CHECKOUT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

interface Setup {
  readonly t: TestDatabase;
  /** A separate connection pool, as in a third process. */
  readonly otherDb: Db;
  readonly urls: readonly string[];
  /** Sends requests to the processes, round robin. */
  readonly servers: ReturnType<typeof roundRobin>;
}

/** Runs `work` with two processes on one database, then asserts that they logged no error and had no deadlock. */
async function withTwoProcesses(kind: DatabaseKind, work: (setup: Setup) => Promise<void>): Promise<void> {
  const t = await createDatabase(kind);
  const otherDb = openDatabase(t);
  const processes = await startTwo(t);
  try {
    await work({ t, otherDb, urls: processes.urls, servers: roundRobin(processes.urls) });
    expect(await processes.stop()).toBe('');
    await otherDb.destroy();
    if (kind === 'postgres') expect(await countDeadlocks(t.db)).toBe(0);
  } finally {
    await processes.stop();
    await otherDb.destroy();
    await t.drop();
  }
}

describeOnBoth('two processes that sell one stock', (kind) => {
  test('sell exactly the stock to many buyers, answer sold_out to the others, and release expired reservations within 5 s', {
    timeout: 120_000,
  }, async () => {
    await withTwoProcesses(kind, async ({ t, urls, servers }) => {
      const quantity = 300;
      const shop = await openShop(t.db, servers, quantity);
      const results = await inParallel(64, async (index) => {
        const url = urls[index % urls.length]!;
        const buyer = new Buyer(() => url, `buyer-${index}@example.com`);
        const outcomes: string[] = [];
        let reservedCount = 0;
        // A buyer whose request fails tries a smaller quantity, down to one.
        for (let quantityWanted = 1 + (index % 3); quantityWanted > 0; ) {
          const answer = await buyer.reserve(shop.cart({ [shop.a]: quantityWanted }));
          outcomes.push(outcomeOf(answer));
          if (answer.status === 201) reservedCount += quantityWanted;
          else quantityWanted -= 1;
        }
        return { outcomes, reservedCount };
      });
      expect(new Set(results.flatMap(({ outcomes }) => outcomes))).toEqual(new Set(['201', '409 sold_out']));
      expect(results.reduce((sum, { reservedCount }) => sum + reservedCount, 0)).toBe(quantity);
      expect((await readStock(t.db, shop.eventId)).get(shop.a)).toEqual({ sold: 0, reserved: quantity, quantity });
      expect(await violations(t.db, { allReserved: true })).toEqual([]);

      await expireHolds(t.db);
      await vi.waitFor(async () => expect((await readStock(t.db, shop.eventId)).get(shop.a)!.reserved).toBe(0), {
        timeout: 5_000,
        interval: 50,
      });
      const buyer = new Buyer(() => servers.next(), 'last@example.com');
      expect(outcomeOf(await buyer.reserve(shop.cart({ [shop.a]: quantity })))).toBe('201');
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    });
  });

  test('leave consistent data after any mix of sales, payments, cancellations, expiries, refunds and catalog changes', {
    timeout: 120_000,
  }, async () => {
    console.log(`${kind}: CHECKOUT_SEED=${seed}`);
    await withTwoProcesses(kind, async ({ t, otherDb, servers }) => {
      const shop = await openShop(t.db, servers, 40);
      const day = new MarketSimulation({ t, otherDb, shop, next: servers.next });
      const rounds = 2;
      const concurrency = 12;
      const plan = fc.sample(steps, { seed, numRuns: rounds * concurrency * 8 });
      for (let round = 0; round < rounds; round += 1) {
        let open = true;
        const watching = repeatWhile(
          () => open,
          250,
          async () => expect(await violations(t.db, { allReserved: true })).toEqual([]),
        );
        const done = await Promise.allSettled([
          watching,
          day.organize(() => open),
          inParallel(concurrency, async (index) => {
            const own = plan.slice((round * concurrency + index) * 8, (round * concurrency + index + 1) * 8);
            for (const [stepIndex, step] of own.entries())
              await day.take(step, `${round}-${index}-${stepIndex}@example.com`);
          }).finally(() => {
            open = false;
          }),
        ]);
        for (const result of done) if (result.status === 'rejected') throw result.reason;
        expect(await violations(t.db, { allReserved: true })).toEqual([]);
      }
      expect(day.unexpected).toEqual([]);
      console.log(`${kind}: ${JSON.stringify(Object.fromEntries([...day.outcomes].sort()))}`);

      const { feeBreakdown, ...manualOrder } = await createManualOrder(
        new Buyer(() => servers.next(), 'transfer@example.com'),
        shop,
      );
      const pay = ['orders', 'pay', manualOrder.orderNumber, '--organizer', shop.own.organizer.slug];
      expect(await runJson(pay, sellingEnv(t))).toMatchObject({ status: 'paid', total: feeBreakdown.total });

      // All stock that is neither sold nor reserved can be bought.
      await expireHolds(t.db);
      await vi.waitFor(
        async () => {
          const stock = [...(await readStock(t.db, shop.eventId)).values()];
          expect(stock.map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
        },
        { timeout: 5_000, interval: 50 },
      );
      const buyer = new Buyer(() => servers.next(), 'last@example.com');
      for (const [id, { sold, quantity }] of await readStock(t.db, shop.eventId)) {
        const left = quantity! - sold;
        const more = shop.cart({ [id]: left + 1 });
        expect(jsonOf<QuoteBody>(await buyer.quote(more)).shortages).toMatchObject([{ available: left }]);
        expect(outcomeOf(await buyer.reserve(more))).toBe('409 sold_out');
        if (left > 0) expect(outcomeOf(await buyer.reserve(shop.cart({ [id]: left })))).toBe('201');
      }
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    });
  });
});

/** Raises the stock, then creates an order that is to be paid manually. */
async function createManualOrder(buyer: Buyer, shop: Shop): Promise<ReservedBody> {
  await shop.own.patch(shop.path(shop.a), { quantity: 60 });
  const order = jsonOf<ReservedBody>(await buyer.reserve(shop.cart({ [shop.a]: 2 })));
  expect(jsonOf(await buyer.pay(order, 'manual'))).toMatchObject({ status: 'pending' });
  return order;
}

describe.skipIf(inject('postgresUrl') === null)('two processes on PostgreSQL', () => {
  const durationMs = 5_000;

  test('have no deadlock while orders are reserved, paid, expired and refunded and the catalog changes', {
    timeout: 120_000,
  }, async () => {
    await withTwoProcesses('postgres', async ({ t, otherDb, urls, servers }) => {
      const shop = await openShop(t.db, servers, null);
      const day = new MarketSimulation({ t, otherDb, shop, next: servers.next });
      const isRunning = lasting(durationMs);
      const { a, b, free, drinks } = shop;
      const orders = [
        [a, b, drinks],
        [b, a, free, drinks],
        [free, b, a],
        [drinks, b, a],
      ];
      await Promise.all([
        inParallel(12, async (index) => {
          const buyer = new Buyer(() => urls[index % urls.length]!, `buyer-${index}@example.com`);
          while (isRunning()) {
            const cart = shop.cart(Object.fromEntries(orders[index % orders.length]!.map((id) => [id, 1])));
            const answer = await buyer.reserve(cart);
            day.note('reserve', outcomeOf(answer), ['201', '409 invalid_state', changesTooOften]);
            if (answer.status !== 201) continue;
            await day.finish(jsonOf<ReservedBody>(answer), buyer, index % 4);
          }
        }),
        day.organize(isRunning, 0),
        ...[t.db, otherDb].map((db) => repeatWhile(isRunning, 5, () => expireOrders(db, systemClock))),
      ]);
      expect(day.unexpected).toEqual([]);
      expect(day.outcomes.get('reserve 201')).toBeGreaterThan(20);
      console.log(`deadlocks: ${JSON.stringify(Object.fromEntries([...day.outcomes].sort()))}`);
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    });
  });
});
