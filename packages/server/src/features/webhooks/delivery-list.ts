import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { readCursor, writeCursor } from '../../platform/database/page.ts';
import { type Param, statement } from '../../platform/database/statement.ts';
import { epochMsOf, firstIdOf, parseOrderNumber } from '../../platform/ids.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { readQueue } from './endpoint-health.ts';
import { listEndpointIds } from './endpoints.ts';
import type { DeliveryView } from './queries.ts';

/**
 * The number of events or deliveries that one page searches. A filter that few of them match therefore gives short pages, which
 * continue where the search ended.
 */
const maxSearched = 1_000;

const listName = 'webhook-deliveries';

export interface DeliveryFilters {
  readonly endpointId?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly status?: readonly DeliveryView['status'][] | undefined;
  /** The id of the resource in the payload, or an order number. */
  readonly objectId?: string | undefined;
  /** Deliveries of events at or after this time. */
  readonly sinceMs?: number | undefined;
  /** Deliveries of events before this time. */
  readonly beforeMs?: number | undefined;
}

/** A delivery with the time and the object of its event. */
interface DeliveryRow extends DeliveryView {
  readonly eventCreatedAt: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
}

/** A position in the list: newest event first, then by endpoint. */
interface Position {
  readonly eventId: string;
  readonly endpointId: string;
}

/**
 * The rows that a page searches, newest first. Each source is a range of one index, except `event`: one event. Those of `endpoint`,
 * `undelivered` and `pending` are deliveries, those of the others are events.
 */
type Source = 'event' | 'events' | 'type' | 'object' | 'order' | 'endpoint' | 'undelivered' | 'pending';

/** The parameters of the statements. A statement has only those that its shape names. */
interface SearchParams {
  readonly organizerId: string;
  readonly rowCount: number;
  readonly eventId?: string | undefined;
  readonly objectId?: string | undefined;
  readonly orderNumber?: string | undefined;
  readonly statuses?: unknown;
  /** Of one type or endpoint, which an index finds, or of several, which are checked for each row. */
  readonly type?: string | undefined;
  readonly types?: unknown;
  readonly endpointId?: string | undefined;
  readonly endpointIds?: unknown;
  /** The ids with which the events of the period begin and end. */
  readonly firstId?: string | undefined;
  readonly endId?: string | undefined;
  readonly afterEventId?: string | undefined;
  readonly afterEndpointId?: string | undefined;
}

/** What determines the text of a statement. */
interface Shape {
  readonly source: Source;
  /** The names of the parameters that are set. */
  readonly has: ReadonlySet<string>;
}

interface Statements {
  /** The JSON of the deliveries that match all filters. */
  readonly findPage: (db: Db, params: SearchParams) => Promise<{ json: string }[]>;
  /** The position where a limited search ended; no row if it reached the end of the list. */
  readonly findEnd: (db: Db, params: SearchParams) => Promise<Position[]>;
}

/** The statements of each shape, which are compiled once. */
const statementsByShape = new Map<string, Statements>();

function statementsOf(source: Source, params: SearchParams): Statements {
  const names = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const key = [source, ...names].join(' ');
  let statements = statementsByShape.get(key);
  if (statements === undefined) {
    const shape = { source, has: new Set(names) };
    statements = { findPage: pageStatement(shape), findEnd: endStatement(shape) };
    statementsByShape.set(key, statements);
  }
  return statements;
}

/**
 * Lists deliveries, those of the newest event first. One page searches at most 1,000 events or deliveries, so it can have fewer
 * rows than `limit` although there are more pages.
 *
 * @returns the response body; its `searchedBackTo` is the time of the last event that was searched, if the search was limited
 * @throws ApiError `invalid_request` for a cursor that this list did not return
 */
export async function listDeliveryPage(
  db: Db,
  organizerId: string,
  filters: DeliveryFilters,
  page: { limit: number; cursor?: string | undefined },
  cursorKey: KeyObject,
): Promise<string> {
  const after = page.cursor === undefined ? null : positionOf(readCursor(page.cursor, listName, 2, cursorKey));
  const source = await chooseSource(db, organizerId, filters);
  const params = { ...paramsOf(db, organizerId, filters, source, after), rowCount: page.limit + 1 };
  const { findPage, findEnd } = statementsOf(source, params);
  const found = (await findPage(db, params)).map(({ json }) => json);
  const rows = found.slice(0, page.limit);
  const cursorAt = ({ eventId, endpointId }: Position) => writeCursor(listName, [eventId, endpointId], cursorKey);
  if (found.length > page.limit) return pageJson(rows, cursorAt(JSON.parse(rows.at(-1)!) as Position), null);
  const [end] = await findEnd(db, params);
  if (end === undefined) return pageJson(rows, null, null);
  // Without this, a client would read on through all events.
  if (rows.length === 0 && !(await hasEndpoint(db, organizerId, filters.endpointId))) return pageJson([], null, null);
  return pageJson(rows, cursorAt(end), timestamp(epochMsOf(end.eventId)));
}

/** @param nextCursor null on the last page */
function pageJson(rows: readonly string[], nextCursor: string | null, searchedBackTo: string | null): string {
  return jsonObject({ data: JsonText.list(rows), hasMore: nextCursor !== null, nextCursor, searchedBackTo });
}

async function hasEndpoint(db: Db, organizerId: string, endpointIds: DeliveryFilters['endpointId']): Promise<boolean> {
  const ids = await listEndpointIds(db, organizerId);
  return ids.some((id) => endpointIds === undefined || endpointIds.includes(id));
}

function positionOf([eventId, endpointId]: readonly string[]): Position {
  return { eventId: eventId!, endpointId: endpointId! };
}

/** Chooses the index whose rows match most of the filters. */
async function chooseSource(db: Db, organizerId: string, filters: DeliveryFilters): Promise<Source> {
  const { objectId, status, type, endpointId } = filters;
  if (objectId !== undefined) return parseOrderNumber(objectId) === null ? 'object' : 'order';
  if (status?.every((each) => each === 'failed' || each === 'cancelled')) return 'undelivered';
  if (status?.every((each) => each === 'pending') && (await areFewPending(db, organizerId, endpointId)))
    return 'pending';
  if (type?.length === 1) return 'type';
  return endpointId?.length === 1 ? 'endpoint' : 'events';
}

function paramsOf(
  db: Db,
  organizerId: string,
  { endpointId, type, status, objectId, sinceMs, beforeMs }: DeliveryFilters,
  source: Source,
  after: Position | null,
): Omit<SearchParams, 'rowCount'> {
  const { listOf } = dialectOf(db);
  const severalOf = (values: readonly string[] = []) => (values.length > 1 ? listOf(values) : undefined);
  return {
    organizerId,
    endpointId: endpointId?.length === 1 ? endpointId[0] : undefined,
    endpointIds: severalOf(endpointId),
    type: type?.length === 1 ? type[0] : undefined,
    types: severalOf(type),
    statuses: status && listOf(status),
    objectId: source === 'object' ? objectId : undefined,
    orderNumber: source === 'order' ? parseOrderNumber(objectId!)! : undefined,
    // Ids begin with their time.
    firstId: sinceMs === undefined ? undefined : firstIdOf('msg', sinceMs),
    endId: beforeMs === undefined ? undefined : firstIdOf('msg', beforeMs),
    afterEventId: after?.eventId,
    afterEndpointId: after?.endpointId,
  };
}

/** Whether all pending deliveries can be read and sorted. The index of pending deliveries is not sorted by event. */
async function areFewPending(
  db: Db,
  organizerId: string,
  endpointIds: DeliveryFilters['endpointId'],
): Promise<boolean> {
  const ids = await listEndpointIds(db, organizerId);
  const searched = ids.filter((id) => endpointIds === undefined || endpointIds.includes(id));
  const queues = await Promise.all(searched.map((id) => readQueue(db, organizerId, id)));
  return queues.every(({ hasMore }) => !hasMore) && sum(queues.map(({ pending }) => pending)) <= maxSearched;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Lists the deliveries of an event, one for each endpoint that receives it. */
export async function listDeliveriesOfEvent(db: Db, organizerId: string, eventId: string): Promise<DeliveryRow[]> {
  const params = { organizerId, eventId, rowCount: maxSearched };
  const found = await statementsOf('event', params).findPage(db, params);
  return found.map(({ json }) => JSON.parse(json) as DeliveryRow);
}

type SearchParam = Param<SearchParams>;

/** The rows of a source: events (with an empty `endpoint_id`), or deliveries. */
function searchedRows(db: Db, { source, has }: Shape, param: SearchParam): RawBuilder<unknown> {
  if (source === 'event') return sql`select cast(${param('eventId')} as text) as event_id, '' as endpoint_id`;
  const events = (
    condition: RawBuilder<unknown>,
  ) => sql`select e.id as event_id, '' as endpoint_id from webhook_events as e
    where e.organizer_id = ${param('organizerId')} ${condition} ${rangeOf(sql`e.id`, has, param)}
    order by e.id desc limit ${sql.lit(maxSearched)}`;
  const deliveries = (
    condition: RawBuilder<unknown>,
  ) => sql`select d.event_id, d.endpoint_id from webhook_deliveries as d
    where d.organizer_id = ${param('organizerId')} ${condition} ${rangeOf(sql`d.event_id`, has, param)} ${isAfter(has, param)}
    order by d.event_id desc, d.endpoint_id desc limit ${sql.lit(maxSearched)}`;
  switch (source) {
    case 'object':
      return events(sql`and e.object_id = ${param('objectId')}`);
    case 'order':
      return events(sql`and e.order_number = ${param('orderNumber')}`);
    case 'type':
      return events(sql`and e.type = ${param('type')}`);
    case 'events':
      return events(sql``);
    case 'endpoint':
      return deliveries(ofEndpoint(db, has, param));
    case 'undelivered':
      return deliveries(sql`and d.status in ('failed', 'cancelled') ${ofEndpoint(db, has, param)}`);
    case 'pending':
      return deliveries(sql`and d.status = 'pending' and ${isOfOrganizer(db, param)} ${ofEndpoint(db, has, param)}`);
  }
}

function ofEndpoint(db: Db, has: Shape['has'], param: SearchParam): RawBuilder<unknown> {
  if (has.has('endpointIds')) return sql`and ${dialectOf(db).isInList(sql`d.endpoint_id`, param('endpointIds'))}`;
  return has.has('endpointId') ? sql`and d.endpoint_id = ${param('endpointId')}` : sql``;
}

/** The condition that a delivery is to an endpoint of the organizer. It names the endpoints, so that an index finds the deliveries. */
function isOfOrganizer(db: Db, param: SearchParam): RawBuilder<boolean> {
  const ids = sql`select w.id from webhook_endpoints as w where w.organizer_id = ${param('organizerId')}`;
  return dialectOf(db).isOneOfFew(sql`d.endpoint_id`, ids);
}

/** The range of event ids that a page searches. */
function rangeOf(column: RawBuilder<unknown>, has: Shape['has'], param: SearchParam): RawBuilder<unknown> {
  const since = has.has('firstId') ? sql`and ${column} >= ${param('firstId')}` : sql``;
  const before = has.has('endId') ? sql`and ${column} < ${param('endId')}` : sql``;
  const until = has.has('afterEventId') ? sql`and ${column} <= ${param('afterEventId')}` : sql``;
  return sql`${since} ${before} ${until}`;
}

function isAfter(has: Shape['has'], param: SearchParam): RawBuilder<unknown> {
  if (!has.has('afterEventId')) return sql``;
  return sql`and (d.event_id, d.endpoint_id) < (${param('afterEventId')}, ${param('afterEndpointId')})`;
}

/**
 * Finds the deliveries among the rows of the source that match all filters, and builds the JSON of those of the page. SQLite reads
 * the tables of a cross join in this order. In another order, it would read all deliveries of the organizer.
 */
function pageStatement(shape: Shape): Statements['findPage'] {
  const { source, has } = shape;
  return statement((db, param) => {
    const organizerId = param('organizerId');
    const areDeliveries = ['endpoint', 'undelivered', 'pending'].includes(source);
    const endpoint = areDeliveries ? sql`d.endpoint_id = searched.endpoint_id` : isOfOrganizer(db, param);
    // Planners do not analyze `(…) is true`. SQLite would otherwise plan the statement again for each value.
    const { isInList } = dialectOf(db);
    const ofStatus = has.has('statuses') ? sql`and (${isInList(sql`d.status`, param('statuses'))}) is true` : sql``;
    const isOfType = has.has('types') ? isInList(sql`e.type`, param('types')) : sql`e.type = ${param('type')}`;
    const ofType =
      has.has('type') || has.has('types')
        ? sql`and exists (select e.id from webhook_events as e
          where e.organizer_id = ${organizerId} and e.id = d.event_id and ${isOfType})`
        : sql``;
    const newestFirst = sql`order by d.event_id desc, d.endpoint_id desc`;
    return sql`
      with searched as materialized (${searchedRows(db, shape, param)}),
      found as materialized (
        select d.event_id, d.endpoint_id from searched cross join webhook_deliveries as d
        where d.organizer_id = ${organizerId} and ${endpoint} and d.event_id = searched.event_id ${isAfter(has, param)}
          ${ofEndpoint(db, has, param)} ${ofStatus} ${ofType}
        ${newestFirst} limit cast(${param('rowCount')} as integer))
      select cast(${rowJson(db)} as text) as json
      from found cross join webhook_deliveries as d cross join webhook_events as e
      where d.organizer_id = ${organizerId} and d.endpoint_id = found.endpoint_id and d.event_id = found.event_id
        and e.organizer_id = ${organizerId} and e.id = d.event_id
      ${newestFirst}`;
  });
}

/** The JSON of a `DeliveryRow`. */
function rowJson(db: Db): RawBuilder<string> {
  const { boolean, object } = dialectOf(db);
  return object({
    id: sql.ref('d.id'),
    endpointId: sql.ref('d.endpoint_id'),
    eventId: sql.ref('d.event_id'),
    eventType: sql.ref('e.type'),
    eventCreatedAt: sql.ref('e.created_at'),
    objectId: sql`coalesce(e.object_id, e.order_number)`,
    isTest: boolean(sql`e.is_test = 1`),
    status: sql.ref('d.status'),
    attemptCount: sql.ref('d.attempt_count'),
    nextAttemptAt: sql.ref('d.next_attempt_at'),
    createdAt: sql.ref('d.created_at'),
    updatedAt: sql.ref('d.updated_at'),
  });
}

function endStatement(shape: Shape): Statements['findEnd'] {
  return statement(
    (db, param) => sql`
    with searched as materialized (${searchedRows(db, shape, param)})
    select event_id as "eventId", endpoint_id as "endpointId" from searched
    where (select count(*) from searched) = ${sql.lit(maxSearched)}
    order by event_id, endpoint_id limit 1`,
  );
}
