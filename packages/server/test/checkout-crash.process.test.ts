import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  Buyer,
  type BuyerOrder,
  createSale,
  expirePendingOrders,
  inParallel,
  outcomeOf,
  type ReservedBody,
  readStock,
  type Sale,
  serverEnv,
} from './harness/checkout.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { crashTimeoutMs, killCount } from './harness/kill-count.ts';
import { jsonOf, type TestResponse } from './harness/responses.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { randomDelay, repeatWhile, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const concurrency = 8;

describeOnBoth('servers that are killed while they sell', (kind) => {
  test('do not lose a confirmed change, do not create a reservation twice, and leave no incomplete change', {
    timeout: crashTimeoutMs,
  }, async () => {
    const database = await createDatabase(kind);
    const servers = new Servers(database, kind === 'sqlite' ? 1 : 2);
    try {
      await servers.start();
      const quantity = 100_000;
      const sale = await createSale(database.db, { request: (path, init) => servers.request(path, init) }, quantity);
      const crowd = new Crowd(servers, sale, database);
      let isKilling = true;
      const [kills] = await Promise.all([
        servers
          .killEach(killCount, () => crowd.responseCount)
          .finally(() => {
            isKilling = false;
          }),
        inParallel(concurrency, async (index) => {
          for (let turn = 0; isKilling; turn += 1) await crowd.buy(`${index}-${turn}@example.com`, index + turn);
        }),
        repeatWhile(
          () => isKilling,
          1_500,
          async () => expect(await violations(database.db, { allReserved: true })).toEqual([]),
        ),
      ]);
      expect(kills).toBe(killCount);
      expect(crowd.repeatCount).toBeGreaterThan(0); // Otherwise no request was in progress when a server was killed.
      await crowd.expectConsistent();
      expect(await violations(database.db, { allReserved: true })).toEqual([]);
      if (kind === 'sqlite') {
        const { rows } = await sql`pragma integrity_check`.execute(database.db);
        expect(rows).toEqual([{ integrity_check: 'ok' }]);
      }
      console.log(`${kind}: ${crowd.purchases.size} orders, ${crowd.repeatCount} requests repeated`);

      await servers.expireAndStop();
      const stock = await readStock(database.db, sale.eventId);
      expect([...stock.values()].map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
    } finally {
      await servers.killAll();
      await database.drop();
    }
  });
});

/** Servers on one database, which the test kills one at a time. */
class Servers {
  readonly #database: TestDatabase;
  readonly #count: number;
  #running: ServerProcess[] = [];
  #isStopped = false;
  #turn = 0;

  constructor(database: TestDatabase, count: number) {
    this.#database = database;
    this.#count = count;
  }

  async start(): Promise<void> {
    this.#running = await inParallel(this.#count, () => startServer(serverEnv(this.#database)));
  }

  /** The URL of the next server, round robin. */
  get url(): string {
    this.#turn += 1;
    return elementAt(this.#running, this.#turn % this.#running.length).url;
  }

  request(path: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(this.url + path, { ...init, headers });
  }

  /** Kills and restarts one server after another, each after some more responses. Returns the number of kills. */
  async killEach(times: number, responseCount: () => number): Promise<number> {
    let kills = 0;
    for (let kill = 0; kill < times && !this.#isStopped; kill += 1) {
      const targetCount = responseCount() + 5 + Math.floor(Math.random() * 40);
      await waitUntil(() => responseCount() >= targetCount || this.#isStopped, { timeoutMs: 60_000, intervalMs: 2 });
      await randomDelay(10);
      const index = kill % this.#running.length;
      const victim = elementAt(this.#running, index);
      await victim.kill();
      if (victim.child.signalCode === 'SIGKILL') kills += 1;
      const successor = await startServer(serverEnv(this.#database));
      this.#running[index] = successor;
      if (this.#isStopped) await successor.kill(); // The test has failed in the meantime.
    }
    return kills;
  }

  /** Expires all reservations, waits until the servers have released them, and stops the servers. */
  async expireAndStop(): Promise<void> {
    await expirePendingOrders(this.#database.db);
    const countPending = async () => {
      const rows = await this.#database.db
        .selectFrom('orders')
        .select('order_number')
        .where('status', '=', 'pending')
        .execute();
      return rows.length;
    };
    await waitUntil(async () => (await countPending()) === 0, { timeoutMs: 60_000, intervalMs: 20 });
    for (const server of this.#running) expect(await server.stop()).toBe(0);
  }

  async killAll(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running.map((server) => server.kill()));
  }
}

interface Purchase {
  readonly reserved: ReservedBody;
  /** Sends the reservation again, with the same idempotency key. */
  readonly repeat: () => Promise<TestResponse>;
  /** The last status that a server confirmed. */
  confirmedStatus: 'reserved' | 'paid' | 'cancelled';
}

/** Buyers who repeat each request until they get a response. */
class Crowd {
  readonly purchases = new Map<string, Purchase>();
  responseCount = 0;
  repeatCount = 0;
  readonly #servers: Servers;
  readonly #sale: Sale;
  readonly #database: TestDatabase;

  constructor(servers: Servers, sale: Sale, database: TestDatabase) {
    this.#servers = servers;
    this.#sale = sale;
    this.#database = database;
  }

  /** Reserves, then pays, cancels or lets the reservation expire. */
  async buy(email: string, variant: number): Promise<void> {
    const { ticketA, ticketB, free, drinks } = this.#sale;
    const buyer = new Buyer(() => this.#servers.url, email);
    const key = randomUUID();
    const cart = this.#sale.cart(
      variant % 5 === 4 ? { [free]: 2 } : variant % 2 ? { [ticketB]: 1, [drinks]: 2 } : { [ticketA]: 2, [ticketB]: 1 },
    );
    const repeat = () => buyer.reserve(cart, key);
    const { response } = await this.#sendUntilResponse(repeat);
    expect(response.status, response.text).toBe(201);
    const purchase: Purchase = { reserved: jsonOf(response), repeat, confirmedStatus: 'reserved' };
    this.purchases.set(email, purchase);
    switch (variant % 4) {
      case 0:
        await expirePendingOrders(this.#database.db, [purchase.reserved.orderNumber]);
        return;
      case 1: {
        const cancelResponse = await this.#sendUntilResponse(() => buyer.cancel(purchase.reserved));
        this.#expectSucceeded(cancelResponse);
        purchase.confirmedStatus = 'cancelled';
        return;
      }
      default: {
        const payResponse = await this.#sendUntilResponse(() => buyer.pay(purchase.reserved));
        this.#expectSucceeded(payResponse);
        purchase.confirmedStatus = 'paid';
        const { response: read } = await this.#sendUntilResponse(() => buyer.readOrder(purchase.reserved));
        const { status, tickets, ticketCount } = jsonOf<BuyerOrder>(read);
        expect([status, tickets.length]).toEqual(['paid', ticketCount]);
      }
    }
  }

  /** Asserts that each confirmed status is stored, each buyer has one order, and each idempotency key still returns it. */
  async expectConsistent(): Promise<void> {
    const rows = await this.#database.db
      .selectFrom('orders')
      .select(['order_number', 'status', 'buyer_email'])
      .execute();
    const byEmail = Map.groupBy(rows, (row) => row.buyer_email);
    expect(byEmail.size).toBe(this.purchases.size);
    for (const [email, { reserved, confirmedStatus }] of this.purchases) {
      const [order, ...others] = byEmail.get(email) ?? [];
      expect([order?.order_number, others]).toEqual([reserved.orderNumber, []]);
      const possibleStatuses = confirmedStatus === 'reserved' ? ['pending', 'expired'] : [confirmedStatus];
      expect(possibleStatuses).toContain(order?.status);
    }
    const lastPurchases = [...this.purchases.values()].slice(-20);
    const responses = await Promise.all(lastPurchases.map(({ repeat }) => repeat()));
    expect(responses.map((response) => jsonOf(response))).toEqual(lastPurchases.map(({ reserved }) => reserved));
  }

  /** A repeated request is rejected (409) if an earlier attempt succeeded but its response was lost. */
  #expectSucceeded({ response, attempts }: { response: TestResponse; attempts: number }): void {
    expect(attempts === 1 ? ['200'] : ['200', '409 invalid_state']).toContain(outcomeOf(response));
  }

  async #sendUntilResponse(send: () => Promise<TestResponse>): Promise<{ response: TestResponse; attempts: number }> {
    for (let attempts = 1; ; attempts += 1) {
      const response = await send().catch(() => null);
      if (response !== null && response.status < 500) {
        this.responseCount += 1;
        return { response, attempts };
      }
      this.repeatCount += 1;
      await randomDelay(100);
    }
  }
}
