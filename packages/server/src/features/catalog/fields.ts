import { nullable, oneOf, type TSchema, Type, time } from '../../platform/http/schema.ts';
import { amountMax, currencyCodes } from '../../platform/money.ts';
import { positionMax, slugPattern } from './bounds.ts';
import { eventStatuses, offerStatuses } from './states.ts';

/*
 * The fields that can be written, shared by the request bodies of the API and the lines of an import. Rules that a schema
 * cannot express are in `rules.ts`.
 */

const textField = (description: string, maxLength: number, examples: string[] = []) =>
  Type.String({ description, minLength: 1, maxLength, ...(examples.length > 0 ? { examples } : {}) });

const quantityMax = 1_000_000_000;
const perOrderMax = 10_000;

const perOrder = (description: string) =>
  Type.Integer({ description, minimum: 1, maximum: perOrderMax, format: 'int32' });

const currency = Type.Unsafe<string>({
  ...oneOf(currencyCodes, 'ISO 4217 code'),
  examples: ['EUR'],
});

/** Each of them can be null or absent. */
export const venueFields = {
  name: textField('Name of the venue', 300, ['Harbour Stadium']),
  address: textField('Street and number', 300, ['Quay Street 1']),
  city: textField('City', 300, ['Hamburg']),
  country: textField('Country', 100, ['Germany']),
};

export const eventFields = {
  name: textField('Name of the event', 300, ['Harbour City Marathon 2027']),
  slug: Type.String({
    description: 'Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events',
    pattern: slugPattern,
    maxLength: 100,
    examples: ['harbour-city-marathon-2027'],
  }),
  description: Type.String({ description: 'Description', maxLength: 100_000 }),
  status: oneOf(
    eventStatuses,
    'A draft can be published or archived, a published event can be archived; neither can be undone',
  ),
  startsAt: time('When it starts: RFC 3339 with any offset'),
  endsAt: time('When it ends: not before `startsAt`'),
  timezone: textField('IANA time zone of the venue', 64, ['Europe/Berlin']),
  posterUrl: Type.String({
    description: 'URL of its poster: begins with https://, without a user name or password',
    maxLength: 2_000,
    examples: ['https://images.example.com/harbour-city-marathon-2027.jpg'],
  }),
  currency,
};

const offerFields = {
  name: textField('Name shown to buyers', 300, ['Half marathon']),
  price: Type.Integer({
    description: "Unit price, in minor units of the event's currency",
    minimum: 0,
    maximum: amountMax,
    format: 'int64',
    examples: [4900],
  }),
  currency,
  quantity: Type.Integer({
    description: 'Quantity for sale; null: unlimited. It cannot be lower than the sold and reserved units',
    minimum: 0,
    maximum: quantityMax,
    format: 'int64',
    examples: [2000],
  }),
  status: oneOf(offerStatuses, 'An archived one is not sold, and can be made active again'),
};

export const ticketTypeFields = {
  ...offerFields,
  description: Type.String({ description: 'Description', maxLength: 10_000 }),
  category: textField('Distance or class of a race, class of a seat…', 100, ['21K']),
  minPerOrder: perOrder('Minimum quantity in one order'),
  maxPerOrder: perOrder('Maximum quantity in one order, up to 1,000; null: 10, or `minPerOrder` if that is more'),
  salesStartAt: time('When sales start; null: immediately'),
  salesEndAt: time('When sales end; null: when the event ends. Not before `salesStartAt`'),
};

export const position = Type.Integer({
  description: 'Order of display',
  minimum: 0,
  maximum: positionMax,
  format: 'int32',
});

export const addonFields = {
  ...offerFields,
  type: textField('Kind of add-on, in one word', 100, ['drink']),
  unitsPerPurchase: Type.Integer({
    description: 'Number of units in one purchase; each unit is consumed separately',
    minimum: 1,
    maximum: 10_000,
    format: 'int32',
    examples: [2],
  }),
};

/** An optional field. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** An optional field that can be null. */
export const optionalOrNull = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
