import { type RawBuilder, sql } from 'kysely';
import type { SearchWord } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { selectOrdersByAnswer } from '../questions/index.ts';

/**
 * Maximum number of orders that are read for each word of a query with several words. A search for the first letters of frequent names
 * must not read all orders.
 */
const ordersOfWordMax = 20_000;
/** Greater than all characters of words, in both databases. */
const lastCharacter = '\u{10ffff}';

/** Which orders are searched, and how many are found at most. */
interface Search {
  readonly organizerId: string;
  /** Null for all events. */
  readonly eventId: string | null;
  readonly limit: number;
  /** Whether the answers of ticket holders are searched too. Only those of one event are. */
  readonly withAnswers?: boolean;
}

/**
 * A select of `order_number` of the orders that have all words of a query, with their buyers and tickets together. Each word is a range of
 * an index for each event. With one word, orders that have it completely are found first, and more than the limit if it is found in
 * different ways.
 *
 * @param query at least one word
 */
export function selectFoundOrders(db: Db, query: readonly SearchWord[], search: Search): RawBuilder<unknown> {
  const limitOfWord = query.length === 1 ? search.limit : ordersOfWordMax;
  // Addresses first, so that the text of the statement has few variants.
  const sorted = [...query].sort((a, b) => Number(b.isAddress) - Number(a.isAddress));
  const words = sorted.map((word) => {
    const ways = word.isAddress
      ? [byAddress(word.text, search)]
      : [byWord(db, word.text, search), byNumber(word.orderNumber ?? lastCharacter, search)];
    const limited = ways.map((way) => sql`select order_number from (${way} limit ${limitOfWord}) as way`);
    const all = [...limited, ...byAnswer(word.text, search, query.length)];
    return sql`select distinct order_number from (${sql.join(all, sql` union all `)}) as found_word`;
  });
  const found = sql`select order_number from (${sql.join(words, sql` intersect `)}) as found_words`;
  return query.length === 1 ? found : sql`${found} limit ${search.limit}`;
}

function byWord(db: Db, word: string, { organizerId, eventId }: Search): RawBuilder<unknown> {
  const ofEvent = (event: RawBuilder<unknown>) =>
    sql`w.organizer_id = ${organizerId} and w.event_id = ${event} and ${beginsWith(sql`w.word`, word)}`;
  if (eventId !== null) {
    // The sequence of the index: complete words first.
    return sql`select w.order_number from search_words as w where ${ofEvent(sql`${eventId}`)}
      order by w.word, w.order_number`;
  }
  const events = { select: sql`select id from events where organizer_id = ${organizerId}`, column: 'id' };
  const inner = { table: 'search_words' as const, alias: 'w', where: ofEvent(sql`few.id`) };
  return sql`select w.order_number ${dialectOf(db).fromEachOf(events, inner)}`;
}

/** All orders for one of several words: many persons have the same answer, such as a size, and few of them also have the other words. */
function byAnswer(begin: string, search: Search, wordCount: number): RawBuilder<unknown>[] {
  const { organizerId, eventId, limit, withAnswers = false } = search;
  if (!withAnswers || eventId === null) return [];
  const way = selectOrdersByAnswer(begin, organizerId, eventId);
  return [wordCount === 1 ? sql`select order_number from (${way} limit ${limit}) as way` : way];
}

/** Without the sequence, PostgreSQL could read all orders in another index that has the number. */
function byNumber(begin: string, { organizerId, eventId }: Search): RawBuilder<unknown> {
  return sql`select o.order_number from orders as o
    where o.organizer_id = ${organizerId} and ${beginsWith(sql`o.order_number`, begin)} ${ofEventResidual(eventId)}
    order by o.order_number`;
}

// Must be equal to the expression of the index `orders_newest_of_email_form`.
function byAddress(begin: string, { organizerId, eventId }: Search): RawBuilder<unknown> {
  return sql`select o.order_number from orders as o
    where o.organizer_id = ${organizerId} and ${beginsWith(sql`coalesce(o.buyer_email_form, lower(o.buyer_email))`, begin)}
      ${ofEventResidual(eventId)}`;
}

function beginsWith(column: RawBuilder<unknown>, begin: string): RawBuilder<unknown> {
  return sql`${column} >= ${begin} and ${column} < ${begin + lastCharacter}`;
}

/** No index has this order, and planners do not analyze `(…) is true`. */
function ofEventResidual(eventId: string | null): RawBuilder<unknown> {
  return eventId === null ? sql`` : sql`and (o.event_id = ${eventId}) is true`;
}
