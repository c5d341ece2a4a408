export { type CartEvent, type CartOffer, findCartEvent, findPublisher, isArchived } from './cart-offers.ts';
export { findEventOnSale } from './event-on-sale.ts';
export { type EventRef, holdEvent, insertAddon, insertEvent, insertTicketType } from './insert.ts';
export { addonsPerOrderMax, ticketsPerOrderMax } from './per-order.ts';
export { type EventView, eventReader } from './queries.ts';
export { currencyFaults, eventFaults, ticketTypeFaults } from './rules.ts';
export { eventStatuses } from './states.ts';
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
