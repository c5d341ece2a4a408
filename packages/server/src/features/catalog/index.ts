/**
 * The catalog: what an organizer sells. It owns the events, their ticket types and their add-ons: fields, rules, states and
 * every change of them. The numbers of sold and reserved units belong to `inventory`, the JSON of an event to `programme`.
 */
export { assignBibs, lockBibCounter, setBibCounter } from './bibs.ts';
export { type EventRef, insertAddon, insertEvent, insertTicketType, lockEventForShare } from './insert-rows.ts';
export {
  findLastPublishedSlug,
  findOrganizerOfPublishedEvent,
  findSellers,
  getEventRow,
  isArchived,
  readAddonTypes,
  readTicketTypeCategories,
} from './queries.ts';
export { catalogItemExists, findByReferences } from './references.ts';
export { currencyFieldErrors, eventFieldErrors, ticketTypeFieldErrors } from './rules.ts';
export { eventStatuses } from './states.ts';
export { eventWebhookTypes } from './webhook-types.ts';
