import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { adapterOf, type Db, dialectOf } from '../../platform/database/dialect.ts';
import { type Param, statement } from '../../platform/database/statement.ts';
import { firstIdOf, parseOrderNumber } from '../../platform/ids.ts';
import { eventSequence } from './emit.ts';

/** The maximum number of events that one page reads, even if few of them match its filters. */
const maxScanned = 1_000;
/** Events that are so many events apart can have been created in a different order from their sequences. */
const maxOvertaken = 1_000;

/** An event of the feed. */
export interface FeedEvent {
  readonly sequence: number;
  readonly type: string;
  /** The JSON that is sent to endpoints. */
  readonly body: string;
}

/** A part of the feed. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The sequence up to which the page contains all events that match its filters. */
  readonly lastSequence: number;
}

interface FeedRange {
  /** Events with a higher sequence. */
  readonly after: number;
  /** Events with this sequence or a lower one. All of them must be final. */
  readonly until: number;
  readonly types: readonly string[];
  /** The id of the resource in the payload, or an order number. */
  readonly objectId?: string | undefined;
  readonly limit: number;
}

/** The state of the feed of an organizer. */
export interface FeedHead {
  /** All events with this sequence or a lower one are final: none of them will be added any more. */
  readonly sequence: number;
  /** The sequence of the newest committed event; 0 if there is none. */
  readonly newest: number;
  /** Whether committed events wait for a transaction that has taken a lower sequence and is still open. */
  readonly isHeldBack: boolean;
}

/** Reads the state of the feeds of several organizers. */
export async function readFeedHeads(db: Db, organizerIds: readonly string[]): Promise<Map<string, FeedHead>> {
  const final = await dialectOf(db).finalSequences(db, organizerIds, eventSequence);
  // Read after the final numbers, so that it includes all events up to them.
  const rows = await readNewestSequences(db, organizerIds);
  await adapterOf(db).pendingCommits;
  return new Map(
    rows.map(({ id, newest }) => {
      // The sequence of a committed event: PostgreSQL can take other numbers a second time after a crash.
      const sequence = Math.min(newest, final.get(id)!);
      return [id, { sequence, newest, isHeldBack: newest > sequence }];
    }),
  );
}

const readNewestSequence = statement<{ organizerId: string }, { newest: number }>(
  (_, param) => sql<{ newest: number }>`select coalesce(max(sequence), 0) as newest from webhook_events
    where organizer_id = ${param('organizerId')}`,
);

/** The sequence of the newest event of each organizer; 0 if it has none. */
async function readNewestSequences(
  db: Db,
  organizerIds: readonly string[],
): Promise<readonly { id: string; newest: number }[]> {
  if (!dialectOf(db).correlatesOrganizers) {
    return Promise.all(
      organizerIds.map(async (id) => ({ id, newest: (await readNewestSequence(db, { organizerId: id }))[0]!.newest })),
    );
  }
  const newest = sql<number>`(select coalesce(max(e.sequence), 0) from webhook_events as e where e.organizer_id = o.id)`;
  return db
    .selectFrom('organizers as o')
    .select(['o.id', newest.as('newest')])
    .where(dialectOf(db).isOneOf(sql.ref('o.id'), organizerIds))
    .execute();
}

/** Reads the state of the feed of one organizer. */
export async function readFeedHead(db: Db, organizerId: string): Promise<FeedHead> {
  return (await readFeedHeads(db, [organizerId])).get(organizerId) ?? { sequence: 0, newest: 0, isHeldBack: false };
}

type RangeParams = { organizerId: string; after: number; until: number; types: unknown; limit: number };

/** Events in a range of sequences, in their order. Tests of endpoints are not part of the feed. */
function eventsIn(db: Db, param: Param<RangeParams>, filter: RawBuilder<boolean>, order: RawBuilder<unknown>) {
  return (
    db
      .selectFrom('webhook_events as e')
      .select(['e.sequence', 'e.type', 'e.body'])
      .where('e.organizer_id', '=', param('organizerId'))
      .where(filter)
      .where(sql<boolean>`e.is_test = 0`)
      // Neither database uses an index for `(…) is true`.
      .where(sql<boolean>`(${dialectOf(db).isInList(sql.ref('e.type'), param('types'))}) is true`)
      .orderBy(order)
      .limit(param('limit'))
  );
}

const readRange = statement<RangeParams, FeedEvent>((db, param) => {
  const inRange = sql<boolean>`e.sequence > ${param('after')} and e.sequence <= ${param('until')}`;
  return eventsIn(db, param, inRange, sql`e.sequence`);
});

const readEndOfScan = statement<Pick<RangeParams, 'organizerId' | 'after' | 'until'>, { sequence: number }>(
  (db, param) =>
    db
      .selectFrom('webhook_events')
      .select('sequence')
      .where('organizer_id', '=', param('organizerId'))
      .where('sequence', '>', param('after'))
      .where('sequence', '<=', param('until'))
      .orderBy('sequence')
      .limit(sql.lit(1))
      .offset(sql.lit(maxScanned - 1)),
);

/** Events about one object. They are few, so they are found by the index of the object and then sorted. */
function objectStatement(column: 'object_id' | 'order_number') {
  return statement<RangeParams & { objectId: string }, FeedEvent>((db, param) => {
    const sequence = sql`cast(e.sequence as text)`;
    const isInRange = sql<boolean>`${sql.ref(`e.${column}`)} = ${param('objectId')}
      and (e.sequence > ${param('after')} and e.sequence <= ${param('until')}) is true`;
    return eventsIn(db, param as Param<RangeParams>, isInRange, sql`length(${sequence}), ${sequence}`);
  });
}
const readByObjectId = objectStatement('object_id');
const readByOrderNumber = objectStatement('order_number');

/**
 * Reads the next events of the feed, in the order of their sequences.
 *
 * @throws ApiError `webhook_events_deleted` if events after `after` were deleted
 */
export async function readFeedPage(db: Db, organizerId: string, range: FeedRange): Promise<FeedPage> {
  const { after, until, types, objectId, limit } = range;
  const params = { organizerId, after, until, types: dialectOf(db).listOf(types), limit };
  const { events, scannedUntil } = await readEvents(db, params, objectId);
  // Read after the events, which can be deleted between the two statements.
  if (after < (await readLastDeleted(db, organizerId))) throw new ApiError('webhook_events_deleted', { after });
  const lastSequence = events.length < limit ? scannedUntil : events.at(-1)!.sequence;
  return { events, lastSequence };
}

async function readEvents(
  db: Db,
  params: RangeParams,
  objectId: string | undefined,
): Promise<{ events: FeedEvent[]; scannedUntil: number }> {
  if (objectId === undefined) {
    const [end] = await readEndOfScan(db, params);
    const scannedUntil = end?.sequence ?? params.until;
    return { events: await readRange(db, { ...params, until: scannedUntil }), scannedUntil };
  }
  const orderNumber = parseOrderNumber(objectId);
  const events =
    orderNumber === null
      ? await readByObjectId(db, { ...params, objectId })
      : await readByOrderNumber(db, { ...params, objectId: orderNumber });
  return { events, scannedUntil: params.until };
}

/** The sequence of the newest deleted event of an organizer; 0 if none was deleted. */
export async function readLastDeleted(db: Db, organizerId: string): Promise<number> {
  const row = await db
    .selectFrom('deleted_webhook_events')
    .select('last_sequence')
    .where('organizer_id', '=', organizerId)
    .executeTakeFirst();
  return row?.last_sequence ?? 0;
}

/**
 * Returns a sequence that is lower than that of each event since a time.
 *
 * @param until the sequence to return if there is no such event
 */
export async function readSequenceBefore(db: Db, organizerId: string, sinceMs: number, until: number): Promise<number> {
  // Ids begin with their time.
  const { rows } = await sql<{ first: number | null }>`select min(e.sequence) as first from (
      select sequence from webhook_events
      where organizer_id = ${organizerId} and id >= ${firstIdOf('msg', sinceMs)}
      order by id limit ${sql.lit(maxOvertaken)}
    ) as e`.execute(db);
  const first = rows[0]?.first ?? null;
  return first === null ? until : Math.min(first - 1, until);
}

/** Reads an event; null if the organizer has no event with this id and one of these types. */
export async function findFeedEvent(
  db: Db,
  organizerId: string,
  eventId: string,
  types: ReadonlySet<string>,
): Promise<FeedEvent | null> {
  const event = await db
    .selectFrom('webhook_events')
    .select(['sequence', 'type', 'body'])
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .where('is_test', '=', 0)
    .executeTakeFirst();
  return event !== undefined && types.has(event.type) ? event : null;
}
