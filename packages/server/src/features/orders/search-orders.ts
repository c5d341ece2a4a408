import { type RawBuilder, sql } from 'kysely';
import { parseSearch, type SearchWord } from '#shared/search';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { ListQuery, ListSpec } from '../../platform/database/page.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import { selectFoundOrders } from '../search/index.ts';
import { listedFields } from './list-orders-for-members.ts';
import { orderFilters } from './queries.ts';

/** Maximum number of orders that are compared with the filters. A search by one letter must not read all orders. */
const maxCandidates = 2_000;

/** The filters that can be combined with a search. */
type OrderFilters = Omit<ListQuery<'status' | 'eventId' | 'method' | 'externalId' | 'email'>, 'limit' | 'cursor'>;

/** The result of a search: the fields of each order, and the maximum number of orders. */
interface OrderResult {
  readonly fields: ListSpec<never>['fields'];
  readonly limit: number;
}

const resultForMembers: OrderResult = { fields: (db) => listedFields(db, 'buyer'), limit: 50 };

/**
 * Searches orders by the words of their buyers and ticket holders, bibs, order numbers and e-mail addresses: each word of the text must be
 * the begin of one of them. Pass the page through `auditOrderPage` before it is returned.
 *
 * @param result by default, at most 50 orders with their buyers
 * @returns a page of orders, newest first, without a cursor
 */
export async function searchOrders(
  db: Db,
  organizerId: string,
  text: string,
  filters: OrderFilters,
  result = resultForMembers,
): Promise<string> {
  const query = parseSearch(text);
  const found = query.length === 0 ? [] : await findByWords(db, organizerId, query, filters, result);
  const data = JsonText.list(found.slice(0, result.limit));
  return jsonObject({ data, hasMore: found.length > result.limit, nextCursor: null });
}

/** The JSON of the orders that were found, with one order more than the maximum if there are more. */
async function findByWords(
  db: Db,
  organizerId: string,
  query: readonly SearchWord[],
  { status, eventId, method, externalId, email, ...times }: OrderFilters,
  { fields, limit }: OrderResult,
): Promise<string[]> {
  const { fromEachOf, isOneOf, object } = dialectOf(db);
  const textsOf = (value: NonNullable<typeof status>) => [value].flat().map(String);
  const eventIds = eventId === undefined ? [] : textsOf(eventId);
  const search = { organizerId, eventId: eventIds.length === 1 ? eventIds[0]! : null, limit: maxCandidates };
  const candidates = selectFoundOrders(db, query, search);
  // Planners do not analyze `(…) is true` and casts. So the orders are found by their numbers and not by the index of a filter.
  const filter = <V>(value: V | undefined, condition: (given: V) => RawBuilder<unknown>) =>
    value === undefined ? [] : [sql`(${condition(value)}) is true`];
  const isNumbered = sql`t.organizer_id = ${organizerId} and t.order_number = few.order_number`;
  const conditions = [
    isNumbered,
    ...filter(status, (values) => isOneOf(sql.ref('t.status'), textsOf(values))),
    ...filter(eventId, (values) => isOneOf(sql.ref('t.event_id'), textsOf(values))),
    ...filter(method, (value) => sql`t.payment_method = ${value}`),
    ...filter(externalId, (values) => isOneOf(sql.ref('t.external_id'), textsOf(values))),
    ...filter(email, (value) => orderFilters.email(sql`${value}`)),
    ...filter(times.updatedSince, (time) => sql`t.updated_at >= ${time}`),
    ...filter(times.paidSince, (time) => sql`t.paid_at >= ${time}`),
    ...filter(times.createdSince, (time) => sql`t.created_at >= ${time}`),
    ...filter(times.createdBefore, (time) => sql`t.created_at < ${time}`),
  ];
  const newestFirst = sql`order by cast(t.created_at as text) desc, cast(t.order_number as text) desc`;
  const ordersIn = (select: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    fromEachOf({ select, column: 'order_number' }, { table: 'orders', alias: 't', where });
  // The JSON is built only for the orders of the page, and not for all candidates.
  const newest = sql`select t.order_number ${ordersIn(candidates, sql.join(conditions, sql` and `))}
    ${newestFirst} limit cast(${limit + 1} as integer)`;
  const json = object(fields(db, sql`${organizerId}`));
  const found = await runPrepared(
    db,
    sql<{ json: string }>`select cast(${json} as text) as json ${ordersIn(newest, isNumbered)} ${newestFirst}`,
  );
  return found.map((order) => order.json);
}
