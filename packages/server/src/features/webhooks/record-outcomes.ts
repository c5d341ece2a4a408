import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { disableEndpoint } from './change-endpoint.ts';
import type { DeliveryOutcome } from './delivery-request.ts';
import { type ClaimedDelivery, type DeliveryUpdate, recordAttempts } from './delivery-rows.ts';
import { changeChannel } from './emit.ts';
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

/** What a batch of attempts says about an endpoint. */
interface BatchHealth {
  readonly organizerId: string;
  readonly endpointId: string;
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
 *
 * @returns whether an endpoint was disabled
 */
export async function recordOutcomes(
  tx: Db,
  attempts: readonly FinishedAttempt[],
  clock: ServiceClock,
): Promise<boolean> {
  if (attempts.length === 0) return false;
  const rows = attempts.map(toAttemptRow);
  const nowOf = (organizerId: string) => clock.of(organizerId).now();
  const changed = await updateHealth(tx, healthByEndpoint(attempts, rows));
  await recordAttempts(
    tx,
    rows,
    attempts.map((attempt) =>
      toDeliveryUpdate(attempt, { nowMs: nowOf(attempt.delivery.organizerId), serverMs: clock.now() }),
    ),
  );
  await announceOnCommit(tx, changeChannel);
  let hasDisabled = false;
  for (const { organizerId, endpointId, goneUrl, failingSince } of changed) {
    const nowMs = nowOf(organizerId);
    const hasFailedTooLong = failingSince !== null && failingSince <= timestamp(nowMs - maxFailingMs);
    if (goneUrl === null && !hasFailedTooLong) continue;
    const reason = goneUrl === null ? 'every attempt of the last 5 days failed' : 'it answered 410 Gone';
    const condition = goneUrl === null ? {} : { url: goneUrl };
    await disableEndpoint(tx, organizerId, endpointId, reason, timestamp(nowMs), condition);
    hasDisabled = true;
  }
  return hasDisabled;
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
): BatchHealth[] {
  const endpoints = new Map<string, BatchHealth>();
  for (const [index, { delivery, outcome, startedAtMs }] of attempts.entries()) {
    const { organizerId, endpointId } = delivery;
    let health = endpoints.get(endpointId);
    if (health === undefined) {
      const nothing = { hasSucceeded: false, goneUrl: null, failure: null };
      health = { organizerId, endpointId, firstAttemptMs: startedAtMs, ...nothing };
      endpoints.set(endpointId, health);
    }
    if (outcome.error === null) health.hasSucceeded = true;
    else health.failure = { deliveryId: delivery.id, attemptId: rows[index]!.id };
    if (outcome.status === goneStatus) health.goneUrl = delivery.target.url;
  }
  return [...endpoints.values()];
}

/**
 * Updates the endpoints that have failed, and those that have succeeded and are marked as failing. All workers lock them in the same
 * order, so workers do not wait for each other in a circle. An endpoint without a success is failing since its first attempt.
 *
 * @returns the updated endpoints
 */
async function updateHealth(
  tx: Db,
  endpoints: readonly BatchHealth[],
): Promise<(BatchHealth & { failingSince: string | null })[]> {
  const succeeded = endpoints.filter(({ failure }) => failure === null).map(({ endpointId }) => endpointId);
  const recovered = succeeded.length === 0 ? [] : await findFailing(tx, { ids: dialectOf(tx).listOf(succeeded) });
  const recoveredIds = new Set(recovered.map(({ id }) => id));
  const changed = endpoints.filter(({ endpointId, failure }) => failure !== null || recoveredIds.has(endpointId));
  const sorted = changed.sort((a, b) => (lockKey(a) < lockKey(b) ? -1 : 1));
  const updated = [];
  for (const health of sorted) {
    const { organizerId, endpointId, hasSucceeded, firstAttemptMs, failure } = health;
    const row = await tx
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        failing_since: hasSucceeded ? null : eb.fn.coalesce('failing_since', eb.val(timestamp(firstAttemptMs))),
        ...(failure === null ? {} : { failed_delivery_id: failure.deliveryId, failed_attempt_id: failure.attemptId }),
      }))
      .where('organizer_id', '=', organizerId)
      .where('id', '=', endpointId)
      .returning('failing_since as failingSince')
      .executeTakeFirst();
    if (row !== undefined) updated.push({ ...health, ...row });
  }
  return updated;
}

/** The endpoints of this list that are marked as failing. */
const findFailing = statement<{ ids: unknown }, { id: string }>((db, param) =>
  db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where(dialectOf(db).isInList(sql.ref('id'), param('ids')))
    .where('failing_since', 'is not', null),
);

/** By organizer first, and then by id, as in `lockEndpoints`. */
const lockKey = ({ organizerId, endpointId }: BatchHealth) => `${organizerId} ${endpointId}`;
