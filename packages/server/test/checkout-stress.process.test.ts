import { setTimeout as sleep } from 'node:timers/promises';
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
  endHolds,
  inParallel,
  inTurn,
  openShop,
  outcomeOf,
  type QuoteBody,
  type ReservedBody,
  readStock,
  type Shop,
  sellingEnv,
  startTwo,
} from './harness/checkout.ts';
import { MarketDay, steps } from './harness/checkout-market.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { runJson } from './harness/server-process.ts';
import { violations } from './invariants.ts';

/** Repeats what was done in a run that failed, though not in the same order: `CHECKOUT_SEED=… npx vitest run …`. */
const seed = Number(process.env['CHECKOUT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

interface Scene {
  readonly t: TestDatabase;
  /** The database as a third process has it. */
  readonly elsewhere: Db;
  readonly urls: readonly string[];
  /** Requests to the processes in turn. */
  readonly places: ReturnType<typeof inTurn>;
}

/** Two processes on a database; in the end neither has logged an error, and no two transactions had waited in a circle. */
async function withTwo(kind: DatabaseKind, work: (scene: Scene) => Promise<void>): Promise<void> {
  const t = await createDatabase(kind);
  const elsewhere = openDatabase(t);
  const servers = await startTwo(t);
  try {
    await work({ t, elsewhere, urls: servers.urls, places: inTurn(servers.urls) });
    expect(await servers.stop()).toBe('');
    await elsewhere.destroy();
    if (kind === 'postgres') expect(await countDeadlocks(t.db)).toBe(0);
  } finally {
    await servers.stop();
    await elsewhere.destroy();
    await t.drop();
  }
}

describeOnBoth('two processes that sell one stock', (kind) => {
  test('sell exactly what is there to a crowd, refuse the rest as sold out, and have it back 5 s after its time', {
    timeout: 120_000,
  }, async () => {
    await withTwo(kind, async ({ t, urls, places }) => {
      const quantity = 300;
      const shop = await openShop(t.db, places, quantity);
      const crowd = await inParallel(64, async (index) => {
        const url = urls[index % urls.length]!;
        const buyer = new Buyer(() => url, `buyer-${index}@example.com`);
        const outcomes: string[] = [];
        let held = 0;
        // Who was refused asks for less, until not even one is left.
        for (let wanted = 1 + (index % 3); wanted > 0; ) {
          const answer = await buyer.reserve(shop.cart({ [shop.a]: wanted }));
          outcomes.push(outcomeOf(answer));
          if (answer.status === 201) held += wanted;
          else wanted -= 1;
        }
        return { outcomes, held };
      });
      expect(new Set(crowd.flatMap(({ outcomes }) => outcomes))).toEqual(new Set(['201', '409 sold_out']));
      expect(crowd.reduce((sum, { held }) => sum + held, 0)).toBe(quantity);
      expect((await readStock(t.db, shop.eventId)).get(shop.a)).toEqual({ sold: 0, reserved: quantity, quantity });
      expect(await violations(t.db, { allReserved: true })).toEqual([]);

      await endHolds(t.db);
      await vi.waitFor(async () => expect((await readStock(t.db, shop.eventId)).get(shop.a)!.reserved).toBe(0), {
        timeout: 5_000,
        interval: 50,
      });
      const buyer = new Buyer(() => places.next(), 'last@example.com');
      expect(outcomeOf(await buyer.reserve(shop.cart({ [shop.a]: quantity })))).toBe('201');
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    });
  });

  test('agree with each other after any mix of selling, paying, giving up, ending, refunding and catalog changes', {
    timeout: 120_000,
  }, async () => {
    console.log(`${kind}: CHECKOUT_SEED=${seed}`);
    await withTwo(kind, async ({ t, elsewhere, places }) => {
      const shop = await openShop(t.db, places, 40);
      const day = new MarketDay({ t, elsewhere, shop, next: places.next });
      const rounds = 2;
      const lanes = 12;
      const plan = fc.sample(steps, { seed, numRuns: rounds * lanes * 8 });
      for (let round = 0; round < rounds; round += 1) {
        let open = true;
        const watching = (async () => {
          while (open) {
            expect(await violations(t.db, { allReserved: true })).toEqual([]);
            await sleep(250);
          }
        })();
        const done = await Promise.allSettled([
          watching,
          day.organize(() => open),
          inParallel(lanes, async (lane) => {
            const own = plan.slice((round * lanes + lane) * 8, (round * lanes + lane + 1) * 8);
            for (const [index, step] of own.entries()) await day.take(step, `${round}-${lane}-${index}@example.com`);
          }).finally(() => {
            open = false;
          }),
        ]);
        for (const result of done) if (result.status === 'rejected') throw result.reason;
        expect(await violations(t.db, { allReserved: true })).toEqual([]);
      }
      expect(day.unexpected).toEqual([]);
      console.log(`${kind}: ${JSON.stringify(Object.fromEntries([...day.outcomes].sort()))}`);

      const { feeBreakdown, ...byHand } = await waitingForMoney(
        new Buyer(() => places.next(), 'transfer@example.com'),
        shop,
      );
      const pay = ['orders', 'pay', byHand.orderNumber, '--organizer', shop.own.organizer.slug];
      expect(await runJson(pay, sellingEnv(t))).toMatchObject({ status: 'paid', total: feeBreakdown.total });

      // What is neither sold nor held any more can be bought, to the last one.
      await endHolds(t.db);
      await vi.waitFor(
        async () => {
          const stock = [...(await readStock(t.db, shop.eventId)).values()];
          expect(stock.map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
        },
        { timeout: 5_000, interval: 50 },
      );
      const buyer = new Buyer(() => places.next(), 'last@example.com');
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

/** Makes room for an order that is to be paid by hand, and makes it. */
async function waitingForMoney(buyer: Buyer, shop: Shop): Promise<ReservedBody> {
  await shop.own.patch(shop.path(shop.a), { quantity: 60 });
  const order = jsonOf<ReservedBody>(await buyer.reserve(shop.cart({ [shop.a]: 2 })));
  expect(jsonOf(await buyer.pay(order, 'manual'))).toMatchObject({ status: 'pending' });
  return order;
}

describe.skipIf(inject('postgresUrl') === null)('two processes on PostgreSQL', () => {
  const durationMs = 5_000;

  test('never wait for each other in a circle, whatever is reserved, paid, ended, refunded and changed at once', {
    timeout: 120_000,
  }, async () => {
    await withTwo('postgres', async ({ t, elsewhere, urls, places }) => {
      const shop = await openShop(t.db, places, null);
      const day = new MarketDay({ t, elsewhere, shop, next: places.next });
      const endsAt = performance.now() + durationMs;
      const goesOn = () => performance.now() < endsAt;
      const { a, b, free, drinks } = shop;
      const orders = [
        [a, b, drinks],
        [b, a, free, drinks],
        [free, b, a],
        [drinks, b, a],
      ];
      await Promise.all([
        inParallel(12, async (lane) => {
          const buyer = new Buyer(() => urls[lane % urls.length]!, `lane-${lane}@example.com`);
          while (goesOn()) {
            const cart = shop.cart(Object.fromEntries(orders[lane % orders.length]!.map((id) => [id, 1])));
            const answer = await buyer.reserve(cart);
            day.note('reserve', outcomeOf(answer), ['201', '409 invalid_state', changesTooOften]);
            if (answer.status !== 201) continue;
            await day.finish(jsonOf<ReservedBody>(answer), buyer, lane % 4);
          }
        }),
        day.organize(goesOn, 0),
        ...[t.db, elsewhere].map(async (db) => {
          while (goesOn()) {
            await expireOrders(db, systemClock);
            await sleep(5);
          }
        }),
      ]);
      expect(day.unexpected).toEqual([]);
      expect(day.outcomes.get('reserve 201')).toBeGreaterThan(20);
      console.log(`deadlocks: ${JSON.stringify(Object.fromEntries([...day.outcomes].sort()))}`);
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
    });
  });
});
