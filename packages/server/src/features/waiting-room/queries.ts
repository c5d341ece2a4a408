import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { NewRow } from '../../platform/database/tables.ts';
import type { Room } from './calls.ts';

export type Visitor = NewRow<'waiting_room_visitors'>;

/** An event of an organizer, and the sale for which visitors wait. */
interface RoundRef {
  readonly organizerId: string;
  readonly eventId: string;
  readonly round: number;
}

const roomColumns = [
  'organizer_id',
  'event_id',
  'round',
  'opened_at',
  'arrived',
  'called',
  'called_at',
  'admit_per_minute',
  'settled',
  'calls',
  'changed_at',
] as const;

const findRoom = statement<{ organizerId: string; eventId: string }, Room>((db, param) =>
  db
    .selectFrom('waiting_rooms')
    .select(roomColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('event_id', '=', param('eventId')),
);

/** The waiting room of an event; null if nobody has entered it. */
export async function readRoom(db: Db, organizerId: string, eventId: string): Promise<Room | null> {
  return (await findRoom(db, { organizerId, eventId }))[0] ?? null;
}

/** Inserts a waiting room if the event has none yet, and locks it until the transaction ends. */
export async function lockRoom(tx: Db, newRoom: Room): Promise<Room> {
  await tx
    .insertInto('waiting_rooms')
    .values(newRoom)
    .onConflict((conflict) => conflict.columns(['organizer_id', 'event_id']).doNothing())
    .execute();
  const { rows } = await sql<Room>`select * from waiting_rooms
    where organizer_id = ${newRoom.organizer_id} and event_id = ${newRoom.event_id} ${dialectOf(tx).forUpdate}`.execute(
    tx,
  );
  const [room] = rows;
  if (room === undefined) throw new Error(`The event ${newRoom.event_id} has no waiting room.`);
  return room;
}

/** Stores a room that `lockRoom` has locked. */
export async function storeRoom(tx: Db, { organizer_id, event_id, ...columns }: Room): Promise<void> {
  await tx
    .updateTable('waiting_rooms')
    .set(columns)
    .where('organizer_id', '=', organizer_id)
    .where('event_id', '=', event_id)
    .execute();
}

/** Inserts new visitors, and admits visitors who were inserted before and are not admitted yet. */
export async function writeVisitors(tx: Db, visitors: readonly Visitor[]): Promise<void> {
  if (visitors.length === 0) return;
  await tx
    .insertInto('waiting_room_visitors')
    .values(visitors)
    .onConflict((conflict) =>
      conflict
        .columns(['organizer_id', 'event_id', 'round', 'id'])
        .doUpdateSet((eb) => ({ admitted_until: eb.ref('excluded.admitted_until') }))
        .where('waiting_room_visitors.admitted_until', 'is', null),
    )
    .execute();
}

const visitorColumns = [
  'organizer_id',
  'event_id',
  'round',
  'id',
  'lot',
  'number',
  'admitted_until',
  'reservations',
] as const;

const findVisitor = statement<RoundRef & { id: string }, Visitor>((db, param) =>
  db
    .selectFrom('waiting_room_visitors')
    .select(visitorColumns)
    .where('organizer_id', '=', param('organizerId'))
    .where('event_id', '=', param('eventId'))
    .where('round', '=', param('round'))
    .where('id', '=', param('id')),
);

/** The row of a visitor; null if the room has none. */
export async function readVisitor(db: Db, ref: RoundRef & { id: string }): Promise<Visitor | null> {
  return (await findVisitor(db, ref))[0] ?? null;
}

/** Numbers the visitors who have gathered, sorted by their lots. The room is locked. */
export async function numberVisitors(tx: Db, { organizer_id, event_id, round }: Room): Promise<void> {
  await dialectOf(tx).expectManyRows(tx);
  const ofRound = sql`organizer_id = ${organizer_id} and event_id = ${event_id} and round = ${round}`;
  await sql`update waiting_room_visitors set number = sorted.number
    from (select id as visitor_id, row_number() over (order by lot, id) as number
      from waiting_room_visitors where ${ofRound}) as sorted
    where ${ofRound} and id = sorted.visitor_id`.execute(tx);
}

/** How many of the numbers above `from`, up to `to`, were used. */
export async function countAdmitted(
  tx: Db,
  ref: RoundRef,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { admitted } = await tx
    .selectFrom('waiting_room_visitors')
    .select((eb) => eb.fn.countAll<number>().as('admitted'))
    .where('organizer_id', '=', ref.organizerId)
    .where('event_id', '=', ref.eventId)
    .where('round', '=', ref.round)
    .where('number', '>', from)
    .where('number', '<=', to)
    .where('admitted_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(admitted);
}

interface Use extends RoundRef {
  readonly id: string;
  readonly now: string;
  /** The turn lasts at least until this time, RFC 3339. */
  readonly until: string;
  readonly reservationsMax: number;
}

const useOne = statement<Use, { id: string }>(
  (_, param) => sql<{ id: string }>`update waiting_room_visitors set reservations = reservations + 1,
      admitted_until = case when admitted_until < ${param('until')} then ${param('until')} else admitted_until end
    where organizer_id = ${param('organizerId')} and event_id = ${param('eventId')} and round = ${param('round')}
      and id = ${param('id')} and admitted_until > ${param('now')} and reservations < ${param('reservationsMax')}
    returning id`,
);

/** Counts a reservation of an admitted visitor. The condition decides concurrent reservations. Returns whether it is permitted. */
export async function useVisitor(tx: Db, use: Use): Promise<boolean> {
  return (await useOne(tx, use)).length > 0;
}

/** The rooms of all organizers. */
export async function listRooms(db: Db): Promise<Pick<Room, 'organizer_id' | 'event_id' | 'round' | 'changed_at'>[]> {
  return db.selectFrom('waiting_rooms').select(['organizer_id', 'event_id', 'round', 'changed_at']).execute();
}

/** Deletes the visitors of earlier sales of an event. */
export async function deleteVisitorsBefore(db: Db, { organizerId, eventId, round }: RoundRef): Promise<void> {
  const selection = sql`where organizer_id = ${organizerId} and event_id = ${eventId} and round < ${round}`;
  const key = ['organizer_id', 'event_id', 'round', 'id'] as const;
  await deleteInBatches(db, 'waiting_room_visitors', key, selection, organizerId);
}

/** Deletes a room that was not changed since it was listed. */
export async function deleteRoom(
  db: Db,
  { organizer_id, event_id, changed_at }: Pick<Room, 'organizer_id' | 'event_id' | 'changed_at'>,
): Promise<void> {
  await db
    .deleteFrom('waiting_rooms')
    .where('organizer_id', '=', organizer_id)
    .where('event_id', '=', event_id)
    .where('changed_at', '=', changed_at)
    .execute();
}
