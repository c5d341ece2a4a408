import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { invalidRequest, invalidState } from '../../platform/errors.ts';
import { emit } from './emit.ts';
import { checkSettings, type EndpointRules, type EndpointSettings } from './endpoint-rules.ts';
import { type EndpointView, getEndpoint, type StoredEndpoint, toEndpointView } from './endpoints.ts';
import { cancelPending } from './queue.ts';

/**
 * Changes where an endpoint is and what it gets. Deliveries that wait go to the new address, but for those that a worker
 * is about to send; what the old address fails at does not count any more.
 *
 * @throws ApiError `not_found`, `invalid_request` naming each field at fault
 */
export async function changeEndpoint(
  db: Db,
  endpointId: string,
  given: Partial<EndpointSettings>,
  rules: EndpointRules,
  clock: Clock,
): Promise<EndpointView> {
  const { organizerId } = await getEndpoint(db, endpointId);
  const checked = await checkSettings(given, rules);
  if (Object.keys(checked).length === 0) throw invalidRequest('Say what to change: url, events or description.');
  const row = await db
    .updateTable('webhook_endpoints')
    .set({ ...checked, ...(checked.url ? { failing_since: null } : {}), updated_at: timestamp(clock.now()) })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toEndpointView(row);
}

/**
 * An endpoint gets nothing more. What waits for it is cancelled, and its organizer's other endpoints are told.
 *
 * @param reason why, in words
 * @param only.url only while this is its address
 * @returns the endpoint, or null where it was disabled already or is elsewhere now
 */
export async function disableEndpoint(
  tx: Db,
  organizerId: string,
  endpointId: string,
  reason: string,
  now: string,
  only: { url?: string } = {},
): Promise<EndpointView | null> {
  let update = tx
    .updateTable('webhook_endpoints')
    .set({ status: 'disabled', disabled_reason: reason, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .where('status', '=', 'enabled');
  if (only.url !== undefined) update = update.where('url', '=', only.url);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) return null;
  await cancelPending(tx, organizerId, endpointId, now);
  const endpoint = toEndpointView(row);
  await emit(tx, organizerId, [{ type: 'endpoint.disabled', data: JSON.stringify(endpoint) }], now);
  return endpoint;
}

/**
 * Disables an endpoint by hand. Doing it twice changes nothing.
 *
 * @throws ApiError `not_found`
 */
export async function disableByHand(db: Db, endpointId: string, clock: Clock): Promise<StoredEndpoint> {
  const { organizerId } = await getEndpoint(db, endpointId);
  await db.transaction().execute(async (tx) => {
    await disableEndpoint(tx, organizerId, endpointId, 'disabled by hand', timestamp(clock.now()));
  });
  return getEndpoint(db, endpointId);
}

/**
 * An endpoint gets what happens from now on; `replayDeliveries` sends what it missed. Doing it twice changes nothing.
 *
 * @throws ApiError `not_found`
 */
export async function enableEndpoint(db: Db, endpointId: string, clock: Clock): Promise<StoredEndpoint> {
  const { organizerId } = await getEndpoint(db, endpointId);
  await db
    .updateTable('webhook_endpoints')
    .set({ status: 'enabled', disabled_reason: null, failing_since: null, updated_at: timestamp(clock.now()) })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .where('status', '=', 'disabled')
    .execute();
  return getEndpoint(db, endpointId);
}

/** @throws ApiError `invalid_state` where it is disabled */
export function requireEnabled({ id, status }: EndpointView): void {
  if (status === 'enabled') return;
  throw invalidState(`The endpoint ${id} is disabled: nothing is sent to it. Enable it first.`);
}
