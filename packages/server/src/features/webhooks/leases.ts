import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** An endpoint with pending deliveries. */
export interface PendingEndpoint {
  readonly organizer_id: string;
  readonly endpoint_id: string;
  /** The time of the first attempt that waits, RFC 3339. */
  readonly next_attempt_at: string;
}

/** The number of pending deliveries that one statement of `findPendingEndpoints` reads. */
const pendingRowsPerRead = 100;

const readPending = statement<{ after: string }, PendingEndpoint>(
  (_db, param) => sql`select organizer_id, endpoint_id, next_attempt_at from webhook_deliveries
    where status = 'pending' and endpoint_id > ${param('after')}
    order by endpoint_id, next_attempt_at limit ${sql.lit(pendingRowsPerRead)}`,
);

/**
 * Finds the endpoints with pending deliveries. Each statement reads a few index entries, and continues after the last endpoint of the
 * previous one. So an endpoint costs at most one statement, regardless of the number of its deliveries, and endpoints with few
 * deliveries share a statement. A recursive statement would do the same in one step, but a sharded database refuses it.
 */
export async function findPendingEndpoints(db: Db): Promise<PendingEndpoint[]> {
  const endpoints: PendingEndpoint[] = [];
  for (;;) {
    const rows = await readPending(db, { after: endpoints.at(-1)?.endpoint_id ?? '' });
    for (const row of rows) if (row.endpoint_id !== endpoints.at(-1)?.endpoint_id) endpoints.push(row);
    if (rows.length < pendingRowsPerRead) return endpoints;
  }
}

interface ClaimedRow {
  id: string;
  event_id: string;
  attempt_count: number;
  trace_parent: string | null;
  body: string;
}

/**
 * Claims due deliveries of an endpoint, in the order in which they became due. Until the lease expires, no other worker claims
 * them. `leaseId` identifies the lease.
 */
export const claimDueDeliveries = statement<
  { organizerId: string; endpointId: string; now: string; limit: number; leaseId: string; leaseExpiresAt: string },
  ClaimedRow
>((db, param) => {
  return sql`with picked as materialized (
      select d.id from webhook_deliveries as d
      where d.status = 'pending' and d.endpoint_id = ${param('endpointId')} and d.next_attempt_at <= ${param('now')}
        and d.organizer_id = ${param('organizerId')}
      order by d.next_attempt_at, d.id limit cast(${param('limit')} as integer) ${dialectOf(db).forUpdateSkipLocked})
    update webhook_deliveries set lease_id = ${param('leaseId')}, next_attempt_at = ${param('leaseExpiresAt')}
    where organizer_id = ${param('organizerId')} and ${dialectOf(db).isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, event_id, attempt_count, trace_parent, (select e.body from webhook_events as e
      where e.organizer_id = ${param('organizerId')} and e.id = webhook_deliveries.event_id) as body`;
});

/** Longer than the timeout, because claimed deliveries wait in the worker until they can be sent. */
export const defaultLeaseMs = 45_000;

/** The state of a delivery after an attempt. `lease_id` is the lease under which the attempt was made. */
export type DeliveryUpdate = Pick<
  Tables['webhook_deliveries'],
  'organizer_id' | 'id' | 'lease_id' | 'status' | 'attempt_count' | 'next_attempt_at' | 'updated_at'
>;

/** The columns that identify a row to update. A row with another lease was claimed by another worker or cancelled. */
const leaseKey = ['organizer_id', 'id', 'lease_id'] as const;

/** Inserts attempts, and updates and releases the deliveries that are still under the lease of their attempt. */
export async function recordAttempts(
  tx: Db,
  attempts: readonly Tables['webhook_attempts'][],
  updates: readonly DeliveryUpdate[],
): Promise<void> {
  const dialect = dialectOf(tx);
  await dialect.insertMany(tx, 'webhook_attempts', attempts);
  await dialect.updateMany(tx, 'webhook_deliveries', leaseKey, sortedById(updates), ['lease_id']);
}

/** Releases claimed deliveries that were not attempted. Each is due again at its `dueAt`. */
export async function releaseDeliveries(
  tx: Db,
  deliveries: readonly { organizerId: string; id: string; leaseId: string; dueAt: string }[],
): Promise<void> {
  const rows = deliveries.map(({ organizerId, id, leaseId, dueAt }) => ({
    organizer_id: organizerId,
    id,
    lease_id: leaseId,
    next_attempt_at: dueAt,
  }));
  await dialectOf(tx).updateMany(tx, 'webhook_deliveries', leaseKey, sortedById(rows), ['lease_id']);
}

/** Sorts rows by id. Rows are always locked in this order, which prevents deadlocks. */
function sortedById<T extends { id: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Cancels an endpoint's pending deliveries. `replayDeliveries` can send them later. */
export async function cancelPending(tx: Db, organizerId: string, endpointId: string, now: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', next_attempt_at: null, lease_id: null, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('endpoint_id', '=', endpointId)
    .where(sql<boolean>`status = 'pending'`)
    .execute();
}

/**
 * Cancels the pending deliveries of all endpoints, and stops all replays.
 *
 * @param now RFC 3339
 * @returns the number of deliveries
 */
export async function cancelWaitingDeliveries(tx: Db, now: string): Promise<number> {
  await tx
    .updateTable('webhook_replays')
    .set({ status: 'stopped', updated_at: now })
    .where(sql<boolean>`status = 'running'`)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', next_attempt_at: null, lease_id: null, updated_at: now })
    .where(sql<boolean>`status = 'pending'`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Renews the leases of an organizer's claimed deliveries, because its clock was moved forward. Otherwise other workers would claim
 * deliveries that are being sent.
 *
 * @param nowMs the new time of the organizer's clock
 */
export async function renewDeliveryLeases(tx: Db, organizerId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: timestamp(nowMs + defaultLeaseMs) })
    .where('organizer_id', '=', organizerId)
    .where(sql<boolean>`status = 'pending'`)
    .where('lease_id', 'is not', null)
    .execute();
}

/** The deliveries of this list that are in the database. A reset of a sandbox deletes deliveries while they are being sent. */
export async function findExisting<T extends { readonly delivery: { readonly id: string } }>(
  db: Db,
  attempts: readonly T[],
): Promise<T[]> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where((eb) => dialectOf(db).isOneOf(eb.ref('id'), ids))
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  return attempts.filter(({ delivery }) => existing.has(delivery.id));
}

/**
 * Releases the deliveries that were claimed when the server crashed: they are due again. Call it only while no worker runs.
 *
 * @param now RFC 3339
 */
export async function releaseDeliveryLeases(db: Db, now: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_id: null, next_attempt_at: now })
    .where(sql<boolean>`status = 'pending'`)
    .where('lease_id', 'is not', null)
    .where('next_attempt_at', '>', now)
    .execute();
}
