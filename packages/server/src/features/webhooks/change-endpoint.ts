import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import { type IfMatch, matchesVersion } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { cancelPending } from './delivery-rows.ts';
import { changeChannel, emit, type NewEvent } from './emit.ts';
import { changeHeaders } from './endpoint-headers.ts';
import { checkSettings, type EndpointRules, type EndpointSettings } from './endpoint-rules.ts';
import {
  type EndpointView,
  getEndpoint,
  getEndpointRow,
  lockEndpoints,
  type StoredEndpoint,
  toEndpointView,
  toStoredEndpoint,
} from './endpoints.ts';
import { deleteSecrets } from './secrets.ts';
import type { EndpointEventType } from './webhook-types.ts';

/**
 * Changes the settings of an endpoint. Pending deliveries are sent to the new URL, except those that a worker has claimed.
 * A change to the URL resets `failing_since`. New headers replace the stored ones; a header without a value keeps its stored value.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 * @throws ApiError `invalid_endpoint` if a setting is invalid. It has a field error for each invalid setting.
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function changeEndpoint(
  db: Db,
  scope: RequestScope,
  endpointId: string,
  changes: Partial<EndpointSettings>,
  rules: EndpointRules,
  secrets: Secrets,
  ifMatch: IfMatch | null = null,
): Promise<StoredEndpoint> {
  const { organizerId } = scope;
  const stored = await getEndpoint(db, organizerId, endpointId);
  const checkedSettings = await checkSettings(db, organizerId, changes, rules, stored);
  if (Object.keys(checkedSettings).length === 0 && changes.headers === undefined) return stored;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    await lockEndpoints(tx, organizerId, [endpointId]);
    const headers = await changeHeaders(tx, organizerId, endpointId, changes, secrets.webhookSecretKey);
    const row = await tx
      .updateTable('webhook_endpoints')
      .set({
        ...checkedSettings,
        ...headers,
        ...(checkedSettings.url ? { failing_since: null } : {}),
        version: sql<number>`version + 1`,
        updated_at: now,
      })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', endpointId)
      .where(matchesVersion(ifMatch, endpointId))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError('resource_changed', {});
    const view = toStoredEndpoint(row);
    const details = {
      changed: Object.keys(changes),
      ...(checkedSettings.url ? { host: new URL(checkedSettings.url).host } : {}),
      ...(changes.events ? { events: view.events } : {}),
    };
    await recordAudit(tx, scope, { action: 'webhook.update', subject: endpointId, details, at: now });
    await announceOnCommit(tx, changeChannel);
    return view;
  });
}

/**
 * Disables an endpoint, cancels its pending deliveries, and emits `endpoint.disabled` to the organizer's other endpoints.
 *
 * @param reason the text that the API returns as `disabledReason`
 * @param condition.url if set, the endpoint is disabled only if it has this URL
 * @returns the endpoint; null if it was already disabled or has another URL
 */
export async function disableEndpoint(
  tx: Db,
  organizerId: string,
  endpointId: string,
  reason: string,
  now: string,
  condition: { url?: string } = {},
): Promise<EndpointView | null> {
  let update = tx
    .updateTable('webhook_endpoints')
    .set({ status: 'disabled', disabled_reason: reason, updated_at: now })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', endpointId)
    .where('status', '=', 'enabled');
  if (condition.url !== undefined) update = update.where('url', '=', condition.url);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) return null;
  await cancelPending(tx, organizerId, endpointId, now);
  const endpoint = toEndpointView(row);
  const event: NewEvent<EndpointEventType> = { type: 'endpoint.disabled', data: JSON.stringify(endpoint) };
  await emit(tx, organizerId, [event], now);
  return endpoint;
}

/**
 * Disables an endpoint for the operator or a member. An endpoint that is already disabled is not changed.
 *
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 */
export async function disableEndpointByHand(db: Db, scope: RequestScope, endpointId: string): Promise<StoredEndpoint> {
  const { organizerId } = scope;
  await getEndpoint(db, organizerId, endpointId);
  const now = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    const disabledEndpoint = await disableEndpoint(tx, organizerId, endpointId, 'disabled by hand', now);
    if (disabledEndpoint === null) return;
    await recordAudit(tx, scope, { action: 'webhook.disable', subject: endpointId, details: {}, at: now });
  });
  return getEndpoint(db, organizerId, endpointId);
}

/**
 * Enables an endpoint. From now on, it receives events again; `replayDeliveries` can send the events that it missed. An
 * endpoint that is already enabled is not changed.
 *
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 */
export async function enableEndpoint(db: Db, scope: RequestScope, endpointId: string): Promise<StoredEndpoint> {
  const { organizerId } = scope;
  await getEndpoint(db, organizerId, endpointId);
  const now = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set({ status: 'enabled', disabled_reason: null, failing_since: null, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', endpointId)
      .where('status', '=', 'disabled')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await recordAudit(tx, scope, { action: 'webhook.enable', subject: endpointId, details: {}, at: now });
    await announceOnCommit(tx, changeChannel);
  });
  return getEndpoint(db, organizerId, endpointId);
}

/**
 * Deletes an endpoint with its secrets. Its row stays, because its deliveries can still be read. An endpoint that is already deleted is
 * not changed.
 *
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 */
export async function deleteEndpoint(db: Db, scope: RequestScope, endpointId: string): Promise<StoredEndpoint> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    await disableEndpoint(tx, organizerId, endpointId, 'deleted', now);
    const deleted = await tx
      .updateTable('webhook_endpoints')
      .set({ deleted_at: now, updated_at: now, failing_since: null, header_names: null, headers_ciphertext: null })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', endpointId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (deleted !== undefined) {
      await deleteSecrets(tx, organizerId, endpointId);
      await recordAudit(tx, scope, { action: 'webhook.delete', subject: endpointId, details: {}, at: now });
      await announceOnCommit(tx, changeChannel);
    }
    return toStoredEndpoint(await getEndpointRow(tx, organizerId, endpointId, { withDeleted: true }));
  });
}

/** @throws ApiError `endpoint_disabled` if the endpoint is disabled */
export function assertEnabled({ id, status }: EndpointView): void {
  if (status === 'enabled') return;
  throw new ApiError('endpoint_disabled', { endpointId: id });
}
