import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf, rowSeparator } from '../../platform/database/dialect.ts';
import { lowerAscii } from '../../platform/database/lower-ascii.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { listedFields, listOrdersForMembers, type OrderFilters } from './list-orders-for-members.ts';

/** Maximum number of orders in the result of a search. */
const maxFoundOrders = 50;
/** Maximum number of names that are compared with the filters. A search by one letter must not read all orders. */
const maxCandidates = 1_000;
/** Greater than all characters of names, in both databases. */
const lastCharacter = '\u{10ffff}';

/**
 * Searches orders by their number, by the complete e-mail address of the buyer, or by the first letters of the buyer's name or
 * last name. Pass the page through `auditOrderPage` before it is returned.
 *
 * @returns a page of at most 50 orders with their buyers, newest first, without a cursor
 */
export async function searchOrders(
  db: Db,
  organizerId: string,
  text: string,
  filters: OrderFilters,
  cursorKey: string,
): Promise<string> {
  const search = text.trim().replaceAll(/\s+/g, ' ');
  const query = { ...filters, limit: maxFoundOrders };
  if (search.includes('@')) {
    const page = await listOrdersForMembers(
      db,
      organizerId,
      { ...query, email: lowerAscii(search) },
      'buyer',
      cursorKey,
    );
    return withoutCursor(page.toString());
  }
  const orderNumber = parseOrderNumber(search);
  if (orderNumber !== null) {
    const found = await listOrdersForMembers(db, organizerId, { ...query, orderNumber }, 'buyer', cursorKey);
    const page = found.toString();
    // Some names, such as "Maximilian", are also valid order numbers.
    if (!page.startsWith('{"data":[]')) return page;
  }
  return searchByName(db, organizerId, search, filters);
}

function withoutCursor(page: string): string {
  return page.replace(/"nextCursor":"[^"]*"}$/, '"nextCursor":null}');
}

async function searchByName(db: Db, organizerId: string, name: string, filters: OrderFilters): Promise<string> {
  const { fewRows, object } = dialectOf(db);
  const { status, eventId, method, createdSince, createdBefore } = filters;
  // Planners do not analyze `(…) is true` and casts, and SQLite reads the first table of a cross join first. So the orders are
  // found by their numbers and not by the index of a filter.
  const filter = (value: string | number | undefined, condition: RawBuilder<unknown>) =>
    value === undefined ? [] : [sql`(${condition}) is true`];
  const conditions = [
    sql`t.organizer_id = ${organizerId}`,
    sql`t.order_number = c.order_number`,
    ...filter(status, sql`t.status = ${status}`),
    ...filter(eventId, sql`t.event_id = ${eventId}`),
    ...filter(method, sql`t.payment_method = ${method}`),
    ...filter(createdSince, sql`t.created_at >= ${createdSince}`),
    ...filter(createdBefore, sql`t.created_at < ${createdBefore}`),
  ];
  const newestFirst = sql`order by cast(t.created_at as text) desc, cast(t.order_number as text) desc`;
  // The JSON is built only for the orders of the page, and not for all candidates.
  const [found] = await runPrepared(
    db,
    sql<{ rows: string | null; count: number }>`
    select string_agg(page.row, ${rowSeparator}) as rows, count(*) as count from (
      select cast(${object(listedFields(db, 'buyer'))} as text) as row
      from (
        select t.order_number from ${fewRows(candidates(organizerId, name), 'order_number')} as c cross join orders as t
        where ${sql.join(conditions, sql` and `)} ${newestFirst} limit ${sql.lit(maxFoundOrders + 1)}) as newest
        cross join orders as t
      where t.organizer_id = ${organizerId} and t.order_number = newest.order_number ${newestFirst}) as page`,
  );
  const { rows, count } = found ?? { rows: null, count: 0 };
  const lines = (rows ?? '').split(',\n').slice(0, maxFoundOrders);
  return `{"data":[${lines.join(',\n')}],"hasMore":${count > maxFoundOrders},"nextCursor":null}`;
}

// Must be equal to the expressions of the indexes `orders_by_buyer_name` and `orders_by_last_name`.
const nameKeys = [
  sql`lower(n.buyer_name)`,
  sql`lower(replace(n.buyer_name, rtrim(n.buyer_name, replace(n.buyer_name, ' ', '')), ''))`,
];

/** The numbers of the orders whose name or last name begins with the text. Each part reads one range of an index. */
function candidates(organizerId: string, name: string): RawBuilder<unknown> {
  const parts = nameKeys.flatMap((key) =>
    spellings(name).map(
      (prefix) => sql`select order_number from (
        select n.order_number from orders as n
        where n.organizer_id = ${organizerId} and ${key} >= ${prefix} and ${key} < ${prefix + lastCharacter}
        order by ${key} limit ${sql.lit(maxCandidates)}) as named`,
    ),
  );
  return sql.join(parts, sql` union `);
}

/** The spellings under which both databases can have indexed a name: `lower()` changes only ASCII letters, so "Ö" differs from "ö". */
function spellings(name: string): string[] {
  const capitalized = name.toLowerCase().replaceAll(/(^|[\s-])(\S)/gu, (match) => match.toUpperCase());
  return [...new Set([name, name.toLowerCase(), capitalized].map(lowerAscii))];
}
