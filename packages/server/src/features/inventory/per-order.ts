import { sql } from 'kysely';

/** The maximum number of tickets in one order, of all types together. */
export const maxTicketsPerOrder = 1_000;
/** The maximum number of tickets of one type in an order, if the type has no `maxPerOrder`: enough for a large family. */
const defaultMaxPerOrder = 10;
/** The maximum quantity of each add-on in an order. */
export const maxAddonsPerOrder = 50;

/** Maximum number of ticket types and of add-ons in a cart. */
export const maxLines = 50;
/** The maximum number of lines in an order: of ticket types, add-ons, and add-ons of ticket holders. */
export const maxOrderLines = 1_000;

/** The `maxPerOrder` that applies to buyers, as SQL. `c` is the alias of the ticket type. */
export const effectiveMaxPerOrder = sql<number>`case
  when c.max_per_order > ${sql.lit(maxTicketsPerOrder)} then ${sql.lit(maxTicketsPerOrder)}
  when c.max_per_order is not null then c.max_per_order
  when c.min_per_order > ${sql.lit(defaultMaxPerOrder)} then c.min_per_order
  else ${sql.lit(defaultMaxPerOrder)} end`;
