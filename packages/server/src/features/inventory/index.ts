/**
 * The stock: how many units of each ticket type and add-on are sold and reserved, and what of an event can be bought now. It
 * has no table: it writes the columns `sold` and `reserved` of the catalog's tables, by conditional statements.
 */
export { findAvailability } from './availability.ts';
export { type CartEvent, type CartOffer, findCartEvent } from './cart-offers.ts';
export { addonsPerOrderMax, effectiveMaxPerOrder, ticketsPerOrderMax } from './per-order.ts';
export {
  lockStock,
  type PricedLine,
  releaseReserved,
  reserveStock,
  returnSoldStock,
  type Stock,
  type StockLine,
  StockUnavailable,
  sellReserved,
  sellUnreserved,
  setStock,
} from './stock.ts';
