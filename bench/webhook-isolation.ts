import { setTimeout as sleep } from 'node:timers/promises';
import { emit } from '../packages/server/src/features/webhooks/index.ts';
import { timestamp } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { Databases } from './copies.ts';
import { formatSpread, median, monotonicMs, quantile, report } from './report.ts';
import {
  delaysOf,
  insertDeliveries,
  makeEndpoint,
  makeOrganizer,
  type Sink,
  startWorkerProcess,
} from './webhook-setup.ts';

const pendingCount = 10_000;
const rounds = 3;
const pauseMs = 10;
/** The duration of a measurement. It is longer than the timeout of a request without a response (15 s). */
const seconds = 18;
/** The first part of `seconds`, which is not measured. */
const warmUpSeconds = 2;
const data = JSON.stringify({ endpointId: 'whk_00000000000000000000000000', message: 'x'.repeat(800) });

/**
 * Compares the delays of an endpoint in two databases. One database also has an unresponsive endpoint of another organizer. Each
 * database has a separate worker. Both workers run at the same time, so other work of the machine delays both equally.
 */
export async function benchIsolation(databases: Databases, sink: Sink): Promise<void> {
  const organizerId = await prepare(databases, sink);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [withUnresponsive, alone] = await measure(databases, organizerId, sink);
    pairs.push({ withUnresponsive: withUnresponsive!, alone: alone! });
  }
  const formatDelays = (rounds: readonly (readonly number[])[]) =>
    [0.5, 0.99].map((share) => median(rounds.map((delaysMs) => quantile(delaysMs, share))).toFixed(1)).join(' / ');
  report({
    name: `${databases.kind}, with an unresponsive endpoint`,
    measured: formatDelays(pairs.map(({ withUnresponsive }) => withUnresponsive)),
    reference: `${formatDelays(pairs.map(({ alone }) => alone))} without it`,
    ratio: formatSpread(
      pairs.map(({ withUnresponsive, alone }) => quantile(withUnresponsive, 0.99) / quantile(alone, 0.99)),
    ),
    required: '≤ 1.1',
  });
}

async function prepare(databases: Databases, sink: Sink): Promise<string> {
  const db = openDatabase(await databases.create('webhook_responsive'));
  await migrate(db);
  const [responsive, unresponsive] = [await makeOrganizer(db, 'responsive'), await makeOrganizer(db, 'unresponsive')];
  await makeEndpoint(db, responsive.id, sink.url('times'));
  const endpointId = await makeEndpoint(db, unresponsive.id, sink.url('never'));
  await db.destroy();
  const unresponsiveDb = openDatabase(await databases.copy('webhook_responsive', 'webhook_unresponsive'));
  const pendingDeliveries = { count: pendingCount, bodyBytes: 1_000, status: 'pending' } as const;
  await insertDeliveries(unresponsiveDb, { organizerId: unresponsive.id, endpointId }, pendingDeliveries);
  await unresponsiveDb.destroy();
  for (const name of ['webhook_responsive', 'webhook_unresponsive']) await databases.runMaintenance(name);
  return responsive.id;
}

/** The milliseconds from each commit to its arrival, with an unresponsive endpoint and without. */
async function measure(databases: Databases, organizerId: string, sink: Sink): Promise<number[][]> {
  const locations = [
    await databases.copy('webhook_unresponsive', 'webhook_run_unresponsive'),
    await databases.copy('webhook_responsive', 'webhook_run_responsive'),
  ];
  const dbs = locations.map((location) => openDatabase(location));
  await sink.takeRequests();
  const workers = await Promise.all(locations.map(startWorkerProcess));
  const committedEvents = await Promise.all(
    dbs.map((db, index) => emitSteadily(db, organizerId, (index * pauseMs) / 2)),
  );
  const measured = committedEvents.map((events) => events.slice(warmUpSeconds * (1_000 / pauseMs)));
  const delays = await delaysOf(sink, measured.flat());
  for (const worker of workers) await worker.kill();
  for (const db of dbs) await db.destroy();
  return [delays.slice(0, measured[0]!.length), delays.slice(measured[0]!.length)];
}

async function emitSteadily(db: Db, organizerId: string, startDelayMs: number): Promise<[id: string, ms: number][]> {
  const committedEvents: [string, number][] = [];
  const startedMs = monotonicMs() + startDelayMs;
  for (let index = 0; index < seconds * (1_000 / pauseMs); index += 1) {
    const remainingPauseMs = startedMs + index * pauseMs - monotonicMs();
    if (remainingPauseMs > 0) await sleep(remainingPauseMs);
    const now = timestamp(Date.now());
    const [id] = await db.transaction().execute((tx) => emit(tx, organizerId, [{ type: 'ping', data }], now));
    committedEvents.push([id!, monotonicMs()]);
  }
  return committedEvents;
}
