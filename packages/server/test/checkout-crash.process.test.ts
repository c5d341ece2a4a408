import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Answer, jsonOf } from './harness/answers.ts';
import {
  Buyer,
  endHolds,
  inParallel,
  type OwnOrder,
  openShop,
  outcomeOf,
  type ReservedBody,
  readStock,
  type Shop,
  sellingEnv,
} from './harness/checkout.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { violations } from './invariants.ts';

const kills = 4;
const lanes = 8;

describeOnBoth('servers that are killed while they sell', (kind) => {
  test('keep what they answered, make no reservation twice, and leave nothing half done', {
    timeout: 180_000,
  }, async () => {
    const t = await createDatabase(kind);
    const servers = new Servers(t, kind === 'sqlite' ? 1 : 2);
    try {
      await servers.start();
      const quantity = 100_000;
      const shop = await openShop(t.db, { request: (path, init) => servers.request(path, init) }, quantity);
      const crowd = new Crowd(servers, shop, t);
      let killing = true;
      const [died] = await Promise.all([
        servers
          .killInTurn(kills, () => crowd.answered)
          .finally(() => {
            killing = false;
          }),
        inParallel(lanes, async (lane) => {
          for (let turn = 0; killing; turn += 1) await crowd.buy(`${lane}-${turn}@example.com`, lane + turn);
        }),
        (async () => {
          while (killing) {
            expect(await violations(t.db, { allReserved: true })).toEqual([]);
            await sleep(500);
          }
        })(),
      ]);
      expect(died).toBe(kills);
      expect(crowd.repeated).toBeGreaterThan(0); // Otherwise nothing was under way at any kill.
      await crowd.expectKept();
      expect(await violations(t.db, { allReserved: true })).toEqual([]);
      if (kind === 'sqlite') {
        const { rows } = await sql`pragma integrity_check`.execute(t.db);
        expect(rows).toEqual([{ integrity_check: 'ok' }]);
      }
      console.log(`${kind}: ${crowd.bought.size} orders, ${crowd.repeated} requests repeated`);

      await servers.end();
      const stock = await readStock(t.db, shop.eventId);
      expect([...stock.values()].map(({ reserved }) => reserved)).toEqual([0, 0, 0, 0]);
    } finally {
      await servers.killAll();
      await t.drop();
    }
  });
});

/** Servers on one database, some of which are gone now and then. */
class Servers {
  readonly #t: TestDatabase;
  readonly #count: number;
  #running: ServerProcess[] = [];
  #ended = false;
  #turn = 0;

  constructor(t: TestDatabase, count: number) {
    this.#t = t;
    this.#count = count;
  }

  async start(): Promise<void> {
    this.#running = await inParallel(this.#count, () => startServer(sellingEnv(this.#t)));
  }

  /** One of them, in turn. */
  get url(): string {
    this.#turn += 1;
    return this.#running[this.#turn % this.#running.length]!.url;
  }

  request(path: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(this.url + path, { ...init, headers });
  }

  /** Kills one after the other, each when some more requests were answered, and starts it again; gives how many died. */
  async killInTurn(times: number, answered: () => number): Promise<number> {
    let died = 0;
    for (let kill = 0; kill < times && !this.#ended; kill += 1) {
      const enough = answered() + 5 + Math.floor(Math.random() * 40);
      while (answered() < enough && !this.#ended) await sleep(2);
      await sleep(Math.random() * 10);
      const index = kill % this.#running.length;
      const victim = this.#running[index]!;
      await victim.kill();
      if (victim.child.signalCode === 'SIGKILL') died += 1;
      const successor = await startServer(sellingEnv(this.#t));
      this.#running[index] = successor;
      if (this.#ended) await successor.kill(); // The test has failed meanwhile.
    }
    return died;
  }

  /** All that is still held runs out, and they stop. */
  async end(): Promise<void> {
    await endHolds(this.#t.db);
    const countPending = async () => {
      const rows = await this.#t.db
        .selectFrom('orders')
        .select('order_number')
        .where('status', '=', 'pending')
        .execute();
      return rows.length;
    };
    while ((await countPending()) > 0) await sleep(20);
    for (const server of this.#running) expect(await server.stop()).toBe(0);
  }

  async killAll(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#running.map((server) => server.kill()));
  }
}

interface Purchase {
  readonly reserved: ReservedBody;
  /** Asks for it once more, with its key. */
  readonly again: () => Promise<Answer>;
  /** What the buyer was told of it last. */
  told: 'reserved' | 'paid' | 'cancelled';
}

/** Buyers who ask again until they are answered. */
class Crowd {
  readonly bought = new Map<string, Purchase>();
  answered = 0;
  repeated = 0;
  readonly #servers: Servers;
  readonly #shop: Shop;
  readonly #t: TestDatabase;

  constructor(servers: Servers, shop: Shop, t: TestDatabase) {
    this.#servers = servers;
    this.#shop = shop;
    this.#t = t;
  }

  /** Reserves, and pays, gives up or forgets about it. */
  async buy(email: string, way: number): Promise<void> {
    const { a, b, free, drinks } = this.#shop;
    const buyer = new Buyer(() => this.#servers.url, email);
    const key = randomUUID();
    const cart = this.#shop.cart(
      way % 5 === 4 ? { [free]: 2 } : way % 2 ? { [b]: 1, [drinks]: 2 } : { [a]: 2, [b]: 1 },
    );
    const again = () => buyer.reserve(cart, key);
    const { answer } = await this.#untilAnswered(again);
    expect(answer.status, answer.text).toBe(201);
    const purchase: Purchase = { reserved: jsonOf(answer), again, told: 'reserved' };
    this.bought.set(email, purchase);
    switch (way % 4) {
      case 0:
        await endHolds(this.#t.db, [purchase.reserved.orderNumber]);
        return;
      case 1: {
        const given = await this.#untilAnswered(() => buyer.cancel(purchase.reserved));
        this.#expectDone(given);
        purchase.told = 'cancelled';
        return;
      }
      default: {
        const paid = await this.#untilAnswered(() => buyer.pay(purchase.reserved));
        this.#expectDone(paid);
        purchase.told = 'paid';
        const { answer: read } = await this.#untilAnswered(() => buyer.order(purchase.reserved));
        const { status, tickets, ticketCount } = jsonOf<OwnOrder>(read);
        expect([status, tickets.length]).toEqual(['paid', ticketCount]);
      }
    }
  }

  /** What each buyer was told is so, each has one order, and each key still gives it. */
  async expectKept(): Promise<void> {
    const rows = await this.#t.db.selectFrom('orders').select(['order_number', 'status', 'buyer_email']).execute();
    const byEmail = Map.groupBy(rows, (row) => row.buyer_email);
    expect(byEmail.size).toBe(this.bought.size);
    for (const [email, { reserved, told }] of this.bought) {
      const [order, ...others] = byEmail.get(email)!;
      expect([order!.order_number, others]).toEqual([reserved.orderNumber, []]);
      const possible = told === 'reserved' ? ['pending', 'expired'] : [told];
      expect(possible).toContain(order!.status);
    }
    const some = [...this.bought.values()].slice(-20);
    const answers = await Promise.all(some.map(({ again }) => again()));
    expect(answers.map((answer) => jsonOf(answer))).toEqual(some.map(({ reserved }) => reserved));
  }

  /** A request that was repeated may find that it was done before anybody could be told. */
  #expectDone({ answer, attempts }: { answer: Answer; attempts: number }): void {
    expect(attempts === 1 ? ['200'] : ['200', '409 invalid_state']).toContain(outcomeOf(answer));
  }

  async #untilAnswered(send: () => Promise<Answer>): Promise<{ answer: Answer; attempts: number }> {
    for (let attempts = 1; ; attempts += 1) {
      const answer = await send().catch(() => null);
      if (answer !== null && answer.status < 500) {
        this.answered += 1;
        return { answer, attempts };
      }
      this.repeated += 1;
      await sleep(50);
    }
  }
}
