import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { Databases } from './copies.ts';
import { cpuMicroseconds } from './load.ts';
import { formatInteger, formatSpread, median, monotonicMs, report } from './report.ts';
import type { BareResult, BareTask } from './webhook-bare.ts';
import type { DrainerResult } from './webhook-drainer.ts';
import {
  insertDeliveries,
  makeEndpoint,
  makeOrganizer,
  runTask,
  type Sink,
  startWorkerProcess,
} from './webhook-setup.ts';

const count = 50_000;
const bodyBytes = 1_000;
const connections = 32;
const rounds = 3;
const pollPauseMs = 20;

interface Speed {
  readonly perSecond: number;
  /** The processor time of the sending process for one delivery. */
  readonly microseconds: number;
}

/** Compares the worker with a bare loop of requests. They run alternately, in separate processes, with the same sink. */
export async function benchDrain(databases: Databases, sink: Sink): Promise<void> {
  const db = openDatabase(await databases.create('webhook_drain'));
  await migrate(db);
  const { id: organizerId } = await makeOrganizer(db, 'drain');
  const endpointId = await makeEndpoint(db, organizerId, sink.url('count'));
  await insertDeliveries(db, { organizerId, endpointId }, { count, bodyBytes, status: 'pending' });
  await db.destroy();
  await databases.runMaintenance('webhook_drain');
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [service, bare] = [await drain(databases, sink), await sendBare(sink)];
    pairs.push({ service, bare, ratio: service.perSecond / bare.perSecond });
  }
  const formatSpeeds = (speeds: Speed[]) =>
    `${formatInteger(median(speeds.map(({ perSecond }) => perSecond)))}/s, ${Math.round(median(speeds.map(({ microseconds }) => microseconds)))} µs cpu`;
  report({
    name: `${databases.kind} drain`,
    measured: formatSpeeds(pairs.map(({ service }) => service)),
    reference: `${formatSpeeds(pairs.map(({ bare }) => bare))} undici`,
    ratio: formatSpread(pairs.map(({ ratio }) => ratio)),
    required: '≥ 0.8',
  });
  await reportClaims(databases);
}

/** Prints the share of the time of a drain in which the worker waits for claims. */
async function reportClaims(databases: Databases): Promise<void> {
  const location = await databases.copy('webhook_drain', 'webhook_run');
  const { seconds, claimSeconds, statementSeconds } = await runTask<DrainerResult>('webhook-drainer.ts', {}, location);
  const formatTime = (value: number) => `${((value / count) * 1e6).toFixed(0)} µs a delivery`;
  report({
    name: `${databases.kind} drain, statements that claim`,
    measured: formatTime(claimSeconds),
    reference: `${formatTime(statementSeconds)} all statements`,
    ratio: `${((claimSeconds / seconds) * 100).toFixed(0)} % of the time`,
    required: '',
  });
}

async function drain(databases: Databases, sink: Sink): Promise<Speed> {
  const location = await databases.copy('webhook_drain', 'webhook_run');
  const db = openDatabase(location);
  await sink.takeRequests();
  const worker = await startWorkerProcess(location);
  const cpuBefore = cpuMicroseconds(worker.pid);
  let received = await sink.takeRequests();
  while (received.count < count) {
    await sleep(pollPauseMs);
    const newRequests = await sink.takeRequests();
    received = {
      ...newRequests,
      count: received.count + newRequests.count,
      firstMs: received.firstMs || newRequests.firstMs,
    };
  }
  // Not earlier: queries would slow down the database while the worker is sending.
  while (await hasPending(db)) await sleep(pollPauseMs);
  const endMs = monotonicMs();
  const microseconds = (cpuMicroseconds(worker.pid) - cpuBefore) / count;
  await worker.kill();
  const succeeded = await countSucceeded(db);
  await db.destroy();
  if (succeeded !== count || received.count !== count) {
    throw new Error(
      `Of ${count} deliveries, ${received.count} reached the sink, and ${succeeded} have the status succeeded.`,
    );
  }
  return { perSecond: count / ((endMs - received.firstMs) / 1000), microseconds };
}

async function hasPending(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the succeeded deliveries with a stored attempt. */
async function countSucceeded(db: Db): Promise<number> {
  const { succeeded } = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_attempts as a', (join) =>
      join.onRef('a.organizer_id', '=', 'd.organizer_id').onRef('a.delivery_id', '=', 'd.id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('succeeded'))
    .where('d.status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  return succeeded;
}

async function sendBare(sink: Sink): Promise<Speed> {
  const task: BareTask = { url: sink.url('count'), count, bodyBytes, connections };
  const { seconds, cpuMicroseconds: total } = await runTask<BareResult>('webhook-bare.ts', { ...task });
  return { perSecond: count / seconds, microseconds: total / count };
}
