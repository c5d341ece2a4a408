import { type RawBuilder, sql } from 'kysely';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { EventType } from './event-types.ts';

/** Where the workers hear of new deliveries. */
export const deliveryChannel = 'webhook_deliveries';

/** Something to be told. */
export interface NewEvent {
  readonly type: EventType;
  /** The resource as the API shows it without personal fields: JSON. */
  readonly data: string;
}

/** An endpoint that may want to be told. */
export interface Subscriber {
  readonly id: string;
  /** Event types separated by spaces; null for all. */
  readonly event_types: string | null;
}

const subscribers = statement<{ organizerId: string }, Subscriber>((db, param) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'event_types'])
    .where('organizer_id', '=', param('organizerId'))
    .where(sql<boolean>`status = 'enabled'`),
);

const sequence = { sequence: 'webhook_event_sequence', table: 'webhook_events', column: 'sequence' } as const;

/** Who may want to be told of an organizer's events. */
export async function readSubscribers(tx: Db, organizerId: string): Promise<readonly Subscriber[]> {
  return subscribers(tx, { organizerId });
}

/** The next event's number as part of the statement that locks what the event tells of. */
export function nextEventNumber(db: Db, organizerId: RawBuilder<string>): RawBuilder<number> {
  return dialectOf(db).nextSequence(organizerId, sequence);
}

/**
 * What events need besides their data, had beforehand: where many wait for the row that a change has locked, each round
 * trip counts that is made until it commits.
 */
export interface Prepared {
  readonly subscribers: readonly Subscriber[];
  /** One for each event, of `nextEventNumber`. */
  readonly numbers: readonly number[];
}

/**
 * Writes events and a delivery for each endpoint that subscribes to them, in the transaction of the change that they
 * tell of: both are committed or neither. Call it after the rows of the change are locked, so that `sequence` tells the
 * order of two changes to one thing.
 *
 * @param now RFC 3339
 * @param given.endpointId only this endpoint, whatever it subscribes to
 * @returns the ids of the events
 */
export async function emit(
  tx: Db,
  organizerId: string,
  events: readonly NewEvent[],
  now: string,
  given: { endpointId?: string } & Partial<Prepared> = {},
): Promise<string[]> {
  if (events.length === 0) return [];
  const dialect = dialectOf(tx);
  const numbers = given.numbers ?? (await dialect.nextSequences(tx, organizerId, events.length, sequence));
  const rows = events.map(({ type, data }, index) => {
    const id = newId('msg', Date.parse(now));
    const head = `{"id":"${id}","type":"${type}","apiVersion":"v1","createdAt":"${now}","sequence":${numbers[index]}`;
    const body = `${head},"data":${data}}`;
    return { organizer_id: organizerId, id, sequence: numbers[index]!, type, body, created_at: now };
  });
  await dialect.insertMany(tx, 'webhook_events', rows);

  const endpoints =
    given.endpointId === undefined
      ? (given.subscribers ?? (await readSubscribers(tx, organizerId)))
      : [{ id: given.endpointId, event_types: null }];
  const deliveries = endpoints.flatMap((endpoint) => {
    const wanted = endpoint.event_types?.split(' ');
    return rows
      .filter(({ type }) => wanted === undefined || wanted.includes(type))
      .map((event) => newDelivery(organizerId, endpoint.id, event.id, now));
  });
  if (deliveries.length > 0) {
    await dialect.insertMany(tx, 'webhook_deliveries', deliveries);
    await announceOnCommit(tx, deliveryChannel);
  }
  return rows.map(({ id }) => id);
}

/** A delivery that was never tried, due at a time. */
export function newDelivery(organizerId: string, endpointId: string, eventId: string, dueAt: string) {
  return {
    organizer_id: organizerId,
    id: newId('dlv', Date.parse(dueAt)),
    endpoint_id: endpointId,
    event_id: eventId,
    status: 'pending' as const,
    attempt_count: 0,
    next_attempt_at: dueAt,
    lease_id: null,
    created_at: dueAt,
    updated_at: dueAt,
  };
}
