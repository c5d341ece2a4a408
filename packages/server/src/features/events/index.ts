export { type CartEvent, type CartOffer, findCartEvent, findPublisher, isArchived } from './cart-offers.ts';
export { eventOnSale, findEventOnSale } from './event-on-sale.ts';
export {
  addonFields,
  eventFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  venueFields,
} from './fields.ts';
export { type EventRef, holdEvent, insertAddon, insertEvent, insertTicketType } from './insert.ts';
export { addonsPerOrderMax, ticketsPerOrderMax } from './per-order.ts';
export { type EventView, eventReader } from './queries.ts';
export { catalogRoutes } from './routes.catalog.ts';
export { embedRoutes } from './routes.embed.ts';
export { eventRoutes } from './routes.organizer.ts';
export { currencyFaults, eventFaults, ticketTypeFaults } from './rules.ts';
export { organizerEvent } from './schema.ts';
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
