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
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';
import { publicOrganizer } from '../organizers/http.ts';

const eventLimitMax = 200;

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
  position: 0,
};

const drinkVoucher = { price: 450, unitsPerPurchase: 2, quantity: 1000, sold: 310, reserved: 0, available: 690 };

const marathon = {
  description: 'Four distances along the harbour',
  status: 'published',
  startsAt: '2027-05-09T07:00:00.000Z',
  endsAt: '2027-05-09T15:00:00.000Z',
  posterUrl: 'https://images.example.com/harbour-city-marathon-2027.jpg',
  createdAt: '2026-08-14T11:20:31.418Z',
  updatedAt: '2026-11-02T16:05:12.907Z',
};

const stock = {
  quantity: nullable(count('How many there are to sell; null: unlimited')),
  sold: count('How many are sold'),
  reserved: count('How many are held by orders that are not paid yet'),
  available: nullable(count('How many can be bought now; null: unlimited')),
};

const soldOut = { soldOut: Type.Boolean({ description: 'Whether none can be bought now' }) };

const ticketTypeFields = {
  id: id('tty', 'Id of the ticket type'),
  eventId: id('evt', 'Its event'),
  name: text('What buyers read', { examples: ['Half marathon'] }),
  description: nullable(text('More about it')),
  category: nullable(text("A race's distance or class, a seat class…", { examples: ['21K'] })),
  price: money('Price of one'),
  currency,
};

const ticketTypeRest = {
  minPerOrder: count('The fewest that one order may have'),
  salesStartAt: nullable(time('When sales begin; null: at once')),
  salesEndAt: nullable(time('When sales end; null: with the event')),
  status: oneOf(['active', 'archived'], 'An archived type is not sold'),
  position: Type.Integer({ description: 'Order of display', minimum: 0, maximum: 1_000_000, format: 'int32' }),
};

const addonFields = {
  id: id('add', 'Id of the add-on'),
  eventId: id('evt', 'Its event'),
  name: text('What buyers read', { examples: ['Drink voucher'] }),
  type: text('What kind of thing it is, in a word', { examples: ['drink'] }),
  price: money('Price of one purchase'),
  currency,
  unitsPerPurchase: count('How many units one purchase can be consumed in'),
};

const addonStatus = { status: oneOf(['active', 'archived'], 'An archived add-on is not sold') };

const eventFields = {
  id: id('evt', 'Id of the event'),
  name: text('What it is called', { examples: ['Harbour City Marathon 2027'] }),
  slug: text('Its name in addresses', { examples: ['harbour-city-marathon-2027'] }),
  description: nullable(text('More about it', { maxLength: 100_000 })),
  status: oneOf(['draft', 'published', 'archived'], 'An archived event stays readable and sells nothing'),
  startsAt: time('When it starts'),
  endsAt: nullable(time('When it ends')),
  timezone: text('IANA time zone of the place', { examples: ['Europe/Berlin'] }),
  venue: nullable(
    object(
      {
        name: nullable(text('What the place is called')),
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
  posterUrl: nullable(text('Where its poster is', { maxLength: 2_000 })),
  currency,
};

const eventTimes = { createdAt: time('When it was made'), updatedAt: time('When its catalog last changed') };

/** The most ticket types, and the most add-ons, of one event. */
export const listsMax = 1_000;

export const organizerTicketType = object(
  {
    ...ticketTypeFields,
    ...stock,
    ...ticketTypeRest,
    maxPerOrder: nullable(
      count('The most that one order may have; null: none is set, and buyers may order 10, or `minPerOrder` if more'),
    ),
  },
  { $id: 'TicketType', example: halfMarathon },
);

export const organizerAddon = object(
  { ...addonFields, ...stock, ...addonStatus },
  { $id: 'Addon', example: drinkVoucher },
);

/** An event as its organizer sees it, with or without its add-ons. */
export function organizerEvent(include: { addons: boolean }) {
  return object(
    {
      ...eventFields,
      ticketTypes: Type.Array(organizerTicketType, { maxItems: listsMax }),
      ...(include.addons ? { addons: Type.Array(organizerAddon, { maxItems: listsMax }) } : {}),
      ...eventTimes,
    },
    { $id: 'Event', description: 'An event as a secret key sees it', example: marathon },
  );
}

const publicTicketType = object(
  { ...ticketTypeFields, ...soldOut, ...ticketTypeRest, maxPerOrder: count('The most that one order may have') },
  { $id: 'PublicTicketType', example: halfMarathon },
);

const publicAddon = object(
  { ...addonFields, ...soldOut, ...addonStatus },
  { $id: 'PublicAddon', example: drinkVoucher },
);

/** A published event as everyone may see it. */
function publicEvent(include: { addons: boolean }) {
  return object(
    {
      ...eventFields,
      ticketTypes: Type.Array(publicTicketType, { maxItems: listsMax }),
      ...(include.addons ? { addons: Type.Array(publicAddon, { maxItems: listsMax }) } : {}),
      ...eventTimes,
    },
    {
      $id: 'PublicEvent',
      description: 'A published event as a publishable key sees it: without counts',
      example: marathon,
    },
  );
}

/** The events of a deployment: with or without their add-ons. */
export function eventSchemas(include: { addons: boolean }) {
  const event = Type.Union([organizerEvent(include), publicEvent(include)]);
  return { event, page: page('EventPage', event, eventLimitMax) };
}

/** The published events of a deployment, as everyone may see them. */
export function publicEventSchemas(include: { addons: boolean }) {
  const event = publicEvent(include);
  return { event, page: page('PublicEventPage', event, eventLimitMax) };
}

export const availability = object(
  {
    eventId: id('evt', 'The event'),
    soldOut: Type.Boolean({ description: 'Whether it has ticket types and all of them are sold out' }),
    ticketTypes: Type.Array(
      object(
        {
          id: id('tty', 'Id of the ticket type'),
          ...soldOut,
          onSale: Type.Boolean({ description: 'Whether it is not sold out, and within its sales dates' }),
        },
        { $id: 'TicketTypeAvailability', example: { soldOut: false, onSale: true } },
      ),
      { maxItems: listsMax },
    ),
    addons: Type.Array(object({ id: id('add', 'Id of the add-on'), ...soldOut }, { $id: 'AddonAvailability' }), {
      maxItems: listsMax,
    }),
  },
  { $id: 'Availability', description: 'What can be bought now of a published event' },
);

export const eventListQuery = listQuery(eventLimitMax, timeFilters('createdAt'));

/** A published event as its buyers see it: with its add-ons and with who sells. */
export const eventOnSale = object(
  { ...publicEventSchemas({ addons: true }).event.properties, organizer: publicOrganizer },
  { $id: 'EventOnSale', description: 'A published event as a buyer sees it: without counts', example: marathon },
);
