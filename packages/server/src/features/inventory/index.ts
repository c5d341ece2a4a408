export { findAvailability } from './availability.ts';
export { type CartEvent, type CartOffer, findCartEvent } from './cart-offers.ts';
export { addonsPerOrderMax, effectiveMaxPerOrder, ticketsPerOrderMax } from './per-order.ts';
export {
  type PricedLine,
  releaseReserved,
  reserveStock,
  returnSoldStock,
  type StockLine,
  StockRefused,
  sellReserved,
  sellUnreserved,
} from './stock.ts';
