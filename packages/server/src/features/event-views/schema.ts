import { languages } from '#messages/languages';
import { anyOfExternalIds, externalFields } from '../../platform/http/external-schema.ts';
import { langParameter } from '../../platform/http/language.ts';
import {
  count,
  currency,
  id,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  page,
  type TSchema,
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';
import { translationsView } from '../../platform/http/translations-schema.ts';
import { publicOrganizer } from '../organizers/http.ts';
import { publicQuestions } from '../questions/http.ts';
import { addonAssignments, ageRule, categoryRule, holderNameModes, nameFieldModes } from './holder-schema.ts';

const maxEventsPerPage = 200;

const halfMarathon = {
  name: 'Half marathon',
  description: 'Start at 10:00, time limit three hours',
  category: '21K',
  price: 4900,
  quantity: 2000,
  sold: 1544,
  reserved: 6,
  available: 450,
  minPerOrder: 1,
  maxPerOrder: 10,
  salesStartAt: '2026-09-01T08:00:00.000Z',
  salesEndAt: null,
  startsAt: '2027-05-09T08:00:00.000Z',
  showsQuantityLeft: true,
  quantityLeft: 450,
  holderName: 'required',
  categoryRule: null,
  position: 0,
};

const drinkVoucher = {
  price: 450,
  unitsPerPurchase: 2,
  assignedTo: 'order',
  maxPerHolder: null,
  quantity: 1000,
  sold: 310,
  reserved: 0,
  available: 690,
};

const marathon = {
  description: 'Four distances along the harbour',
  status: 'published',
  startsAt: '2027-05-09T07:00:00.000Z',
  endsAt: '2027-05-09T15:00:00.000Z',
  posterUrl: 'https://images.example.com/harbour-city-marathon-2027.jpg',
  createdAt: '2026-08-14T11:20:31.418Z',
  updatedAt: '2026-11-02T16:05:12.907Z',
};

/** Webhook events do not have it: their texts are in the default language only. */
const translated = <F extends Record<string, TSchema>>(
  name: string,
  fields: F,
  example: { [K in keyof F]?: string },
) => ({
  translations: Type.Optional(translationsView(name, fields, example)),
});

const stock = {
  quantity: nullable(count('Quantity for sale; null: unlimited')),
  sold: count('Sold quantity. It does not change `updatedAt`'),
  reserved: count('Quantity held by pending orders. It does not change `updatedAt`'),
  available: nullable(count('Quantity that can be bought now; null: unlimited. It does not change `updatedAt`')),
};

const soldOut = { soldOut: Type.Boolean({ description: 'Whether no units are left' }) };

const ticketTypeFields = {
  id: id('tty', 'Id of the ticket type'),
  eventId: id('evt', 'Id of the event'),
  name: text('Name shown to buyers', { examples: ['Half marathon'] }),
  description: nullable(text('Description')),
  category: nullable(
    text('Category, for example the distance of a race or the class of a seat', { examples: ['21K'] }),
  ),
  price: money('Unit price'),
  currency,
};

const ticketTypeTranslations = translated(
  'TicketType',
  { name: ticketTypeFields.name, description: text('Description'), category: text('Category') },
  { name: 'Halbmarathon', category: 'Laufen' },
);

const ticketTypeSaleFields = {
  minPerOrder: count('Minimum quantity in one order'),
  salesStartAt: nullable(time('When sales start; null: as soon as the event is published')),
  salesEndAt: nullable(
    time('When sales end; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null'),
  ),
  status: oneOf(['active', 'archived'], 'An archived ticket type is not sold'),
  position: Type.Integer({
    description: 'Position in lists: lower positions come first',
    minimum: 0,
    maximum: 1_000_000,
    format: 'int32',
  }),
};

const addonFields = {
  id: id('add', 'Id of the add-on'),
  eventId: id('evt', 'Id of the event'),
  name: text('Name shown to buyers', { examples: ['Drink voucher'] }),
  type: text('Kind of add-on, in one word', { examples: ['drink'] }),
  price: money('Price of one purchase'),
  currency,
  unitsPerPurchase: count('Number of units in one purchase; each unit is consumed separately'),
  assignedTo: oneOf(
    addonAssignments,
    '`order`: it is bought for the order; `holder`: for a ticket holder, in `addons` of the attendee',
  ),
  maxPerHolder: nullable(count('Maximum quantity for each ticket holder; null for an add-on of the order')),
};

const addonTranslations = translated('Addon', { name: addonFields.name }, { name: 'Getränkegutschein' });

const addonStatus = { status: oneOf(['active', 'archived'], 'An archived add-on is not sold') };

const eventFields = {
  id: id('evt', 'Id of the event'),
  name: text('Name of the event', { examples: ['Harbour City Marathon 2027'] }),
  slug: text('Name of the event in URLs, unique among your events', { examples: ['harbour-city-marathon-2027'] }),
  description: nullable(text('Description', { maxLength: 100_000 })),
  status: oneOf(['draft', 'published', 'archived'], 'An archived event can be read, but its tickets cannot be bought'),
  startsAt: time('When the event starts'),
  endsAt: nullable(time('When the event ends')),
  timezone: text('IANA time zone of the venue', { examples: ['Europe/Berlin'] }),
  venue: nullable(
    object(
      {
        name: nullable(text('Name of the venue')),
        address: nullable(text('Street and number')),
        city: nullable(text('City')),
        country: nullable(text('Country')),
      },
      {
        $id: 'Venue',
        example: { name: 'Harbour Stadium', address: 'Quay Street 1', city: 'Hamburg', country: 'Germany' },
      },
    ),
  ),
  posterUrl: nullable(text('URL of the poster image', { maxLength: 2_000 })),
  currency,
};

const eventTranslations = translated(
  'Event',
  { name: eventFields.name, description: text('Description', { maxLength: 100_000 }) },
  { name: 'Hafenstadt-Marathon 2027', description: 'Vier Strecken am Hafen' },
);

const eventTimes = {
  createdAt: time('When the event was created'),
  updatedAt: time('When the event, a ticket type, an add-on or a question last changed. A sale is not a change'),
};

/** The maximum number of ticket types of one event, and the maximum number of its add-ons. */
export const maxOffersPerKind = 1_000;

const maxPerOrder = {
  maxPerOrder: nullable(count('Maximum quantity in one order; null: 10, or `minPerOrder` if it is greater')),
};

const startField = { startsAt: nullable(time('When its holders start; null: with the event')) };

const showsQuantityLeft = Type.Boolean({ description: 'Whether buyers see how many of its tickets are left' });

const quantityLeft = nullable(
  count(
    'How many tickets are left, without those held by pending orders; null: unlimited, or not shown. It does not change `updatedAt`',
  ),
);

const holderFields = {
  holderName: oneOf(
    holderNameModes,
    'Whether a reservation must have the name of each ticket holder. `none`: buyers are not asked for it',
  ),
  ageRule: nullable(ageRule),
};

const bib = (description: string) =>
  nullable(Type.Integer({ description, minimum: 1, maximum: 9_999_999, format: 'int32' }));

const bibs = nullable(
  object(
    { first: bib('First bib of the range'), last: bib('Last bib of the range') },
    {
      $id: 'Bibs',
      description:
        'The bibs of its tickets: the lowest free number of the range, or if `first` and `last` are null, the next number of the event. null: no bib',
      example: { first: 1, last: 999 },
    },
  ),
);

const ticketTypeOf = (include: { addons: boolean }) =>
  object(
    {
      ...ticketTypeFields,
      ...stock,
      ...ticketTypeSaleFields,
      ...maxPerOrder,
      ...(include.addons
        ? {
            ...startField,
            showsQuantityLeft,
            ...holderFields,
            bibs,
            categoryRule: nullable(categoryRule),
            ...ticketTypeTranslations,
            ...externalFields,
          }
        : {}),
    },
    { $id: 'TicketType', example: halfMarathon },
  );

export const organizerTicketType = ticketTypeOf({ addons: true });

export const organizerAddon = object(
  { ...addonFields, ...stock, ...addonStatus, ...addonTranslations, ...externalFields },
  { $id: 'Addon', example: drinkVoucher },
);

const waitingRoom = object(
  { admitPerMinute: count('How many visitors are admitted to the page of the event in a minute') },
  {
    $id: 'WaitingRoom',
    description: 'A waiting room in front of the sale of an event',
    example: { admitPerMinute: 200 },
  },
);

const answersUntil = nullable(time('Until when buyers can change their answers to questions; null: until `startsAt`'));

const publicSlug = nullable(
  text(
    'The slug of the page of the event, `/e/{publicSlug}`. It is `slug`, with a suffix if an event of another organizer had it first. Null until the event is published, and in a sandbox: use the id in its place',
    {
      maxLength: 200,
      examples: ['harbour-city-marathon-2027'],
    },
  ),
);

const defaultLanguage = oneOf(
  languages,
  'The language of the page and of e-mails for a buyer whose own language is not known, or is none of these',
);

const nameFields = oneOf(
  nameFieldModes,
  'How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two',
);

/** An event with all its fields, with or without its add-ons and its waiting room, which only the extended deployment has. */
export function organizerEvent(include: { addons: boolean }) {
  return object(
    {
      ...eventFields,
      ticketTypes: Type.Array(ticketTypeOf(include), { maxItems: maxOffersPerKind }),
      ...(include.addons
        ? {
            publicSlug,
            defaultLanguage,
            nameFields,
            addons: Type.Array(organizerAddon, { maxItems: maxOffersPerKind }),
            waitingRoom: nullable(waitingRoom),
            ...eventTranslations,
            answersUntil,
            ...externalFields,
          }
        : {}),
      ...eventTimes,
    },
    { $id: 'Event', description: 'An event as it is returned for a secret key', example: marathon },
  );
}

const publicTicketTypeOf = (include: { addons: boolean }) =>
  object(
    {
      ...ticketTypeFields,
      ...soldOut,
      ...ticketTypeSaleFields,
      maxPerOrder: count('Maximum quantity in one order'),
      ...(include.addons ? { ...startField, quantityLeft, ...holderFields } : {}),
    },
    { $id: 'PublicTicketType', example: halfMarathon },
  );

const publicAddon = object(
  { ...addonFields, ...soldOut, ...addonStatus },
  { $id: 'PublicAddon', example: drinkVoucher },
);

/** The public fields of a published event. */
function publicEvent(include: { addons: boolean }) {
  return object(
    {
      ...eventFields,
      ticketTypes: Type.Array(publicTicketTypeOf(include), { maxItems: maxOffersPerKind }),
      ...(include.addons
        ? {
            publicSlug,
            defaultLanguage,
            nameFields,
            addons: Type.Array(publicAddon, { maxItems: maxOffersPerKind }),
            questions: publicQuestions,
          }
        : {}),
      ...eventTimes,
    },
    {
      $id: 'PublicEvent',
      description: 'A published event as it is returned for a publishable key: without stock numbers',
      example: marathon,
    },
  );
}

/** These fields are absent for a publishable key. */
const changedExternalFields = {
  externalId: Type.Optional(externalFields.externalId),
  metadata: Type.Optional(externalFields.metadata),
};

const changedOfferFields = { quantity: Type.Optional(stock.quantity) };

const changedTicketType = (include: { addons: boolean }) =>
  object(
    {
      ...ticketTypeFields,
      ...changedOfferFields,
      ...ticketTypeSaleFields,
      ...maxPerOrder,
      ...(include.addons
        ? {
            ...startField,
            showsQuantityLeft: Type.Optional(showsQuantityLeft),
            ...holderFields,
            bibs: Type.Optional(bibs),
            categoryRule: Type.Optional(nullable(categoryRule)),
            ...ticketTypeTranslations,
            ...changedExternalFields,
          }
        : {}),
    },
    { $id: 'ChangedTicketType', example: halfMarathon },
  );

const changedAddon = object(
  { ...addonFields, ...changedOfferFields, ...addonStatus, ...addonTranslations, ...changedExternalFields },
  { $id: 'ChangedAddon', example: drinkVoucher },
);

/** An event in a list with `updatedSince`, for any key. */
function changedEvent(include: { addons: boolean }) {
  return object(
    {
      ...eventFields,
      ticketTypes: Type.Array(changedTicketType(include), { maxItems: maxOffersPerKind }),
      ...(include.addons
        ? {
            publicSlug,
            defaultLanguage,
            nameFields,
            addons: Type.Array(changedAddon, { maxItems: maxOffersPerKind }),
            waitingRoom: Type.Optional(nullable(waitingRoom)),
            answersUntil: Type.Optional(answersUntil),
            questions: Type.Optional(publicQuestions),
            ...eventTranslations,
            ...changedExternalFields,
          }
        : {}),
      ...eventTimes,
    },
    {
      $id: 'ChangedEvent',
      description:
        'An event in a list with `updatedSince`. With a publishable key, it has `questions`. Sales do not change `updatedAt`, so it has no `sold`, `reserved`, `available` and ' +
        '`soldOut`: read the event for these. The other fields are the same as without `updatedSince`',
      example: marathon,
    },
  );
}

/** The schemas of one event and of a page of events. `include.addons`: whether the deployment has add-ons. */
export function eventSchemas(include: { addons: boolean }) {
  const [organizer, everyone] = [organizerEvent(include), publicEvent(include)];
  const listed = Type.Union([organizer, everyone, changedEvent(include)]);
  return { event: Type.Union([organizer, everyone]), page: page('EventPage', listed, maxEventsPerPage) };
}

/** The schemas of one event and of a page of events, with public fields only. */
export function publicEventSchemas(include: { addons: boolean }) {
  const event = publicEvent(include);
  const listed = Type.Union([event, changedEvent(include)]);
  return { event, page: page('PublicEventPage', listed, maxEventsPerPage) };
}

export const availability = object(
  {
    eventId: id('evt', 'Id of the event'),
    soldOut: Type.Boolean({ description: 'Whether the event has ticket types and all of them are sold out' }),
    ticketTypes: Type.Array(
      object(
        {
          id: id('tty', 'Id of the ticket type'),
          ...soldOut,
          onSale: Type.Boolean({
            description: 'Whether it is not sold out and the current time is within its sales dates',
          }),
        },
        { $id: 'TicketTypeAvailability', example: { soldOut: false, onSale: true } },
      ),
      { maxItems: maxOffersPerKind },
    ),
    addons: Type.Array(object({ id: id('add', 'Id of the add-on'), ...soldOut }, { $id: 'AddonAvailability' }), {
      maxItems: maxOffersPerKind,
    }),
  },
  { $id: 'Availability', description: 'Which ticket types and add-ons of a published event can be bought now' },
);

/** The description of lists of events with `updatedSince`. */
export const changesNote =
  'With `updatedSince`, events are sorted by their last change, oldest first. Sales do not change `updatedAt`, so these events have no ' +
  '`sold`, `reserved`, `available` and `soldOut`. With a publishable key, an event that is no longer published is left out.';

/** The description of reads of events for everyone. */
export const languageNote =
  'Names, descriptions and categories are in the language that `lang` or `Accept-Language` asks for; a text without a translation is in the default ' +
  'language of its event. `Content-Language` is the language asked for, and absent if there are no texts in it.';

export const eventListQuery = listQuery(maxEventsPerPage, timeFilters('createdAt'));

/** The query of a list of events for everyone. */
export const translatedEventListQuery = listQuery(maxEventsPerPage, { ...langParameter, ...timeFilters('createdAt') });

/** The query of a list of events in the extended deployment. */
export const filteredEventListQuery = listQuery(maxEventsPerPage, {
  externalId: anyOfExternalIds('Only the events with these values of `externalId`'),
  slug: Type.Optional(Type.String({ ...eventFields.slug, minLength: 1, description: 'Only the event with this slug' })),
  ...timeFilters('createdAt', '`externalId` or `slug`'),
});

/** A published event as it is returned to buyers: with its add-ons and its organizer. */
export const eventOnSale = object(
  { ...publicEventSchemas({ addons: true }).event.properties, organizer: publicOrganizer },
  {
    $id: 'EventOnSale',
    description: 'A published event as it is returned to buyers: without stock numbers, except `quantityLeft`',
    example: marathon,
  },
);
