import { type RawBuilder, sql } from 'kysely';
import { parseSearch, type SearchWord } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { selectFoundOrders } from '../search/index.ts';
import { listedFields, type OrderFilters } from './list-orders-for-members.ts';

/** Maximum number of orders in the result of a search. */
const maxFoundOrders = 50;
/** Maximum number of orders that are compared with the filters. A search by one letter must not read all orders. */
const maxCandidates = 2_000;

/**
 * Searches orders by the words of their buyers and ticket holders, bibs, order numbers and e-mail addresses: each word of the text must be
 * the begin of one of them. Pass the page through `auditOrderPage` before it is returned.
 *
 * @returns a page of at most 50 orders with their buyers, newest first, without a cursor
 */
export async function searchOrders(db: Db, organizerId: string, text: string, filters: OrderFilters): Promise<string> {
  const query = parseSearch(text);
  return query.length === 0 ? pageOf([]) : findByWords(db, organizerId, query, filters);
}

async function findByWords(
  db: Db,
  organizerId: string,
  query: readonly SearchWord[],
  filters: OrderFilters,
): Promise<string> {
  const { fromEachOf, object } = dialectOf(db);
  const { status, eventId, method, createdSince, createdBefore } = filters;
  const search = { organizerId, eventId: eventId === undefined ? null : String(eventId), limit: maxCandidates };
  const candidates = selectFoundOrders(db, query, search);
  // Planners do not analyze `(…) is true` and casts. So the orders are found by their numbers and not by the index of a filter.
  const filter = (value: string | number | undefined, condition: RawBuilder<unknown>) =>
    value === undefined ? [] : [sql`(${condition}) is true`];
  const isNumbered = sql`t.organizer_id = ${organizerId} and t.order_number = few.order_number`;
  const conditions = [
    isNumbered,
    ...filter(status, sql`t.status = ${status}`),
    ...filter(eventId, sql`t.event_id = ${eventId}`),
    ...filter(method, sql`t.payment_method = ${method}`),
    ...filter(createdSince, sql`t.created_at >= ${createdSince}`),
    ...filter(createdBefore, sql`t.created_at < ${createdBefore}`),
  ];
  const newestFirst = sql`order by cast(t.created_at as text) desc, cast(t.order_number as text) desc`;
  const ordersIn = (select: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    fromEachOf({ select, column: 'order_number' }, { table: 'orders', alias: 't', where });
  // The JSON is built only for the orders of the page, and not for all candidates.
  const newest = sql`select t.order_number ${ordersIn(candidates, sql.join(conditions, sql` and `))}
    ${newestFirst} limit ${sql.lit(maxFoundOrders + 1)}`;
  const found = await runPrepared(
    db,
    sql<{ json: string }>`
    select cast(${object(listedFields(db, 'buyer'))} as text) as json ${ordersIn(newest, isNumbered)} ${newestFirst}`,
  );
  return pageOf(found.map(({ json }) => json));
}

/** @param rows the JSON of the orders that were found, with one order more than the maximum if there are more */
function pageOf(rows: readonly string[]): string {
  const data = JsonText.list(rows.slice(0, maxFoundOrders));
  return jsonObject({ data, hasMore: rows.length > maxFoundOrders, nextCursor: null });
}
