import {
  anyOfIds,
  anyOfOrderNumbers,
  currency,
  id,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  orderNumber,
  page,
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';

const maxRefundsPerPage = 100;

const refundedItem = object(
  {
    itemId: id('itm', 'Id of the item of the order'),
    quantity: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      format: 'int32',
      description: 'Refunded quantity',
      examples: [1],
    }),
    ticketIds: Type.Array(id('tkt', 'Id of a refunded ticket'), { maxItems: 10_000 }),
  },
  { $id: 'RefundedItem', description: 'A refunded item, with its tickets' },
);

const providerRefund = object(
  {
    id: id('rfd', 'Id of the request'),
    paymentId: id('pay', 'Id of the refunded payment'),
    method: text('Payment method', { maxLength: 50, examples: ['stripe'] }),
    retryOf: nullable(id('rfd', 'Id of the failed request that this request repeats')),
    status: oneOf(['pending', 'succeeded', 'failed'], 'State of the request'),
    amount: money('Amount'),
    origin: nullable(
      oneOf(
        ['provider', 'dispute'],
        '`provider`: the refund was made at the provider; `dispute`: a dispute was lost. Null if it was requested here',
      ),
    ),
    reference: nullable(
      text('Id of the refund at the provider', { maxLength: 1_000, examples: ['re_1MtJUT2eZvKYlo2C'] }),
    ),
    error: nullable(text('Why the request failed')),
    createdAt: time('When the refund was requested'),
    updatedAt: time('When the request last changed'),
  },
  {
    $id: 'ProviderRefund',
    description: 'A refund that a payment provider makes',
    example: { status: 'succeeded', retryOf: null, origin: null, error: null },
  },
);

export const refund = object(
  {
    id: id('led', 'Id of the refund: the id of its entry in the ledger of the settlement'),
    orderNumber: nullable(orderNumber),
    eventId: id('evt', 'Id of the event'),
    status: oneOf(
      ['pending', 'succeeded', 'failed'],
      'State of the refund at payment providers. `succeeded` also if the organizer pays back everything',
    ),
    amount: money('Refunded amount'),
    tax: money('The tax in the amount'),
    byProvider: money('The part of the amount that payment providers refund'),
    byOrganizer: money('The part of the amount that the organizer pays back'),
    currency,
    reference: nullable(
      text(
        'The reason of a refund of an amount; the id at the provider of a refund that was made there, or of a lost dispute; or the id of ' +
          'a payment that could not be used',
        { maxLength: 1_000, examples: ['The start was an hour late'] },
      ),
    ),
    items: nullable(
      Type.Array(refundedItem, {
        maxItems: 1_000,
        description:
          'What was refunded; empty for an amount. Null for money without an order, and in refunds of earlier versions',
      }),
    ),
    providerRefunds: Type.Array(providerRefund, { maxItems: 1_000 }),
    createdAt: time('When the order was refunded'),
  },
  {
    $id: 'Refund',
    description:
      'A refund of an order. `orderNumber` is null for money that was returned because its order could not be paid',
    example: { status: 'succeeded', amount: 4900, tax: 782, byProvider: 4900, byOrganizer: 0, reference: null },
  },
);

export const refundPage = page('RefundPage', refund, maxRefundsPerPage);

const { createdSince, createdBefore } = timeFilters('createdAt');

export const refundListQuery = listQuery(maxRefundsPerPage, {
  orderNumber: anyOfOrderNumbers,
  eventId: anyOfIds('Only refunds for these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  createdSince,
  createdBefore,
});

const itemQuantity = object(
  {
    itemId: text('Id of an item of the order', { maxLength: 30, examples: ['itm_01kamz0g5ve4q8v5x2c4g6t0yd'] }),
    quantity: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      format: 'int32',
      description: 'Quantity to refund',
      examples: [1],
    }),
  },
  { $id: 'ItemToRefund' },
);

export const refundedParts = {
  items: Type.Optional(
    Type.Array(itemQuantity, {
      maxItems: 1_000,
      description:
        'Quantities of items to refund. The quantity of tickets must be all that are left: otherwise, name the tickets',
    }),
  ),
  ticketIds: Type.Optional(
    Type.Array(text('Id of a ticket', { maxLength: 30, examples: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd'] }), {
      maxItems: 1_000,
      description: 'Tickets to refund, each once',
    }),
  ),
};

export const refundSelectionFields = {
  ...refundedParts,
  amount: Type.Optional(money('An amount to refund instead of items and tickets. It voids nothing')),
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Why the amount is refunded. The buyer reads it, and it is in the ledger. Required with `amount`',
      examples: ['The start was an hour late'],
    }),
  ),
};

export const newRefund = object(
  {
    ...refundSelectionFields,
    whole: Type.Optional(Type.Boolean({ description: 'Whether everything is refunded that is not refunded yet' })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Whether to return only what the refund would do' })),
  },
  {
    $id: 'NewRefund',
    description: 'What to refund: `ticketIds` and `items`, an `amount` with a `reason`, or `whole`',
    examples: [{ amount: 500, reason: 'The start was an hour late' }],
  },
);

export const cancellation = object(
  { notifyBuyer: Type.Boolean({ description: 'Whether the buyer gets an e-mail' }) },
  { $id: 'Cancellation', description: 'How to cancel an order', examples: [{ notifyBuyer: true }] },
);

export const receivedMoney = object(
  {
    receivedAt: time('When you have received the money'),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Your reference of the money, for example of a bank transfer, without personal data',
        examples: ['2026-11-20/0042'],
      }),
    ),
    late: Type.Optional(
      Type.Boolean({ description: 'Whether an expired order is accepted too, if its stock is available' }),
    ),
  },
  {
    $id: 'ReceivedMoney',
    description: 'The money of an order',
    examples: [{ receivedAt: '2026-11-20T09:00:00Z', reference: '2026-11-20/0042' }],
  },
);
