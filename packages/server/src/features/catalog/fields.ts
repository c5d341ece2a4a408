import { languages } from '#messages/languages';
import { nullable, object, oneOf, type TSchema, Type, time, visible } from '../../platform/http/schema.ts';
import { translationsPatch } from '../../platform/http/translations-schema.ts';
import { currencyCodes, maxAmount } from '../../platform/money.ts';
import {
  addonAssignments,
  ageClassFields,
  ageRuleFields,
  categoryRuleFields,
  holderNameModes,
  maxAgeClasses,
  nameFieldModes,
} from '../event-views/http.ts';
import { maxAddonsPerOrder } from '../inventory/index.ts';
import { maxPosition, slugPattern } from './bounds.ts';
import { eventStatuses, offerStatuses } from './states.ts';

/*
 * The fields that clients can write. Request bodies of the API and lines of an import share them. Rules that a schema cannot
 * express are in `rules.ts`.
 */

const textField = (description: string, maxLength: number, examples: string[] = []) =>
  Type.String({ description, minLength: 1, maxLength, ...(examples.length > 0 ? { examples } : {}) });
const nameField = (description: string, maxLength: number, examples: string[]) =>
  visible(textField(description, maxLength, examples));

const maxQuantity = 1_000_000_000;
const maxPerOrderValue = 10_000;
const maxAdmitPerMinute = 10_000;
const maxBib = 9_999_999;

const perOrderField = (description: string) =>
  Type.Integer({ description, minimum: 1, maximum: maxPerOrderValue, format: 'int32' });

const currency = Type.Unsafe<string>({
  ...oneOf(currencyCodes, 'ISO 4217 code'),
  examples: ['EUR'],
});

/** Each field can be null or absent. */
export const venueFields = {
  name: textField('Name of the venue', 300, ['Harbour Stadium']),
  address: textField('Street and number', 300, ['Quay Street 1']),
  city: textField('City', 300, ['Hamburg']),
  country: textField('Country', 100, ['Germany']),
};

export const eventFields = {
  name: nameField('Name of the event', 300, ['Harbour City Marathon 2027']),
  slug: Type.String({
    description: 'Name of the event in URLs: lower-case letters, digits and inner hyphens; unique among your events',
    pattern: slugPattern,
    maxLength: 100,
    examples: ['harbour-city-marathon-2027'],
  }),
  description: Type.String({ description: 'Description', maxLength: 100_000 }),
  status: oneOf(
    eventStatuses,
    'A draft can be published or archived. A published event can be archived; without orders, the dashboard can make it a draft again. Archiving ' +
      'cannot be undone',
  ),
  startsAt: time('When the event starts: RFC 3339 with any UTC offset'),
  endsAt: time('When the event ends: not before `startsAt`'),
  timezone: textField('IANA time zone of the venue', 64, ['Europe/Berlin']),
  answersUntil: time('Until when buyers can change their answers to questions; null: until `startsAt`'),
  posterUrl: Type.String({
    description: 'URL of the poster image. It begins with https:// and contains no user name and no password',
    maxLength: 2_000,
    examples: ['https://images.example.com/harbour-city-marathon-2027.jpg'],
  }),
  currency,
  defaultLanguage: oneOf(
    languages,
    'The language of the page and of e-mails for a buyer whose own language is not known, or is none of these; by default `en`',
  ),
  nameFields: oneOf(
    nameFieldModes,
    'How buyers enter the names of ticket holders: `full` in one field, `firstAndLast` in two. With `firstAndLast`, a name that is required has both parts; ' +
      'by default `full`',
  ),
  waitingRoom: object(
    {
      admitPerMinute: Type.Integer({
        description: 'How many visitors are admitted to the page of the event in a minute',
        minimum: 1,
        maximum: maxAdmitPerMinute,
        format: 'int32',
        examples: [200],
      }),
    },
    {
      $id: 'WaitingRoomFields',
      description:
        'A waiting room in front of the sale: visitors beyond this number wait for their turn. null: no waiting room',
      example: { admitPerMinute: 200 },
    },
  ),
};

const offerFields = {
  name: nameField('Name shown to buyers', 300, ['Half marathon']),
  price: Type.Integer({
    description: "Unit price, in minor units of the event's currency",
    minimum: 0,
    maximum: maxAmount,
    format: 'int64',
    examples: [4900],
  }),
  currency,
  quantity: Type.Integer({
    description: 'Quantity for sale; null: unlimited. It cannot be lower than the number of sold and reserved units',
    minimum: 0,
    maximum: maxQuantity,
    format: 'int64',
    examples: [2000],
  }),
  status: oneOf(offerStatuses, 'An archived ticket type or add-on is not sold. It can become active again'),
};

const bibField = (description: string) => Type.Integer({ description, minimum: 1, maximum: maxBib, format: 'int32' });

export const ticketTypeFields = {
  ...offerFields,
  description: Type.String({ description: 'Description', maxLength: 10_000 }),
  category: textField(
    'Category, for example the distance of a race or the class of a seat. The page of the event shows ticket types with the same category ' +
      'under one heading',
    100,
    ['21K'],
  ),
  minPerOrder: perOrderField('Minimum quantity in one order'),
  maxPerOrder: perOrderField(
    'Maximum quantity in one order; values above 1,000 have the effect of 1,000. null: 10, or `minPerOrder` if it is greater',
  ),
  bibs: object(
    { first: nullable(bibField('First bib')), last: nullable(bibField('Last bib, not below `first`')) },
    {
      $id: 'BibsFields',
      description:
        'The bibs (start numbers) of tickets, assigned when they are paid: the lowest free number of the range, or none if all are taken. ' +
        'If `first` and `last` are null, the next number of the event. null: no bib',
      example: { first: 1, last: 999 },
    },
  ),
  salesStartAt: time('When sales start; null: as soon as the event is published'),
  salesEndAt: time(
    'When sales end, not before `salesStartAt`; null: at `endsAt` of the event, or at its `startsAt` if `endsAt` is null',
  ),
  startsAt: time(
    'When its holders start, such as a wave of a race; null: with the event. Buyers see it. It does not change sales or gates',
  ),
  showsQuantityLeft: Type.Boolean({
    description: 'Whether buyers see how many of its tickets are left, in `quantityLeft`; by default false',
  }),
  holderName: oneOf(
    holderNameModes,
    'Whether buyers enter the name of each ticket holder; by default `optional`. `none`: they are not asked. It concerns reservations: orders that ' +
      'you create yourself can always leave names open',
  ),
};

/** The rules of a ticket type about its holders. A missing field of a new rule has a default. */
export const holderRuleFields = {
  ageRule: object(
    {
      on: Type.Optional(ageRuleFields.on),
      date: Type.Optional(ageRuleFields.date),
      leapRule: Type.Optional(ageRuleFields.leapRule),
      minimum: Type.Optional(ageRuleFields.minimum),
      maximum: Type.Optional(ageRuleFields.maximum),
    },
    {
      $id: 'AgeRuleFields',
      description:
        'The age of ticket holders. By default, it counts on the day of the event (`event`, `mar1`) and has no limits. A limit needs a question with the key ' +
        '`birthDate` that each holder is asked. null: holders can have any age',
      example: { on: 'yearEnd', minimum: 18 },
    },
  ),
  categoryRule: object(
    {
      prefix: Type.Optional(categoryRuleFields.prefix),
      bySex: Type.Optional(categoryRuleFields.bySex),
      ageClasses: Type.Optional(categoryRuleFields.ageClasses),
      table: Type.Optional(
        Type.Array(
          object(
            {
              name: nameField('Name of the class', 40, ['W35']),
              sex: Type.Optional(ageClassFields.sex),
              minimum: Type.Optional(ageClassFields.minimum),
              maximum: Type.Optional(ageClassFields.maximum),
            },
            { $id: 'AgeClassFields', example: { name: 'W35', sex: 'female', minimum: 35, maximum: 39 } },
          ),
          { maxItems: maxAgeClasses, description: 'The classes of `table`; the first one that fits counts' },
        ),
      ),
    },
    {
      $id: 'CategoryRuleFields',
      description:
        'How the category of a ticket is computed when it is paid. It needs questions with the keys `birthDate` and `sex` that each holder is asked, if it uses them. ' +
        'null: the category of the ticket type',
      example: { prefix: '21K', bySex: true, ageClasses: 'fiveYears' },
    },
  ),
};

export const position = Type.Integer({
  description: 'Position in lists: lower positions come first',
  minimum: 0,
  maximum: maxPosition,
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
  assignedTo: oneOf(
    addonAssignments,
    'Whether it is bought for the order, or for a ticket holder, such as a shirt; by default `order`. A change concerns later orders',
  ),
  maxPerHolder: Type.Integer({
    description: 'Maximum quantity for each ticket holder, if `assignedTo` is `holder`; null: 1',
    minimum: 1,
    maximum: maxAddonsPerOrder,
    format: 'int32',
  }),
};

/** The texts that an organizer can write in several languages, in requests. */
export const translations = {
  event: translationsPatch(
    'Event',
    { name: eventFields.name, description: eventFields.description },
    { name: 'Hafenstadt-Marathon 2027', description: 'Vier Strecken am Hafen' },
  ),
  ticketType: translationsPatch(
    'TicketType',
    {
      name: ticketTypeFields.name,
      description: ticketTypeFields.description,
      category: ticketTypeFields.category,
    },
    { name: 'Halbmarathon', category: 'Laufen' },
  ),
  addon: translationsPatch('Addon', { name: addonFields.name }, { name: 'Getränkegutschein' }),
};

/** An optional field. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** An optional field that can be null. */
export const optionalOrNull = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
