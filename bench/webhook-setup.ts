import { type ChildProcess, fork, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventTypes } from '../packages/server/src/deployments/webhook-types.ts';
import { byOperator } from '../packages/server/src/features/audit/index.ts';
import { createOrganizer, type Organizer } from '../packages/server/src/features/organizers/index.ts';
import { newDelivery } from '../packages/server/src/features/webhooks/emit.ts';
import { addEndpoint } from '../packages/server/src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../packages/server/src/platform/clock.ts';
import { deriveSecrets } from '../packages/server/src/platform/crypto.ts';
import { type Db, dialectOf } from '../packages/server/src/platform/database/dialect.ts';
import type { DatabaseLocation } from '../packages/server/src/platform/database/open.ts';
import { newId } from '../packages/server/src/platform/ids.ts';
import { organizerScope } from '../packages/server/src/platform/scope.ts';
import { stopWithParent } from '../packages/server/test/harness/stop-with-parent.ts';
import { installedProgram } from './servers.ts';
import type { ReceivedRequests } from './webhook-sink.ts';

/** The master key of every database of the benchmark. */
export const masterKey = 'a master key that every run of the benchmark uses';
export const secrets = deriveSecrets(masterKey);
const rules = { allowHttp: true, allowPrivateNetworks: true, eventTypes };

/** A receiver in a separate process. */
export interface Sink {
  url(path: 'count' | 'times' | 'never'): string;
  /** The requests that the sink received since the last call. */
  takeRequests(): Promise<ReceivedRequests>;
  stop(): void;
}

export async function startSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'webhook-sink.ts'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    takeRequests: async () => {
      child.send('take');
      return (await once(child, 'message'))[0] as ReceivedRequests;
    },
    stop: () => child.disconnect(),
  };
}

const arrivalTimeoutMs = 10_000;

/**
 * The milliseconds from each start time to the arrival of the POST request with that `webhook-id` at `/times`.
 *
 * @param starts ids with start times of `monotonicMs`
 * @throws Error if a request does not arrive
 */
export async function delaysOf(
  sink: Sink,
  starts: readonly (readonly [id: string, startedMs: number])[],
): Promise<number[]> {
  const arrivalTimes = new Map<string, number>();
  const deadlineMs = performance.now() + arrivalTimeoutMs;
  for (;;) {
    for (const [id, ms] of (await sink.takeRequests()).arrivals) arrivalTimes.set(id, ms);
    const missing = starts.filter(([id]) => !arrivalTimes.has(id)).length;
    if (missing === 0) return starts.map(([id, startedMs]) => arrivalTimes.get(id)! - startedMs);
    if (performance.now() > deadlineMs)
      throw new Error(`${missing} of ${starts.length} requests did not reach the sink.`);
    await sleep(100);
  }
}

/** The environment variables of a program that uses this database. */
export function envOf({ databaseUrl, databaseSharding, dataDir }: DatabaseLocation): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(databaseSharding ? { DATABASE_SHARDING: databaseSharding } : {}),
  };
}

/** Runs a program of this folder with a task, and returns the message that it sends. */
export async function runTask<Result>(file: string, task: Serializable, location?: DatabaseLocation): Promise<Result> {
  const env = location === undefined ? process.env : envOf(location);
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(task)], { env });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} exited with code ${code} without a message.`);
  });
  exited.catch(() => {});
  const [result] = await Promise.race([once(child, 'message'), exited]);
  return result as Result;
}

/** A process of `organizer serve --role worker`. */
export interface WorkerProcess {
  readonly pid: number;
  /** Kills the process without waiting for its requests. */
  kill(): Promise<void>;
}

/** Starts a worker and waits until it writes its first line. Its log has only errors. */
export async function startWorkerProcess(location: DatabaseLocation): Promise<WorkerProcess> {
  const args = [...installedProgram, 'serve', '--role', 'worker', '--json'];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...envOf(location), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stopWithParent(child);
  const exited = once(child, 'exit');
  const firstOutput = await Promise.race([once(child.stdout!, 'data'), exited.then(() => null)]);
  if (firstOutput === null) throw new Error(`The worker exited with code ${child.exitCode}.`);
  return {
    pid: child.pid!,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export function makeOrganizer(db: Db, slug: string): Promise<Organizer> {
  return createOrganizer(db, systemClock, { name: slug, slug, currency: 'EUR', timezone: 'Europe/Berlin' }, byOperator);
}

/** Creates an endpoint for all events of its organizer. Returns its id. */
export async function makeEndpoint(db: Db, organizerId: string, url: string): Promise<string> {
  return (
    await addEndpoint(
      db,
      organizerScope(organizerId, systemClock, byOperator),
      { url, events: ['*'], description: null },
      rules,
      secrets,
    )
  ).id;
}

/** Inserts events and their deliveries to one endpoint directly into the tables. */
export async function insertDeliveries(
  db: Db,
  endpoint: { organizerId: string; endpointId: string },
  options: { count: number; bodyBytes: number; status: 'pending' | 'succeeded' | 'failed' },
): Promise<void> {
  const dialect = dialectOf(db);
  const batchSize = 5_000;
  const { last } = await db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.coalesce(eb.fn.max('sequence'), eb.val(0)).as('last'))
    .where('organizer_id', '=', endpoint.organizerId)
    .executeTakeFirstOrThrow();
  for (let inserted = 0; inserted < options.count; inserted += batchSize) {
    const createdAtMs = Date.now() - 60_000;
    const createdAt = timestamp(createdAtMs);
    const events = Array.from({ length: Math.min(batchSize, options.count - inserted) }, (_, index) => {
      const id = newId('msg', createdAtMs);
      const sequence = last + inserted + index + 1;
      const head = `{"id":"${id}","type":"ping","sequence":${sequence},"data":"`;
      const body = `${head.padEnd(options.bodyBytes - 2, 'x')}"}`;
      return {
        organizer_id: endpoint.organizerId,
        id,
        sequence,
        type: 'ping',
        body,
        is_test: 0,
        object_id: null,
        order_number: null,
        belongs_to_event_id: null,
        created_at: createdAt,
      };
    });
    const finishedFields = { status: options.status, attempt_count: 1, next_attempt_at: null };
    const deliveries = events.map(({ id }) => ({
      ...newDelivery(endpoint.organizerId, endpoint.endpointId, id, { now: createdAt, dueAt: createdAt }),
      ...(options.status === 'pending' ? {} : finishedFields),
    }));
    await db.transaction().execute(async (tx) => {
      await dialect.insertMany(tx, 'webhook_events', events);
      await dialect.insertMany(tx, 'webhook_deliveries', deliveries);
    });
  }
}
