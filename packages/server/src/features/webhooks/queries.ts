import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { AttemptProblem } from './attempt-problems.ts';

/** The delivery of one event to one endpoint. */
export interface DeliveryView {
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
  /** The kind of error; null if the attempt succeeded. */
  readonly problem: AttemptProblem | null;
  /** The URL of the request; null for attempts of earlier versions of the service. */
  readonly requestUrl: string | null;
  /** The headers that the service has set, by name; null for attempts of earlier versions of the service. */
  readonly requestHeaders: Readonly<Record<string, string>> | null;
}

const selectDeliveries = (db: Db, organizerId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .where('d.organizer_id', '=', organizerId)
    .where('e.organizer_id', '=', organizerId)
    .select([
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
  let query = selectDeliveries(db, organizerId)
    .where('d.endpoint_id', '=', endpointId)
    .orderBy('d.event_id', 'desc')
    .limit(filter.limit);
  if (filter.status !== undefined) query = query.where('d.status', '=', filter.status);
  return query.execute();
}

/**
 * Finds the organizer of a delivery, for the operator, whose commands name only the delivery.
 *
 * @throws ApiError `delivery_not_found` if no delivery has this id
 */
export async function findOrganizerOfDelivery(db: Db, deliveryId: string): Promise<string> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('organizer_id')
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('delivery_not_found', { deliveryId });
  return row.organizer_id;
}

/** @throws ApiError `delivery_not_found` if the organizer has no delivery with this id */
export async function getDelivery(db: Db, organizerId: string, deliveryId: string): Promise<DeliveryView> {
  const delivery = await selectDeliveries(db, organizerId).where('d.id', '=', deliveryId).executeTakeFirst();
  if (delivery === undefined) throw new ApiError('delivery_not_found', { deliveryId: deliveryId.slice(0, 100) });
  return delivery;
}

/** A delivery has ten attempts, and further ones each time it is resent. */
const maxListedAttempts = 1_000;

/** Lists the stored attempts of a delivery, oldest first: the newest 1,000. */
export async function listAttempts(db: Db, organizerId: string, deliveryId: string): Promise<AttemptView[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(maxListedAttempts)
    .execute();
  return rows.reverse().map(toAttemptView);
}

export function toAttemptView(row: Tables['webhook_attempts']): AttemptView {
  return {
    startedAt: row.started_at,
    latencyMs: row.latency_ms,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
    problem: row.problem as AttemptProblem | null,
    requestUrl: row.request_url,
    requestHeaders: row.request_headers === null ? null : JSON.parse(row.request_headers),
  };
}
