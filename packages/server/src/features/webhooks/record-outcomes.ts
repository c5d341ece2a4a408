import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { disableEndpoint } from './change-endpoint.ts';
import type { DeliveryOutcome } from './delivery-request.ts';
import { type ClaimedDelivery, type DeliveryUpdate, recordAttempts } from './delivery-rows.ts';
import { changeChannel } from './emit.ts';
import { lockEndpoints } from './endpoints.ts';
import { deliveryDelayMs, maxFailingMs, parseRetryAfter } from './schedule.ts';

const goneStatus = 410;

/** An attempt that has finished. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery;
  /** The headers of the request as JSON. The values of custom headers are hidden. */
  readonly headers: string;
  readonly outcome: DeliveryOutcome;
  /** Milliseconds since the epoch, by the clock of the organizer. */
  readonly startedAtMs: number;
}

/** The health of an endpoint in one batch of attempts. */
interface EndpointHealth {
  readonly organizerId: string;
  /** The start of the first attempt in the batch, milliseconds since the epoch. */
  readonly firstAttemptMs: number;
  hasSucceeded: boolean;
  /** The URL that responded with 410, or null. */
  goneUrl: string | null;
  /** The last failed attempt, or null. */
  failure: { readonly deliveryId: string; readonly attemptId: string } | null;
}

/**
 * Records attempts and the new state of their deliveries, and updates `failing_since` of their endpoints. Disables endpoints
 * that responded with 410 and endpoints that have been failing for too long.
 */
export async function recordOutcomes(tx: Db, attempts: readonly FinishedAttempt[], clock: ServiceClock): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(toAttemptRow);
  const endpoints = healthByEndpoint(attempts, rows);
  const nowOf = (organizerId: string) => clock.of(organizerId).now();
  const recovered = await findRecovered(tx, endpoints);
  await lockChanged(tx, endpoints, recovered);
  await clearFailing(tx, recovered);
  await recordFailures(tx, endpoints);
  await recordAttempts(
    tx,
    rows,
    attempts.map((attempt) =>
      toDeliveryUpdate(attempt, { nowMs: nowOf(attempt.delivery.organizerId), serverMs: clock.now() }),
    ),
  );
  await announceOnCommit(tx, changeChannel);
  for (const [endpointId, { organizerId, goneUrl }] of endpoints) {
    if (goneUrl === null) continue;
    const now = timestamp(nowOf(organizerId));
    await disableEndpoint(tx, organizerId, endpointId, 'it answered 410 Gone', now, { url: goneUrl });
  }
  for (const { organizer_id, id } of await findFailedTooLong(tx, endpoints, nowOf)) {
    const now = timestamp(nowOf(organizer_id));
    await disableEndpoint(tx, organizer_id, id, 'every attempt of the last 5 days failed', now);
  }
}

/** Returns the time in `Retry-After` of a response, or null. Only 429 and 503 can have this header (RFC 9110, RFC 6585). */
export function retryAfterMsOf({ outcome }: FinishedAttempt, nowMs: number): number | null {
  const supportsRetryAfter = outcome.status === 429 || outcome.status === 503;
  return supportsRetryAfter ? parseRetryAfter(outcome.retryAfter, nowMs) : null;
}

function toAttemptRow({ delivery, headers, outcome, startedAtMs }: FinishedAttempt): Tables['webhook_attempts'] {
  return {
    organizer_id: delivery.organizerId,
    delivery_id: delivery.id,
    id: newId('att', startedAtMs),
    started_at: timestamp(startedAtMs),
    latency_ms: outcome.latencyMs,
    response_status: outcome.status,
    response_body: outcome.body,
    error: outcome.error,
    request_url: delivery.target.url,
    request_headers: headers,
    problem: outcome.problem,
  };
}

/** @param times the current times of the clocks of the organizer and of the server; receivers state times of the latter */
function toDeliveryUpdate(
  attempt: FinishedAttempt,
  { nowMs, serverMs }: { nowMs: number; serverMs: number },
): DeliveryUpdate {
  const { delivery, outcome } = attempt;
  const attemptCount = delivery.attemptCount + 1;
  const delayMs =
    outcome.error === null || outcome.status === goneStatus
      ? null
      : deliveryDelayMs(attemptCount, Math.random(), retryAfterMsOf(attempt, serverMs));
  const finalStatus = outcome.error === null ? 'succeeded' : 'failed';
  return {
    organizer_id: delivery.organizerId,
    id: delivery.id,
    lease_id: delivery.leaseId,
    status: delayMs === null ? finalStatus : 'pending',
    attempt_count: attemptCount,
    next_attempt_at: delayMs === null ? null : timestamp(nowMs + delayMs),
    updated_at: timestamp(nowMs),
  };
}

function healthByEndpoint(
  attempts: readonly FinishedAttempt[],
  rows: readonly Tables['webhook_attempts'][],
): Map<string, EndpointHealth> {
  const endpoints = new Map<string, EndpointHealth>();
  for (const [index, { delivery, outcome, startedAtMs }] of attempts.entries()) {
    let health = endpoints.get(delivery.endpointId);
    if (health === undefined) {
      const { organizerId } = delivery;
      health = { organizerId, firstAttemptMs: startedAtMs, hasSucceeded: false, goneUrl: null, failure: null };
      endpoints.set(delivery.endpointId, health);
    }
    if (outcome.error === null) health.hasSucceeded = true;
    else health.failure = { deliveryId: delivery.id, attemptId: rows[index]!.id };
    if (outcome.status === goneStatus) health.goneUrl = delivery.target.url;
  }
  return endpoints;
}

function idsOf(endpoints: ReadonlyMap<string, EndpointHealth>, matches: (health: EndpointHealth) => boolean): string[] {
  return [...endpoints].filter(([, health]) => matches(health)).map(([id]) => id);
}

/** Finds the endpoints with a success that are marked as failing. */
async function findRecovered(tx: Db, endpoints: ReadonlyMap<string, EndpointHealth>): Promise<string[]> {
  const succeeded = idsOf(endpoints, ({ hasSucceeded }) => hasSucceeded);
  if (succeeded.length === 0) return [];
  const query = tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), succeeded))
    .where('failing_since', 'is not', null);
  const rows = await runPrepared<{ id: string }>(tx, { compile: () => query.compile() });
  return rows.map(({ id }) => id);
}

/**
 * Locks all endpoints that `recordOutcomes` changes, in the order of organizers and ids, so that workers do not wait for each other in a
 * circle. A sharded database locks rows of one organizer at a time.
 */
async function lockChanged(
  tx: Db,
  endpoints: ReadonlyMap<string, EndpointHealth>,
  recovered: readonly string[],
): Promise<void> {
  const changed = [...endpoints].filter(([id, { failure }]) => failure !== null || recovered.includes(id));
  const byOrganizer = Map.groupBy(changed, ([, { organizerId }]) => organizerId);
  const sorted = [...byOrganizer].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [organizerId, ofOrganizer] of sorted)
    await lockEndpoints(
      tx,
      organizerId,
      ofOrganizer.map(([id]) => id),
    );
}

async function clearFailing(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), ids))
    .execute();
}

/** Records the last failed attempt of each endpoint. An endpoint without a success is failing since its first attempt. */
async function recordFailures(tx: Db, endpoints: ReadonlyMap<string, EndpointHealth>): Promise<void> {
  for (const [id, { organizerId, hasSucceeded, firstAttemptMs, failure }] of endpoints) {
    if (failure === null) continue;
    await tx
      .updateTable('webhook_endpoints')
      .set({ failed_delivery_id: failure.deliveryId, failed_attempt_id: failure.attemptId })
      .$if(!hasSucceeded, (update) =>
        update.set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(timestamp(firstAttemptMs))) })),
      )
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .execute();
  }
}

async function findFailedTooLong(
  tx: Db,
  endpoints: ReadonlyMap<string, EndpointHealth>,
  nowOf: (organizerId: string) => number,
) {
  const failing = idsOf(endpoints, ({ hasSucceeded }) => !hasSucceeded);
  if (failing.length === 0) return [];
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['organizer_id', 'id', 'failing_since'])
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), failing))
    .where('status', '=', 'enabled')
    .where('failing_since', 'is not', null)
    .execute();
  return rows.filter(
    ({ organizer_id, failing_since }) => (failing_since ?? '') <= timestamp(nowOf(organizer_id) - maxFailingMs),
  );
}
