export {
  addonAssignments,
  ageClassFields,
  ageRuleFields,
  categoryRuleFields,
  holderNameModes,
  maxAgeClasses,
  nameFieldModes,
} from './holder-schema.ts';
export { embedRoutes } from './routes.embed.ts';
export { eventRoutes } from './routes.organizer.ts';
export {
  eventOnSale,
  languageNote,
  maxOffersPerKind,
  organizerAddon,
  organizerEvent,
  organizerTicketType,
} from './schema.ts';
