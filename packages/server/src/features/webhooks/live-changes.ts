import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { startOfHour } from './attempt-counts.ts';

/** A webhook event with its resource. */
export interface ChangeEvent {
  readonly sequence: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The number of the newest deliveries whose changes are detected. Attempts of older deliveries are detected by their counts. */
const watchedDeliveries = 200;
const watchedReplays = 20;
/** Attempts are counted in the hour in which they start. This can be the hour before the current one. */
const countedMs = 3_600_000;

/** The sequence number of the organizer's newest event; 0 if there is none. */
export async function readLastSequence(db: Db, organizerId: string): Promise<number> {
  const row = await db
    .selectFrom('webhook_events')
    .select('sequence')
    .where('organizer_id', '=', organizerId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

/** The events of an organizer after a sequence number, oldest first. */
export async function readNewEvents(
  db: Db,
  organizerId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ChangeEvent[]> {
  const rows = await db
    .selectFrom('webhook_events')
    .select(['sequence', 'type', 'body'])
    .where('organizer_id', '=', organizerId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, type, body }) => ({
    sequence,
    type,
    data: (JSON.parse(body) as { data: ChangeEvent['data'] }).data,
  }));
}

/** A webhook event, with the ids of its resource and of its deliveries. */
export interface EmittedEvent {
  readonly id: string;
  readonly type: string;
  /** Null if the resource has no id. */
  readonly objectId: string | null;
  readonly deliveryIds: string[];
}

/**
 * Lists new events with their deliveries, oldest first.
 *
 * @param ofEventId only those that belong to this event of the organizer; null for all
 */
export async function listEmittedEvents(
  db: Db,
  organizerId: string,
  { after, ofEventId, limit }: { after: number; ofEventId: string | null; limit: number },
): Promise<EmittedEvent[]> {
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'object_id as objectId', 'order_number as orderNumber'])
    .where('organizer_id', '=', organizerId)
    .where('sequence', '>', after)
    .$if(ofEventId !== null, (query) => query.where('belongs_to_event_id', '=', ofEventId))
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const ids = events.map(({ id }) => id);
  // The index of deliveries begins with their endpoint. SQLite reads the first table of a cross join first.
  const { rows: deliveries } = await sql<{ id: string; event_id: string }>`
    select d.id, d.event_id from webhook_endpoints as w cross join webhook_deliveries as d
    where w.organizer_id = ${organizerId} and d.organizer_id = ${organizerId} and d.endpoint_id = w.id
      and ${dialectOf(db).isOneOf(sql.ref('d.event_id'), ids)}
    order by d.id`.execute(db);
  return events.map(({ id, type, objectId, orderNumber }) => ({
    id,
    type,
    objectId: objectId ?? orderNumber,
    deliveryIds: deliveries.filter(({ event_id }) => event_id === id).map((delivery) => delivery.id),
  }));
}

/**
 * Returns a text that changes if an endpoint, a replay or a delivery of the organizer is added or changes, or if there is an attempt.
 *
 * @param nowMs milliseconds since the epoch
 */
export async function readWebhookMark(db: Db, organizerId: string, nowMs: number): Promise<string> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select
      (select max(updated_at || status || id) from (
        select updated_at, status, id from webhook_deliveries where organizer_id = ${organizerId}
        order by id desc limit ${sql.lit(watchedDeliveries)}) as newest) as deliveries,
      (select max(updated_at || status || scheduled) from (
        select updated_at, status, scheduled from webhook_replays where organizer_id = ${organizerId}
        order by id desc limit ${sql.lit(watchedReplays)}) as newest) as replays,
      (select max(updated_at || id) from webhook_endpoints where organizer_id = ${organizerId}) as endpoints,
      (select cast(sum(c.attempts) as bigint)
        from webhook_endpoints as e join webhook_attempt_counts as c on c.endpoint_id = e.id
        where e.organizer_id = ${organizerId} and c.organizer_id = ${organizerId}
          and c.hour >= ${startOfHour(nowMs - countedMs)}) as attempts`.execute(db);
  return Object.values(rows[0] ?? {}).join(' ');
}
