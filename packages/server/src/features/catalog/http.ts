export {
  addonFields,
  eventFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  venueFields,
} from './fields.ts';
export { catalogRoutes } from './routes.organizer.ts';
