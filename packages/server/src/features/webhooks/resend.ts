import { timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { assertEnabled } from './change-endpoint.ts';
import { announceDeliveries, changeChannel, emit, type NewEvent } from './emit.ts';
import { getEndpoint } from './endpoints.ts';
import { type DeliveryView, getDelivery } from './queries.ts';
import type { EndpointEventType } from './webhook-types.ts';

/**
 * Emits an event to one endpoint to test it, regardless of its subscriptions.
 *
 * @param event by default a `ping`
 * @returns the pending delivery
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function sendTest(
  db: Db,
  scope: RequestScope,
  endpointId: string,
  event: NewEvent = pingOf(endpointId),
): Promise<DeliveryView> {
  const { organizerId } = scope;
  assertEnabled(await getEndpoint(db, organizerId, endpointId));
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const eventIds = await emit(tx, organizerId, [event], now, { endpointId });
    const { id } = await tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organizer_id', '=', organizerId)
      .where('endpoint_id', '=', endpointId)
      .where('event_id', 'in', eventIds)
      .executeTakeFirstOrThrow();
    const details = { type: event.type, deliveryId: id };
    await recordAudit(tx, scope, { action: 'webhook.test', subject: endpointId, details, at: now });
    return getDelivery(tx, organizerId, id);
  });
}

function pingOf(endpointId: string): NewEvent<EndpointEventType> {
  const data = JSON.stringify({ endpointId, message: 'This is a test. Respond with a status from 200 to 299.' });
  return { type: 'ping', data };
}

/**
 * Sends a delivery again now, regardless of its status. If it fails, it is retried like a new delivery.
 *
 * @throws ApiError `delivery_not_found` if no delivery has this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function resendDelivery(db: Db, scope: RequestScope, deliveryId: string): Promise<DeliveryView> {
  const { organizerId } = scope;
  const { endpointId } = await getDelivery(db, organizerId, deliveryId);
  assertEnabled(await getEndpoint(db, organizerId, endpointId));
  const now = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempt_count: 0, next_attempt_at: now, lease_id: null, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', deliveryId)
      .execute();
    await recordAudit(tx, scope, { action: 'webhook.resend', subject: deliveryId, details: { endpointId }, at: now });
    await announceDeliveries(tx, organizerId, [endpointId]);
    await announceOnCommit(tx, changeChannel);
  });
  return getDelivery(db, organizerId, deliveryId);
}
