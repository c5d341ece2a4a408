import { sql } from 'kysely';

/** The maximum number of tickets in one order, of all types together. */
export const ticketsPerOrderMax = 1_000;
/** The maximum number of tickets of one type in an order if the type has no `maxPerOrder`: enough for a large family. */
const defaultTicketsPerOrder = 10;
/** The maximum number of one add-on in an order. */
export const addonsPerOrderMax = 50;

/** The `maxPerOrder` that applies to buyers, as SQL. The row of the ticket type has the alias `c`. */
export const effectiveMaxPerOrder = sql<number>`case
  when c.max_per_order > ${sql.lit(ticketsPerOrderMax)} then ${sql.lit(ticketsPerOrderMax)}
  when c.max_per_order is not null then c.max_per_order
  when c.min_per_order > ${sql.lit(defaultTicketsPerOrder)} then c.min_per_order
  else ${sql.lit(defaultTicketsPerOrder)} end`;
