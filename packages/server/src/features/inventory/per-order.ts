import { sql } from 'kysely';

/** The most tickets that one order may have, of all types together and so of each. */
export const ticketsPerOrderMax = 1_000;
/** The most tickets of one type in an order where the organizer has set no `maxPerOrder`: enough for a large family. */
const defaultTicketsPerOrder = 10;
/** The most of an add-on that one order may have. */
export const addonsPerOrderMax = 50;

/** The `maxPerOrder` that applies to buyers of a ticket type, whose row has the alias `c`. */
export const effectiveMaxPerOrder = sql<number>`case
  when c.max_per_order > ${sql.lit(ticketsPerOrderMax)} then ${sql.lit(ticketsPerOrderMax)}
  when c.max_per_order is not null then c.max_per_order
  when c.min_per_order > ${sql.lit(defaultTicketsPerOrder)} then c.min_per_order
  else ${sql.lit(defaultTicketsPerOrder)} end`;
