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
/** Long enough for requests that are never answered to be given up (15 s). */
const seconds = 20;
/** So much of it only warms up. */
const warmUpSeconds = 2;
const data = JSON.stringify({ endpointId: 'whk_00000000000000000000000000', message: 'x'.repeat(800) });

/**
 * A lively endpoint with a dead one of another organizer beside it, and one without, each in a database with a worker of
 * its own. Both at the same time: what else the machine does delays both alike.
 */
export async function benchIsolation(databases: Databases, sink: Sink): Promise<void> {
  const organizerId = await prepare(databases, sink);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [dead, alone] = await measure(databases, organizerId, sink);
    pairs.push({ dead: dead!, alone: alone! });
  }
  const shown = (all: readonly (readonly number[])[]) =>
    [0.5, 0.99].map((share) => median(all.map((ms) => quantile(ms, share))).toFixed(1)).join(' / ');
  report({
    name: `${databases.kind} beside a dead endpoint`,
    measured: shown(pairs.map(({ dead }) => dead)),
    beside: `${shown(pairs.map(({ alone }) => alone))} without it`,
    ratio: spread(pairs.map(({ dead, alone }) => quantile(dead, 0.99) / quantile(alone, 0.99))),
    wanted: '≤ 1.1',
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
  const given = { count: waiting, bodyBytes: 1_000, status: 'pending' } as const;
  await insertDeliveries(other, { organizerId: dead.id, endpointId }, given);
  await other.destroy();
  for (const name of ['webhook_alive', 'webhook_dead']) await databases.runMaintenance(name);
  return alive.id;
}

/** Milliseconds from each commit to the arrival, with a dead endpoint and without. */
async function measure(databases: Databases, organizerId: string, sink: Sink): Promise<number[][]> {
  const places = [
    await databases.copy('webhook_dead', 'webhook_run_dead'),
    await databases.copy('webhook_alive', 'webhook_run_alive'),
  ];
  const dbs = places.map((place) => openDatabase(place));
  await sink.take();
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
