import { languages } from '#messages/languages';
import { metadataField } from '../../platform/http/external-schema.ts';
import { nullable, type Static, Type } from '../../platform/http/schema.ts';
import { maxAmount } from '../../platform/money.ts';
import {
  addonFields,
  eventFields,
  holderRuleFields,
  optionalOrNull as optional,
  position,
  ticketTypeFields,
  translations,
  venueFields,
} from '../catalog/http.ts';
import { posterBytesMax } from '../catalog/index.ts';
import { maxOrderLines } from '../inventory/index.ts';
import { orderStatuses } from '../orders/index.ts';
import { answerValue, newQuestion } from '../questions/http.ts';
import { maxQuestions } from '../questions/index.ts';
import { attendeeFields, maxPartOfName } from '../tickets/http.ts';

/*
 * The lines of an import file. Each line is a JSON object. Fields have the names of the API. A line refers to another line by its
 * `externalId`, or by an id of this service. Computed fields (`id`, `sold`, `ticketCount`…) are ignored, so that objects that were
 * read from the API can be imported.
 */

const enumOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** An `externalId`, or the id of an existing row. */
export const reference = text(255);
const amount = Type.Integer({ minimum: 0, maximum: maxAmount });
const quantity = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
/** A time. The schema checks only its length; `lineTime` parses it and reports errors. */
const time = text(40);
/** A currency. The schema checks only its length; the rules of the catalog check it and report errors. */
const currency = text(3);
const computed = Type.Optional(Type.Unknown());

const strict = { additionalProperties: false };

export const eventLine = Type.Object(
  {
    type: Type.Literal('event'),
    externalId: reference,
    name: eventFields.name,
    slug: optional(eventFields.slug),
    description: optional(eventFields.description),
    status: optional(eventFields.status),
    startsAt: eventFields.startsAt,
    endsAt: optional(eventFields.endsAt),
    timezone: optional(eventFields.timezone),
    venue: optional(
      Type.Object(
        {
          name: optional(venueFields.name),
          address: optional(venueFields.address),
          city: optional(venueFields.city),
          country: optional(venueFields.country),
        },
        strict,
      ),
    ),
    posterUrl: optional(eventFields.posterUrl),
    currency: optional(currency),
    defaultLanguage: optional(eventFields.defaultLanguage),
    nameFields: optional(eventFields.nameFields),
    waitingRoom: optional(eventFields.waitingRoom),
    translations: translations.event,
    answersUntil: optional(time),
    metadata: optional(metadataField),
    createdAt: optional(time),
    updatedAt: optional(time),
    id: computed,
    ticketTypes: computed,
    addons: computed,
  },
  strict,
);

const offerLine = {
  externalId: reference,
  eventId: reference,
  position: optional(position),
  metadata: optional(metadataField),
  id: computed,
  sold: computed,
  reserved: computed,
  available: computed,
};

export const ticketTypeLine = Type.Object(
  {
    type: Type.Literal('ticketType'),
    ...offerLine,
    name: ticketTypeFields.name,
    description: optional(ticketTypeFields.description),
    translations: translations.ticketType,
    category: optional(ticketTypeFields.category),
    price: ticketTypeFields.price,
    currency: optional(currency),
    quantity: optional(ticketTypeFields.quantity),
    minPerOrder: optional(ticketTypeFields.minPerOrder),
    maxPerOrder: optional(ticketTypeFields.maxPerOrder),
    bibs: optional(ticketTypeFields.bibs),
    salesStartAt: optional(ticketTypeFields.salesStartAt),
    salesEndAt: optional(ticketTypeFields.salesEndAt),
    startsAt: optional(ticketTypeFields.startsAt),
    showsQuantityLeft: optional(ticketTypeFields.showsQuantityLeft),
    holderName: optional(ticketTypeFields.holderName),
    ageRule: optional(holderRuleFields.ageRule),
    categoryRule: optional(holderRuleFields.categoryRule),
    status: optional(ticketTypeFields.status),
  },
  strict,
);

export const addonLine = Type.Object(
  {
    type: Type.Literal('addon'),
    ...offerLine,
    name: addonFields.name,
    translations: translations.addon,
    /** The `type` of the add-on, because `type` is the type of the line. */
    addonType: optional(addonFields.type),
    price: addonFields.price,
    currency: optional(currency),
    unitsPerPurchase: optional(addonFields.unitsPerPurchase),
    assignedTo: optional(addonFields.assignedTo),
    maxPerHolder: optional(addonFields.maxPerHolder),
    quantity: optional(addonFields.quantity),
    status: optional(addonFields.status),
  },
  strict,
);

/** The uploaded poster of an event. Posters at other URLs are the `posterUrl` of their event. */
export const posterLine = Type.Object(
  {
    type: Type.Literal('poster'),
    externalId: reference,
    eventId: reference,
    /** A PNG, JPEG or WebP image in base64. */
    content: text(Math.ceil(posterBytesMax / 3) * 4),
  },
  strict,
);

const orderItem = Type.Object(
  {
    kind: enumOf(['ticket', 'addon']),
    ticketTypeId: optional(reference),
    addonId: optional(reference),
    name: optional(text(300)),
    quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** For an add-on of a ticket holder, the index of the holder in `attendees`. */
    attendee: optional(Type.Integer({ minimum: 0, maximum: 9_999 })),
    unitPrice: optional(amount),
    total: optional(amount),
    /** The refunded quantity of an add-on. For tickets, it is computed from their status. */
    refundedQuantity: optional(quantity),
    /** For an add-on, the number of consumed units. `consumptions` are optional details. */
    unitsConsumed: optional(quantity),
    /** For an add-on, the number of units that refunds have voided. Consumed units are not voided. */
    unitsVoided: optional(quantity),
    unitsPerPurchase: optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    consumptions: optional(
      Type.Array(
        Type.Object(
          {
            ref: text(255),
            units: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
            reason: optional(text(200)),
            createdAt: optional(time),
          },
          strict,
        ),
        { maxItems: 10_000 },
      ),
    ),
    /** Units that were returned by hand after their consumption. `unitsConsumed` does not contain them. */
    returns: optional(
      Type.Array(
        Type.Object(
          {
            ref: optional(text(255)),
            /** The `ref` of the consumption that was reversed. */
            reverses: optional(text(255)),
            units: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
            reason: text(200),
            createdAt: optional(time),
          },
          strict,
        ),
        { maxItems: 10_000 },
      ),
    ),
    id: computed,
  },
  strict,
);

const answers = optional(
  Type.Array(
    Type.Object(
      {
        questionId: reference,
        value: answerValue,
        /** With `label` and `text`, the answer keeps what the person saw. */
        label: optional(text(2_000)),
        text: optional(Type.String({ maxLength: 30_000 })),
        version: optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
        language: optional(text(35)),
        answeredAt: optional(time),
        /** Of a consent that was withdrawn: when, and the value that was given. */
        withdrawn: optional(Type.Object({ at: time, value: answerValue }, strict)),
        key: computed,
        kind: computed,
      },
      strict,
    ),
    { maxItems: maxQuestions },
  ),
);

/** A question. A line with an answer to it comes later. */
export const questionLine = Type.Object(
  {
    type: Type.Literal('question'),
    externalId: reference,
    eventId: reference,
    ...newQuestion.properties,
    shownIf: optional(
      Type.Object(
        { questionId: reference, values: Type.Array(text(50), { minItems: 1, maxItems: maxQuestions }) },
        strict,
      ),
    ),
    offerIds: optional(Type.Array(reference, { minItems: 1, maxItems: 200 })),
    isArchived: Type.Optional(Type.Boolean()),
    version: optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    createdAt: optional(time),
    updatedAt: optional(time),
  },
  strict,
);

const attendee = Type.Object(
  {
    ticketTypeId: reference,
    holderName: optional(text(300)),
    firstName: optional(text(maxPartOfName)),
    lastName: optional(text(maxPartOfName)),
    /** Empty for a ticket without a bib. */
    bib: optional(Type.String({ maxLength: 50 })),
    /** Whether a new assignment of all bibs keeps it. */
    isBibFixed: optional(Type.Boolean()),
    category: optional(text(100)),
    /** Whether the category is not computed again. */
    isCategoryFixed: optional(Type.Boolean()),
    qrValue: optional(text(255)),
    status: optional(enumOf(['valid', 'used', 'void'])),
    issuedAt: optional(time),
    updatedAt: optional(time),
    usedAt: optional(time),
    refundedAt: optional(time),
    /** Answers by their questions. */
    fields: optional(attendeeFields),
    answers,
    externalId: optional(reference),
    metadata: optional(metadataField),
  },
  strict,
);

const feeBreakdown = Type.Object(
  {
    subtotal: amount,
    discount: amount,
    platformFee: amount,
    paymentFee: amount,
    tax: amount,
    total: amount,
    organizerNet: Type.Integer({ minimum: -maxAmount, maximum: maxAmount }),
    paidBy: enumOf(['buyer', 'organizer']),
  },
  strict,
);

export const orderLine = Type.Object(
  {
    type: Type.Literal('order'),
    externalId: reference,
    eventId: reference,
    orderNumber: optional(text(10)),
    status: optional(enumOf(orderStatuses)),
    currency: optional(currency),
    buyer: Type.Object(
      {
        /** Null only in an order that was sold by hand. */
        email: nullable(Type.String({ minLength: 3, maxLength: 320, pattern: '^[^\\s@]+@[^\\s@]+$' })),
        name: optional(text(300)),
        phone: optional(text(50)),
        answers,
      },
      strict,
    ),
    items: Type.Array(orderItem, { minItems: 1, maxItems: maxOrderLines }),
    attendees: optional(Type.Array(attendee, { maxItems: 10_000 })),
    discount: optional(amount),
    feeBreakdown: optional(feeBreakdown),
    subtotal: optional(amount),
    total: optional(amount),
    refundedTotal: optional(amount),
    createdAt: optional(time),
    updatedAt: optional(time),
    paidAt: optional(time),
    paymentMethod: optional(text(50)),
    receivedBy: optional(enumOf(['platform', 'organizer', 'nobody'])),
    expiresAt: optional(time),
    language: optional(enumOf(languages)),
    metadata: optional(metadataField),
    ticketCount: computed,
  },
  strict,
);

export type EventLine = Static<typeof eventLine>;
export type TicketTypeLine = Static<typeof ticketTypeLine>;
export type AddonLine = Static<typeof addonLine>;
export type PosterLine = Static<typeof posterLine>;
export type QuestionLine = Static<typeof questionLine>;
export type OrderLine = Static<typeof orderLine>;
export type ImportLine = EventLine | TicketTypeLine | AddonLine | PosterLine | QuestionLine | OrderLine;
