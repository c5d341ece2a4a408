import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Db, databaseForLongRead } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import {
  Buyer,
  createSale,
  inParallel,
  type ReservedBody,
  roundRobin,
  type Sale,
  serverEnv,
} from './harness/checkout.ts';
import { elementAt } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { PostgresPair } from './harness/postgres-pair.ts';
import { jsonOf } from './harness/responses.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { consume, makeEntitlements } from './harness/till.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

/** How often the primary is killed. By hand, more often: `FAILOVERS=20 npx vitest run …`. */
const failovers = Number(process.env['FAILOVERS'] ?? 2);
const clients = 6;

describe.skipIf(inject('postgresUrl') === null)('if the primary is killed during a sale', () => {
  test('the promoted standby is used, and no acknowledged change is lost', {
    timeout: 240_000 * failovers,
  }, async () => {
    const pair = await PostgresPair.start();
    onTestFinished(() => pair.stop());
    const dataDir = mkdtempSync(join(tmpdir(), 'organizer-test-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const env = { DATABASE_URL: pair.url, DATA_DIR: dataDir };
    const server = await startServer({ ...serverEnv({ env }), LOG_LEVEL: 'silent' });
    const db = openDatabase({ databaseUrl: pair.url, dataDir });
    const market = await Market.open(db, server);
    try {
      for (let failover = 1; failover <= failovers; failover += 1) {
        await market.waitForChanges(20);
        const unavailable = market.countOf(503);
        await pair.killPrimary();
        await waitUntil(() => market.countOf(503) > unavailable);
        await pair.promote();
        const promotedMs = performance.now();
        await market.waitForChanges(1);
        console.log(`The first change was ${Math.round(performance.now() - promotedMs)} ms after the promotion.`);
        await market.waitForChanges(10);
        if (failover < failovers) await pair.addStandby();
      }

      // The previous primary accepts writes again, but without the changes since the promotion: it must not be used.
      await pair.restartPrevious();
      const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'organizer schema%'`;
      await terminate.execute(openOnce(pair.primaryUrl, dataDir)).catch(() => {});
      await market.waitForChanges(10);
      await market.close();
      await market.expectComplete(db);
    } finally {
      await market.close();
      await server.kill();
      await db.destroy();
    }
  });
});

test.skipIf(inject('postgresUrl') === null)('long reads use the standby only while it has all changes', async () => {
  const pair = await PostgresPair.start();
  onTestFinished(() => pair.stop());
  const db = openDatabase({ databaseUrl: pair.primaryUrl, databaseReplicaUrl: pair.standbyUrl, dataDir: '' });
  onTestFinished(() => db.destroy());
  await sql`create table changes (number int)`.execute(db);
  const changeAndRead = async () => {
    await sql`insert into changes values (1)`.execute(db);
    const source = await databaseForLongRead(db);
    const { rows } = await sql<{ count: number; isStandby: boolean }>`
      select count(*), pg_is_in_recovery() as "isStandby" from changes`.execute(source);
    return rows[0];
  };
  expect(await changeAndRead()).toEqual({ count: 1, isStandby: true });
  expect(await changeAndRead()).toEqual({ count: 2, isStandby: true });
  await sql`select pg_wal_replay_pause()`.execute(openOnce(pair.standbyUrl, ''));
  expect(await changeAndRead()).toEqual({ count: 3, isStandby: false });
  expect(await changeAndRead()).toEqual({ count: 4, isStandby: false });
});

/** Opens a database until the test ends. */
function openOnce(databaseUrl: string, dataDir: string): Db {
  const db = openDatabase({ databaseUrl, dataDir });
  onTestFinished(() => db.destroy());
  return db;
}

/** Buyers and tills that repeat each request until the server acknowledges it. Errors other than 503 fail the test. */
class Market {
  readonly #server: ServerProcess;
  readonly #sale: Sale;
  readonly #key: string;
  readonly #entitlementIds: readonly string[];
  readonly #statuses = new Map<number, number>();
  /** The numbers of the orders that were paid, and the refs of the consumptions, according to the responses. */
  readonly #paid = new Set<string>();
  readonly #consumed = new Set<string>();
  readonly #work: Promise<unknown>;
  #isOpen = true;

  private constructor(server: ServerProcess, sale: Sale, key: string, entitlementIds: readonly string[]) {
    this.#server = server;
    this.#sale = sale;
    this.#key = key;
    this.#entitlementIds = entitlementIds;
    this.#work = inParallel(clients, async (client) => {
      for (let index = 0; this.#isOpen; index += 1) {
        await (client % 2 === 0 ? this.#buy(`buyer-${client}-${index}`) : this.#consume(index, `${client}-${index}`));
      }
    });
  }

  static async open(db: Db, server: ServerProcess): Promise<Market> {
    const sale = await createSale(db, roundRobin([server.url]), null);
    const organizer = await makeOrganizer(db);
    const { key } = await makeKey(db, organizer.id);
    const entitlementIds = await makeEntitlements(
      db,
      organizer,
      Array.from({ length: 10 * failovers }, () => 10_000),
    );
    return new Market(server, sale, key, entitlementIds);
  }

  countOf(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }

  /** Waits until this many more orders were paid, and this many more units were consumed. */
  async waitForChanges(count: number): Promise<void> {
    const [paid, consumed] = [this.#paid.size + count, this.#consumed.size + count];
    const isReached = () => this.#paid.size >= paid && this.#consumed.size >= consumed;
    await waitUntil(isReached, { timeoutMs: 120_000 });
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#work;
  }

  /** Asserts that the database has all acknowledged changes, each once. */
  async expectComplete(db: Db): Promise<void> {
    const orders = await db.selectFrom('orders').select('order_number').where('status', '=', 'paid').execute();
    expect(orders.map((row) => row.order_number)).toEqual(expect.arrayContaining([...this.#paid]));
    const events = await db.selectFrom('webhook_events').select('body').where('type', '=', 'order.paid').execute();
    const announced = events.map(
      ({ body }) => (JSON.parse(body) as { data: { orderNumber: string } }).data.orderNumber,
    );
    expect(announced).toEqual(expect.arrayContaining([...this.#paid]));
    const consumptions = await db.selectFrom('consumptions').select('ref').execute();
    expect(consumptions.map(({ ref }) => ref).sort()).toEqual([...this.#consumed].sort());
    expect(await violations(db)).toEqual([]);
  }

  async #buy(name: string): Promise<void> {
    const buyer = new Buyer(() => this.#server.url, `${name}@example.com`);
    const cart = this.#sale.cart({ [this.#sale.ticketA]: 1, [this.#sale.drinks]: 1 });
    const idempotencyKey = randomUUID();
    const reserved = await this.#repeat(() => buyer.reserve(cart, idempotencyKey));
    const order = jsonOf<ReservedBody>(reserved);
    await this.#repeat(() => buyer.pay(order));
    this.#paid.add(order.orderNumber);
  }

  async #consume(index: number, ref: string): Promise<void> {
    const entitlementId = elementAt(this.#entitlementIds, index % this.#entitlementIds.length);
    const request = { entitlementId, units: 1, ref };
    await this.#repeat(() => consume(this.#server.url, this.#key, request));
    this.#consumed.add(ref);
  }

  async #repeat<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      const response = await send();
      this.#statuses.set(response.status, this.countOf(response.status) + 1);
      if (response.status < 400) return response;
      expect(response.status).toBe(503);
      await randomDelay(100);
    }
  }
}
