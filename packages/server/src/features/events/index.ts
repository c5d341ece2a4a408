export {
  addonFields,
  eventFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  venueFields,
} from './fields.ts';
export { type EventRef, holdEvent, insertAddon, insertEvent, insertTicketType } from './insert.ts';
export { catalogRoutes } from './routes.catalog.ts';
export { embedRoutes } from './routes.embed.ts';
export { eventRoutes } from './routes.organizer.ts';
export { currencyFaults, eventFaults, ticketTypeFaults } from './rules.ts';
export { organizerEvent } from './schema.ts';
export { releaseHeld, returnSold, type StockLine, sellHeld, takeBibs } from './stock.ts';
