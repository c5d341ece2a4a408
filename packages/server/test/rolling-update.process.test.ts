import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationFiles } from '../migrations/index.ts';
import { indexMissingOrders } from '../src/features/orders/search-index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { Buyer, type CartBody, inParallel, type ReservedBody, serverEnv } from './harness/checkout.ts';
import { createEmptyDatabase, describeOnBoth } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { EventReceiver, expectDelivered, receiverSettings, waitForDeliveries } from './harness/event-receiver.ts';
import { orderLine, raceLines } from './harness/fixtures.ts';
import { unpackReleasedProgram } from './harness/released-program.ts';
import { jsonOf, type PageBody, read } from './harness/responses.ts';
import { runCommand, runJson, type ServerProcess, startServer } from './harness/server-process.ts';
import { consume } from './harness/till.ts';
import { randomDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const clients = 4;
/** How many orders are paid and units consumed in each step of the update. */
const changesPerStep = 6;

const emptyMigration = async () => ({ up: async () => {} });
/** The migrations of a later version, of which the last one breaks programs without the first one. */
const laterFiles = { ...migrationFiles, '9001-add': emptyMigration, '9002-needs-9001-remove': emptyMigration };

describeOnBoth('an update from the last release', (kind) => {
  test('loses nothing while both versions work: together on PostgreSQL, one after the other on SQLite', {
    timeout: 240_000,
  }, async () => {
    const database = await createEmptyDatabase(kind);
    onTestFinished(() => database.drop());
    const released = unpackReleasedProgram();
    onTestFinished(() => released.remove());
    const receiver = new EventReceiver();
    await receiver.start();
    onTestFinished(() => receiver.close());
    const env = { ...serverEnv(database), ...receiverSettings };
    const servers: ServerProcess[] = [];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill()));
    });
    const start = async (program?: string) => {
      const server = await startServer(env, [], program);
      servers.push(server);
      return server;
    };

    const old = await start(released.program);
    const place = { program: released.program, url: old.url, folder: database.dataDir };
    const shop = await openShop(env, place, receiver);
    const market = new Market(shop);
    onTestFinished(() => market.close());
    market.open(old);
    await market.waitForChangesOn(old);
    if (kind === 'sqlite') await market.stop(old);

    const updated = await start();
    market.open(updated);
    await market.waitForChangesOn(updated);
    if (kind === 'postgres') await market.waitForChangesOn(old);
    await market.stop(kind === 'sqlite' ? updated : old);

    const restarted = await start(released.program);
    market.open(restarted);
    await market.waitForChangesOn(restarted);

    const later = openDatabase(database);
    onTestFinished(() => later.destroy());
    await expect(migrate(later, { files: laterFiles })).rejects.toThrow('servers without the migration 9001 fail');

    await market.close();
    const db = openDatabase(database);
    await waitForDeliveries(db, 60_000);
    await Promise.all(servers.map((server) => server.stop()));
    await market.expectComplete(db);
    await expectDelivered(db, receiver);
    expect(await violations(db, { withLastRelease: true })).toEqual([]);
    // The last release writes orders and tickets without the words of searches.
    const withoutWords = db.selectFrom('tickets').select('id').where('searched_as', 'is', null);
    expect(await withoutWords.execute()).not.toEqual([]);
    await indexMissingOrders(db);
    expect(await withoutWords.execute()).toEqual([]);
    expect(await violations(db, { withLastRelease: true })).toEqual([]);
    await db.destroy();

    expect(await migrate(later, { files: laterFiles })).toEqual(['9001-add', '9002-needs-9001-remove']);
    const { code, stderr } = await runCommand(['organizers', 'list'], env, released.program);
    expect(code).toBe(1);
    expect(stderr).toContain('The database was migrated by a newer version of this program. Update the program.');
  });
});

/** A published event, and an entitlement with many units. */
interface Shop {
  readonly key: string;
  readonly cart: CartBody;
  readonly entitlementId: string;
}

/** Creates an organizer with an event, a sold add-on and a webhook endpoint, by commands and requests of the released version. */
async function openShop(
  env: Record<string, string>,
  { program, url, folder }: { program: string; url: string; folder: string },
  receiver: EventReceiver,
): Promise<Shop> {
  const organizer = ['--organizer', 'race'];
  const run = <T>(...args: string[]) => runJson<T>(args, env, program);
  await run('organizers', 'create', '--name', 'Race', '--slug', 'race', '--currency', 'EUR');
  const units = { kind: 'addon', addonId: 'beer', quantity: 10_000, unitsPerPurchase: 1 } as const;
  const lines = [...raceLines(), orderLine('bar', { items: [units] })];
  const file = join(folder, 'race.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await run('import', file, ...organizer);
  const { secret } = await run<{ secret: string }>('webhooks', 'add', ...organizer, '--url', receiver.urlOf('/hook'));
  receiver.trust('/hook', secret);
  const { key } = await run<{ key: string }>('keys', 'create', ...organizer, '--kind', 'secret', '--name', 'Shop');
  const list = async <T>(path: string) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
    return jsonOf<PageBody<T>>(await read(response)).data;
  };
  const event = first(await list<{ id: string; ticketTypes: { id: string }[]; addons: { id: string }[] }>('events'));
  const entitlement = first(await list<{ id: string }>('addons'));
  const items = [{ ticketTypeId: first(event.ticketTypes).id, quantity: 1 }];
  return { key, cart: { eventId: event.id, items }, entitlementId: entitlement.id };
}

/** Buyers who also consume units, at all open servers. A response other than a success or 503 fails the test. */
class Market {
  readonly #shop: Shop;
  readonly #servers: ServerProcess[] = [];
  readonly #paid = new Set<string>();
  readonly #consumed = new Set<string>();
  /** The number of changes that each server has acknowledged, and of those that it is working on. */
  readonly #changes = new Map<ServerProcess, { done: number; inProgress: number }>();
  readonly #work: Promise<unknown>;
  #isOpen = true;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#work = inParallel(clients, async (client) => {
      for (let index = client; this.#isOpen; index += 1) {
        await waitUntil(() => this.#servers.length > 0 || !this.#isOpen, { timeoutMs: 120_000 });
        if (this.#isOpen) await this.#change(elementAt(this.#servers, index % this.#servers.length));
        await randomDelay(200); // The servers also start while there is load.
      }
    });
    this.#work.catch(() => {}); // `close` reports the error.
  }

  open(server: ServerProcess): void {
    this.#changes.set(server, { done: 0, inProgress: 0 });
    this.#servers.push(server);
  }

  /** Stops a server after the changes that it is working on. */
  async stop(server: ServerProcess): Promise<void> {
    this.#servers.splice(this.#servers.indexOf(server), 1);
    await waitUntil(() => this.#changes.get(server)!.inProgress === 0);
    expect(await server.stop()).toBe(0);
  }

  async waitForChangesOn(server: ServerProcess): Promise<void> {
    const counts = this.#changes.get(server)!;
    const target = counts.done + changesPerStep;
    const isReached = async () => counts.done >= target;
    await Promise.race([waitUntil(isReached, { timeoutMs: 120_000 }), this.#work]);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#work;
  }

  /** Asserts that the database has all acknowledged changes, each once. */
  async expectComplete(db: Db): Promise<void> {
    const orders = await db.selectFrom('orders').select('order_number').where('status', '=', 'paid').execute();
    expect(orders.map((row) => row.order_number)).toEqual(expect.arrayContaining([...this.#paid]));
    const consumptions = await db.selectFrom('consumptions').select('ref').execute();
    expect(consumptions.map(({ ref }) => ref).sort()).toEqual([...this.#consumed].sort());
  }

  async #change(server: ServerProcess): Promise<void> {
    const counts = this.#changes.get(server)!;
    counts.inProgress += 1;
    const id = randomUUID();
    const buyer = new Buyer(() => server.url, `${id}@example.com`);
    const order = jsonOf<ReservedBody>(await repeat(() => buyer.reserve(this.#shop.cart, id)));
    await repeat(() => buyer.pay(order));
    this.#paid.add(order.orderNumber);
    const { key, entitlementId } = this.#shop;
    await repeat(() => consume(server.url, key, { entitlementId, units: 1, ref: id }));
    this.#consumed.add(id);
    counts.inProgress -= 1;
    counts.done += 1;
  }
}

/** Repeats a request while the response is 503. */
async function repeat<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const response = await send();
    if (response.status < 400) return response;
    expect(response.status).toBe(503);
    await randomDelay(100);
  }
}
