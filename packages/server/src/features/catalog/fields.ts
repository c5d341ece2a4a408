import { nullable, oneOf, type TSchema, Type, time } from '../../platform/http/schema.ts';
import { amountMax, currencyCodes } from '../../platform/money.ts';
import { positionMax, slugPattern } from './bounds.ts';
import { eventStatuses, offerStatuses } from './states.ts';

/*
 * The fields that can be written, shared by the request bodies of the API and the lines of an import. Rules that a schema
 * cannot express are in `rules.ts`.
 */

const words = (description: string, maxLength: number, examples: string[] = []) =>
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
  name: words('What the place is called', 300, ['Harbour Stadium']),
  address: words('Street and number', 300, ['Quay Street 1']),
  city: words('City', 300, ['Hamburg']),
  country: words('Country', 100, ['Germany']),
};

export const eventFields = {
  name: words('What it is called', 300, ['Harbour City Marathon 2027']),
  slug: Type.String({
    description: 'Its name in addresses: lower-case letters, digits and inner hyphens; no two of your events share one',
    pattern: slugPattern,
    maxLength: 100,
    examples: ['harbour-city-marathon-2027'],
  }),
  description: Type.String({ description: 'More about it', maxLength: 100_000 }),
  status: oneOf(eventStatuses, 'A draft becomes published, either of them archived; nothing leads back'),
  startsAt: time('When it starts: RFC 3339 with any offset'),
  endsAt: time('When it ends: not before `startsAt`'),
  timezone: words('IANA time zone of the place', 64, ['Europe/Berlin']),
  posterUrl: Type.String({
    description: 'Where its poster is: an address that begins with https://, without a user name or password',
    maxLength: 2_000,
    examples: ['https://images.example.com/harbour-city-marathon-2027.jpg'],
  }),
  currency,
};

const offerFields = {
  name: words('What buyers read', 300, ['Half marathon']),
  price: Type.Integer({
    description: "Price of one, in minor units of the event's currency",
    minimum: 0,
    maximum: amountMax,
    format: 'int64',
    examples: [4900],
  }),
  currency,
  quantity: Type.Integer({
    description: 'How many there are to sell; null: unlimited. Never less than are sold and held',
    minimum: 0,
    maximum: quantityMax,
    format: 'int64',
    examples: [2000],
  }),
  status: oneOf(offerStatuses, 'What is archived is not sold, and can be made active again'),
};

export const ticketTypeFields = {
  ...offerFields,
  description: Type.String({ description: 'More about it', maxLength: 10_000 }),
  category: words("A race's distance or class, a seat class…", 100, ['21K']),
  minPerOrder: perOrder('The fewest that one order may have'),
  maxPerOrder: perOrder('The most that one order may have, up to 1,000; null: 10, or `minPerOrder` where that is more'),
  salesStartAt: time('When sales begin; null: at once'),
  salesEndAt: time('When sales end; null: with the event. Not before `salesStartAt`'),
};

export const position = Type.Integer({
  description: 'Order of display',
  minimum: 0,
  maximum: positionMax,
  format: 'int32',
});

export const addonFields = {
  ...offerFields,
  type: words('What kind of thing it is, in a word', 100, ['drink']),
  unitsPerPurchase: Type.Integer({
    description: 'How many units one purchase can be consumed in',
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
