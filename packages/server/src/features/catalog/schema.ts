import { externalPatch as externalFields } from '../../platform/http/external-schema.ts';
import { nullable, object, oneOf, type Static, Type } from '../../platform/http/schema.ts';
import {
  addonFields,
  eventFields,
  holderRuleFields,
  optional,
  optionalOrNull,
  position,
  ticketTypeFields,
  translations,
  venueFields,
} from './fields.ts';

/* Request bodies. In a patch, absent fields keep their values, and null clears a field that can be null (RFC 7396). */

const venue = nullable(
  object(
    {
      name: optionalOrNull(venueFields.name),
      address: optionalOrNull(venueFields.address),
      city: optionalOrNull(venueFields.city),
      country: optionalOrNull(venueFields.country),
    },
    { $id: 'VenueFields' },
  ),
);

/** A pattern that clients can check. The rules of the catalog are stricter and have more specific error messages. */
const posterUrl = Type.String({ ...eventFields.posterUrl, pattern: '^https://[^/?#@]+([/?#].*)?$' });

const optionalEventFields = {
  slug: optional(eventFields.slug),
  description: optionalOrNull(eventFields.description),
  endsAt: optionalOrNull(eventFields.endsAt),
  timezone: optional(eventFields.timezone),
  venue: Type.Optional(venue),
  posterUrl: optionalOrNull(posterUrl),
  currency: optional(eventFields.currency),
  defaultLanguage: optional(eventFields.defaultLanguage),
  nameFields: optional(eventFields.nameFields),
  waitingRoom: optionalOrNull(eventFields.waitingRoom),
  translations: translations.event,
  answersUntil: optionalOrNull(eventFields.answersUntil),
  metadata: externalFields.metadata,
};

/** Fields of an event that are computed and cannot be written. */
export const computedEventFields = ['id', 'publicSlug', 'ticketTypes', 'addons', 'createdAt', 'updatedAt'];

/** Fields of a ticket type or an add-on that are computed and cannot be written. */
export const computedOfferFields = ['id', 'eventId', 'sold', 'reserved', 'available'];

const eventExamples = [
  {
    name: 'Harbour City Marathon 2027',
    description: 'Four distances along the harbour',
    startsAt: '2027-05-09T09:00:00+02:00',
    endsAt: '2027-05-09T17:00:00+02:00',
    timezone: 'Europe/Berlin',
    venue: { name: 'Harbour Stadium', address: 'Quay Street 1', city: 'Hamburg', country: 'Germany' },
    posterUrl: 'https://images.example.com/harbour-city-marathon-2027.jpg',
    translations: { de: { name: 'Hafenstadt-Marathon 2027', description: 'Vier Strecken am Hafen' } },
  },
];

export const newEvent = object(
  {
    name: eventFields.name,
    startsAt: eventFields.startsAt,
    status: optional(oneOf(['draft', 'published'], 'State of the new event; by default `draft`')),
    externalId: externalFields.externalId,
    ...optionalEventFields,
  },
  {
    $id: 'CreateEvent',
    examples: eventExamples,
    description:
      'A new event. By default, it has your time zone and your currency, and its slug is derived from its name',
  },
);

export const eventPatch = object(
  {
    name: optional(eventFields.name),
    startsAt: optional(eventFields.startsAt),
    status: optional(eventFields.status),
    externalId: externalFields.externalId,
    ...optionalEventFields,
  },
  {
    $id: 'UpdateEvent',
    description: 'The fields of an event to change',
    examples: [{ status: 'published', venue: { address: 'Quay Street 1' } }],
  },
);

const optionalTicketTypeFields = {
  description: optionalOrNull(ticketTypeFields.description),
  category: optionalOrNull(ticketTypeFields.category),
  currency: optional(ticketTypeFields.currency),
  quantity: optionalOrNull(ticketTypeFields.quantity),
  minPerOrder: optional(ticketTypeFields.minPerOrder),
  maxPerOrder: optionalOrNull(ticketTypeFields.maxPerOrder),
  bibs: optionalOrNull(ticketTypeFields.bibs),
  salesStartAt: optionalOrNull(ticketTypeFields.salesStartAt),
  salesEndAt: optionalOrNull(ticketTypeFields.salesEndAt),
  startsAt: optionalOrNull(ticketTypeFields.startsAt),
  showsQuantityLeft: optional(ticketTypeFields.showsQuantityLeft),
  holderName: optional(ticketTypeFields.holderName),
  ageRule: optionalOrNull(holderRuleFields.ageRule),
  categoryRule: optionalOrNull(holderRuleFields.categoryRule),
  status: optional(ticketTypeFields.status),
  position: optional(position),
  translations: translations.ticketType,
  metadata: externalFields.metadata,
};

const ticketTypeExamples = [
  {
    name: 'Half marathon',
    category: '21K',
    price: 4900,
    quantity: 2000,
    salesStartAt: '2026-09-01T08:00:00.000Z',
  },
];

export const newTicketType = object(
  {
    name: ticketTypeFields.name,
    price: ticketTypeFields.price,
    externalId: externalFields.externalId,
    ...optionalTicketTypeFields,
  },
  {
    $id: 'CreateTicketType',
    examples: ticketTypeExamples,
    description:
      'A new ticket type. By default, it is unlimited, on sale immediately, and displayed after the existing ones',
  },
);

export const ticketTypePatch = object(
  {
    name: optional(ticketTypeFields.name),
    price: optional(ticketTypeFields.price),
    externalId: externalFields.externalId,
    ...optionalTicketTypeFields,
  },
  {
    $id: 'UpdateTicketType',
    description: 'The fields of a ticket type to change',
    examples: [{ quantity: 2500, salesEndAt: null }],
  },
);

const optionalAddonFields = {
  currency: optional(addonFields.currency),
  unitsPerPurchase: optional(addonFields.unitsPerPurchase),
  assignedTo: optional(addonFields.assignedTo),
  maxPerHolder: optionalOrNull(addonFields.maxPerHolder),
  quantity: optionalOrNull(addonFields.quantity),
  status: optional(addonFields.status),
  translations: translations.addon,
  metadata: externalFields.metadata,
};

const addonExamples = [{ name: 'Drink voucher', type: 'drink', price: 450, unitsPerPurchase: 2, quantity: 1000 }];

export const newAddon = object(
  {
    name: addonFields.name,
    type: addonFields.type,
    price: addonFields.price,
    externalId: externalFields.externalId,
    ...optionalAddonFields,
  },
  {
    $id: 'CreateAddon',
    examples: addonExamples,
    description: 'A new add-on. By default, it is unlimited, and each purchase has one unit',
  },
);

export const addonPatch = object(
  {
    name: optional(addonFields.name),
    type: optional(addonFields.type),
    price: optional(addonFields.price),
    externalId: externalFields.externalId,
    ...optionalAddonFields,
  },
  {
    $id: 'UpdateAddon',
    description: 'The fields of an add-on to change',
    examples: [{ status: 'archived' }],
  },
);

/** The bodies of requests that create an object with an `externalId`, or change it. */
export const eventWithExternalId = object(
  {
    name: eventFields.name,
    startsAt: eventFields.startsAt,
    status: optional(
      oneOf(['draft', 'published'], 'State of a new event, by default `draft`, or the state to change to'),
    ),
    ...optionalEventFields,
  },
  {
    $id: 'UpsertEvent',
    description: 'The fields of an event. If the event exists, absent fields keep their values',
    examples: eventExamples,
  },
);
export const ticketTypeWithExternalId = object(
  { name: ticketTypeFields.name, price: ticketTypeFields.price, ...optionalTicketTypeFields },
  {
    $id: 'UpsertTicketType',
    description: 'The fields of a ticket type. If it exists, absent fields keep their values',
    examples: ticketTypeExamples,
  },
);
export const addonWithExternalId = object(
  { name: addonFields.name, type: addonFields.type, price: addonFields.price, ...optionalAddonFields },
  {
    $id: 'UpsertAddon',
    description: 'The fields of an add-on. If it exists, absent fields keep their values',
    examples: addonExamples,
  },
);

export type NewEvent = Static<typeof newEvent>;
export type EventPatch = Static<typeof eventPatch>;
