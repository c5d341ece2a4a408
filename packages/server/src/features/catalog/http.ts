export {
  addonFields,
  eventFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  venueFields,
} from './fields.ts';
export { catalogDashboardRoutes } from './routes.dashboard.ts';
export { catalogRoutes } from './routes.organizer.ts';
export { posterRoutes } from './routes.posters.ts';
