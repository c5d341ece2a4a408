export { changeEvent } from './change-event.ts';
export { createEvent } from './create-event.ts';
export { deleteEvent } from './delete-event.ts';
export {
  addonFields,
  eventFields,
  holderRuleFields,
  optionalOrNull,
  position,
  ticketTypeFields,
  translations,
  venueFields,
} from './fields.ts';
export { addons, ticketTypes } from './offer-kinds.ts';
export { catalogDashboardRoutes } from './routes.dashboard.ts';
export { catalogRoutes } from './routes.organizer.ts';
export { posterRoutes } from './routes.posters.ts';
export { questionRoutes } from './routes.questions.ts';
export { catalogUpsertRoutes } from './routes.upserts.ts';
export { createOffer } from './write-offer.ts';
