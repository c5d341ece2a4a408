import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { type AttemptSummary, summarizeAttempts } from './attempt-counts.ts';
import { type AttemptView, toAttemptView } from './queries.ts';

/** Pending deliveries are counted up to this number. */
const maxCountedPending = 1_000;

/** The deliveries of an endpoint that wait for their next attempt. */
interface EndpointQueueView {
  /** At most 1,000. */
  readonly pending: number;
  /** Whether more deliveries are pending than were counted. */
  readonly hasMore: boolean;
  /** The creation of the oldest of the counted deliveries; null if none is pending. */
  readonly oldestAt: string | null;
  /** The time of the next attempt; null if none is pending. */
  readonly nextAttemptAt: string | null;
}

/** A failed attempt to send a delivery. */
type FailureView = Pick<AttemptView, 'startedAt' | 'responseStatus' | 'error' | 'problem'> & {
  readonly deliveryId: string;
};

/** The attempts to an endpoint in the last 24 hours, its last failure, and what waits for it. */
export interface EndpointHealthView extends AttemptSummary {
  readonly queue: EndpointQueueView;
  readonly lastFailure: FailureView | null;
}

const countPending = statement<
  { organizerId: string; endpointId: string },
  { pending: number; oldest_at: string | null; next_attempt_at: string | null }
>(
  (_db, param) => sql`select count(*) as pending, min(created_at) as oldest_at, min(next_attempt_at) as next_attempt_at
    from (select d.created_at, d.next_attempt_at from webhook_deliveries as d
      where d.status = 'pending' and d.endpoint_id = ${param('endpointId')}
        and d.organizer_id = ${param('organizerId')}
      order by d.next_attempt_at, d.id limit ${sql.lit(maxCountedPending + 1)}) as counted`,
);

/** Describes the queue of an endpoint. It reads at most 1,001 deliveries: those that are due first. */
export async function readQueue(db: Db, organizerId: string, endpointId: string): Promise<EndpointQueueView> {
  const [row] = await countPending(db, { organizerId, endpointId });
  const pending = Number(row?.pending ?? 0);
  return {
    pending: Math.min(pending, maxCountedPending),
    hasMore: pending > maxCountedPending,
    oldestAt: row?.oldest_at ?? null,
    nextAttemptAt: row?.next_attempt_at ?? null,
  };
}

async function readLastFailure(db: Db, organizerId: string, endpointId: string): Promise<FailureView | null> {
  const row = await db
    .selectFrom('webhook_endpoints as e')
    .innerJoin('webhook_attempts as a', (join) =>
      join
        .on('a.organizer_id', '=', organizerId)
        .onRef('a.delivery_id', '=', 'e.failed_delivery_id')
        .onRef('a.id', '=', 'e.failed_attempt_id'),
    )
    .selectAll('a')
    .where('e.organizer_id', '=', organizerId)
    .where('e.id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { startedAt, responseStatus, error, problem } = toAttemptView(row);
  return { deliveryId: row.delivery_id, startedAt, responseStatus, error, problem };
}

/** Reads the health of an endpoint. What it reads does not grow with the number of deliveries. */
export async function readEndpointHealth(
  db: Db,
  organizerId: string,
  endpointId: string,
  nowMs: number,
): Promise<EndpointHealthView> {
  const [summary, queue, lastFailure] = await Promise.all([
    summarizeAttempts(db, organizerId, endpointId, nowMs),
    readQueue(db, organizerId, endpointId),
    readLastFailure(db, organizerId, endpointId),
  ]);
  return { ...summary, queue, lastFailure };
}
