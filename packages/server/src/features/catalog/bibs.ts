import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';

/**
 * Takes consecutive numbers of an event's counter for the bibs of its tickets.
 *
 * @returns the first of `count` numbers
 */
export async function assignBibs(tx: Db, organizerId: string, eventId: string, count: number): Promise<number> {
  const { next_bib: next } = await tx
    .updateTable('events')
    .set((eb) => ({ next_bib: eb('next_bib', '+', count) }))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .returning('next_bib')
    .executeTakeFirstOrThrow();
  return next - count;
}

/**
 * Locks the bib counter of an event until the transaction ends.
 *
 * @returns the next number
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

/** Sets the bib counter of an event, which is locked. */
export async function setBibCounter(tx: Db, organizerId: string, eventId: string, next: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ next_bib: next })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', eventId)
    .execute();
}
