import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { lockBibCounter, setNextBib, type TicketTypeToIssue, takeNextBibs } from '../catalog/index.ts';

/** Number of bibs of a range that one statement compares with the tickets of the event. */
const windowSize = 200;

/**
 * Assigns bibs to tickets that are issued. The ticket types of these tickets are locked; the event is locked until the transaction ends,
 * so no other transaction gives a bib of the event.
 *
 * @param typeIds the ticket type of each ticket
 * @param given bibs that the caller gives to other tickets in this transaction
 * @returns the bib of each ticket; null if its type has none, or none is free
 */
export async function assignBibs(
  tx: Db,
  organizerId: string,
  eventId: string,
  types: ReadonlyMap<string, TicketTypeToIssue>,
  typeIds: readonly string[],
  given: ReadonlySet<string> = new Set(),
): Promise<(string | null)[]> {
  const [counted, ranged] = [new Set<string>(), new Set<string>()];
  for (const id of typeIds) {
    const type = types.get(id);
    if (type?.without_bibs === 1) continue;
    (type === undefined || type.bib_from === null ? counted : ranged).add(id);
  }
  const bibsOf = new Map<string, string[]>();
  const countOf = (id: string) => typeIds.filter((typeId) => typeId === id).length;
  const countedTickets = typeIds.filter((id) => counted.has(id)).length;
  let next = countedTickets === 0 ? 0 : await takeNextBibs(tx, organizerId, eventId, countedTickets);
  if (countedTickets === 0 && ranged.size > 0) await lockBibCounter(tx, organizerId, eventId);
  const taken = new Set(given);
  for (const id of ranged) {
    const bibs = await takeFromRange(tx, organizerId, eventId, types.get(id)!, countOf(id), taken);
    for (const bib of bibs) taken.add(bib);
    bibsOf.set(id, bibs);
  }
  return typeIds.map((id) => {
    if (!counted.has(id)) return bibsOf.get(id)?.shift() ?? null;
    next += 1;
    return String(next - 1);
  });
}

/** The lowest free bibs of the range of a ticket type, at most `count`. */
async function takeFromRange(
  tx: Db,
  organizerId: string,
  eventId: string,
  { id, bib_from: from, bib_to: to, bib_next: next }: TicketTypeToIssue,
  count: number,
  taken: ReadonlySet<string>,
): Promise<string[]> {
  const free = await findFreeBibs(tx, organizerId, eventId, { from: next ?? from!, to: to! }, count, taken);
  const last = free.length < count ? to! : Number(free.at(-1));
  await setNextBib(tx, organizerId, id, last + 1);
  return free;
}

/** The lowest bibs of a range that no ticket of the event has, also no void one, at most `count`. */
async function findFreeBibs(
  tx: Db,
  organizerId: string,
  eventId: string,
  { from, to }: { readonly from: number; readonly to: number },
  count: number,
  taken: ReadonlySet<string>,
): Promise<string[]> {
  const free: string[] = [];
  for (let first = from; first <= to && free.length < count; first += windowSize) {
    const bibs = Array.from({ length: Math.min(windowSize, to - first + 1) }, (_, index) => String(first + index));
    const { rows } = await sql<{ bib: string }>`select bib from tickets
      where organizer_id = ${organizerId} and event_id = ${eventId}
        and ${dialectOf(tx).isOneOf(sql.ref('bib'), bibs)}`.execute(tx);
    const inUse = new Set(rows.map(({ bib }) => bib));
    free.push(...bibs.filter((bib) => !inUse.has(bib) && !taken.has(bib)));
  }
  return free.slice(0, count);
}
