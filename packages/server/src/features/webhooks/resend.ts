import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { firstIdOf } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit, recordAuditProgress } from '../audit/index.ts';
import { requireEnabled } from './change-endpoint.ts';
import { deliveryChannel, emit, newDelivery } from './emit.ts';
import { getEndpoint, lockEndpoints } from './endpoints.ts';
import { type DeliveryView, getDelivery } from './queries.ts';

/**
 * Sends a `ping` to an endpoint, whatever it subscribes to.
 *
 * @param origin who sends it, for the audit
 * @returns its delivery, which is under way
 * @throws ApiError `not_found`, `invalid_state` where the endpoint is disabled
 */
export async function sendTest(db: Db, endpointId: string, clock: Clock, origin: AuditOrigin): Promise<DeliveryView> {
  const endpoint = await getEndpoint(db, endpointId);
  requireEnabled(endpoint);
  const data = JSON.stringify({ endpointId, message: 'This is a test. Answer it with a status from 200 to 299.' });
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const [eventId] = await emit(tx, endpoint.organizerId, [{ type: 'ping', data }], now, { endpointId });
    const { id } = await tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organizer_id', '=', endpoint.organizerId)
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId!)
      .executeTakeFirstOrThrow();
    const entry = { action: 'webhook.test', subject: endpointId, details: { deliveryId: id }, at: now } as const;
    await recordAudit(tx, endpoint.organizerId, { ...origin, ...entry });
    return getDelivery(tx, id);
  });
}

/**
 * Sends a delivery again, now, whatever became of it; if it fails it is retried like a new one.
 *
 * @param origin who resends it, for the audit
 * @throws ApiError `not_found`, `invalid_state` where its endpoint is disabled
 */
export async function resendDelivery(
  db: Db,
  deliveryId: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<DeliveryView> {
  const { organizerId, endpointId } = await getDelivery(db, deliveryId);
  requireEnabled(await getEndpoint(db, endpointId));
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

/** What is replayed leaves at this pace, so that the receiver is not flooded. */
const replayedPerSecond = 100;
const batchMax = 1_000;

interface Missed {
  event_id: string;
  delivery_id: string | null;
}

/**
 * Sends an endpoint what happened since a time, in bulk: every event of the types that it subscribes to, whether it got
 * it or not, or only what was meant for it and not delivered (failed, or cancelled when it was disabled). What is
 * waiting to be sent anyway is left alone. The deliveries are spread over time.
 *
 * @param origin who replays them, for the audit
 * @returns how many are sent, and when the last of them is due
 * @throws ApiError `not_found`, `invalid_state` where the endpoint is disabled
 */
export async function replayDeliveries(
  db: Db,
  endpointId: string,
  given: { sinceMs: number; onlyFailed: boolean },
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; replayed: number; lastDueAt: string | null }> {
  const endpoint = await getEndpoint(db, endpointId);
  requireEnabled(endpoint);
  const startMs = clock.now();
  let replayed = 0;
  let lastDueAt: string | null = null;
  let auditId: string | null = null;
  // What happens from now on is sent anyway.
  const until = firstIdOf('msg', startMs + 1);
  let after = firstIdOf('msg', given.sinceMs);
  for (;;) {
    const due = await db.transaction().execute(async (tx) => {
      await lockEndpoints(tx, [endpointId]);
      const missed = await findMissed(tx, endpoint, { after, until, onlyFailed: given.onlyFailed });
      const spread = missed.map((one, index) => ({
        ...one,
        dueAt: timestamp(startMs + Math.floor(((replayed + index) * 1_000) / replayedPerSecond)),
      }));
      await makeDue(tx, endpoint.organizerId, endpointId, spread, timestamp(startMs));
      if (spread.length > 0) {
        const details = {
          since: timestamp(given.sinceMs),
          onlyFailed: given.onlyFailed,
          replayed: replayed + spread.length,
        };
        auditId = await recordAuditProgress(tx, endpoint.organizerId, auditId, {
          ...origin,
          action: 'webhook.replay',
          subject: endpointId,
          details,
          at: timestamp(startMs),
        });
      }
      return spread;
    });
    const last = due.at(-1);
    if (last === undefined) return { id: endpointId, replayed, lastDueAt };
    replayed += due.length;
    lastDueAt = last.dueAt;
    after = last.event_id;
  }
}

type Due = Missed & { dueAt: string };

/** The next events to replay, in the order in which they happened. */
async function findMissed(
  db: Db,
  endpoint: { organizerId: string; id: string; events: readonly string[] },
  range: { after: string; until: string; onlyFailed: boolean },
): Promise<Missed[]> {
  if (range.onlyFailed) {
    return db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'id as delivery_id'])
      .where('organizer_id', '=', endpoint.organizerId)
      .where('endpoint_id', '=', endpoint.id)
      .where('event_id', '>', range.after)
      .where('event_id', '<', range.until)
      .where('status', 'in', ['failed', 'cancelled'])
      .orderBy('event_id')
      .limit(batchMax)
      .execute();
  }
  // Each event's delivery is looked up by itself: a join is planned badly while a table that has just grown is not analyzed.
  const delivery = (column: 'id' | 'status') => sql`(select d.${sql.ref(column)} from webhook_deliveries as d
    where d.organizer_id = e.organizer_id and d.endpoint_id = ${endpoint.id} and d.event_id = e.id)`;
  // A ping is between one endpoint and whoever sent it.
  const isMeant = endpoint.events.includes('*') ? sql`type <> 'ping'` : sql`type in (${sql.join(endpoint.events)})`;
  const { rows } = await sql<Missed>`
    select event_id, delivery_id from (
      select e.id as event_id, e.type, ${delivery('id')} as delivery_id, ${delivery('status')} as status
      from webhook_events as e
      where e.organizer_id = ${endpoint.organizerId} and e.id > ${range.after} and e.id < ${range.until}) as found
    where (delivery_id is null and ${isMeant}) or status <> 'pending'
    order by event_id limit ${sql.lit(batchMax)}`.execute(db);
  return rows;
}

async function makeDue(
  tx: Db,
  organizerId: string,
  endpointId: string,
  due: readonly Due[],
  now: string,
): Promise<void> {
  if (due.length === 0) return;
  const dialect = dialectOf(tx);
  const missing = due.filter(({ delivery_id }) => delivery_id === null);
  const rows = missing.map(({ event_id, dueAt }) => newDelivery(organizerId, endpointId, event_id, dueAt));
  await dialect.insertMany(tx, 'webhook_deliveries', rows);
  await dialect.updateMany(
    tx,
    'webhook_deliveries',
    ['organizer_id', 'id'],
    due
      .filter(({ delivery_id }) => delivery_id !== null)
      .map(({ delivery_id, dueAt }) => ({
        organizer_id: organizerId,
        id: delivery_id!,
        status: 'pending' as const,
        attempt_count: 0,
        next_attempt_at: dueAt,
        updated_at: now,
      })),
    ['lease_id'],
  );
  await announceOnCommit(tx, deliveryChannel);
}
