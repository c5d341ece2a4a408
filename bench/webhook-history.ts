import { claimDueDeliveries, findPendingEndpoints } from '../packages/server/src/features/webhooks/delivery-rows.ts';
import { timestamp } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { Databases } from './copies.ts';
import { formatSpread, median, report } from './report.ts';
import { insertDeliveries, makeEndpoint, makeOrganizer } from './webhook-setup.ts';

const historySize = 300_000;
const pendingCount = 5_000;
const claimSize = 500;
const rounds = 15;

/** Compares the time to claim deliveries for an endpoint with a long delivery history and for an endpoint without history. */
export async function benchHistory(databases: Databases): Promise<void> {
  const [withHistory, withoutHistory] = [await open(databases, historySize), await open(databases, 0)];
  await claimAll(withHistory);
  await claimAll(withoutHistory);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [measuredMs, referenceMs] = [await claimAll(withHistory), await claimAll(withoutHistory)];
    pairs.push({ measuredMs, referenceMs, ratio: measuredMs / referenceMs });
  }
  await withHistory.destroy();
  await withoutHistory.destroy();
  report({
    name: `${databases.kind} claim`,
    measured: `${median(pairs.map(({ measuredMs }) => measuredMs)).toFixed(2)} ms`,
    reference: `${median(pairs.map(({ referenceMs }) => referenceMs)).toFixed(2)} ms without history`,
    ratio: formatSpread(pairs.map(({ ratio }) => ratio)),
    required: '≤ 1.2',
  });
}

/**
 * Opens a database that is stored for later runs. Creates it with a temporary name first, so that a database with the final name
 * is always complete.
 */
async function open(databases: Databases, succeededCount: number): Promise<Db> {
  const name = `webhook_history_${succeededCount}`;
  if (await databases.exists(name)) return openDatabase(databases.locationOf(name));
  const db = openDatabase(await databases.create('webhook_run'));
  await migrate(db);
  const { id: organizerId } = await makeOrganizer(db, 'history');
  const endpoint = { organizerId, endpointId: await makeEndpoint(db, organizerId, 'http://127.0.0.1:9999/') };
  await insertDeliveries(db, endpoint, { count: succeededCount, bodyBytes: 200, status: 'succeeded' });
  await insertDeliveries(db, endpoint, { count: pendingCount, bodyBytes: 1_000, status: 'pending' });
  await db.destroy();
  await databases.runMaintenance('webhook_run');
  return openDatabase(await databases.copy('webhook_run', name));
}

/** Claims all pending deliveries in batches of 500. Returns the milliseconds for each batch. */
async function claimAll(db: Db): Promise<number> {
  const nowMs = Date.now();
  const now = timestamp(nowMs);
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_id: null, next_attempt_at: now })
    .where('status', '=', 'pending')
    .execute();
  const leaseExpiresAt = timestamp(nowMs + 3_600_000);
  const startedMs = performance.now();
  let claimed = 0;
  for (;;) {
    const [due] = await findPendingEndpoints(db);
    if (due === undefined || due.next_attempt_at > now) break;
    const endpoint = { organizerId: due.organizer_id, endpointId: due.endpoint_id };
    const rows = await db
      .transaction()
      .execute(async (tx) =>
        claimDueDeliveries(tx, { ...endpoint, now, limit: claimSize, leaseId: 'bench', leaseExpiresAt }),
      );
    claimed += rows.length;
  }
  const milliseconds = performance.now() - startedMs;
  if (claimed !== pendingCount) throw new Error(`${claimed} of ${pendingCount} pending deliveries were claimed.`);
  return milliseconds / (pendingCount / claimSize);
}
