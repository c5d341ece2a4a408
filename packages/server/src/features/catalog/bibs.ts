import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

const takeBibs = statement<{ organizerId: string; eventId: string; count: number }, { next_bib: number }>(
  (_, param) => sql<{ next_bib: number }>`update events set next_bib = next_bib + ${param('count')}
    where organizer_id = ${param('organizerId')} and id = ${param('eventId')} returning next_bib`,
);

/**
 * Takes consecutive numbers from the bib counter of an event. They are higher than all ranges and all bibs that were given by hand.
 *
 * @returns the first of the `count` numbers
 */
export async function takeNextBibs(tx: Db, organizerId: string, eventId: string, count: number): Promise<number> {
  const [row] = await takeBibs(tx, { organizerId, eventId, count });
  if (row === undefined) throw new Error(`The organizer ${organizerId} has no event ${eventId}.`);
  return row.next_bib - count;
}

/**
 * Locks the bib counter of an event until the transaction ends.
 *
 * @returns the next bib number
 * @throws Error if the organizer has no such event
 */
export async function lockBibCounter(tx: Db, organizerId: string, eventId: string): Promise<number> {
  const { rows } = await sql<{ next_bib: number }>`
    select next_bib from events where organizer_id = ${organizerId} and id = ${eventId}
    ${dialectOf(tx).forNoKeyUpdate}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`The organizer ${organizerId} has no event ${eventId}.`);
  return row.next_bib;
}

/** The next bib number after a bib that was given by hand: the counter never assigns the same number again. */
export function nextBibAfter(bib: string, next: number): number {
  return Math.max(next, (bibNumber(bib) ?? 0) + 1);
}

/** The number that a bib is; null if it is another text. */
function bibNumber(bib: string): number | null {
  return /^[1-9]\d{0,14}$/.test(bib) ? Number(bib) : null;
}

/** Sets the bib counter of an event. The caller has locked it with `lockBibCounter`. */
export async function setBibCounter(tx: Db, organizerId: string, eventId: string, next: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ next_bib: next })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .execute();
}

/** Raises the bib counter of a locked event above a range of bibs. */
export async function reserveBibsOfRange(
  tx: Db,
  organizerId: string,
  eventId: string,
  bibTo: number | null | undefined,
): Promise<void> {
  if (bibTo === null || bibTo === undefined) return;
  await tx
    .updateTable('events')
    .set({ next_bib: bibTo + 1 })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .where('next_bib', '<=', bibTo)
    .execute();
}

/** Records up to which number the bibs of a ticket type are assigned. Its row, or the event, is locked. */
export async function setNextBib(tx: Db, organizerId: string, ticketTypeId: string, next: number): Promise<void> {
  await tx
    .updateTable('ticket_types')
    .set({ bib_next: next })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', ticketTypeId)
    .execute();
}

/**
 * Records that bibs become free, so that ranges assign them again. To avoid deadlocks, call this before the event is locked.
 *
 * @param bib the lowest of them
 */
export async function releaseBibs(tx: Db, organizerId: string, eventId: string, bib: string): Promise<void> {
  const number = bibNumber(bib);
  if (number === null) return;
  await setNextBibs(tx, organizerId, eventId, sql`bib_from <= ${number} and bib_next > ${number}`, number);
}

/** Forgets up to which number the bibs of ticket types are assigned. To avoid deadlocks, call this before the event is locked. */
export async function forgetAssignedBibs(tx: Db, organizerId: string, eventId: string): Promise<void> {
  await setNextBibs(tx, organizerId, eventId, sql`bib_next is not null`, null);
}

/** Locks the ticket types that meet a condition in the sequence of their ids, as sales do, and changes them. */
async function setNextBibs(
  tx: Db,
  organizerId: string,
  eventId: string,
  condition: RawBuilder<unknown>,
  next: number | null,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from ticket_types
    where organizer_id = ${organizerId} and event_id = ${eventId} and ${condition}
    order by id ${dialectOf(tx).forNoKeyUpdate}`.execute(tx);
  if (rows.length === 0) return;
  await tx
    .updateTable('ticket_types')
    .set({ bib_next: next })
    .where('organizer_id', '=', organizerId)
    .where((eb) =>
      dialectOf(tx).isOneOf(
        eb.ref('id'),
        rows.map(({ id }) => id),
      ),
    )
    .execute();
}

/** A bib as it is stored: without spaces around it and characters that are not visible, so that two bibs never look the same. */
export function bibText(bib: string): string {
  return bib.normalize('NFKC').replaceAll(/\p{C}/gu, '').trim();
}
