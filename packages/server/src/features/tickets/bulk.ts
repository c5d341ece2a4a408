import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { existingValues } from '../../platform/database/existing-values.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { addSearchWords } from '../search/index.ts';
import { indexedHolder, searchColumns } from './search-index.ts';

/** A ticket without the column that only searches use. */
export type TicketRow = Omit<Tables['tickets'], 'searched_as'>;

/** Inserts any number of tickets of an organizer, and the words by which a search finds them, with few statements. */
export async function insertTickets(tx: Db, organizerId: string, tickets: readonly TicketRow[]): Promise<void> {
  const rows = tickets.map((ticket) => ({ ...ticket, ...searchColumns(ticket) }));
  await dialectOf(tx).insertMany(tx, 'tickets', rows);
  await addSearchWords(tx, organizerId, tickets.map(indexedHolder));
}

/** Returns the given QR code contents that tickets of the organizer already have. */
export function findTakenQrValues(db: Db, organizerId: string, qrValues: readonly string[]): Promise<Set<string>> {
  return existingValues(db, organizerId, 'tickets', 'qr_value', qrValues);
}

/** Returns the given `externalId`s that tickets of the organizer already have. */
export function findTakenExternalIds(
  db: Db,
  organizerId: string,
  externalIds: readonly string[],
): Promise<Set<string>> {
  return existingValues(db, organizerId, 'tickets', 'external_id', externalIds);
}

/** Returns the event and the bib of each ticket that has one of these bibs, in any event of the organizer. */
export async function findTakenBibs(
  db: Db,
  organizerId: string,
  bibs: readonly string[],
): Promise<{ eventId: string; bib: string }[]> {
  if (bibs.length === 0) return [];
  const { rows } = await sql<{ eventId: string; bib: string }>`
    select event_id as "eventId", bib from tickets
    where organizer_id = ${organizerId} and ${dialectOf(db).isOneOf(sql.ref('bib'), bibs)}`.execute(db);
  return rows;
}
