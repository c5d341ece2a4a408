import { anyOfExternalIds, externalFields, externalIdFilter } from '../../platform/http/external-schema.ts';
import {
  anyOf,
  anyOfIds,
  count,
  currency,
  emailFilter,
  id,
  idFilter,
  listQuery,
  money,
  nullable,
  object,
  oneOf,
  orderNumber,
  page,
  type Static,
  searchFilter,
  Type,
  text,
  time,
  timeFilter,
  timeFilters,
} from '../../platform/http/schema.ts';
import { payment } from '../payments/http.ts';
import { answerList } from '../questions/http.ts';
import { buyerTicket, changedFields, orderTicket, ticket } from '../tickets/http.ts';
import { detailExpansions, expansions } from './queries.ts';
import { refund } from './schema.money.ts';
import { orderStatuses } from './states.ts';

const maxOrdersPerPage = 100;

export const orderFields = {
  orderNumber,
  eventId: id('evt', 'Id of the event'),
  status: oneOf(orderStatuses, 'State of the order'),
  currency,
  subtotal: money('Sum of the items'),
  total: money('Amount that the buyer pays'),
  refundedTotal: money('Amount refunded so far'),
  ticketCount: count('Number of tickets'),
  createdAt: time('When the order was created'),
  updatedAt: time('When the order or one of its tickets last changed'),
  paidAt: nullable(time('When the order was paid')),
  expiresAt: nullable(time('When a pending order expires and its stock is released')),
};

/** The fields of an order for its organizer. */
const organizerFields = { ...orderFields, ...externalFields };

/** Two half marathons at 4900. The buyer pays the fees. The prices include 19 % tax. */
const example = {
  status: 'paid',
  subtotal: 9800,
  total: 10217,
  refundedTotal: 0,
  createdAt: '2026-11-20T08:58:41.230Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  paidAt: '2026-11-20T09:00:00.000Z',
  expiresAt: null,
};

const exampleWithTickets = { ...example, tickets: [{}, { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye' }] };

export const feeBreakdown = object(
  {
    subtotal: money('Sum of the items'),
    discount: money('Discount on the subtotal'),
    platformFee: money("The platform's fee"),
    paymentFee: money("The payment provider's fee"),
    tax: money('Tax, included in the prices or added to them'),
    total: money('Amount that the buyer pays'),
    organizerNet: money('The organizer’s share of the total'),
    paidBy: oneOf(['buyer', 'organizer'], 'The party that pays the fees'),
  },
  {
    $id: 'FeeBreakdown',
    description: '`organizerNet` = `total` − `platformFee` − `paymentFee` − `tax`',
    example: {
      subtotal: 9800,
      discount: 0,
      platformFee: 245,
      paymentFee: 172,
      tax: 1565,
      total: 10217,
      organizerNet: 8235,
      paidBy: 'buyer',
    },
  },
);

const item = object(
  {
    id: id('itm', 'Id of the item'),
    kind: oneOf(['ticket', 'addon']),
    ticketTypeId: nullable(id('tty', 'Id of the ticket type; null for an add-on')),
    addonId: nullable(id('add', 'Id of the add-on; null for a ticket')),
    name: text('Name at the time of the purchase'),
    quantity: count('Quantity'),
    quantityRefunded: count('Quantity that is refunded'),
    unitPrice: money('Unit price'),
    total: money('Unit price times quantity'),
  },
  {
    $id: 'OrderItem',
    example: {
      kind: 'ticket',
      addonId: null,
      name: 'Half marathon',
      quantity: 2,
      quantityRefunded: 0,
      unitPrice: 4900,
      total: 9800,
    },
  },
);

const items = Type.Array(item, { maxItems: 1_000 });
const ticketsOptions = { maxItems: 10_000 };

const detailFields = { ...organizerFields, feeBreakdown, items, tickets: Type.Array(ticket, ticketsOptions) };

/** The detail of an order, in deployments without personal data. */
export const orderDetail = object(detailFields, {
  $id: 'OrderDetail',
  description: 'An order with its fees, items and tickets',
  example: exampleWithTickets,
});

/** An order in the body of a webhook event. */
export const orderSnapshot = object(detailFields, {
  $id: 'OrderSnapshot',
  description: 'An order with its fees, items and tickets at the time of an event, without personal fields',
  example: exampleWithTickets,
});

/** An order in the event `order.updated`. */
export const updatedOrder = object(
  {
    ...detailFields,
    changed: changedFields(
      '`buyer.email`, `buyer.name`, `buyer.phone`, `buyer.answers`, `externalId`, `metadata`, `expiresAt`, or `tickets.` with a field of `ticket.updated`',
      ['buyer.email', 'tickets.holderName'],
    ),
  },
  { $id: 'UpdatedOrder', description: 'A changed order, without personal fields', example: exampleWithTickets },
);

/** An order in the event `order.disputed`. */
export const disputedOrder = object(
  {
    ...detailFields,
    dispute: object(
      {
        paymentId: id('pay', 'Id of the disputed payment'),
        reference: text('Id of the dispute at the payment provider', {
          maxLength: 1_000,
          examples: ['du_1MtJUT2eZvKYlo2C'],
        }),
        amount: money('Disputed amount'),
        reason: text('Why the bank disputes the payment, in the words of the provider', {
          maxLength: 1_000,
          examples: ['fraudulent'],
        }),
        status: oneOf(
          ['open', 'won', 'lost'],
          '`open`: the amount is held back in the settlement; `won`: it is not held back anymore; `lost`: it is recorded as a refund',
        ),
      },
      {
        $id: 'OrderDispute',
        description: 'A dispute of a payment by the bank of the buyer',
        example: { amount: 10217, status: 'open' },
      },
    ),
  },
  {
    $id: 'DisputedOrder',
    description: 'An order with a dispute, without personal fields',
    example: exampleWithTickets,
  },
);

export const buyer = object(
  {
    email: nullable(
      text('E-mail address; null if the organizer sold the order by hand without one', {
        maxLength: 320,
        examples: ['ada.lovelace@example.com'],
      }),
    ),
    name: nullable(text('Name', { maxLength: 300, examples: ['Ada Lovelace'] })),
    phone: nullable(text('Telephone number', { maxLength: 50, examples: ['+49 40 5550123'] })),
    answers: Type.Optional(answerList),
  },
  { $id: 'Buyer', description: 'The buyer of the order. Lists have no `answers`' },
);

const detailFieldsWithPersonalData = {
  ...organizerFields,
  buyer: Type.Optional(buyer),
  feeBreakdown,
  items,
  tickets: Type.Array(orderTicket, ticketsOptions),
};

/** The detail of an order. The scope `orders:read:pii` adds personal fields; each read with this scope is audited. */
export const orderDetailWithPersonalData = object(detailFieldsWithPersonalData, {
  $id: 'OrderDetail',
  description: 'An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`',
  example: exampleWithTickets,
});

/** The detail of an order in the API. */
export const expandableOrderDetail = object(
  {
    ...detailFieldsWithPersonalData,
    payments: Type.Optional(Type.Array(payment, { maxItems: 1_000 })),
    refunds: Type.Optional(Type.Array(refund, { maxItems: 1_000 })),
  },
  {
    $id: 'OrderDetail',
    description:
      'An order with its fees, items and tickets. The scope `orders:read:pii` adds `buyer`; `expand` adds `payments` and `refunds`',
    example: exampleWithTickets,
  },
);

/** The fields of an order as it is returned to its buyer. */
export const buyerOrderFields = {
  ...orderFields,
  buyer,
  feeBreakdown,
  items,
  tickets: Type.Array(buyerTicket, ticketsOptions),
};

export const buyerOrderExample = exampleWithTickets;

export type OrderWithPersonalData = Static<ReturnType<typeof object<typeof buyerOrderFields>>>;

const listedOrderOptions = {
  $id: 'Order',
  description: 'An order in a list, with the parts selected by `expand`',
  example,
};
const expandableFields = { feeBreakdown: Type.Optional(feeBreakdown), items: Type.Optional(items) };

export const order = object(
  { ...organizerFields, ...expandableFields, tickets: Type.Optional(Type.Array(ticket, ticketsOptions)) },
  listedOrderOptions,
);

const orderWithPersonalData = object(
  {
    ...organizerFields,
    buyer: Type.Optional(buyer),
    ...expandableFields,
    tickets: Type.Optional(Type.Array(orderTicket, ticketsOptions)),
  },
  listedOrderOptions,
);

/** A page of orders. `buyer` needs the scope `orders:read:pii`; each read with `buyer` is audited. */
export function orderPage(include: { personalData: boolean }) {
  return page('OrderPage', include.personalData ? orderWithPersonalData : order, maxOrdersPerPage);
}

function expand<N extends string>(names: readonly N[]) {
  return Type.Optional(
    Type.Array(oneOf(names), {
      description: `Parts that are added: ${names.map((name) => `\`${name}\``).join(', ')}, separated by commas or in repeated parameters`,
      minItems: 1,
      maxItems: expansions.length,
    }),
  );
}

const filters = {
  externalId: externalIdFilter('Only the order with this `externalId`'),
  status: Type.Optional(oneOf(orderStatuses, 'Only orders in this state')),
  eventId: idFilter('Only orders for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  ...timeFilters('createdAt', '`externalId`'),
};

const queryWithPersonalData = listQuery(maxOrdersPerPage, {
  ...filters,
  externalId: anyOfExternalIds('Only the orders with these values of `externalId`'),
  status: anyOf(orderStatuses, 'Only orders in these states'),
  eventId: anyOfIds('Only orders for these events', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  ...timeFilters('createdAt', '`email`, `externalId` or `q`'),
  paidSince: timeFilter(
    'Only orders that were paid at or after this time (RFC 3339), oldest payment first. Can be combined with `status` and with other ' +
      'times only in a query with `email`, `externalId` or `q`',
  ),
  q: searchFilter(
    'Only orders that have all these words: each must be the begin of a word of the name or of the e-mail address of the buyer, of the ' +
      'name of a ticket holder, of a bib, or of the order number. The result has no next page. Needs the scope `orders:read:pii`. Each ' +
      'search is written to the audit log',
  ),
  email: emailFilter(
    'Only orders with this complete e-mail address. Upper and lower case do not matter, and an internationalized domain can be written in Unicode or in ASCII. Needs the scope `orders:read:pii`. Each search is written to the audit log',
  ),
  expand: expand(expansions),
});

/** The query parameters of the list. In deployments without personal data, there is no `email`, and `expand` has no `buyer`. */
export function orderListQuery(include: { personalData: boolean }): typeof queryWithPersonalData {
  if (include.personalData) return queryWithPersonalData;
  const names = expansions.filter((name) => name !== 'buyer');
  // The handler accepts every query that is valid for this schema: one value is a list of one.
  return listQuery(maxOrdersPerPage, { ...filters, expand: expand(names) }) as unknown as typeof queryWithPersonalData;
}

/** The query parameters of a single order. In deployments without personal data, there is none. */
export function orderDetailQuery(include: { personalData: boolean }) {
  const query = object({ expand: expand(detailExpansions) });
  // Every query that is valid for this schema is also valid for `query`.
  return include.personalData ? query : (object({}) as unknown as typeof query);
}
