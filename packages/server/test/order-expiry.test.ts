import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { expireOrders } from '../src/features/orders/index.ts';
import { type ServiceClock, systemClock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { Buyer, createSale, type ReservedBody, readStock, type Sale } from './harness/checkout.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { jsonOf } from './harness/responses.ts';
import { violations } from './invariants.ts';

const rateLimits = { api: 1_000_000, public: 1_000_000 };
/** The clock of a process that is ahead: by this clock every hold has expired. */
const aheadClock: ServiceClock = { ...systemClock, now: () => systemClock.now() + 11 * 60_000 };

let database: TestDatabase;
/** A second connection pool to the same database, as in another process. */
let otherDb: Db;
let app: TestApp;
/** Two shops: reservations of the first expire before those of the second. */
let first: Sale;
let second: Sale;

async function createShops(kind: DatabaseKind): Promise<void> {
  database = await createDatabase(kind);
  otherDb = openDatabase(database);
  app = await startApp({ db: database.db, rateLimits });
  [first, second] = [await createSale(database.db, app, 20), await createSale(database.db, app, 20)];
}

afterEach(async () => {
  expect(await violations(database.db, { allReserved: true })).toEqual([]);
  await app.close();
  await otherDb.destroy();
  await database.drop();
});

async function reserve(sale: Sale, id: string): Promise<string> {
  const buyer = new Buyer(() => app.url, 'ada@example.com');
  return jsonOf<ReservedBody>(await buyer.reserve(sale.cart({ [id]: 1 }))).orderNumber;
}

async function statusesOf(orderNumbers: readonly string[]): Promise<string[]> {
  const rows = await database.db.selectFrom('orders').select(['order_number', 'status']).execute();
  const statuses = new Map(rows.map((row) => [row.order_number, row.status]));
  return orderNumbers.map((number) => defined(statuses.get(number), number));
}

async function reservedOf({ eventId }: Sale, id: string): Promise<number | undefined> {
  return (await readStock(database.db, eventId)).get(id)?.reserved;
}

describeOnBoth('the expiry job', (kind) => {
  beforeEach(() => createShops(kind));

  test('expires all other orders if one order fails, then throws the error', async () => {
    const orders: string[] = [];
    for (const id of [first.ticketA, first.ticketA, first.ticketB, first.ticketA])
      orders.push(await reserve(first, id));
    const others = [await reserve(second, second.ticketA), await reserve(second, second.ticketB)];
    const setReserved = (reserved: number) =>
      database.db.updateTable('ticket_types').set({ reserved }).where('id', '=', first.ticketB).execute();
    await setReserved(0); // The stock of the third order cannot be released: the count would be negative.

    for (const run of ['first run', 'second run']) {
      await expect(expireOrders(otherDb, aheadClock), run).rejects.toThrow(/constraint/i);
      expect(await statusesOf(orders), run).toEqual(['expired', 'expired', 'pending', 'expired']);
      expect(await statusesOf(others), run).toEqual(['expired', 'expired']);
    }
    expect([await reservedOf(first, first.ticketA), await reservedOf(second, second.ticketA)]).toEqual([0, 0]);
    await setReserved(1);
    expect(await expireOrders(otherDb, aheadClock)).toBe(1);
    expect(await reservedOf(first, first.ticketB)).toBe(0);
  });
});

describe.skipIf(inject('postgresUrl') === null)('the expiry job (postgres)', () => {
  beforeEach(() => createShops('postgres'));

  test('if the stock of one organizer is locked, expires the orders of others, and the locked ones in a later run', async () => {
    const orders = [await reserve(first, first.ticketA), await reserve(first, first.ticketB)];
    const others = [await reserve(second, second.ticketA), await reserve(second, second.ticketB)];
    await database.db.transaction().execute(async (tx) => {
      await sql`select id from ticket_types where organizer_id = ${first.catalog.organizer.id} and id = ${first.ticketA} for update`.execute(
        tx,
      );
      await expect(expireOrders(otherDb, aheadClock)).rejects.toThrow(/lock timeout/);
      expect(await statusesOf(orders)).toEqual(['pending', 'pending']);
      expect(await statusesOf(others)).toEqual(['expired', 'expired']);
    });
    expect(await expireOrders(otherDb, aheadClock)).toBe(2);
    expect(await statusesOf(orders)).toEqual(['expired', 'expired']);
  });
});
