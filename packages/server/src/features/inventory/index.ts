export { findAvailability } from './availability.ts';
export { type CartEvent, type CartOffer, findCartEvent, findPublisher, isArchived } from './cart-offers.ts';
export { addonsPerOrderMax, effectiveMaxPerOrder, ticketsPerOrderMax } from './per-order.ts';
export {
  holdStock,
  type PricedLine,
  releaseHeld,
  returnSold,
  type StockLine,
  StockRefused,
  sellHeld,
  sellUnheld,
  takeBibs,
} from './stock.ts';
