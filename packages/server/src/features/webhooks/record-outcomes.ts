import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { disableEndpoint } from './change-endpoint.ts';
import { lockEndpoints } from './endpoints.ts';
import { recordAttempts, type Verdict } from './leases.ts';
import { failingMsMax, parseRetryAfter, retryDelayMs } from './schedule.ts';
import type { Finished } from './sender.ts';

const gone = 410;

/** What attempts that ended at once mean for an endpoint. */
interface Health {
  readonly organizerId: string;
  readonly firstAtMs: number;
  succeeded: boolean;
  /** The address that answered 410. */
  goneUrl: string | null;
}

/**
 * Keeps how attempts went: the attempts themselves, what becomes of their deliveries, since when their endpoints only
 * fail; and disables those that are gone or failed for too long.
 *
 * @returns the endpoints that were disabled
 */
export async function settle(tx: Db, finished: readonly Finished[], nowMs: number): Promise<string[]> {
  if (finished.length === 0) return [];
  const endpoints = healthOf(finished);
  const now = timestamp(nowMs);
  const failing = idsOf(endpoints, ({ succeeded, goneUrl }) => !succeeded || goneUrl !== null);
  await lockEndpoints(tx, failing);
  await clearFailing(
    tx,
    idsOf(endpoints, ({ succeeded }) => succeeded),
  );
  await markFailing(tx, endpoints);
  await recordAttempts(
    tx,
    finished.map(attemptOf),
    finished.map((one) => verdictOn(one, nowMs)),
  );
  const disabled: string[] = [];
  for (const [endpointId, { organizerId, goneUrl }] of endpoints) {
    if (goneUrl === null) continue;
    const was = await disableEndpoint(tx, organizerId, endpointId, 'it answered 410 Gone', now, { url: goneUrl });
    if (was !== null) disabled.push(endpointId);
  }
  for (const { organizer_id, id } of await findFailedTooLong(tx, endpoints, nowMs)) {
    await disableEndpoint(tx, organizer_id, id, 'every attempt of the last 5 days failed', now);
    disabled.push(id);
  }
  return disabled;
}

/** What the receiver asked for, if it did: only these two answers can ask (RFC 9110, RFC 6585). */
export function retryAfterOf({ outcome }: Finished, nowMs: number): number | null {
  const mayAsk = outcome.status === 429 || outcome.status === 503;
  return mayAsk ? parseRetryAfter(outcome.retryAfter, nowMs) : null;
}

function attemptOf({ claimed, outcome, startedAtMs }: Finished) {
  return {
    organizer_id: claimed.organizerId,
    delivery_id: claimed.id,
    id: newId('att', startedAtMs),
    started_at: timestamp(startedAtMs),
    latency_ms: outcome.latencyMs,
    response_status: outcome.status,
    response_body: outcome.body,
    error: outcome.error,
  };
}

function verdictOn(finished: Finished, nowMs: number): Verdict {
  const { claimed, outcome } = finished;
  const attempts = claimed.attemptCount + 1;
  const delayMs =
    outcome.error === null || outcome.status === gone
      ? null
      : retryDelayMs(attempts, Math.random(), retryAfterOf(finished, nowMs));
  const ended = outcome.error === null ? 'succeeded' : 'failed';
  return {
    organizer_id: claimed.organizerId,
    id: claimed.id,
    lease_id: claimed.leaseId,
    status: delayMs === null ? ended : 'pending',
    attempt_count: attempts,
    next_attempt_at: delayMs === null ? null : timestamp(nowMs + delayMs),
    updated_at: timestamp(nowMs),
  };
}

function healthOf(finished: readonly Finished[]): Map<string, Health> {
  const endpoints = new Map<string, Health>();
  for (const { claimed, url, outcome, startedAtMs } of finished) {
    let health = endpoints.get(claimed.endpointId);
    if (health === undefined) {
      health = { organizerId: claimed.organizerId, firstAtMs: startedAtMs, succeeded: false, goneUrl: null };
      endpoints.set(claimed.endpointId, health);
    }
    if (outcome.error === null) health.succeeded = true;
    if (outcome.status === gone) health.goneUrl = url;
  }
  return endpoints;
}

function idsOf(endpoints: ReadonlyMap<string, Health>, matches: (health: Health) => boolean): string[] {
  return [...endpoints].filter(([, health]) => matches(health)).map(([id]) => id);
}

async function clearFailing(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), ids))
    .where('failing_since', 'is not', null)
    .execute();
}

async function markFailing(tx: Db, endpoints: ReadonlyMap<string, Health>): Promise<void> {
  for (const [id, { organizerId, succeeded, firstAtMs }] of endpoints) {
    if (succeeded) continue;
    await tx
      .updateTable('webhook_endpoints')
      .set({ failing_since: timestamp(firstAtMs) })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', id)
      .where('failing_since', 'is', null)
      .execute();
  }
}

async function findFailedTooLong(tx: Db, endpoints: ReadonlyMap<string, Health>, nowMs: number) {
  const failing = idsOf(endpoints, ({ succeeded }) => !succeeded);
  if (failing.length === 0) return [];
  return tx
    .selectFrom('webhook_endpoints')
    .select(['organizer_id', 'id'])
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('id'), failing))
    .where('status', '=', 'enabled')
    .where('failing_since', '<=', timestamp(nowMs - failingMsMax))
    .execute();
}
