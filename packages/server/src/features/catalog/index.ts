/**
 * The catalog: the events, ticket types and add-ons of organizers. It owns their fields, rules and states, and makes every change
 * of them. The numbers of sold and reserved units belong to `inventory`, and the JSON of an event belongs to `event-views`.
 */
export {
  bibText,
  forgetAssignedBibs,
  lockBibCounter,
  nextBibAfter,
  releaseBibs,
  setBibCounter,
  setNextBib,
  takeNextBibs,
} from './bibs.ts';
export { lockEvent } from './event-changes.ts';
export { imageTypeOf } from './image-type.ts';
export { type EventRef, insertAddon, insertEvent, insertTicketType, lockEventForShare } from './insert-rows.ts';
export { importPoster, posterBytesMax, posterIdOf } from './posters.ts';
export { claimForUnclaimed } from './public-slugs.ts';
export {
  findEventStatus,
  findLastPublishedSlug,
  findSellers,
  getEventRow,
  hasEvent,
  isArchived,
  listTicketTypeNames,
  readAddonTypes,
  readTicketTypeStarts,
  readTranslatedOffers,
} from './queries.ts';
export { catalogItemExists, findByReferences } from './references.ts';
export { currencyFieldErrors, eventFieldErrors, ticketTypeFieldErrors } from './rules.ts';
export { listSoldOutTicketTypes } from './sold-out.ts';
export { countSoldTickets } from './sold-tickets.ts';
export { eventStatuses } from './states.ts';
export { ageError, readTicketTypesToIssue, type TicketTypeToIssue } from './types-to-issue.ts';
export { eventWebhookTypes } from './webhook-types.ts';
export { newQuestionView } from './write-question.ts';
