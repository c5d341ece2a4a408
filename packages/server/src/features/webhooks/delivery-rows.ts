import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { TakenSlots } from './endpoint-limits.ts';
import { findDeliveryTarget, lockNextSlot, setNextSlot } from './endpoints.ts';
import type { DeliveryTarget, Targets } from './targets.ts';
import { claimAheadMs, type FreeSlots, findFreeSlots, slotAfter } from './throttle.ts';

/** Longer than the timeout of a request. The rest is for the transactions before and after it. */
export const deliveryLeaseMs = 45_000;
/** An endpoint is paused for this time if its headers or all of its secrets cannot be decrypted. */
const unreadablePauseMs = 60_000;
/** A throttled endpoint is paused for this time if another process is taking its slots. */
const lockedPauseMs = 50;
/** After this time at the latest, a throttled endpoint is looked up again: its throttle can have changed. */
const maxThrottlePauseMs = 5_000;

/** An endpoint with pending deliveries. */
interface PendingEndpoint {
  readonly organizer_id: string;
  readonly endpoint_id: string;
  /** The time of the first attempt that waits, RFC 3339. */
  readonly next_attempt_at: string;
}

const findPending = statement<object, PendingEndpoint>((db) =>
  dialectOf(db).correlatesOrganizers
    ? sql`select organizer_id, endpoint_id, next_attempt_at from (select e.organizer_id, e.id as endpoint_id,
          (select d.next_attempt_at from webhook_deliveries as d
            where d.organizer_id = e.organizer_id and d.endpoint_id = e.id and d.status = 'pending'
            order by d.next_attempt_at limit 1) as next_attempt_at
          from webhook_endpoints as e) as endpoints
        where next_attempt_at is not null`
    : sql`select organizer_id, endpoint_id, min(next_attempt_at) as next_attempt_at from webhook_deliveries
        where status = 'pending' group by organizer_id, endpoint_id`,
);

/**
 * Finds the endpoints with pending deliveries, in one statement. It reads one entry of an index for each endpoint, regardless of the
 * number of its deliveries. A sharded database cannot do that, and reads an entry for each pending delivery.
 */
export function findPendingEndpoints(db: Db): Promise<PendingEndpoint[]> {
  return findPending(db, {});
}

/** A delivery that this process has claimed. */
export interface ClaimedDelivery {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly id: string;
  readonly eventId: string;
  /** The number of earlier attempts. */
  readonly attemptCount: number;
  readonly leaseId: string;
  /** The time when the lease expires, by the monotonic clock of this process. */
  readonly leaseExpiresMs: number;
  /** The span that created the delivery, as the header `traceparent`; null without traces. */
  readonly traceParent: string | null;
  readonly body: string;
  readonly target: DeliveryTarget;
  /** The start of its slot if the endpoint is throttled, otherwise 0, by the monotonic clock of this process. */
  readonly notBeforeMs: number;
}

/** The result of a claim. */
export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Whether the endpoint may have more due deliveries. */
  readonly hasMore: boolean;
  /** The time before which nothing more can be claimed from the endpoint, by the monotonic clock. */
  readonly noClaimUntilMs: number;
}

/** What claims of one transaction have in common. */
interface ClaimContext {
  readonly clock: ServiceClock;
  readonly targets: Targets;
  readonly leaseId: string;
  /** The current time of the monotonic clock. */
  readonly monotonicMs: number;
}

/** Claims due deliveries of an endpoint, as many as slots were taken for them, at the time of its organizer's clock. */
export async function claimDeliveries(tx: Db, slots: TakenSlots, context: ClaimContext): Promise<Claim> {
  const { organizerId, endpointId } = slots;
  const { monotonicMs } = context;
  const nowMs = context.clock.of(organizerId).now();
  const now = timestamp(nowMs);
  const rows = await findDeliveryTarget(tx, { organizerId, endpointId, now });
  if (rows[0]?.status !== 'enabled') {
    // Deliveries that were created while the endpoint was being disabled.
    await cancelPending(tx, organizerId, endpointId, now);
    return { deliveries: [], hasMore: false, noClaimUntilMs: 0 };
  }
  const target = context.targets.of(organizerId, endpointId, rows);
  if (target === null) return { deliveries: [], hasMore: true, noClaimUntilMs: monotonicMs + unreadablePauseMs };
  const { intervalMs } = target;
  if (intervalMs === null) return claimAt(tx, slots, context, { nowMs, target });
  const [endpoint] = await lockNextSlot(tx, { organizerId, endpointId });
  if (endpoint === undefined) return { deliveries: [], hasMore: true, noClaimUntilMs: monotonicMs + lockedPauseMs };
  const nextSlotMs = endpoint.next_slot_at === null ? nowMs : Date.parse(endpoint.next_slot_at);
  const freeSlots = findFreeSlots(nextSlotMs, intervalMs, nowMs);
  const count = Math.min(slots.count, freeSlots.count);
  const claim = await claimAt(tx, { ...slots, count }, context, { nowMs, target, freeSlots });
  const claimedCount = claim.deliveries.length;
  const freeSlotMs = slotAfter(freeSlots, claimedCount, intervalMs);
  if (claimedCount > 0) await setNextSlot(tx, { organizerId, endpointId, nextSlotAt: timestamp(freeSlotMs) });
  return { ...claim, noClaimUntilMs: monotonicMs + Math.min(maxThrottlePauseMs, freeSlotMs - claimAheadMs - nowMs) };
}

async function claimAt(
  tx: Db,
  { organizerId, endpointId, count }: TakenSlots,
  { leaseId, monotonicMs }: ClaimContext,
  { nowMs, target, freeSlots }: { nowMs: number; target: DeliveryTarget; freeSlots?: FreeSlots },
): Promise<Claim> {
  const [now, leaseExpiresAt] = [timestamp(nowMs), timestamp(nowMs + deliveryLeaseMs)];
  const request = { organizerId, endpointId, now, limit: count, leaseId, leaseExpiresAt };
  const rows = count === 0 ? [] : await claimDueDeliveries(tx, request);
  const firstMs = freeSlots === undefined ? 0 : monotonicMs + freeSlots.firstMs - nowMs;
  const lease = { organizerId, endpointId, target, leaseId, leaseExpiresMs: monotonicMs + deliveryLeaseMs };
  const deliveries = rows.map((row, index) => ({
    ...lease,
    ...row,
    notBeforeMs: firstMs + index * (target.intervalMs ?? 0),
  }));
  return { deliveries, hasMore: rows.length === count, noClaimUntilMs: 0 };
}

/**
 * Claims due deliveries of an endpoint, in the order in which they became due. Until the lease expires, no other worker claims
 * them. `leaseId` identifies the lease.
 */
export const claimDueDeliveries = statement<
  { organizerId: string; endpointId: string; now: string; limit: number; leaseId: string; leaseExpiresAt: string },
  Pick<ClaimedDelivery, 'id' | 'eventId' | 'attemptCount' | 'traceParent' | 'body'>
>(
  (db, param) => sql`with picked as materialized (
      select d.id from webhook_deliveries as d
      where d.status = 'pending' and d.endpoint_id = ${param('endpointId')} and d.next_attempt_at <= ${param('now')}
        and d.organizer_id = ${param('organizerId')}
      order by d.next_attempt_at, d.id limit cast(${param('limit')} as integer) ${dialectOf(db).forUpdateSkipLocked})
    update webhook_deliveries set lease_id = ${param('leaseId')}, next_attempt_at = ${param('leaseExpiresAt')}
    where organizer_id = ${param('organizerId')} and ${dialectOf(db).isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, event_id as "eventId", attempt_count as "attemptCount", trace_parent as "traceParent",
      (select e.body from webhook_events as e
        where e.organizer_id = ${param('organizerId')} and e.id = webhook_deliveries.event_id) as body`,
);

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

/** Releases claimed deliveries that were not attempted: they are due now, for any worker. */
export async function releaseDeliveries(
  tx: Db,
  deliveries: readonly ClaimedDelivery[],
  clock: ServiceClock,
): Promise<void> {
  const rows = deliveries.map(({ organizerId, id, leaseId }) => ({
    organizer_id: organizerId,
    id,
    lease_id: leaseId,
    next_attempt_at: timestamp(clock.of(organizerId).now()),
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
    .set({ next_attempt_at: timestamp(nowMs + deliveryLeaseMs) })
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
