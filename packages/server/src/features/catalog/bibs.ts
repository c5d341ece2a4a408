import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';

const takeBibs = statement<{ organizerId: string; eventId: string; count: number }, { next_bib: number }>(
  (_, param) => sql<{ next_bib: number }>`update events set next_bib = next_bib + ${param('count')}
    where organizer_id = ${param('organizerId')} and id = ${param('eventId')} returning next_bib`,
);

/**
 * Assigns consecutive bib numbers (numbers of runners) from the bib counter of an event.
 *
 * @returns the first of the `count` numbers
 */
export async function assignBibs(tx: Db, organizerId: string, eventId: string, count: number): Promise<number> {
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
  return /^[1-9]\d{0,14}$/.test(bib) ? Math.max(next, Number(bib) + 1) : next;
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
