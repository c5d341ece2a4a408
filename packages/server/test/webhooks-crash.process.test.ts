import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Organizer } from '../src/features/organizers/index.ts';
import { emit } from '../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import {
  type Arrival,
  EventReceiver,
  expectAllDelivered,
  type ReceiverResponse,
  receiverSettings,
  waitForDeliveries,
} from './harness/event-receiver.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { type PaymentReports, startPaying } from './harness/paying-process.ts';
import { freePort } from './harness/ports.ts';
import { type RunningCommand, runJson, startCommand, startServer } from './harness/server-process.ts';
import { randomDelay, responseDelay, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const killsMin = 50;
const payersKilledMin = 20;
/** The maximum lifetime of a process: about twice the time until its first delivery. */
const lifeMsMax = 800;
/** Needed only on a machine under heavy load. */
const firstDeliveryMsMax = 20_000;
/** More than the paying processes can pay. */
const ordersOfEach = 3_000;
/** Longer than a lease and the first retry. */
const deliveryMsMax = 90_000;

describeOnBoth('webhooks', (kind) => {
  test('all arrive in spite of many crashes, but none of a transaction that was rolled back', {
    timeout: 240_000,
  }, async () => {
    const t = await createDatabase(kind);
    const receiver = new EventReceiver();
    await receiver.start();
    const reports: PaymentReports = { paid: new Set(), rolledBack: new Set() };
    try {
      const organizers = [await setUpOrganizer(t, receiver), await setUpOrganizer(t, receiver)];
      await t.db.destroy(); // Not open in the test: the next process has to recover it.
      receiver.chooseResponse = failRarely;

      let isKilling = true;
      const workers = kind === 'sqlite' ? 1 : 2;
      const start = async () => {
        const role = kind === 'sqlite' ? 'all' : 'worker';
        const env = { ...t.env, ...receiverSettings, PORT: String(await freePort()) };
        return startCommand(['serve', '--role', role], env);
      };
      const killed = Promise.all(
        Array.from({ length: workers }, () => startAndKill(start, Math.ceil(killsMin / workers), receiver)),
      ).finally(() => {
        isKilling = false;
      });
      const [kills, payersKilled] = await Promise.all([killed, payAndKill(() => isKilling, t, organizers, reports)]);

      receiver.chooseResponse = () => 200;
      const last = await Promise.all(Array.from({ length: workers }, start));
      const db = openDatabase(t);
      try {
        await waitForDeliveries(db, deliveryMsMax);
        await Promise.all(last.map(stop));
        await expectAllDelivered(db, receiver);
        await expectOnlyCommitted(db, receiver, reports);
      } finally {
        for (const { child } of last) child.kill('SIGKILL');
        await db.destroy();
      }
      const killCount = kills.reduce((sum, count) => sum + count, 0);
      console.log(
        `${kind}: ${receiver.bodies.size} events, ${receiver.accepted.size} deliveries, ${reports.rolledBack.size} rolled back; ` +
          `${killCount} servers or workers and ${payersKilled} payers killed; ${receiver.duplicates} duplicates`,
      );
      expect(killCount).toBeGreaterThanOrEqual(killsMin);
      expect(receiver.duplicates).toBeGreaterThan(0); // Otherwise nothing was in flight at any crash.
    } finally {
      await receiver.close();
      await t.drop();
    }
  });

  test('are sent by a running server for the changes of a command in another process', async () => {
    const t = await createDatabase(kind);
    const receiver = new EventReceiver();
    await receiver.start();
    const organizer = await makeOrganizer(t.db);
    await receiver.register(t, organizer.id, '/all');
    await importAll(t.db, organizer, [
      ...raceLines(),
      orderLine('one', { orderNumber: 'PENDING000', status: 'pending' }),
    ]);
    const server = await startServer({ ...t.env, ...receiverSettings });
    try {
      await runJson(['orders', 'pay', 'PENDING000', '--organizer', organizer.slug], t.env);
      await waitForDeliveries(t.db, deliveryMsMax);
      const types = receiver.arrivals.map(({ id }) => JSON.parse(receiver.bodies.get(id)!).type);
      expect(types.sort()).toEqual(['order.paid', 'settlement.updated', 'ticket.issued']);
      await expectAllDelivered(t.db, receiver);
    } finally {
      await server.kill();
      await receiver.close();
      await t.drop();
    }
  });
});

/** An organizer with unpaid orders, an endpoint for all events and one for payments. */
async function setUpOrganizer(t: TestDatabase, receiver: EventReceiver): Promise<Organizer> {
  const organizer = await makeOrganizer(t.db);
  const pending = Array.from({ length: ordersOfEach }, (_, i) => orderLine(`pending-${i}`, { status: 'pending' }));
  await importAll(t.db, organizer, [...raceLines(), ...pending]);
  await receiver.register(t, organizer.id, `/${organizer.slug}/all`);
  await receiver.register(t, organizer.id, `/${organizer.slug}/paid`, ['order.paid']);
  return organizer;
}

/** A receiver that rarely fails, and never twice for one event, since the second retry follows minutes later. */
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
    // At a random time, or soon after a request arrived, in turn.
    if (kills % 2 === 0) await randomDelay(lifeMsMax);
    else {
      await receiver.waitForArrivals(1 + Math.floor(Math.random() * 30), firstDeliveryMsMax);
      await randomDelay(20);
    }
    child.kill('SIGKILL');
    const { code, stdout, stderr } = await result;
    expect(code, stdout + stderr).toBeNull(); // It did not exit by itself.
  }
  return times;
}

/** Pays orders of each organizer in turn, in processes that are killed. */
async function payAndKill(
  isKilling: () => boolean,
  t: TestDatabase,
  organizers: readonly Organizer[],
  reports: PaymentReports,
): Promise<number> {
  let kills = 0;
  while (isKilling() || kills < payersKilledMin) {
    const { child, exited } = startPaying(t.env, organizers[kills % organizers.length]!.id, reports);
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
  const paid = await db.selectFrom('orders').select('order_number').where('status', '=', 'paid').execute();
  const numbers = paid.map(({ order_number }) => order_number);
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
  const eventsOfEach = 500;
  const deliveries = endpoints * eventsOfEach;
  let t: TestDatabase;
  let receiver: EventReceiver;
  let workers: RunningCommand[];

  beforeEach(async () => {
    t = await createDatabase('postgres');
    receiver = new EventReceiver();
    await receiver.start();
    workers = [];
  });
  afterEach(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await receiver.close();
    await t.drop();
  });

  /** Starts a worker with its own brand in the signature header, and waits until it runs. */
  async function startWorker(brand: string) {
    const worker = startCommand(['serve', '--role', 'worker'], { ...t.env, ...receiverSettings, BRAND: brand });
    workers.push(worker);
    let output = '';
    worker.child.stdout!.on('data', (chunk) => {
      output += chunk;
    });
    const logs = (message: string) =>
      vi.waitFor(() => expect(output).toContain(`"msg":"${message}"`), { timeout: 20_000 });
    await logs('worker started');
    return { ...worker, logs };
  }

  async function fillQueues(): Promise<void> {
    const organizer = await makeOrganizer(t.db);
    for (let index = 0; index < endpoints; index += 1) await receiver.register(t, organizer.id, `/${index}`);
    const events = Array.from({ length: eventsOfEach }, (_, index) => ({
      type: 'event.updated' as const,
      data: JSON.stringify({ index }),
    }));
    await t.db.transaction().execute((tx) => emit(tx, organizer.id, events, timestamp(systemClock.now())));
  }

  async function expectAllDeliveredOnce(): Promise<void> {
    await expectAllDelivered(t.db, receiver);
    expect(receiver.duplicates).toBe(0);
    expect(receiver.arrivals).toHaveLength(deliveries);
  }

  test('share the deliveries, and deliver everything once', async () => {
    const brands = new Set<string>();
    const both = Promise.withResolvers<void>();
    receiver.chooseResponse = async ({ brand }): Promise<ReceiverResponse> => {
      brands.add(brand);
      if (brands.size === 2) both.resolve();
      await both.promise; // Neither can finish before the other has started.
      return 200;
    };
    await Promise.all([startWorker('ONE'), startWorker('TWO')]);
    await fillQueues();
    await waitForDeliveries(t.db, deliveryMsMax);
    await Promise.all(workers.map(stop));
    await expectAllDeliveredOnce();
    expect(brands).toEqual(new Set(['one', 'two']));
  });

  test('continue immediately, and send nothing twice, when one of them is stopped in the middle of a queue', async () => {
    let inFlight = 0;
    const stopping = Promise.withResolvers<void>();
    receiver.chooseResponse = async ({ brand }): Promise<ReceiverResponse> => {
      if (brand !== 'one' || receiver.arrivals.length < deliveries / 2) return 200;
      inFlight += 1;
      await stopping.promise;
      await responseDelay(1_000); // Too slow to receive all claimed deliveries before the worker stops.
      return 200;
    };
    await fillQueues();
    const one = await startWorker('ONE');
    const claimed = async () => (await pendingDeliveries()).filter(({ lease_id }) => lease_id !== null).length;
    await vi.waitFor(() => expect(inFlight).toBeGreaterThan(0), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await claimed()).toBeGreaterThan(inFlight), { timeout: 20_000 });
    const stopped = stop(one);
    await one.logs('stopping');
    stopping.resolve();
    await stopped;

    const left = await pendingDeliveries();
    expect(left.length).toBeGreaterThan(0);
    expect(left).toHaveLength(deliveries - receiver.accepted.size);
    const now = timestamp(systemClock.now());
    expect(left.filter(({ lease_id, next_attempt_at }) => lease_id !== null || next_attempt_at! > now)).toEqual([]);

    const two = await startWorker('TWO');
    await waitForDeliveries(t.db, deliveryMsMax);
    await stop(two);
    await expectAllDeliveredOnce();
  });

  function pendingDeliveries() {
    return t.db
      .selectFrom('webhook_deliveries')
      .select(['lease_id', 'next_attempt_at'])
      .where('status', '=', 'pending')
      .execute();
  }
});
