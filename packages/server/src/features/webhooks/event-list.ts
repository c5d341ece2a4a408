import type { KeyObject } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Db, dialectOf, type JsonBody } from '../../platform/database/dialect.ts';
import { defineList } from '../../platform/database/page.ts';
import { firstIdOf, parseOrderNumber } from '../../platform/ids.ts';

/** An event as it was sent. */
export interface WebhookEventView {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly isTest: boolean;
  readonly createdAt: string;
  /** The body of each request with this event. */
  readonly body: string;
}

const readPage = defineList<'type' | 'objectId' | 'orderNumber'>('webhook-events', {
  table: 'webhook_events',
  fields: (db, organizerId) => ({
    id: sql`t.id`,
    type: sql`t.type`,
    objectId: sql`coalesce(t.object_id, t.order_number)`,
    isTest: dialectOf(db).boolean(sql`t.is_test = 1`),
    createdAt: sql`t.created_at`,
    deliveries: deliveriesOf(db, organizerId),
  }),
  newestFirst: [['id', 'id']],
  filters: {
    type: (value) => sql`t.type = ${value}`,
    objectId: (value) => sql`t.object_id = ${value}`,
    orderNumber: (value) => sql`t.order_number = ${value}`,
  },
  // There are few events about one object.
  plans: [
    { name: 'one object', when: ['objectId'], residual: ['type'], sorts: false },
    { name: 'one order', when: ['orderNumber'], residual: ['type'], sorts: false },
  ],
});

/** The JSON of the deliveries of an event. No index begins with the event, so they are found by the endpoints. */
function deliveriesOf(db: Db, organizerId: RawBuilder<unknown>) {
  const { array, object, isOneOfFew } = dialectOf(db);
  const endpoints = sql`select p.id from webhook_endpoints as p where p.organizer_id = ${organizerId}`;
  return array(
    object({ id: sql`d.id`, endpointId: sql`d.endpoint_id`, status: sql`d.status` }),
    sql`from webhook_deliveries as d where d.organizer_id = ${organizerId} and d.event_id = t.id
      and ${isOneOfFew(sql`d.endpoint_id`, endpoints)}`,
    sql`d.endpoint_id`,
  );
}

interface EventListQuery {
  readonly type?: string | undefined;
  /** The id of the resource in the payload, or an order number. */
  readonly objectId?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly beforeMs?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists events, newest first, each with the statuses of its deliveries. Returns the JSON of the page. */
export function listEvents(
  db: Db,
  organizerId: string,
  query: EventListQuery,
  cursorKey: KeyObject,
): Promise<JsonBody> {
  const { type, objectId, sinceMs, beforeMs, limit, cursor } = query;
  const orderNumber = objectId === undefined ? null : parseOrderNumber(objectId);
  const object = orderNumber === null ? { objectId } : { orderNumber };
  // Ids begin with their time.
  const createdSince = sinceMs === undefined ? undefined : firstIdOf('msg', sinceMs);
  const createdBefore = beforeMs === undefined ? undefined : firstIdOf('msg', beforeMs);
  return readPage(db, organizerId, { type, ...object, createdSince, createdBefore, limit, cursor }, cursorKey);
}

/** @throws ApiError `webhook_event_not_found` if the organizer has no event with this id */
export async function getEvent(db: Db, organizerId: string, eventId: string): Promise<WebhookEventView> {
  const row = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('webhook_event_not_found', { eventId: eventId.slice(0, 100) });
  return {
    id: row.id,
    type: row.type,
    objectId: row.object_id ?? row.order_number,
    isTest: row.is_test === 1,
    createdAt: row.created_at,
    body: row.body,
  };
}
