import { type RawBuilder, sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { lowerAscii } from '../../platform/database/lower-ascii.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import { parseOrderNumber } from '../../platform/ids.ts';
import { type ScannedTicket, scannedTicketColumns } from './admission.ts';

/** Greater than all characters of names, in both databases. */
const lastCharacter = '\u{10ffff}';

// Must be equal to the expressions of the indexes `tickets_by_holder_name` and `tickets_by_last_name`.
const nameKeys = [
  sql`lower(t.holder_name)`,
  sql`lower(replace(t.holder_name, rtrim(t.holder_name, replace(t.holder_name, ' ', '')), ''))`,
];

/**
 * Finds tickets of an event by a bib, by the number of their order, or by the first letters of the name or the last name of their
 * holder. Each way reads one range of an index.
 *
 * @returns at most `limit` tickets, sorted by bib
 */
export async function searchTickets(
  db: Db,
  organizerId: string,
  eventId: string,
  text: string,
  limit: number,
): Promise<ScannedTicket[]> {
  const search = text.trim().replaceAll(/\s+/g, ' ');
  const orderNumber = parseOrderNumber(search);
  const find = (condition: RawBuilder<unknown>) => sql`select id from (
    select t.id from tickets as t
    where t.organizer_id = ${organizerId} and t.event_id = ${eventId} and ${condition} limit ${limit}) as found`;
  const ways = [
    find(sql`t.bib = ${search}`),
    ...(orderNumber === null ? [] : [find(sql`t.order_number = ${orderNumber}`)]),
    ...nameKeys.flatMap((key) =>
      spellings(search).map((prefix) =>
        find(sql`t.holder_name is not null and ${key} >= ${prefix} and ${key} < ${prefix + lastCharacter}`),
      ),
    ),
  ];
  return runPrepared(
    db,
    sql<ScannedTicket>`select ${scannedTicketColumns(organizerId)} from tickets as t
      where t.organizer_id = ${organizerId}
        and ${dialectOf(db).isOneOfFew(sql.ref('t.id'), sql.join(ways, sql` union `))}
      order by t.bib limit ${limit}`,
  );
}

/** The spellings under which both databases can have indexed a name: `lower()` changes only ASCII letters, so "Ö" differs from "ö". */
function spellings(name: string): string[] {
  const capitalized = name.toLowerCase().replaceAll(/(^|[\s-])(\S)/gu, (match) => match.toUpperCase());
  return [...new Set([name, name.toLowerCase(), capitalized].map(lowerAscii))];
}
