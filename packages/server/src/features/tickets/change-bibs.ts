import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import { answerOfTicket } from '../questions/index.ts';
import { bibOf } from './queries.ts';
import type { TicketStatus } from './states.ts';

/** A ticket with what an assignment of bibs sorts and finds it by. */
export interface BibTicket {
  readonly id: string;
  readonly orderNumber: string;
  readonly ticketTypeId: string;
  readonly status: TicketStatus;
  readonly holderName: string | null;
  /** Empty text if it has none. */
  readonly bib: string;
  readonly isFixed: 0 | 1;
  readonly category: string | null;
  /** The answer of the holder to the question that was asked for, as text. */
  readonly answer: string | null;
}

/**
 * Reads the tickets of an event, also the void ones, in the sequence of their payment.
 *
 * @param questionId the question whose answers are read
 */
export async function readBibTickets(
  db: Db,
  organizerId: string,
  eventId: string,
  questionId: string | undefined,
): Promise<BibTicket[]> {
  return db
    .selectFrom('tickets as t')
    .select(['t.id', 't.order_number as orderNumber', 't.ticket_type_id as ticketTypeId', 't.status'])
    .select(['t.holder_name as holderName', 't.bib_fixed as isFixed', 't.category', bibOf('t').as('bib')])
    .select(
      (questionId === undefined ? sql<string | null>`null` : answerOfTicket(db, organizerId, questionId)).as('answer'),
    )
    .where('t.organizer_id', '=', organizerId)
    .where('t.event_id', '=', eventId)
    .orderBy('t.issued_at')
    .orderBy('t.id')
    .execute();
}

/** Reads the tickets of an event that have one of these ids or bibs. */
export async function findTicketsByIdOrBib(
  tx: Db,
  organizerId: string,
  eventId: string,
  { ids, bibs }: { readonly ids: readonly string[]; readonly bibs: readonly string[] },
): Promise<Pick<BibTicket, 'id' | 'orderNumber' | 'status' | 'bib'>[]> {
  const { isOneOf } = dialectOf(tx);
  const { rows } = await sql<Pick<BibTicket, 'id' | 'orderNumber' | 'status' | 'bib'>>`
    select t.id, t.order_number as "orderNumber", t.status, ${bibOf('t')} as bib from tickets as t
    where t.organizer_id = ${organizerId} and t.event_id = ${eventId}
      and (${isOneOf(sql.ref('t.id'), ids)} or ${isOneOf(sql.ref('t.bib'), bibs)})`.execute(tx);
  return rows;
}

/**
 * Changes the bibs of tickets whose orders and event are locked.
 *
 * @param ids the tickets that lose their bibs, with those that get another
 * @param bibs the new bibs; a bib can be the former one of another of the tickets
 */
export async function setBibs(
  tx: Db,
  organizerId: string,
  ids: readonly string[],
  bibs: readonly { readonly ticketId: string; readonly bib: string; readonly isFixed: boolean }[],
  now: string,
): Promise<void> {
  const { isOneOf, updateMany } = dialectOf(tx);
  // Bibs are unique at any time, so all of them are removed first.
  await tx
    .updateTable('tickets')
    .set({ bib: sql.ref('id'), bib_fixed: 0, updated_at: latestUpdateTime(now) })
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('id'), ids))
    .execute();
  const rows = bibs.map(({ ticketId, bib, isFixed }) => ({
    organizer_id: organizerId,
    id: ticketId,
    bib,
    bib_fixed: isFixed ? (1 as const) : (0 as const),
  }));
  if (rows.length > 0) await updateMany(tx, 'tickets', ['organizer_id', 'id'], rows);
  // Otherwise, the old bib would stay in the database, encrypted, until the next offline bundle.
  await tx
    .deleteFrom('offline_details')
    .where('organizer_id', '=', organizerId)
    .where(isOneOf(sql.ref('ticket_id'), ids))
    .execute();
}
