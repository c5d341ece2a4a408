import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Organizer } from '../src/features/organizers/index.ts';
import { emit } from '../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import {
  type Arrival,
  EventReceiver,
  expectAllDelivered,
  type ReceiverResponse,
  receiverSettings,
  waitForDeliveries,
} from './harness/event-receiver.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { crashTimeoutMs, killCount } from './harness/kill-count.ts';
import { type PaymentReports, startPaying } from './harness/paying-process.ts';
import { freePort } from './harness/ports.ts';
import { type RunningCommand, runJson, startCommand, startServer } from './harness/server-process.ts';
import { randomDelay, responseDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

/** The maximum lifetime of a process: about twice the time until its first delivery. */
const maxLifetimeMs = 800;
/** Long, because the machine can be under heavy load. */
const firstDeliveryTimeoutMs = 60_000;
/** More than the paying processes can pay while servers are killed. */
const ordersPerOrganizer = Math.max(800, 60 * killCount);
/** Longer than a lease and the first retry. */
const deliveryTimeoutMs = 90_000;

describeOnBoth('webhooks', (kind) => {
  test('all arrive despite many crashes, but none of transactions that were rolled back', {
    timeout: crashTimeoutMs,
  }, async () => {
    const database = await createDatabase(kind);
    const receiver = new EventReceiver();
    await receiver.start();
    const reports: PaymentReports = { paid: new Set(), rolledBack: new Set() };
    try {
      const organizers = [await setUpOrganizer(database, receiver), await setUpOrganizer(database, receiver)];
      await database.db.destroy(); // The test closes the database, so that the next process has to recover it.
      receiver.chooseResponse = failRarely;

      let isKilling = true;
      const workers = kind === 'sqlite' ? 1 : 2;
      const start = async () => {
        const role = kind === 'sqlite' ? 'all' : 'worker';
        const env = { ...database.env, ...receiverSettings, PORT: String(await freePort()) };
        return startCommand(['serve', '--role', role], env);
      };
      const killed = Promise.all(
        Array.from({ length: workers }, () => startAndKill(start, Math.ceil(killCount / workers), receiver)),
      ).finally(() => {
        isKilling = false;
      });
      const [kills, payersKilled] = await Promise.all([
        killed,
        payAndKill(() => isKilling, database, organizers, reports),
      ]);

      receiver.chooseResponse = () => 200;
      const finalProcesses = await Promise.all(Array.from({ length: workers }, start));
      const db = openDatabase(database);
      try {
        await waitForDeliveries(db, deliveryTimeoutMs);
        await Promise.all(finalProcesses.map(stop));
        await expectAllDelivered(db, receiver);
        await expectOnlyCommitted(db, receiver, reports);
      } finally {
        for (const { child } of finalProcesses) child.kill('SIGKILL');
        await db.destroy();
      }
      const killedCount = kills.reduce((sum, count) => sum + count, 0);
      console.log(
        `${kind}: ${receiver.bodies.size} events, ${receiver.accepted.size} deliveries, ${reports.rolledBack.size} rolled back; ` +
          `${killedCount} servers or workers and ${payersKilled} payers killed; ${receiver.duplicates} duplicates`,
      );
      expect(killedCount).toBeGreaterThanOrEqual(killCount);
      expect(receiver.duplicates).toBeGreaterThan(0); // Otherwise, no delivery was in progress at any crash.
    } finally {
      await receiver.close();
      await database.drop();
    }
  });

  test('are sent by a server for changes by a command in another process', async () => {
    const database = await createDatabase(kind);
    const receiver = new EventReceiver();
    await receiver.start();
    const organizer = await makeOrganizer(database.db);
    await receiver.register(database, organizer.id, '/all');
    await importAll(database.db, organizer, [
      ...raceLines(),
      orderLine('one', { orderNumber: 'PENDING000', status: 'pending' }),
    ]);
    const server = await startServer({ ...database.env, ...receiverSettings });
    try {
      await runJson(['orders', 'pay', 'PENDING000', '--organizer', organizer.slug], database.env);
      await waitForDeliveries(database.db, deliveryTimeoutMs);
      const types = receiver.arrivals.map(({ id }) => JSON.parse(receiver.bodies.get(id) ?? '{}').type);
      expect(types.sort()).toEqual(['order.paid', 'payment.received', 'settlement.updated', 'ticket.issued']);
      await expectAllDelivered(database.db, receiver);
    } finally {
      await server.kill();
      await receiver.close();
      await database.drop();
    }
  });
});

/** Creates an organizer with unpaid orders, an endpoint for all events and an endpoint for payments. */
async function setUpOrganizer(database: TestDatabase, receiver: EventReceiver): Promise<Organizer> {
  const organizer = await makeOrganizer(database.db);
  const pendingLines = Array.from({ length: ordersPerOrganizer }, (_, i) =>
    orderLine(`pending-${i}`, { status: 'pending' }),
  );
  await importAll(database.db, organizer, [...raceLines(), ...pendingLines]);
  await receiver.register(database, organizer.id, `/${organizer.slug}/all`);
  await receiver.register(database, organizer.id, `/${organizer.slug}/paid`, ['order.paid']);
  return organizer;
}

/** Fails rarely, and never twice for one event, because the second retry is minutes later. */
async function failRarely({ arrivalCount }: Arrival): Promise<ReceiverResponse> {
  const random = Math.random();
  if (random < 0.2) await responseDelay(Math.random() * 400);
  if (arrivalCount > 1) return 200;
  if (random > 0.96) return 'reset';
  return random > 0.9 ? 500 : 200;
}

/** Starts a process and kills it, repeatedly. */
async function startAndKill(
  start: () => Promise<RunningCommand>,
  times: number,
  receiver: EventReceiver,
): Promise<number> {
  for (let kills = 0; kills < times; kills += 1) {
    const { child, result } = await start();
    // Alternately at a random time and soon after a request arrived.
    if (kills % 2 === 0) await randomDelay(maxLifetimeMs);
    else {
      await receiver.waitForArrivals(1 + Math.floor(Math.random() * 30), firstDeliveryTimeoutMs);
      await randomDelay(20);
    }
    child.kill('SIGKILL');
    const { code, stdout, stderr } = await result;
    expect(code, stdout + stderr).toBeNull(); // The process did not exit before it was killed.
  }
  return times;
}

/** Starts processes that pay orders of the organizers alternately, and kills them. */
async function payAndKill(
  isKilling: () => boolean,
  database: TestDatabase,
  organizers: readonly Organizer[],
  reports: PaymentReports,
): Promise<number> {
  let kills = 0;
  while (isKilling() || kills < killCount) {
    const { child, exited } = startPaying(database.env, elementAt(organizers, kills % organizers.length).id, reports);
    const targetCount = reports.rolledBack.size + 1 + Math.floor(Math.random() * 80);
    const isReached = () => child.exitCode !== null || reports.rolledBack.size >= targetCount;
    await waitUntil(isReached, { timeoutMs: 60_000, intervalMs: 2 });
    await randomDelay(10);
    child.kill('SIGKILL');
    expect(await exited).toBeNull();
    kills += 1;
  }
  return kills;
}

async function stop({ child, result }: RunningCommand): Promise<void> {
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await result;
  expect(code, stdout + stderr).toBe(0);
}

/** Checks that exactly the events of committed payments arrived. */
async function expectOnlyCommitted(db: Db, receiver: EventReceiver, reports: PaymentReports): Promise<void> {
  const paidOrders = await db.selectFrom('orders').select('order_number').where('status', '=', 'paid').execute();
  const numbers = paidOrders.map(({ order_number }) => order_number);
  const bodies = [...receiver.bodies.values()].map((body) => JSON.parse(body));
  const receivedNumbers = bodies.filter(({ type }) => type === 'order.paid').map(({ data }) => data.orderNumber);
  expect(receivedNumbers.sort()).toEqual(numbers.sort());
  expect(numbers).toEqual(expect.arrayContaining([...reports.paid]));
  expect(reports.rolledBack.size).toBeGreaterThan(0);
  expect([...reports.rolledBack].filter((id) => receiver.bodies.has(id))).toEqual([]);
  expect(await violations(db)).toEqual([]);
}

describe.skipIf(inject('postgresUrl') === null)('webhook workers that share a database', () => {
  const endpoints = 4;
  const eventsPerEndpoint = 200;
  const deliveries = endpoints * eventsPerEndpoint;
  let database: TestDatabase;
  let receiver: EventReceiver;
  let workers: RunningCommand[];

  beforeEach(async () => {
    database = await createDatabase('postgres');
    receiver = new EventReceiver();
    await receiver.start();
    workers = [];
  });
  afterEach(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await receiver.close();
    await database.drop();
  });

  /** Starts a worker that sends its own brand in the signature header, and waits until the worker runs. */
  async function startWorker(brand: string) {
    const worker = startCommand(['serve', '--role', 'worker'], { ...database.env, ...receiverSettings, BRAND: brand });
    workers.push(worker);
    let output = '';
    worker.child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    const waitForLog = (message: string) =>
      vi.waitFor(() => expect(output).toContain(`"msg":"${message}"`), { timeout: 60_000 });
    await waitForLog('worker started');
    return { ...worker, waitForLog };
  }

  async function fillQueues(): Promise<void> {
    const organizer = await makeOrganizer(database.db);
    for (let index = 0; index < endpoints; index += 1) await receiver.register(database, organizer.id, `/${index}`);
    const events = Array.from({ length: eventsPerEndpoint }, (_, index) => ({
      type: 'event.updated' as const,
      data: JSON.stringify({ index }),
    }));
    await database.db.transaction().execute((tx) => emit(tx, organizer.id, events, timestamp(systemClock.now())));
  }

  async function expectAllDeliveredOnce(): Promise<void> {
    await expectAllDelivered(database.db, receiver);
    expect(receiver.duplicates).toBe(0);
    expect(receiver.arrivals).toHaveLength(deliveries);
  }

  test('share the deliveries, and send each once', async () => {
    const brands = new Set<string>();
    const bothStarted = Promise.withResolvers<void>();
    receiver.chooseResponse = async ({ brand }): Promise<ReceiverResponse> => {
      brands.add(brand);
      if (brands.size === 2) bothStarted.resolve();
      await bothStarted.promise; // Neither worker can finish before the other starts.
      return 200;
    };
    await Promise.all([startWorker('ONE'), startWorker('TWO')]);
    await fillQueues();
    await waitForDeliveries(database.db, deliveryTimeoutMs);
    await Promise.all(workers.map(stop));
    await expectAllDeliveredOnce();
    expect(brands).toEqual(new Set(['one', 'two']));
  });

  test('if one of them stops before its queue is empty, the other continues immediately, and nothing is sent twice', async () => {
    let inFlight = 0;
    const stopping = Promise.withResolvers<void>();
    receiver.chooseResponse = async ({ brand }): Promise<ReceiverResponse> => {
      if (brand !== 'one' || receiver.arrivals.length < deliveries / 2) return 200;
      inFlight += 1;
      await stopping.promise;
      await responseDelay(1_000); // So slow that the worker stops before it has sent all deliveries.
      return 200;
    };
    await fillQueues();
    const firstWorker = await startWorker('ONE');
    await vi.waitFor(() => expect(inFlight).toBeGreaterThan(0), { timeout: 60_000 });
    const stopPromise = stop(firstWorker);
    await firstWorker.waitForLog('stopping');
    stopping.resolve();
    await stopPromise;

    const remainingDeliveries = await pendingDeliveries();
    expect(remainingDeliveries.length).toBeGreaterThan(0);
    expect(remainingDeliveries).toHaveLength(deliveries - receiver.accepted.size);
    const now = timestamp(systemClock.now());
    const isLeasedOrLater = ({ lease_id, next_attempt_at }: (typeof remainingDeliveries)[number]) =>
      lease_id !== null || (next_attempt_at !== null && next_attempt_at > now);
    expect(remainingDeliveries.filter(isLeasedOrLater)).toEqual([]);

    const secondWorker = await startWorker('TWO');
    await waitForDeliveries(database.db, deliveryTimeoutMs);
    await stop(secondWorker);
    await expectAllDeliveredOnce();
  });

  function pendingDeliveries() {
    return database.db
      .selectFrom('webhook_deliveries')
      .select(['lease_id', 'next_attempt_at'])
      .where('status', '=', 'pending')
      .execute();
  }
});
