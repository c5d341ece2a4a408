import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import { parseSearch, rankTickets, type SearchWord, wordsOf, wordsOfBuyer } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { wordsOfAnswers } from '../questions/index.ts';
import { selectFoundOrders } from '../search/index.ts';
import { type ScannedTicket, scannedTicketColumns } from './admission.ts';
import { bibOf, buyerColumn } from './queries.ts';

/** Maximum number of orders whose tickets are compared with the query. */
export const maxCandidates = 1_000;

/**
 * Finds tickets of an event by the words of their holders and buyers, their bibs, order numbers and e-mail addresses: each word of the text
 * must be the begin of one of them.
 *
 * @returns at most `limit` tickets, best first
 */
export async function searchTickets(
  db: Db,
  organizerId: string,
  eventId: string,
  text: string,
  limit: number,
): Promise<ScannedTicket[]> {
  const found = await findTicketIds(db, organizerId, eventId, text, limit);
  if (found.length === 0) return [];
  const tickets = await runPrepared(
    db,
    sql<ScannedTicket>`select ${scannedTicketColumns(db, sql`${organizerId}`)} from tickets as t
      where t.organizer_id = ${organizerId} and ${dialectOf(db).isOneOf(sql.ref('t.id'), found)}`,
  );
  return tickets.sort((a, b) => found.indexOf(a.id) - found.indexOf(b.id));
}

/**
 * The ids of the tickets that `searchTickets` finds, best first.
 *
 * @param eventId null for all events
 * @param options.withAnswers finds tickets also by the answers of their holders, if there is one event
 */
export async function findTicketIds(
  db: Db,
  organizerId: string,
  eventId: string | null,
  text: string,
  limit: number,
  { withAnswers = false } = {},
): Promise<string[]> {
  const query = parseSearch(text);
  if (query.length === 0) return [];
  const candidates = await readCandidates(db, organizerId, { eventId, withAnswers }, query);
  return rankTickets(candidates, query, limit).map(({ id }) => id);
}

/** What a ticket is found by, as in the database. */
interface CandidateRow {
  readonly id: string;
  readonly bib: string;
  readonly holderName: string | null;
  readonly orderNumber: string;
  readonly buyerName: string | null;
  readonly buyerEmail: string;
  readonly answerWords: string | null;
}

/** The tickets of the orders that have all words of the query, each with its own words. */
async function readCandidates(
  db: Db,
  organizerId: string,
  options: { readonly eventId: string | null; readonly withAnswers: boolean },
  query: readonly SearchWord[],
) {
  const orders = selectFoundOrders(db, query, { organizerId, ...options, limit: maxCandidates });
  const { fromEachOf } = dialectOf(db);
  const where = sql`t.organizer_id = ${organizerId} and t.order_number = few.order_number`;
  const rows = await runPrepared(
    db,
    sql<CandidateRow>`select t.id, ${bibOf('t')} as bib, t.holder_name as "holderName", t.order_number as "orderNumber",
        ${buyerColumn(organizerId, 'buyer_name')} as "buyerName", ${buyerColumn(organizerId, 'buyer_email')} as "buyerEmail",
        ${options.withAnswers ? wordsOfAnswers(organizerId) : sql`null`} as "answerWords"
      ${fromEachOf({ select: orders, column: 'order_number' }, { table: 'tickets', alias: 't', where })}`,
  );
  return rows.map(({ id, bib, holderName, orderNumber, buyerName, buyerEmail, answerWords }) => ({
    id,
    bib,
    orderNumber,
    words: [...wordsOf(holderName), ...wordsOf(bib)],
    otherWords: [
      ...wordsOfBuyer({ name: buyerName, email: buyerEmail }),
      emailForm(buyerEmail),
      ...(answerWords?.split(' ') ?? []),
    ],
  }));
}
