import { type RawBuilder, sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { readCursor, writeCursor } from '../../platform/database/page.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { epochMsOf, firstIdOf, parseOrderNumber } from '../../platform/ids.ts';
import { readQueue } from './endpoint-health.ts';
import { listEndpoints } from './endpoints.ts';
import type { DeliveryView } from './queries.ts';

/**
 * The number of events or deliveries that one page searches. A filter that few of them match therefore gives short pages, which
 * continue where the search ended.
 */
const maxSearched = 1_000;

const listName = 'webhook-deliveries';

export interface DeliveryFilters {
  readonly endpointId?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: DeliveryView['status'] | undefined;
  /** The id of the resource in the payload, or an order number. */
  readonly objectId?: string | undefined;
  /** Deliveries of events at or after this time. */
  readonly sinceMs?: number | undefined;
  /** Deliveries of events before this time. */
  readonly beforeMs?: number | undefined;
}

/** A delivery with the time and the object of its event. */
export interface DeliveryRow extends DeliveryView {
  readonly eventCreatedAt: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
}

export interface DeliveryPage {
  readonly data: DeliveryRow[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  /** If the page is short because its search was limited: the time of the last event that was searched. */
  readonly searchedBackTo: string | null;
}

/** A position in the list: newest event first, then by endpoint. */
interface Position {
  readonly eventId: string;
  readonly endpointId: string;
}

/**
 * The rows that a page searches, newest first: events (with an empty `endpoint_id`), or deliveries. Each source is a range of
 * one index.
 */
interface Source {
  readonly unit: 'event' | 'delivery';
  readonly rows: RawBuilder<unknown>;
}

interface DeliveryRecord {
  id: string;
  endpoint_id: string;
  event_id: string;
  status: DeliveryView['status'];
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
  updated_at: string;
  type: string;
  event_created_at: string;
  object_id: string | null;
  order_number: string | null;
  is_test: number;
}

/**
 * Lists deliveries, those of the newest event first. One page searches at most 1,000 events or deliveries, so it can have fewer
 * rows than `limit` although there are more pages.
 *
 * @throws ApiError `invalid_request` for a cursor that this list did not return
 */
export async function listDeliveryPage(
  db: Db,
  organizerId: string,
  filters: DeliveryFilters,
  page: { limit: number; cursor?: string | undefined },
  cursorKey: string,
): Promise<DeliveryPage> {
  const after = page.cursor === undefined ? null : positionOf(readCursor(page.cursor, listName, 2, cursorKey));
  const endpoints = await listEndpoints(db, organizerId);
  const endpointIds = endpoints.map(({ id }) => id).filter((id) => id === (filters.endpointId ?? id));
  if (endpointIds.length === 0) return { data: [], hasMore: false, nextCursor: null, searchedBackTo: null };
  const source = await chooseSource(db, organizerId, filters, endpointIds, after);
  const matches = await findMatches(db, organizerId, { filters, source, endpointIds, after, limit: page.limit + 1 });
  const data = matches.slice(0, page.limit).map(toDeliveryRow);
  const cursorAt = ({ eventId, endpointId }: Position) => writeCursor(listName, [eventId, endpointId], cursorKey);
  if (matches.length > page.limit) {
    return { data, hasMore: true, nextCursor: cursorAt(data.at(-1)!), searchedBackTo: null };
  }
  const end = await endOfSearch(db, source);
  if (end === null) return { data, hasMore: false, nextCursor: null, searchedBackTo: null };
  return { data, hasMore: true, nextCursor: cursorAt(end), searchedBackTo: timestamp(epochMsOf(end.eventId)) };
}

function positionOf([eventId, endpointId]: readonly string[]): Position {
  return { eventId: eventId!, endpointId: endpointId! };
}

/** Chooses the index whose rows match most of the filters. */
async function chooseSource(
  db: Db,
  organizerId: string,
  filters: DeliveryFilters,
  endpointIds: readonly string[],
  after: Position | null,
): Promise<Source> {
  const { objectId, status, type, endpointId } = filters;
  const eventRange = (column: RawBuilder<unknown>) => rangeOf(column, filters, after);
  const events = (condition: RawBuilder<unknown>): Source => ({
    unit: 'event',
    rows: sql`select e.id as event_id, '' as endpoint_id from webhook_events as e
      where e.organizer_id = ${organizerId} ${condition} ${eventRange(sql`e.id`)}
      order by e.id desc limit ${sql.lit(maxSearched)}`,
  });
  const deliveries = (condition: RawBuilder<unknown>): Source => ({
    unit: 'delivery',
    rows: sql`select d.event_id, d.endpoint_id from webhook_deliveries as d
      where d.organizer_id = ${organizerId} ${condition} ${eventRange(sql`d.event_id`)} ${isAfter(after)}
      order by d.event_id desc, d.endpoint_id desc limit ${sql.lit(maxSearched)}`,
  });
  const ofEndpoint = endpointId === undefined ? sql`` : sql`and d.endpoint_id = ${endpointId}`;
  if (objectId !== undefined) {
    const orderNumber = parseOrderNumber(objectId);
    return events(orderNumber === null ? sql`and e.object_id = ${objectId}` : sql`and e.order_number = ${orderNumber}`);
  }
  if (status === 'failed' || status === 'cancelled') {
    return deliveries(sql`and d.status in ('failed', 'cancelled') ${ofEndpoint}`);
  }
  if (status === 'pending' && (await areFewPending(db, organizerId, endpointIds))) {
    const { isOneOf } = dialectOf(db);
    return deliveries(sql`and d.status = 'pending' and ${isOneOf(sql`d.endpoint_id`, endpointIds)}`);
  }
  if (type !== undefined) return events(sql`and e.type = ${type}`);
  return endpointId === undefined ? events(sql``) : deliveries(ofEndpoint);
}

/** Whether all pending deliveries can be read and sorted. The index of pending deliveries is not sorted by event. */
async function areFewPending(db: Db, organizerId: string, endpointIds: readonly string[]): Promise<boolean> {
  const queues = await Promise.all(endpointIds.map((id) => readQueue(db, organizerId, id)));
  return queues.every(({ hasMore }) => !hasMore) && sum(queues.map(({ pending }) => pending)) <= maxSearched;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The range of event ids that a page searches. Ids begin with their time. */
function rangeOf(
  column: RawBuilder<unknown>,
  { sinceMs, beforeMs }: DeliveryFilters,
  after: Position | null,
): RawBuilder<unknown> {
  const since = sinceMs === undefined ? sql`` : sql`and ${column} >= ${firstIdOf('msg', sinceMs)}`;
  const before = beforeMs === undefined ? sql`` : sql`and ${column} < ${firstIdOf('msg', beforeMs)}`;
  const until = after === null ? sql`` : sql`and ${column} <= ${after.eventId}`;
  return sql`${since} ${before} ${until}`;
}

function isAfter(after: Position | null): RawBuilder<unknown> {
  return after === null ? sql`` : sql`and (d.event_id, d.endpoint_id) < (${after.eventId}, ${after.endpointId})`;
}

/** Lists the deliveries of an event, one for each endpoint that receives it. */
export async function listDeliveriesOfEvent(db: Db, organizerId: string, eventId: string): Promise<DeliveryRow[]> {
  const endpointIds = (await listEndpoints(db, organizerId)).map(({ id }) => id);
  const source: Source = { unit: 'event', rows: sql`select ${eventId} as event_id, '' as endpoint_id` };
  const limit = endpointIds.length;
  const matches = await findMatches(db, organizerId, { filters: {}, source, endpointIds, after: null, limit });
  return matches.map(toDeliveryRow);
}

interface Search {
  readonly filters: DeliveryFilters;
  readonly source: Source;
  readonly endpointIds: readonly string[];
  readonly after: Position | null;
  readonly limit: number;
}

/**
 * Finds the deliveries among the rows of the source that match all filters. SQLite reads the tables of a cross join in this order.
 * In another order, it would read all deliveries of the organizer.
 */
async function findMatches(
  db: Db,
  organizerId: string,
  { filters, source, endpointIds, after, limit }: Search,
): Promise<DeliveryRecord[]> {
  const { status, type } = filters;
  const endpoint =
    source.unit === 'event'
      ? dialectOf(db).isOneOf(sql`d.endpoint_id`, endpointIds)
      : sql`d.endpoint_id = searched.endpoint_id`;
  return runPrepared(
    db,
    sql<DeliveryRecord>`
    with searched as materialized (${source.rows})
    select d.id, d.endpoint_id, d.event_id, d.status, d.attempt_count, d.next_attempt_at, d.created_at, d.updated_at,
      e.type, e.created_at as event_created_at, e.object_id, e.order_number, e.is_test
    from searched cross join webhook_deliveries as d cross join webhook_events as e
    where d.organizer_id = ${organizerId} and ${endpoint} and d.event_id = searched.event_id
      and e.organizer_id = ${organizerId} and e.id = d.event_id ${isAfter(after)}
      ${filters.endpointId === undefined ? sql`` : sql`and d.endpoint_id = ${filters.endpointId}`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
      ${type === undefined ? sql`` : sql`and e.type = ${type}`}
    order by d.event_id desc, d.endpoint_id desc limit cast(${limit} as integer)`,
  );
}

/** The position where a limited search ended; null if it reached the end of the list. */
async function endOfSearch(db: Db, { rows }: Source): Promise<Position | null> {
  const [last] = await runPrepared(
    db,
    sql<{ event_id: string; endpoint_id: string }>`
    with searched as materialized (${rows})
    select event_id, endpoint_id from searched
    where (select count(*) from searched) = ${sql.lit(maxSearched)}
    order by event_id, endpoint_id limit 1`,
  );
  return last === undefined ? null : { eventId: last.event_id, endpointId: last.endpoint_id };
}

function toDeliveryRow(row: DeliveryRecord): DeliveryRow {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.type,
    eventCreatedAt: row.event_created_at,
    objectId: row.object_id ?? row.order_number,
    isTest: row.is_test === 1,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
