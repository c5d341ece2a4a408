import { claimDueDeliveries, findDueEndpoints } from '../packages/server/src/features/webhooks/leases.ts';
import { timestamp } from '../packages/server/src/platform/clock.ts';
import type { Db } from '../packages/server/src/platform/database/dialect.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { openDatabase } from '../packages/server/src/platform/database/open.ts';
import type { Databases } from './copies.ts';
import { median, report, spread } from './report.ts';
import { insertDeliveries, makeEndpoint, makeOrganizer } from './webhook-setup.ts';

const history = 1_000_000;
const waiting = 5_000;
const claimSize = 500;
const rounds = 15;

/** Compares claiming from a queue whose endpoint has a long delivery history with one whose endpoint has none. */
export async function benchHistory(databases: Databases): Promise<void> {
  const [long, none] = [await open(databases, history), await open(databases, 0)];
  await claimAll(long);
  await claimAll(none);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await claimAll(long), await claimAll(none)];
    pairs.push({ one, other, ratio: one / other });
  }
  await long.destroy();
  await none.destroy();
  report({
    name: `${databases.kind} claim`,
    measured: `${median(pairs.map(({ one }) => one)).toFixed(2)} ms`,
    beside: `${median(pairs.map(({ other }) => other)).toFixed(2)} ms with no history`,
    ratio: spread(pairs.map(({ ratio }) => ratio)),
    required: '≤ 1.2',
  });
}

/** Opens a database that is stored for later runs. Creates it under another name first, so that it is never incomplete. */
async function open(databases: Databases, delivered: number): Promise<Db> {
  const name = `webhook_history_${delivered}`;
  if (await databases.exists(name)) return openDatabase(databases.at(name));
  const db = openDatabase(await databases.create('webhook_run'));
  await migrate(db);
  const { id: organizerId } = await makeOrganizer(db, 'history');
  const to = { organizerId, endpointId: await makeEndpoint(db, organizerId, 'http://127.0.0.1:9999/') };
  await insertDeliveries(db, to, { count: delivered, bodyBytes: 200, status: 'succeeded' });
  await insertDeliveries(db, to, { count: waiting, bodyBytes: 1_000, status: 'pending' });
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
    const [due] = await findDueEndpoints(db, { now });
    if (due === undefined) break;
    const endpoint = { organizerId: due.organizer_id, endpointId: due.id };
    const rows = await db
      .transaction()
      .execute(async (tx) =>
        claimDueDeliveries(tx, { ...endpoint, now, limit: claimSize, leaseId: 'bench', leaseExpiresAt }),
      );
    claimed += rows.length;
  }
  const milliseconds = performance.now() - startedMs;
  if (claimed !== waiting) throw new Error(`${claimed} of ${waiting} pending deliveries were claimed.`);
  return milliseconds / (waiting / claimSize);
}
