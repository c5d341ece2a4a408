import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';

/** The delivery of one event to one endpoint. */
export interface DeliveryView {
  readonly organizerId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  /** The number of finished attempts since the delivery was created or last resent. */
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An attempt to send a delivery. */
export interface AttemptView {
  readonly startedAt: string;
  readonly latencyMs: number;
  /** null if there was no response. */
  readonly responseStatus: number | null;
  /** The first 4 KiB of the response body; null if there was no response. */
  readonly responseBody: string | null;
  /** The reason why the attempt failed; null if it succeeded. */
  readonly error: string | null;
}

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', (join) =>
      join.onRef('e.organizer_id', '=', 'd.organizer_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select([
      'd.organizer_id as organizerId',
      'd.id',
      'd.endpoint_id as endpointId',
      'd.event_id as eventId',
      'e.type as eventType',
      'd.status',
      'd.attempt_count as attemptCount',
      'd.next_attempt_at as nextAttemptAt',
      'd.created_at as createdAt',
      'd.updated_at as updatedAt',
    ]);

/** Lists an endpoint's deliveries. The delivery of the newest event comes first. */
export async function listDeliveries(
  db: Db,
  organizerId: string,
  endpointId: string,
  filter: { status?: DeliveryView['status']; limit: number },
): Promise<DeliveryView[]> {
  let query = selectDeliveries(db)
    .where('d.organizer_id', '=', organizerId)
    .where('d.endpoint_id', '=', endpointId)
    .orderBy('d.event_id', 'desc')
    .limit(filter.limit);
  if (filter.status !== undefined) query = query.where('d.status', '=', filter.status);
  return query.execute();
}

/**
 * Finds a delivery of any organizer by its id, for the operator.
 *
 * @throws ApiError `delivery_not_found` if no delivery has this id
 */
export async function getDelivery(db: Db, deliveryId: string): Promise<DeliveryView> {
  const delivery = await selectDeliveries(db).where('d.id', '=', deliveryId).executeTakeFirst();
  if (delivery === undefined) {
    throw new ApiError('delivery_not_found', { deliveryId });
  }
  return delivery;
}

/** Lists the stored attempts of a delivery, oldest first. */
export async function listAttempts(db: Db, organizerId: string, deliveryId: string): Promise<AttemptView[]> {
  return db
    .selectFrom('webhook_attempts')
    .select([
      'started_at as startedAt',
      'latency_ms as latencyMs',
      'response_status as responseStatus',
      'response_body as responseBody',
      'error',
    ])
    .where('organizer_id', '=', organizerId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id')
    .execute();
}
