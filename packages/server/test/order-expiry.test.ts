import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { jsonOf } from './harness/answers.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { Buyer, openShop, type ReservedBody, readStock, type Shop } from './harness/checkout.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };
/** A process whose clock is ahead: for it every hold is over. */
const aheadClock: Clock = { ...systemClock, now: () => systemClock.now() + 11 * 60_000 };

let t: TestDatabase;
/** A second way to the same database, as another process has. */
let elsewhere: Db;
let app: TestApp;
/** Two shops: what one holds ends before what the other holds. */
let first: Shop;
let second: Shop;

async function open(kind: DatabaseKind): Promise<void> {
  t = await createDatabase(kind);
  elsewhere = openDatabase(t);
  app = await startApp({ db: t.db, rateLimits });
  [first, second] = [await openShop(t.db, app, 20), await openShop(t.db, app, 20)];
}

afterEach(async () => {
  expect(await violations(t.db, { allReserved: true })).toEqual([]);
  await app.close();
  await elsewhere.destroy();
  await t.drop();
});

async function reserve(shop: Shop, id: string): Promise<string> {
  const buyer = new Buyer(() => app.url, 'ada@example.com');
  return jsonOf<ReservedBody>(await buyer.reserve(shop.cart({ [id]: 1 }))).orderNumber;
}

async function statusesOf(orderNumbers: readonly string[]): Promise<string[]> {
  const rows = await t.db.selectFrom('orders').select(['order_number', 'status']).execute();
  const statuses = new Map(rows.map((row) => [row.order_number, row.status]));
  return orderNumbers.map((number) => statuses.get(number)!);
}

async function reservedOf({ eventId }: Shop, id: string): Promise<number> {
  return (await readStock(t.db, eventId)).get(id)!.reserved;
}

describeOnBoth('the end of what was held', (kind) => {
  beforeEach(() => open(kind));

  test('comes for all others in the same run where one order can never end, and its error is thrown at last', async () => {
    const orders: string[] = [];
    for (const id of [first.a, first.a, first.b, first.a]) orders.push(await reserve(first, id));
    const others = [await reserve(second, second.a), await reserve(second, second.b)];
    const setHeld = (reserved: number) =>
      t.db.updateTable('ticket_types').set({ reserved }).where('id', '=', first.b).execute();
    await setHeld(0); // What the third holds cannot be given back: nothing is below zero.

    for (const turn of ['once', 'again']) {
      await expect(expireOrders(elsewhere, aheadClock), turn).rejects.toThrow(/constraint/i);
      expect(await statusesOf(orders), turn).toEqual(['expired', 'expired', 'pending', 'expired']);
      expect(await statusesOf(others), turn).toEqual(['expired', 'expired']);
    }
    expect([await reservedOf(first, first.a), await reservedOf(second, second.a)]).toEqual([0, 0]);
    await setHeld(1);
    expect(await expireOrders(elsewhere, aheadClock)).toBe(1);
    expect(await reservedOf(first, first.b)).toBe(0);
  });
});

describe.skipIf(inject('postgresUrl') === null)('the end of what was held (postgres)', () => {
  beforeEach(() => open('postgres'));

  test('comes for other organizers in the same run while somebody has one’s stock locked, and for that one after it', async () => {
    const orders = [await reserve(first, first.a), await reserve(first, first.b)];
    const others = [await reserve(second, second.a), await reserve(second, second.b)];
    await t.db.transaction().execute(async (tx) => {
      await sql`select id from ticket_types where id = ${first.a} for update`.execute(tx);
      await expect(expireOrders(elsewhere, aheadClock)).rejects.toThrow(/lock timeout/);
      expect(await statusesOf(orders)).toEqual(['pending', 'pending']);
      expect(await statusesOf(others)).toEqual(['expired', 'expired']);
    });
    expect(await expireOrders(elsewhere, aheadClock)).toBe(2);
    expect(await statusesOf(orders)).toEqual(['expired', 'expired']);
  });
});
