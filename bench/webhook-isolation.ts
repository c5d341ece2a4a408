import { setTimeout as sleep } from 'node:timers/promises';
import { emit } from '../packages/server/src/features/webhooks/index.ts';
import { timestamp } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { Databases } from './copies.ts';
import { median, monotonicMs, quantile, report, spread } from './report.ts';
import {
  delaysOf,
  insertDeliveries,
  makeEndpoint,
  makeOrganizer,
  type Sink,
  startWorkerProcess,
} from './webhook-setup.ts';

const waiting = 10_000;
const rounds = 5;
const pauseMs = 10;
/** Longer than the timeout of requests without a response (15 s). */
const seconds = 20;
/** The part of `seconds` that is not measured. */
const warmUpSeconds = 2;
const data = JSON.stringify({ endpointId: 'whk_00000000000000000000000000', message: 'x'.repeat(800) });

/**
 * Compares an endpoint whose database also has an unresponsive endpoint of another organizer with one whose database has none.
 * Each database has a separate worker. Both run at the same time, so other work of the machine delays both equally.
 */
export async function benchIsolation(databases: Databases, sink: Sink): Promise<void> {
  const organizerId = await prepare(databases, sink);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [dead, alone] = await measure(databases, organizerId, sink);
    pairs.push({ dead: dead!, alone: alone! });
  }
  const formatDelays = (all: readonly (readonly number[])[]) =>
    [0.5, 0.99].map((share) => median(all.map((ms) => quantile(ms, share))).toFixed(1)).join(' / ');
  report({
    name: `${databases.kind} beside a dead endpoint`,
    measured: formatDelays(pairs.map(({ dead }) => dead)),
    beside: `${formatDelays(pairs.map(({ alone }) => alone))} without it`,
    ratio: spread(pairs.map(({ dead, alone }) => quantile(dead, 0.99) / quantile(alone, 0.99))),
    required: '≤ 1.1',
  });
}

async function prepare(databases: Databases, sink: Sink): Promise<string> {
  const db = openDatabase(await databases.create('webhook_alive'));
  await migrate(db);
  const [alive, dead] = [await makeOrganizer(db, 'alive'), await makeOrganizer(db, 'dead')];
  await makeEndpoint(db, alive.id, sink.url('times'));
  const endpointId = await makeEndpoint(db, dead.id, sink.url('never'));
  await db.destroy();
  const other = openDatabase(await databases.copy('webhook_alive', 'webhook_dead'));
  const pendingDeliveries = { count: waiting, bodyBytes: 1_000, status: 'pending' } as const;
  await insertDeliveries(other, { organizerId: dead.id, endpointId }, pendingDeliveries);
  await other.destroy();
  for (const name of ['webhook_alive', 'webhook_dead']) await databases.runMaintenance(name);
  return alive.id;
}

/** The milliseconds from each commit to the arrival, with and without an unresponsive endpoint. */
async function measure(databases: Databases, organizerId: string, sink: Sink): Promise<number[][]> {
  const places = [
    await databases.copy('webhook_dead', 'webhook_run_dead'),
    await databases.copy('webhook_alive', 'webhook_run_alive'),
  ];
  const dbs = places.map((place) => openDatabase(place));
  await sink.takeRequests();
  const workers = await Promise.all(places.map(startWorkerProcess));
  const committed = await Promise.all(dbs.map((db, index) => emitSteadily(db, organizerId, (index * pauseMs) / 2)));
  const measured = committed.map((events) => events.slice(warmUpSeconds * (1_000 / pauseMs)));
  const delays = await delaysOf(sink, measured.flat());
  for (const worker of workers) await worker.kill();
  for (const db of dbs) await db.destroy();
  return [delays.slice(0, measured[0]!.length), delays.slice(measured[0]!.length)];
}

async function emitSteadily(db: Db, organizerId: string, afterMs: number): Promise<[id: string, ms: number][]> {
  const committed: [string, number][] = [];
  const startedMs = monotonicMs() + afterMs;
  for (let index = 0; index < seconds * (1_000 / pauseMs); index += 1) {
    const pauseLeftMs = startedMs + index * pauseMs - monotonicMs();
    if (pauseLeftMs > 0) await sleep(pauseLeftMs);
    const now = timestamp(Date.now());
    const [id] = await db.transaction().execute((tx) => emit(tx, organizerId, [{ type: 'ping', data }], now));
    committed.push([id!, monotonicMs()]);
  }
  return committed;
}
