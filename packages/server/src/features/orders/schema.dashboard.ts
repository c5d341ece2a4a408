import {
  count,
  currency,
  emailAddress,
  id,
  idFilter,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  page,
  Type,
  text,
  time,
  visible,
} from '../../platform/http/schema.ts';
import { entitlement } from '../entitlements/http.ts';
import { answersPatch } from '../questions/http.ts';
import { memberActions } from './read-order-for-members.ts';
import { namePatch } from './schema.changes.ts';
import { refundedParts, refundSelectionFields } from './schema.money.ts';
import { buyer, orderDetailWithPersonalData, orderFields } from './schema.ts';
import { orderStatuses } from './states.ts';

const maxOrdersPerPage = 100;

const paymentMethod = nullable(
  text('How the order was paid; null for an unpaid, an imported or a free order', {
    maxLength: 50,
    examples: ['stripe'],
  }),
);

const createdTime = (description: string) =>
  Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description, examples: ['2026-11-20T09:00:00.000Z'] }),
  );

const filters = {
  status: Type.Optional(oneOf(orderStatuses, 'Only orders in this state')),
  eventId: idFilter('Only orders for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  method: idFilter('Only orders that were paid in this way', 'stripe'),
  createdSince: createdTime('Only orders that were created at or after this time'),
  createdBefore: createdTime('Only orders that were created before this time'),
};

export const memberOrderListQuery = listQuery(maxOrdersPerPage, {
  ...filters,
  buyers: Type.Optional(
    Type.Boolean({ description: 'Whether the rows contain the buyers. Each of them is written to the audit log' }),
  ),
});

export const orderSearch = object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 320,
      description:
        'Words in any order, in upper or lower case, with or without accents. Each of them is the begin of a word of the name or of the e-mail address of a buyer, of the name of a ticket holder, of a bib, or of the number of an order',
      examples: ['lovelace'],
    }),
    ...filters,
  },
  { $id: 'OrderSearch', description: 'A search for orders' },
);

const memberOrder = object(
  { ...orderFields, paymentMethod, buyer: Type.Optional(buyer) },
  { $id: 'MemberOrder', description: 'An order in a list of the dashboard' },
);

export const memberOrderPage = page('MemberOrderPage', memberOrder, maxOrdersPerPage);

const refund = object(
  {
    id: id('rfd', 'Id of the refund'),
    retryOf: nullable(text('Id of the failed refund that this refund repeats', { maxLength: 30 })),
    amount: money('Amount'),
    currency,
    status: oneOf(['pending', 'succeeded', 'failed']),
    error: nullable(text('Why the refund failed')),
    origin: nullable(
      oneOf(
        ['provider', 'dispute'],
        '`provider`: it was made at the payment provider; `dispute`: a dispute was lost. Null if it was requested here',
      ),
    ),
    asksTickets: Type.Boolean({ description: 'Whether you must still say which tickets it voids' }),
    createdAt: time('When the refund was requested'),
    updatedAt: time('When the refund last changed'),
  },
  { $id: 'PaymentRefund', description: 'A refund by a payment provider' },
);

const dispute = object(
  {
    reference: text('Id of the dispute at the payment provider', { examples: ['du_1MtJUT2eZvKYlo2C'] }),
    amount: money('Disputed amount'),
    currency,
    reason: text('Why the bank disputes the payment, in the words of the provider', { examples: ['fraudulent'] }),
    status: oneOf(['open', 'won', 'lost'], '`open`: the amount is held back; `lost`: it is recorded as a refund'),
    createdAt: time('When the dispute was recorded'),
    updatedAt: time('When it last changed'),
  },
  { $id: 'PaymentDispute', description: 'A dispute of a payment by the bank of the buyer' },
);

const payment = object(
  {
    id: id('pay', 'Id of the payment'),
    orderNumber: text('Number of the order', { maxLength: 10 }),
    method: text('The payment method', { maxLength: 50, examples: ['stripe'] }),
    status: oneOf(['open', 'closing', 'closed', 'paid', 'refused', 'failed']),
    amount: money('Amount'),
    currency,
    reference: nullable(text('The id of the payment at the provider')),
    createdAt: time('When the payment was started'),
    paidAt: nullable(time('When the money was received')),
    refunds: Type.Array(refund),
    disputes: Type.Array(dispute),
  },
  { $id: 'Payment', description: 'A payment that was started through this service' },
);

export const memberOrderDetail = object(
  {
    order: orderDetailWithPersonalData,
    entitlements: Type.Array(entitlement),
    paymentMethod,
    buyerRemovedAt: nullable(time('When the personal data of the order was removed')),
    refundedTax: money('The tax in the refunded amount'),
    actions: Type.Array(oneOf(memberActions), { description: 'What the member can do with the order now' }),
    payments: Type.Array(payment),
  },
  { $id: 'MemberOrderDetail', description: 'An order with its buyer, add-ons and payments' },
);

const nullableText = (description: string) => nullable(text(description, { maxLength: 1_000 }));

export const timelineEntry = object(
  {
    at: time('When it happened'),
    kind: oneOf(
      ['order', 'payment', 'refund', 'mail', 'webhook', 'action'],
      '`action`: an action of a member, a system or the operator',
    ),
    name: text('The state, the payment method, the kind of mail, the type of event, or the action', { maxLength: 100 }),
    id: text('Id of the payment, refund, mail or event, or of the changed resource', { maxLength: 100 }),
    status: nullable(text('The status of a payment, refund or mail', { maxLength: 20 })),
    amount: nullable(money('Amount')),
    currency: nullable(currency),
    actor: nullableText('Who did it: the id of a member or of a key, or `cli:` with a name'),
    error: nullableText('Why a refund or a mail failed'),
    fields: Type.Array(text('The name of a corrected field', { maxLength: 50 })),
    deliveries: nullable(
      object(
        {
          pending: count('Number of deliveries that are not finished'),
          succeeded: count('Number of successful deliveries'),
          failed: count('Number of deliveries that will not be sent again'),
        },
        { $id: 'DeliveryCounts', description: 'The deliveries of a webhook event' },
      ),
    ),
  },
  { $id: 'TimelineEntry', description: 'Something that happened with an order' },
);

export const timeline = object(
  { data: Type.Array(timelineEntry) },
  { $id: 'Timeline', description: 'All that happened with an order, newest first' },
);

export const voidedParts = object(refundedParts, {
  $id: 'VoidedParts',
  description: 'The tickets and add-ons that a refund at the payment provider is about',
});

export const refundSelection = object(refundSelectionFields, {
  $id: 'RefundSelection',
  description:
    'The parts of an order to refund, or an amount with a reason; without `items`, `ticketIds` and `amount`, all that is not refunded yet',
});

export const refundRequest = object(
  {
    ...refundSelectionFields,
    refundedQuantity: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      description: 'The value from the preview. If it has changed, nothing is refunded',
      examples: [0],
    }),
    refundedTotal: Type.Optional(money('The amount from the preview. If it has changed, nothing is refunded')),
  },
  { $id: 'RefundRequest', description: 'A refund that was previewed' },
);

export const refundPreview = object(
  {
    currency,
    amount: money('The amount that the buyer receives'),
    tax: money('The tax in the amount'),
    fees: money('The fees of the refunded part. They are not returned'),
    balanceDecrease: money('The amount by which the balance of the organizer decreases'),
    byProvider: money('The part of the amount that payment providers refund'),
    byOrganizer: money('The part of the amount that the organizer refunds'),
    ticketsVoided: count('Number of tickets that become void'),
    ticketsUsed: count('Number of tickets that are refunded although they were used'),
    unitsVoided: count('Number of units of add-ons that become void'),
    unitsConsumed: count('Number of units that are refunded although they were consumed'),
    isWhole: Type.Boolean({ description: 'Whether nothing of the order is left after the refund' }),
    refundedQuantity: count('The quantity that is refunded so far. Send it with the refund'),
    refundedTotal: money('The amount that is refunded so far. Send it with the refund'),
    tickets: Type.Array(
      object(
        {
          ticketId: id('tkt', 'Id of the ticket'),
          isChosen: Type.Boolean({ description: 'Whether this refund contains the ticket' }),
        },
        { $id: 'RefundableTicket' },
      ),
      { description: 'The tickets that can be refunded', maxItems: 10_000 },
    ),
    items: Type.Array(
      object(
        {
          itemId: id('itm', 'Id of the item'),
          quantity: count('The quantity that this refund contains'),
          refundable: count('The quantity that can be refunded'),
        },
        { $id: 'RefundableItem' },
      ),
      { maxItems: 1_000 },
    ),
  },
  { $id: 'RefundPreview', description: 'What a refund would do' },
);

export const refundResult = object(
  {
    currency,
    amount: money('The refunded amount'),
    byProvider: money('The part of the amount that payment providers refund'),
    byOrganizer: money('The part of the amount that the organizer refunds'),
  },
  { $id: 'RefundResult', description: 'A refund that was executed' },
);

export const payRequest = object(
  { late: Type.Boolean({ description: 'Whether an expired order is accepted too, if its stock is available' }) },
  { $id: 'MarkAsPaid', description: 'The organizer has received the money of an order' },
);

const replaceQrCodes = Type.Optional(
  Type.Boolean({
    description:
      'Whether each valid ticket of the order gets a new QR code. The old codes are then void at all gates, and on devices ' +
      'without a network after their next connection',
  }),
);

export const linkInvalidation = Type.Object(
  { replaceQrCodes },
  {
    $id: 'LinkInvalidation',
    description: 'What else becomes invalid together with the links to an order',
    additionalProperties: false,
  },
);

export const linksInvalidated = object(
  {
    orderNumber: text('Number of the order', { maxLength: 40 }),
    replacedQrCodes: count('Number of tickets with a new QR code'),
  },
  { $id: 'LinksInvalidated', description: 'The links to an order are invalid' },
);

export const buyerCorrection = Type.Object(
  {
    email: Type.Optional(emailAddress('E-mail address')),
    name: Type.Optional(nullable(visible(text('Name', { maxLength: 300, examples: ['Ada Lovelace'] })))),
    phone: Type.Optional(nullable(text('Telephone number', { maxLength: 50, examples: ['+49 40 5550123'] }))),
    answers: answersPatch,
    replaceQrCodes,
  },
  {
    $id: 'BuyerCorrection',
    description: 'The corrected values of a buyer',
    additionalProperties: false,
    minProperties: 1,
  },
);

export const holderCorrection = Type.Object(
  {
    holderName: Type.Optional(
      nullable(visible(text('Name of the holder', { maxLength: 300, examples: ['Ada Lovelace'] }))),
    ),
    ...namePatch,
    bib: Type.Optional(
      text('Start number, unique within the event; empty: none', { maxLength: 50, examples: ['217'] }),
    ),
    category: Type.Optional(nullable(text('Class of the holder', { maxLength: 100, examples: ['W40'] }))),
    answers: answersPatch,
  },
  {
    $id: 'HolderCorrection',
    description: 'The corrected values of the holder of a ticket',
    additionalProperties: false,
    minProperties: 1,
  },
);

export const orderChanged = object(
  { orderNumber: text('Number of the order', { maxLength: 10 }), status: oneOf(orderStatuses, 'State of the order') },
  { $id: 'OrderChanged', description: 'The state of an order after an action' },
);
