import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** An endpoint that has deliveries due. */
export interface DueEndpoint {
  readonly organizer_id: string;
  readonly id: string;
}

/** Endpoints with deliveries due: one probe of the index for each that has any waiting, however long its queue. */
export const findDueEndpoints = statement<{ now: string }, DueEndpoint>((_db, param) => {
  return sql`with recursive lane(endpoint_id) as (
      select (select min(endpoint_id) from webhook_deliveries where status = 'pending')
      union all
      select (select min(d.endpoint_id) from webhook_deliveries as d
        where d.status = 'pending' and d.endpoint_id > lane.endpoint_id)
      from lane where lane.endpoint_id is not null
    )
    select e.organizer_id, e.id from lane join webhook_endpoints as e on e.id = lane.endpoint_id
    where (select min(d.next_attempt_at) from webhook_deliveries as d
      where d.status = 'pending' and d.endpoint_id = e.id) <= ${param('now')}`;
});

interface ClaimedRow {
  id: string;
  event_id: string;
  attempt_count: number;
  body: string;
}

/**
 * Claims deliveries of an endpoint that are due, the one that was due first first, under a lease: nobody else claims
 * them until it runs out, and only its holder can tell how the attempt went.
 */
export const claimDue = statement<
  { organizerId: string; endpointId: string; now: string; take: number; leaseId: string; leaseEnds: string },
  ClaimedRow
>((db, param) => {
  return sql`with picked as materialized (
      select d.id from webhook_deliveries as d
      where d.status = 'pending' and d.endpoint_id = ${param('endpointId')} and d.next_attempt_at <= ${param('now')}
        and d.organizer_id = ${param('organizerId')}
      order by d.next_attempt_at, d.id limit cast(${param('take')} as integer) ${dialectOf(db).forUpdateSkipLocked})
    update webhook_deliveries set lease_id = ${param('leaseId')}, next_attempt_at = ${param('leaseEnds')}
    where organizer_id = ${param('organizerId')} and ${dialectOf(db).isOneOfFew(sql`id`, sql`select picked.id from picked`)}
    returning id, event_id, attempt_count, (select e.body from webhook_events as e
      where e.organizer_id = webhook_deliveries.organizer_id and e.id = webhook_deliveries.event_id) as body`;
});

type DeliveryRow = Tables['webhook_deliveries'];

/** What becomes of a delivery after an attempt, told by the holder of its lease. */
export type Verdict = Pick<
  DeliveryRow,
  'organizer_id' | 'id' | 'lease_id' | 'status' | 'attempt_count' | 'next_attempt_at' | 'updated_at'
>;

const underLease = ['organizer_id', 'id', 'lease_id'] as const;

/**
 * Keeps attempts and what becomes of their deliveries. A verdict whose lease somebody else has now is passed over: they
 * will tell.
 */
export async function recordAttempts(
  tx: Db,
  attempts: readonly Tables['webhook_attempts'][],
  verdicts: readonly Verdict[],
): Promise<void> {
  const dialect = dialectOf(tx);
  await dialect.insertMany(tx, 'webhook_attempts', attempts);
  await dialect.updateMany(tx, 'webhook_deliveries', underLease, inIdOrder(verdicts), ['lease_id']);
}

/** Gives claimed deliveries back that were not tried. */
export async function giveBack(
  tx: Db,
  deliveries: readonly { organizerId: string; id: string; leaseId: string; dueAt: string }[],
): Promise<void> {
  const rows = deliveries.map(({ organizerId, id, leaseId, dueAt }) => ({
    organizer_id: organizerId,
    id,
    lease_id: leaseId,
    next_attempt_at: dueAt,
  }));
  // One that was cancelled meanwhile has no lease any more, and stays as it is.
  await dialectOf(tx).updateMany(tx, 'webhook_deliveries', underLease, inIdOrder(rows), ['lease_id']);
}

/** Always in the same order, so that two transactions never wait for each other. */
function inIdOrder<T extends { id: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What waits for an endpoint is not sent any more; `replay` can send it after all. */
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
 * Ends every lease, so that what was under way when the last server ended is due at once. Only where no other worker
 * can be alive.
 */
export async function endAllLeases(db: Db, now: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_id: null, next_attempt_at: now })
    .where(sql<boolean>`status = 'pending'`)
    .where('lease_id', 'is not', null)
    .where('next_attempt_at', '>', now)
    .execute();
}
