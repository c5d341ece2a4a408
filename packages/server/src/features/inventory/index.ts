/**
 * The stock: the numbers of sold and reserved units of each ticket type and add-on, and which of them can be bought now. It
 * owns no table: it writes the columns `sold` and `reserved` of the catalog's tables with conditional statements.
 */
export { findAvailability } from './availability.ts';
export { type CartEvent, type CartOffer, type EventToOrder, findCartEvent, findEventToOrder } from './cart-offers.ts';
export { findOrganizerOfEvent } from './organizer-of-event.ts';
export { effectiveMaxPerOrder, maxAddonsPerOrder, maxLines, maxOrderLines, maxTicketsPerOrder } from './per-order.ts';
export { readSaleState, type SaleState } from './sale-state.ts';
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
