export { attendeeRoutes } from './routes.attendees.ts';
export { ticketDashboardRoutes } from './routes.dashboard.ts';
export { ticketRoutes } from './routes.organizer.ts';
export {
  attendeeFields,
  buyerTicket,
  changedFields,
  holderAddons,
  maxPartOfName,
  orderTicket,
  ticket,
} from './schema.ts';
