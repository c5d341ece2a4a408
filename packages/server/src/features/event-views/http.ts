export { embedRoutes } from './routes.embed.ts';
export { eventRoutes } from './routes.organizer.ts';
export {
  eventOnSale,
  holderNameModes,
  languageNote,
  maxOffersPerKind,
  organizerAddon,
  organizerEvent,
  organizerTicketType,
} from './schema.ts';
