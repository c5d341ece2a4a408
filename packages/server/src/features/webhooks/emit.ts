import { type RawBuilder, sql } from 'kysely';
import { afterTransaction, announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/ids.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { currentTraceparent } from '../../platform/telemetry/spans.ts';
import type { ClaimedDelivery } from './delivery-rows.ts';
import { type EndpointSecretRow, findSubscriberTargets } from './endpoints.ts';
import { localEngine, type Subscriber } from './first-attempts.ts';
import { groupOf } from './webhook-types.ts';

/** The channel on which new deliveries are announced to the workers, with the names of their endpoints. */
export const deliveryChannel = 'webhook_deliveries';
/** The channel on which every new event, and every other change that the dashboard shows live, is announced. */
export const changeChannel = 'changes';

/** Announces to the workers that there are new deliveries to these endpoints. */
export async function announceDeliveries(tx: Db, organizerId: string, endpointIds: readonly string[]): Promise<void> {
  const names = endpointIds.map((endpointId) => `${organizerId}/${endpointId}`);
  await announceOnCommit(tx, deliveryChannel, names);
}

/** The organizer and the endpoint of a name in an announcement on `deliveryChannel`. */
export function endpointOfName(name: string): { organizerId: string; endpointId: string } {
  const [organizerId = '', endpointId = ''] = name.split('/');
  return { organizerId, endpointId };
}

/** An event to be emitted. */
export interface NewEvent<T extends string = string> {
  readonly type: T;
  /** The resource as JSON, as in the API, without personal fields. */
  readonly data: string;
}

const findSubscribers = statement<{ organizerId: string }, Subscriber>((db, param) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'event_types', 'only_event_ids'])
    .where('organizer_id', '=', param('organizerId'))
    .where(sql<boolean>`status = 'enabled'`),
);

/** The sequence of events. */
export const eventSequence = {
  sequence: 'webhook_event_sequence',
  table: 'webhook_events',
  column: 'sequence',
  deleted: { table: 'deleted_webhook_events', column: 'last_sequence' },
} as const;

/** Lists an organizer's enabled endpoints. */
export async function listSubscribers(tx: Db, organizerId: string): Promise<readonly Subscriber[]> {
  if (localEngine(tx) === undefined) return findSubscribers(tx, { organizerId });
  if (!dialectOf(tx).plansJoinsOnce && (await findSubscribers(tx, { organizerId })).length === 0) return [];
  const rows = await findSubscriberTargets(tx, { organizerId });
  const rowsById = Map.groupBy(rows, ({ id }) => id);
  return [...rowsById.values()].map((target) => subscriberOf(target));
}

function subscriberOf(target: readonly EndpointSecretRow[]): Subscriber {
  const { id, event_types, only_event_ids } = target[0]!;
  return { id, event_types, only_event_ids, target };
}

/** A SQL expression for the `sequence` of the next event, for the statement that locks the changed row; null if `emit` must query it. */
export function nextEventNumber(db: Db, organizerId: RawBuilder<string>): RawBuilder<number | null> {
  return dialectOf(db).nextSequence(organizerId, eventSequence);
}

/**
 * Values that `emit` queries if they are missing. If many transactions wait for the same row, the caller reads these values
 * before it locks the row, because each query under the lock delays all of these transactions.
 */
export interface PreparedValues {
  readonly subscribers: readonly Subscriber[];
  /** The `sequence` of each event, from `nextEventNumber`. */
  readonly numbers: readonly number[];
}

/**
 * Inserts events, and a delivery for each endpoint that subscribes to them, in the transaction of the change. Call it after the
 * changed rows are locked: then the events of one resource have ascending `sequence` numbers.
 *
 * @param now RFC 3339
 * @param options.endpointId the only endpoint that receives the events, regardless of its subscriptions: the events are tests
 * @returns the ids of the events
 */
export async function emit(
  tx: Db,
  organizerId: string,
  events: readonly NewEvent[],
  now: string,
  options: { endpointId?: string } & Partial<PreparedValues> = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  const dialect = dialectOf(tx);
  const numbers = options.numbers ?? (await dialect.nextSequences(tx, organizerId, events.length, eventSequence));
  const isTest = options.endpointId === undefined ? 0 : 1;
  const rows = events.map(({ type, data }, index) => {
    const id = newId('msg', Date.parse(now));
    const head = { id, type, apiVersion: 'v1', createdAt: now, sequence: numbers[index] };
    const body = jsonObject({ ...head, data: new JsonText(data) });
    return {
      organizer_id: organizerId,
      id,
      sequence: numbers[index]!,
      type,
      body,
      is_test: isTest,
      ...objectOf(data),
      created_at: now,
    };
  });
  await dialect.insertMany(tx, 'webhook_events', rows);
  await announceOnCommit(tx, changeChannel);

  const endpoints =
    options.endpointId === undefined
      ? (options.subscribers ?? (await listSubscribers(tx, organizerId)))
      : [{ id: options.endpointId, event_types: null, only_event_ids: null }];
  const engine = localEngine(tx);
  const claimed: ClaimedDelivery[] = [];
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  const deliveries = endpoints.flatMap((endpoint) => {
    const types = endpoint.event_types?.split(' ');
    const eventIds = endpoint.only_event_ids?.split(' ');
    const ofEndpoint = rows
      .filter(({ type }) => types === undefined || [type, ...groupOf(type)].some((name) => types.includes(name)))
      .filter(({ belongs_to_event_id: id }) => eventIds === undefined || (id !== null && eventIds.includes(id)))
      .map((event) => newDelivery(organizerId, endpoint.id, event.id, { now, dueAt: now }));
    if (engine !== undefined) claimed.push(...engine.claimNew(endpoint, ofEndpoint, bodies));
    return ofEndpoint;
  });
  // Before any statement that can fail, because the claimed deliveries have slots.
  if (claimed.length > 0) await afterTransaction(tx, (isCommitted) => engine?.settle(claimed, isCommitted));
  await dialect.insertMany(tx, 'webhook_deliveries', deliveries);
  // The worker of this process is told of the others when the transaction is committed.
  const unclaimed = deliveries.filter(({ lease_id }) => lease_id === null);
  const endpointIds = unclaimed.map(({ endpoint_id }) => endpoint_id);
  if (endpointIds.length > 0) await announceDeliveries(tx, organizerId, endpointIds);
  return rows.map(({ id }) => id);
}

/** The columns by which events about a resource are found. The resource is an event of the organizer, or has a field `eventId`. */
function objectOf(data: string): Pick<Tables['webhook_events'], 'object_id' | 'order_number' | 'belongs_to_event_id'> {
  const { id = null, orderNumber = null, eventId } = JSON.parse(data) as Record<string, string | undefined>;
  const ownId = id?.startsWith('evt_') ? id : null;
  return { object_id: id, order_number: orderNumber, belongs_to_event_id: eventId ?? ownId };
}

/**
 * Creates the row of a new delivery.
 *
 * @param times the time of its creation and of its first attempt, RFC 3339
 */
export function newDelivery(
  organizerId: string,
  endpointId: string,
  eventId: string,
  { now, dueAt }: { now: string; dueAt: string },
) {
  return {
    organizer_id: organizerId,
    id: newId('dlv', Date.parse(now)),
    endpoint_id: endpointId,
    event_id: eventId,
    status: 'pending' as const,
    attempt_count: 0,
    next_attempt_at: dueAt,
    lease_id: null as string | null,
    trace_parent: currentTraceparent(),
    created_at: now,
    updated_at: now,
  };
}
