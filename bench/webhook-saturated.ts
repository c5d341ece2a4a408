import { type DatabaseLocation, openDatabase } from '../packages/server/src/platform/database/open.ts';
import { createBenchData, target } from './consume.ts';
import type { Databases } from './copies.ts';
import { load } from './load.ts';
import { formatInteger, monotonicMs, quantile, report } from './report.ts';
import { startProgram } from './servers.ts';
import { envOf, makeEndpoint, type Sink } from './webhook-setup.ts';

const warmUpSeconds = 2;
const seconds = 5;

/**
 * Measures the delay of webhooks while 32 connections consume units as fast as the server allows. The delay begins when the event is
 * created, inside its transaction, so it includes the rest of the transaction and the commit.
 */
export async function benchSaturated(databases: Databases, sink: Sink): Promise<void> {
  const location = await databases.create('webhook_saturated');
  const benchData = await createBenchData(location);
  const db = openDatabase(location);
  await makeEndpoint(db, benchData.organizer.id, sink.url('times'));
  await db.destroy();
  await databases.runMaintenance('webhook_saturated');
  const server = await startProgram(envOf(location));
  await load(target(server, benchData, benchData.entitlementIds), warmUpSeconds);
  await sink.takeRequests();
  const { requestsPerSecond } = await load(target(server, benchData, benchData.entitlementIds), seconds);
  const { arrivals } = await sink.takeRequests();
  await server.stop();
  const delays = await delaysSinceCreation(location, arrivals);
  report({
    name: `${databases.kind}, 32 connections consuming`,
    measured: `p50 ${quantile(delays, 0.5).toFixed(1)}, p99 ${quantile(delays, 0.99).toFixed(1)}`,
    reference: `${formatInteger(requestsPerSecond)}/s consumed, ${formatInteger(arrivals.length / seconds)}/s delivered`,
    ratio: '',
    required: 'p50 ≤ 20',
  });
}

/** The milliseconds from the creation of each event to its arrival. */
async function delaysSinceCreation(
  location: DatabaseLocation,
  arrivals: readonly (readonly [id: string, ms: number])[],
): Promise<number[]> {
  const db = openDatabase(location);
  const rows = await db.selectFrom('webhook_events').select(['id', 'created_at']).execute();
  await db.destroy();
  const createdAt = new Map(rows.map(({ id, created_at }) => [id, Date.parse(created_at)]));
  const wallClockMs = Date.now() - monotonicMs();
  return arrivals.map(([id, ms]) => ms + wallClockMs - createdAt.get(id)!);
}
