import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { firstIdOf } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit, recordAuditProgress } from '../audit/index.ts';
import { assertEnabled } from './change-endpoint.ts';
import { deliveryChannel, emit, type NewEvent, newDelivery } from './emit.ts';
import { getEndpoint, lockEndpoints } from './endpoints.ts';
import { type DeliveryView, getDelivery } from './queries.ts';
import type { EndpointEventType } from './webhook-types.ts';

/**
 * Emits a `ping` to an endpoint, regardless of its subscriptions.
 *
 * @param origin the actor and the request, for the audit log
 * @returns the pending delivery
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function sendTest(db: Db, endpointId: string, clock: Clock, origin: AuditOrigin): Promise<DeliveryView> {
  const endpoint = await getEndpoint(db, endpointId);
  assertEnabled(endpoint);
  const data = JSON.stringify({ endpointId, message: 'This is a test. Respond with a status from 200 to 299.' });
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const event: NewEvent<EndpointEventType> = { type: 'ping', data };
    const eventIds = await emit(tx, endpoint.organizerId, [event], now, { endpointId });
    const { id } = await tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organizer_id', '=', endpoint.organizerId)
      .where('endpoint_id', '=', endpointId)
      .where('event_id', 'in', eventIds)
      .executeTakeFirstOrThrow();
    const entry = { action: 'webhook.test', subject: endpointId, details: { deliveryId: id }, at: now } as const;
    await recordAudit(tx, endpoint.organizerId, { ...origin, ...entry });
    return getDelivery(tx, id);
  });
}

/**
 * Sends a delivery again now, regardless of its status. If it fails, it is retried like a new delivery.
 *
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `delivery_not_found` if no delivery has this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function resendDelivery(
  db: Db,
  deliveryId: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<DeliveryView> {
  const { organizerId, endpointId } = await getDelivery(db, deliveryId);
  assertEnabled(await getEndpoint(db, endpointId));
  const now = timestamp(clock.now());
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempt_count: 0, next_attempt_at: now, lease_id: null, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', deliveryId)
      .execute();
    const entry = { action: 'webhook.resend', subject: deliveryId, details: { endpointId }, at: now } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
    await announceOnCommit(tx, deliveryChannel);
  });
  return getDelivery(db, deliveryId);
}

/** The rate of a replay, which limits the load on the receiver. */
const replayedPerSecond = 100;
const batchSize = 1_000;

interface ReplayedEvent {
  event_id: string;
  /** null if the event has no delivery to this endpoint yet. */
  delivery_id: string | null;
}

/**
 * Sends events again to an endpoint: all events of the subscribed types since a time, or only the events whose delivery failed
 * or was cancelled. Pending deliveries are not changed. The deliveries become due at a rate of 100 per second.
 *
 * @param origin the actor and the request, for the audit log
 * @returns the number of deliveries, and the time when the last delivery is due
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function replayDeliveries(
  db: Db,
  endpointId: string,
  options: { sinceMs: number; onlyFailed: boolean },
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; replayed: number; lastDueAt: string | null }> {
  const endpoint = await getEndpoint(db, endpointId);
  assertEnabled(endpoint);
  const startMs = clock.now();
  let replayed = 0;
  let lastDueAt: string | null = null;
  let auditId: string | null = null;
  // The replay excludes newer events, because their deliveries are created when the events are emitted.
  const untilId = firstIdOf('msg', startMs + 1);
  let afterId = firstIdOf('msg', options.sinceMs);
  for (;;) {
    const scheduled = await db.transaction().execute(async (tx) => {
      await lockEndpoints(tx, [endpointId]);
      const events = await findEventsToReplay(tx, endpoint, { afterId, untilId, onlyFailed: options.onlyFailed });
      const scheduledEvents = events.map((event, index) => ({
        ...event,
        dueAt: timestamp(startMs + Math.floor(((replayed + index) * 1_000) / replayedPerSecond)),
      }));
      await scheduleDeliveries(tx, endpoint.organizerId, endpointId, scheduledEvents, timestamp(startMs));
      if (scheduledEvents.length > 0) {
        const details = {
          since: timestamp(options.sinceMs),
          onlyFailed: options.onlyFailed,
          replayed: replayed + scheduledEvents.length,
        };
        auditId = await recordAuditProgress(tx, endpoint.organizerId, auditId, {
          ...origin,
          action: 'webhook.replay',
          subject: endpointId,
          details,
          at: timestamp(startMs),
        });
      }
      return scheduledEvents;
    });
    const lastEvent = scheduled.at(-1);
    if (lastEvent === undefined) return { id: endpointId, replayed, lastDueAt };
    replayed += scheduled.length;
    lastDueAt = lastEvent.dueAt;
    afterId = lastEvent.event_id;
  }
}

type ScheduledEvent = ReplayedEvent & { dueAt: string };

/** Finds the next batch of events, oldest first. */
async function findEventsToReplay(
  db: Db,
  endpoint: { organizerId: string; id: string; events: readonly string[] },
  range: { afterId: string; untilId: string; onlyFailed: boolean },
): Promise<ReplayedEvent[]> {
  if (range.onlyFailed) {
    return db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'id as delivery_id'])
      .where('organizer_id', '=', endpoint.organizerId)
      .where('endpoint_id', '=', endpoint.id)
      .where('event_id', '>', range.afterId)
      .where('event_id', '<', range.untilId)
      .where('status', 'in', ['failed', 'cancelled'])
      .orderBy('event_id')
      .limit(batchSize)
      .execute();
  }
  // Subqueries instead of a join: the planner chooses a bad join order if a table has grown since it was last analyzed.
  const delivery = (column: 'id' | 'status') => sql`(select d.${sql.ref(column)} from webhook_deliveries as d
    where d.organizer_id = e.organizer_id and d.endpoint_id = ${endpoint.id} and d.event_id = e.id)`;
  // A ping is sent again only to the endpoint that it was created for.
  const isSubscribed = endpoint.events.includes('*')
    ? sql`type <> 'ping'`
    : sql`type in (${sql.join(endpoint.events)})`;
  const { rows } = await sql<ReplayedEvent>`
    select event_id, delivery_id from (
      select e.id as event_id, e.type, ${delivery('id')} as delivery_id, ${delivery('status')} as status
      from webhook_events as e
      where e.organizer_id = ${endpoint.organizerId} and e.id > ${range.afterId} and e.id < ${range.untilId}) as found
    where (delivery_id is null and ${isSubscribed}) or status <> 'pending'
    order by event_id limit ${sql.lit(batchSize)}`.execute(db);
  return rows;
}

/** Inserts missing deliveries and resets existing ones. */
async function scheduleDeliveries(
  tx: Db,
  organizerId: string,
  endpointId: string,
  events: readonly ScheduledEvent[],
  now: string,
): Promise<void> {
  if (events.length === 0) return;
  const dialect = dialectOf(tx);
  const eventsWithoutDelivery = events.filter(({ delivery_id }) => delivery_id === null);
  const rows = eventsWithoutDelivery.map(({ event_id, dueAt }) =>
    newDelivery(organizerId, endpointId, event_id, dueAt),
  );
  await dialect.insertMany(tx, 'webhook_deliveries', rows);
  await dialect.updateMany(
    tx,
    'webhook_deliveries',
    ['organizer_id', 'id'],
    events.flatMap(({ delivery_id: id, dueAt }) =>
      id === null
        ? []
        : {
            organizer_id: organizerId,
            id,
            status: 'pending' as const,
            attempt_count: 0,
            next_attempt_at: dueAt,
            updated_at: now,
          },
    ),
    ['lease_id'],
  );
  await announceOnCommit(tx, deliveryChannel);
}
