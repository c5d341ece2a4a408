import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { epochMsOf, firstIdOf, newId } from '../../platform/ids.ts';
import { type OrganizerTime, organizerScope, type RequestScope } from '../../platform/scope.ts';
import { recordAuditProgress } from '../audit/index.ts';
import { assertEnabled } from './change-endpoint.ts';
import { announceDeliveries, changeChannel, newDelivery } from './emit.ts';
import { getEndpoint, lockEndpoints, type StoredEndpoint } from './endpoints.ts';

/** The rate of a replay, which limits the load on the receiver. */
const replayedPerSecond = 100;
const batchSize = 1_000;
/** The number of replays that one run of the job continues, each by one batch. */
const maxReplaysPerRun = 100;
const maxListedReplays = 20;

type ReplayRow = Tables['webhook_replays'];

/** Past events that are sent to an endpoint again. */
export interface ReplayView {
  readonly id: string;
  readonly endpointId: string;
  /** `stopped`: the endpoint was disabled. */
  readonly status: ReplayRow['status'];
  readonly since: string;
  readonly onlyFailed: boolean;
  /** The number of deliveries until now. */
  readonly scheduled: number;
  /** The part of the period whose events are scheduled, from 0 to 100. */
  readonly percent: number;
  /** The time when the last delivery until now is due. */
  readonly lastDueAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface ReplayOptions {
  readonly sinceMs: number;
  readonly onlyFailed: boolean;
}

interface ReplayedEvent {
  event_id: string;
  /** null if the event has no delivery to this endpoint yet. */
  delivery_id: string | null;
}

/**
 * Starts a replay: sends events again to an endpoint, either all events of the subscribed types since a time, or only the events
 * whose delivery failed or was cancelled. Pending deliveries are not changed. A job continues the replay in batches; the
 * deliveries become due at a rate of 100 per second.
 *
 * @throws ApiError `endpoint_not_found` if the organizer has no endpoint with this id
 * @throws ApiError `endpoint_disabled` if the endpoint is disabled
 */
export async function startReplay(
  db: Db,
  { organizerId, clock, origin }: RequestScope,
  endpointId: string,
  options: ReplayOptions,
): Promise<ReplayView> {
  assertEnabled(await getEndpoint(db, organizerId, endpointId));
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const row: ReplayRow = {
    organizer_id: organizerId,
    id: newId('rpl', nowMs),
    endpoint_id: endpointId,
    status: 'running',
    since: timestamp(options.sinceMs),
    only_failed: options.onlyFailed ? 1 : 0,
    after_event_id: firstIdOf('msg', options.sinceMs),
    // The replay excludes newer events, because their deliveries are created when the events are emitted.
    until_event_id: firstIdOf('msg', nowMs + 1),
    scheduled: 0,
    last_due_at: null,
    actor: origin.actor,
    address: origin.address,
    request_id: origin.requestId,
    audit_entry_id: null,
    created_at: now,
    updated_at: now,
  };
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('webhook_replays').values(row).execute();
    await announceOnCommit(tx, changeChannel);
  });
  return toReplayView(row);
}

/**
 * Starts a replay and schedules all of its deliveries.
 *
 * @returns the number of deliveries, and the time when the last delivery is due
 * @throws ApiError as `startReplay`
 */
export async function replayDeliveries(
  db: Db,
  scope: RequestScope,
  endpointId: string,
  options: ReplayOptions,
): Promise<{ id: string; replayed: number; lastDueAt: string | null }> {
  let replay = await startReplay(db, scope, endpointId, options);
  while (replay.status === 'running') {
    await continueReplay(db, scope, replay.id);
    replay = await getReplay(db, scope.organizerId, replay.id);
  }
  return { id: endpointId, replayed: replay.scheduled, lastDueAt: replay.lastDueAt };
}

/** Continues each running replay by one batch. */
export async function continueReplays(db: Db, clock: ServiceClock): Promise<void> {
  const replays = await db
    .selectFrom('webhook_replays')
    .select(['organizer_id', 'id'])
    .where(sql<boolean>`status = 'running'`)
    .orderBy('id')
    .limit(maxReplaysPerRun)
    .execute();
  for (const { organizer_id, id } of replays) await continueReplay(db, organizerScope(organizer_id, clock, null), id);
}

/** Schedules the next batch of a running replay, in one transaction with its progress. */
async function continueReplay(db: Db, { organizerId, clock }: OrganizerTime, replayId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Another process that continues this replay waits here.
    const { rows } = await sql<ReplayRow>`select * from webhook_replays
      where organizer_id = ${organizerId} and id = ${replayId} and status = 'running'
      ${dialectOf(tx).forUpdate}`.execute(tx);
    const [replay] = rows;
    if (replay === undefined) return;
    await lockEndpoints(tx, organizerId, [replay.endpoint_id]);
    const endpoint = await getEndpoint(tx, organizerId, replay.endpoint_id);
    const now = timestamp(clock.now());
    const change = endpoint.status === 'enabled' ? await replayBatch(tx, replay, endpoint, now) : stopped;
    await tx
      .updateTable('webhook_replays')
      .set({ ...change, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', replayId)
      .execute();
    await announceOnCommit(tx, changeChannel);
  });
}

const stopped = { status: 'stopped' } as const;

/** Schedules a batch. Returns the changes of the replay. */
async function replayBatch(
  tx: Db,
  replay: ReplayRow,
  endpoint: StoredEndpoint,
  now: string,
): Promise<Partial<ReplayRow>> {
  const events = await findEventsToReplay(tx, replay, endpoint);
  const lastEvent = events.at(-1);
  if (lastEvent === undefined) return { status: 'finished' };
  const pauseMs = 1_000 / replayedPerSecond;
  const earliestMs = replay.last_due_at === null ? 0 : Date.parse(replay.last_due_at) + pauseMs;
  const firstDueMs = Math.max(Date.parse(now), earliestMs);
  const dueAt = (index: number) => timestamp(firstDueMs + index * pauseMs);
  const { organizer_id: organizerId, endpoint_id: endpointId } = replay;
  const scheduledEvents = events.map((event, index) => ({ ...event, dueAt: dueAt(index) }));
  await scheduleDeliveries(tx, organizerId, endpointId, scheduledEvents, now);
  const scheduled = replay.scheduled + events.length;
  const details = { since: replay.since, onlyFailed: replay.only_failed === 1, replayed: scheduled };
  const origin = { actor: replay.actor, address: replay.address, requestId: replay.request_id };
  const auditEntryId = await recordAuditProgress(tx, { organizerId, origin }, replay.audit_entry_id, {
    action: 'webhook.replay',
    subject: endpointId,
    details,
    at: replay.created_at,
  });
  return {
    after_event_id: lastEvent.event_id,
    scheduled,
    last_due_at: dueAt(events.length - 1),
    audit_entry_id: auditEntryId,
  };
}

type ScheduledEvent = ReplayedEvent & { dueAt: string };

/** Finds the next batch of events, oldest first. */
async function findEventsToReplay(
  db: Db,
  replay: ReplayRow,
  { events, eventIds }: Pick<StoredEndpoint, 'events' | 'eventIds'>,
): Promise<ReplayedEvent[]> {
  const { organizer_id, endpoint_id, after_event_id, until_event_id } = replay;
  if (replay.only_failed === 1) {
    return db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'id as delivery_id'])
      .where('organizer_id', '=', organizer_id)
      .where('endpoint_id', '=', endpoint_id)
      .where('event_id', '>', after_event_id)
      .where('event_id', '<', until_event_id)
      .where(sql<boolean>`status in ('failed', 'cancelled')`)
      .orderBy('event_id')
      .limit(batchSize)
      .execute();
  }
  // Subqueries instead of a join: the planner chooses a bad join order if a table has grown since it was last analyzed.
  const delivery = (column: 'id' | 'status') => sql`(select d.${sql.ref(column)} from webhook_deliveries as d
    where d.organizer_id = ${organizer_id} and d.endpoint_id = ${endpoint_id} and d.event_id = e.id)`;
  // A test is sent again only to the endpoint that it was created for.
  const isSubscribed = events.includes('*') ? sql`type <> 'ping'` : sql`type in (${sql.join(events)})`;
  const isAboutEvent = eventIds.length === 0 ? sql`true` : dialectOf(db).isOneOf(sql`belongs_to_event_id`, eventIds);
  const { rows } = await sql<ReplayedEvent>`
    select event_id, delivery_id from (
      select e.id as event_id, e.type, e.is_test, e.belongs_to_event_id, ${delivery('id')} as delivery_id, ${delivery('status')} as status
      from webhook_events as e
      where e.organizer_id = ${organizer_id} and e.id > ${after_event_id} and e.id < ${until_event_id}) as found
    where (delivery_id is null and is_test = 0 and ${isSubscribed} and ${isAboutEvent}) or status <> 'pending'
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
    newDelivery(organizerId, endpointId, event_id, { now, dueAt }),
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
  await announceDeliveries(tx, organizerId, [endpointId]);
}

/** Lists the newest replays to an endpoint. */
export async function listReplays(db: Db, organizerId: string, endpointId: string): Promise<ReplayView[]> {
  const rows = await db
    .selectFrom('webhook_replays')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(maxListedReplays)
    .execute();
  return rows.map(toReplayView);
}

/** @throws ApiError `replay_not_found` if the organizer has no replay with this id */
export async function getReplay(db: Db, organizerId: string, replayId: string): Promise<ReplayView> {
  const row = await db
    .selectFrom('webhook_replays')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('id', '=', replayId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('replay_not_found', { replayId: replayId.slice(0, 100) });
  return toReplayView(row);
}

function toReplayView(row: ReplayRow): ReplayView {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    status: row.status,
    since: row.since,
    onlyFailed: row.only_failed === 1,
    scheduled: row.scheduled,
    percent: row.status === 'finished' ? 100 : percentOf(row),
    lastDueAt: row.last_due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function percentOf({ after_event_id, until_event_id, since }: ReplayRow): number {
  const sinceMs = Date.parse(since);
  const periodMs = epochMsOf(until_event_id) - sinceMs;
  const scheduledMs = epochMsOf(after_event_id) - sinceMs;
  return Math.max(0, Math.min(99, Math.floor((100 * scheduledMs) / periodMs)));
}
