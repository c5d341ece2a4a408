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
import { type DashboardClient, signIn } from './harness/dashboard.ts';
import { createDatabase, type DatabaseKind, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { makeKey } from './harness/fixtures.ts';
import { crashTimeoutMs, killCount } from './harness/kill-count.ts';
import { jsonOf, read, type TestResponse } from './harness/responses.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { randomDelay, repeatWhile, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const concurrency = 8;
/** Why a part of a price is refunded. */
const reason = 'The start was an hour late';

describeOnBoth('servers that are killed while they sell', (kind) => {
  test('do not lose a confirmed change, do not create a reservation twice, and leave no incomplete change', {
    timeout: crashTimeoutMs,
  }, async () => {
    await killWhile(kind, 100_000, async ({ database, servers, sale }) => {
      const crowd = new Crowd(servers, sale, database);
      return {
        act: (name, variant) => crowd.buy(`${name}@example.com`, variant),
        check: async () => {
          await crowd.expectConsistent();
          console.log(`${kind}: ${crowd.purchases.size} orders, ${servers.repeatCount} requests repeated`);
        },
      };
    });
  });

  test('sell the last places by page, by API and by hand, and refund by API and by hand, each once', {
    timeout: crashTimeoutMs,
  }, async () => {
    await killWhile(kind, 12, async ({ database, servers, sale }) => {
      const sellers = await Sellers.create(servers, sale, database);
      return {
        act: (name, variant) => sellers.sellAndRefund(name, variant),
        check: async () => {
          await sellers.expectConsistent();
          console.log(`${kind}: ${JSON.stringify(Object.fromEntries(sellers.outcomes))}`);
        },
      };
    });
  });
});

interface Setup {
  readonly database: TestDatabase;
  readonly servers: Servers;
  readonly sale: Sale;
}

interface Actors {
  /** @param name differs in each call */
  act(name: string, variant: number): Promise<void>;
  /** Asserts what the actors know, after the last kill. */
  check(): Promise<void>;
}

/** Kills servers while several actors send requests at the same time, then asserts that the data is consistent. */
async function killWhile(
  kind: DatabaseKind,
  quantity: number,
  createActors: (setup: Setup) => Promise<Actors>,
): Promise<void> {
  const database = await createDatabase(kind);
  const servers = new Servers(database, kind === 'sqlite' ? 1 : 2);
  try {
    await servers.start();
    const sale = await createSale(database.db, { request: (path, init) => servers.request(path, init) }, quantity);
    const { act, check } = await createActors({ database, servers, sale });
    let isKilling = true;
    const [kills] = await Promise.all([
      servers.killEach(killCount).finally(() => {
        isKilling = false;
      }),
      inParallel(concurrency, async (index) => {
        for (let turn = 0; isKilling; turn += 1) await act(`${index}-${turn}`, index + turn);
      }),
      repeatWhile(
        () => isKilling,
        1_500,
        async () => expect(await violations(database.db, { allReserved: true })).toEqual([]),
      ),
    ]);
    expect(kills).toBe(killCount);
    expect(servers.repeatCount).toBeGreaterThan(0); // Otherwise no request was in progress when a server was killed.
    await check();
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    if (kind === 'sqlite') {
      const { rows } = await sql`pragma integrity_check`.execute(database.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }

    await servers.expireAndStop();
    const stock = await readStock(database.db, sale.eventId);
    expect([...stock.values()].map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
  } finally {
    await servers.killAll();
    await database.drop();
  }
}

/** Servers on one database, which the test kills one at a time. */
class Servers {
  responseCount = 0;
  repeatCount = 0;
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

  /** Sends a request to the servers, also again, until there is a response. */
  async sendUntilResponse(send: () => Promise<TestResponse>): Promise<{ response: TestResponse; attempts: number }> {
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

  /** Kills and restarts one server after another, each after some more responses. Returns the number of kills. */
  async killEach(times: number): Promise<number> {
    let kills = 0;
    for (let kill = 0; kill < times && !this.#isStopped; kill += 1) {
      const targetCount = this.responseCount + 5 + Math.floor(Math.random() * 40);
      await waitUntil(() => this.responseCount >= targetCount || this.#isStopped, { timeoutMs: 60_000, intervalMs: 2 });
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
    const { response } = await this.#servers.sendUntilResponse(repeat);
    expect(response.status, response.text).toBe(201);
    const purchase: Purchase = { reserved: jsonOf(response), repeat, confirmedStatus: 'reserved' };
    this.purchases.set(email, purchase);
    switch (variant % 4) {
      case 0:
        await expirePendingOrders(this.#database.db, [purchase.reserved.orderNumber]);
        return;
      case 1: {
        const cancelResponse = await this.#servers.sendUntilResponse(() => buyer.cancel(purchase.reserved));
        this.#expectSucceeded(cancelResponse);
        purchase.confirmedStatus = 'cancelled';
        return;
      }
      default: {
        const payResponse = await this.#servers.sendUntilResponse(() => buyer.pay(purchase.reserved));
        this.#expectSucceeded(payResponse);
        purchase.confirmedStatus = 'paid';
        const { response: read } = await this.#servers.sendUntilResponse(() => buyer.readOrder(purchase.reserved));
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
}

/** A paid order, and how to send the request for it again. */
interface SoldOrder {
  readonly orderNumber: string;
  readonly repeat: () => Promise<TestResponse>;
  readonly text: string;
}

/** Buyers, programs and members of the organizer, who repeat each request until they get a response. */
class Sellers {
  /** How often each channel had each outcome. */
  readonly outcomes = new Map<string, number>();
  readonly #orders: SoldOrder[] = [];
  /** The ids of the refunds that a response has confirmed. */
  readonly #refundIds: string[] = [];
  readonly #setup: Setup;
  readonly #key: string;
  readonly #member: DashboardClient;

  private constructor(setup: Setup, key: string, member: DashboardClient) {
    this.#setup = setup;
    this.#key = key;
    this.#member = member;
  }

  static async create(servers: Servers, sale: Sale, database: TestDatabase): Promise<Sellers> {
    const { organizer } = sale.catalog;
    const { key } = await makeKey(database.db, organizer.id, { granted: ['orders:write'] });
    const app = {
      db: database.db,
      get url() {
        return servers.url;
      },
    };
    return new Sellers({ database, servers, sale }, key, await signIn(app, { organizer, role: 'owner' }));
  }

  /** Sells two places if there are two, and refunds both and a part of the price of one, at the same time. */
  async sellAndRefund(name: string, variant: number): Promise<void> {
    const channels = [this.#buyOnPage, this.#sellByApi, this.#sellByHand];
    const orderNumber = await elementAt(channels, variant % 3).call(this, name);
    if (orderNumber === null) return;
    const { tickets } = jsonOf<BuyerOrder>(await this.#api('GET', `/orders/${orderNumber}`));
    const [byApi, byHand] = tickets.map(({ id }) => ({ ticketIds: [id] }));
    await Promise.all([
      this.#refundByApi(orderNumber, { amount: 100, reason }),
      this.#refundByApi(orderNumber, byApi!),
      this.#refundByHand(orderNumber, byHand!),
    ]);
  }

  /** Asserts that there are exactly the confirmed orders and refunds, and that a repeated request returns the same order. */
  async expectConsistent(): Promise<void> {
    const { db } = this.#setup.database;
    const orders = await db.selectFrom('orders').select('order_number').where('status', '<>', 'pending').execute();
    expect(orders.map((row) => row.order_number).sort()).toEqual(this.#orders.map((row) => row.orderNumber).sort());
    for (const { repeat, text } of this.#orders.slice(-20)) expect((await repeat()).text).toBe(text);
    const refunds = await db
      .selectFrom('ledger_entries')
      .select(['id', 'order_number', 'reference'])
      .where('kind', '=', 'refund')
      .execute();
    expect(refunds.map(({ id }) => id)).toEqual(expect.arrayContaining(this.#refundIds));
    const partial = refunds.filter(({ reference }) => reference === reason).map((row) => row.order_number);
    expect(partial.length).toBe(new Set(partial).size);
    const sold = await db.selectFrom('tickets').select('id').where('status', '<>', 'void').execute();
    expect(sold).toEqual([]);
    for (const channel of ['page', 'api', 'hand']) expect(this.outcomes.get(`${channel} 201`)).toBeGreaterThan(0);
  }

  async #buyOnPage(name: string): Promise<string | null> {
    const { servers } = this.#setup;
    const buyer = new Buyer(() => servers.url, `${name}@example.com`);
    const key = randomUUID();
    const order = await this.#sell('page', () => buyer.reserve(this.#cart(), key));
    if (order === null) return null;
    const { response, attempts } = await servers.sendUntilResponse(() => buyer.pay(jsonOf<ReservedBody>(order)));
    expect(attempts === 1 ? ['200'] : ['200', '409 invalid_state']).toContain(outcomeOf(response));
    return jsonOf<ReservedBody>(order).orderNumber;
  }

  async #sellByApi(name: string): Promise<string | null> {
    const body = { ...this.#cart(), buyer: { name }, status: 'paid', externalId: name };
    const key = randomUUID();
    const order = await this.#sell('api', () => this.#api('POST', '/orders', body, key));
    return order && jsonOf<BuyerOrder>(order).orderNumber;
  }

  async #sellByHand(name: string): Promise<string | null> {
    const path = `/dashboard/api/organizers/${this.#setup.sale.catalog.organizer.slug}/orders`;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...this.#cart(), buyer: { name }, sale: 'box_office' }),
    };
    const order = await this.#sell('hand', () => this.#member.request(path, init));
    return order && jsonOf<BuyerOrder>(order).orderNumber;
  }

  #cart() {
    const { sale } = this.#setup;
    return sale.cart({ [sale.ticketA]: 2 });
  }

  /** Returns null if there are not enough places. */
  async #sell(channel: string, repeat: () => Promise<TestResponse>): Promise<TestResponse | null> {
    const { response } = await this.#setup.servers.sendUntilResponse(repeat);
    const outcome = outcomeOf(response);
    expect(['201', '409 sold_out']).toContain(outcome);
    const key = `${channel} ${outcome}`;
    this.outcomes.set(key, (this.outcomes.get(key) ?? 0) + 1);
    if (outcome !== '201') return null;
    const { orderNumber } = jsonOf<BuyerOrder>(response);
    this.#orders.push({ orderNumber, repeat, text: response.text });
    return response;
  }

  async #refundByApi(orderNumber: string, refund: object): Promise<void> {
    const key = randomUUID();
    const { response } = await this.#setup.servers.sendUntilResponse(() =>
      this.#api('POST', `/orders/${orderNumber}/refunds`, refund, key),
    );
    expect(['201', '400 invalid_request', '409 invalid_state']).toContain(outcomeOf(response));
    if (response.status === 201) this.#refundIds.push(jsonOf<{ id: string }>(response).id);
  }

  /** Repeats the preview and the refund as long as there are other refunds between them. */
  async #refundByHand(orderNumber: string, selection: object): Promise<void> {
    const send = async () => {
      const preview = await this.#member.post(`/orders/${orderNumber}/refund-preview`, selection);
      if (preview.status !== 200) return preview;
      const { refundedQuantity, refundedTotal } = jsonOf<{ refundedQuantity: number; refundedTotal: number }>(preview);
      return this.#member.post(`/orders/${orderNumber}/refund`, { ...selection, refundedQuantity, refundedTotal });
    };
    for (let isOutdated = true; isOutdated; ) {
      const { response, attempts } = await this.#setup.servers.sendUntilResponse(send);
      isOutdated = response.text.includes('refund_preview_outdated');
      // An earlier attempt may have refunded the ticket, and its response was lost.
      if (!isOutdated) expect(attempts === 1 ? [200] : [200, 400, 409]).toContain(response.status);
    }
  }

  async #api(method: string, path: string, body?: object, key?: string): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const content = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const send = async () =>
      read(await this.#setup.servers.request(`/api/v1${path}`, { method, key: this.#key, ...content }));
    if (method === 'POST') return send();
    return (await this.#setup.servers.sendUntilResponse(send)).response;
  }
}
