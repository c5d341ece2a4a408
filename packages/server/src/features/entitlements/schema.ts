import {
  anyOfIds,
  anyOfOrderNumbers,
  anyOfTexts,
  count,
  emailFilter,
  id,
  listQuery,
  nullable,
  object,
  orderNumber,
  page,
  type Static,
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';

const maxEntitlementsPerPage = 200;

/** Rejects mistyped numbers. The units of a larger purchase are consumed in several requests. */
const maxUnits = 1_000_000;

export const entitlement = object(
  {
    id: id('ent', 'Id of the entitlement'),
    orderNumber,
    eventId: id('evt', 'Id of the event'),
    addonId: id('add', 'Id of the add-on'),
    ticketId: nullable(id('tkt', 'Id of the ticket whose holder it belongs to; null for an add-on of the order')),
    name: text('Name of the add-on when it was granted', { examples: ['Drink voucher'] }),
    type: text('Kind of add-on, in one word', { examples: ['drink'] }),
    unitsTotal: count('Number of purchased units, less refunded units'),
    unitsConsumed: count('Number of consumed units'),
    unitsRemaining: count('Number of units that are neither consumed nor refunded'),
    consumed: Type.Boolean({ description: 'Whether no units remain, because all were consumed or refunded' }),
    createdAt: time('When the entitlement was granted'),
    updatedAt: time('When the entitlement last changed'),
  },
  {
    $id: 'Entitlement',
    description: 'A purchased add-on and its remaining units, without personal fields',
    // One purchase of two drinks.
    example: {
      orderNumber: '5V8C2HRX1N',
      ticketId: null,
      unitsTotal: 2,
      unitsConsumed: 1,
      unitsRemaining: 1,
      consumed: false,
      createdAt: '2026-11-24T18:31:07.114Z',
      updatedAt: '2027-05-09T12:41:07.522Z',
    },
  },
);

export const entitlementPage = page('EntitlementPage', entitlement, maxEntitlementsPerPage);

export const entitlementListQuery = listQuery(maxEntitlementsPerPage, {
  email: emailFilter(
    'Only entitlements bought with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Each search is written to the audit log',
  ),
  eventId: anyOfIds('Only entitlements for these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  type: anyOfTexts('Only entitlements for add-ons of these types', {
    maxLength: 100,
    maxItems: 5,
    examples: [['drink']],
  }),
  consumed: Type.Optional(
    Type.Boolean({
      description: '`true`: only entitlements without remaining units; `false`: only entitlements with remaining units',
    }),
  ),
  orderNumber: anyOfOrderNumbers,
  qrValue: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only entitlements of the order that has a ticket with this QR content',
      examples: ['7K3Q9MX2PA5V8C2HRX1N9T4BQ6WZ0R3D'],
    }),
  ),
  ...timeFilters('createdAt', '`orderNumber`, `qrValue` or `email`'),
});

const units = { minimum: 1, maximum: maxUnits, format: 'int32', examples: [1] };
const ref = { minLength: 1, maxLength: 255, examples: ['till-3-000412'] };

export const consumeRequest = object(
  {
    // Not restricted to the format of an id: for an unknown id, the error is `not_found`.
    entitlementId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the entitlement',
      examples: ['ent_01kamz0g5ve4q8v5x2c4g6t0yd'],
    }),
    units: Type.Integer({ ...units, description: 'Number of units to consume' }),
    ref: Type.String({
      ...ref,
      description:
        'Your identifier for the consumption, unique among all your consumptions. To retry a request, send the same `ref`: the units are ' +
        'consumed once. For another consumption, use a new `ref`',
    }),
  },
  { $id: 'ConsumeRequest', description: 'The units of an entitlement to consume' },
);

export const consumption = object(
  {
    id: id('con', 'Id of the consumption'),
    entitlementId: id('ent', 'Id of the entitlement'),
    units: Type.Integer({ ...units, description: 'Number of units that were consumed' }),
    ref: Type.String({ ...ref, description: 'Your identifier for the consumption' }),
    createdAt: time('When the units were consumed'),
    reversedAt: nullable(time('When the consumption was reversed, which returned all its units; null if it was not')),
  },
  {
    $id: 'Consumption',
    description: 'Units that were consumed',
    example: { createdAt: '2027-05-09T12:41:07.522Z', reversedAt: null },
  },
);

export const consumptionPage = page('ConsumptionPage', consumption, maxEntitlementsPerPage);

export const consumptionListQuery = listQuery(maxEntitlementsPerPage, {
  entitlementId: anyOfIds('Only consumptions of these entitlements', 'ent_01kamz0g5ve4q8v5x2c4g6t0yd'),
  ref: Type.Optional(Type.String({ ...ref, description: 'Only the consumption with this `ref`' })),
});

export const consumeResult = object(
  {
    consumption,
    entitlement,
    replayed: Type.Boolean({
      description: 'True if an earlier request consumed the units and this request consumed no units',
    }),
  },
  { $id: 'ConsumeResult', description: 'A consumption, and the current state of its entitlement' },
);

export const reversalRequest = object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Why the consumption is reversed. It is shown in the history of the entitlement',
      examples: ['The wrong drink was selected'],
    }),
  },
  { $id: 'ReversalRequest', description: 'Why a consumption is reversed' },
);

export const consumptionReversal = object(
  {
    consumption,
    entitlement,
    replayed: Type.Boolean({ description: 'True if an earlier request has reversed the consumption' }),
  },
  {
    $id: 'ConsumptionReversal',
    description: 'A reversed consumption, and the current state of its entitlement',
    example: { consumption: { reversedAt: '2027-05-09T12:41:58.203Z' } },
  },
);

export type EntitlementView = Static<typeof entitlement>;
