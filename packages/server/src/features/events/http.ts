export {
  addonFields,
  eventFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  venueFields,
} from './fields.ts';
export { catalogRoutes } from './routes.catalog.ts';
export { embedRoutes } from './routes.embed.ts';
export { eventRoutes } from './routes.organizer.ts';
export { eventOnSale, organizerEvent } from './schema.ts';
