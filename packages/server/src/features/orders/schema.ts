import {
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
  Type,
  text,
  time,
  timeFilters,
} from '../../platform/http/schema.ts';
import { buyerTicket, orderTicket, ticket } from '../tickets/http.ts';
import { type Expansion, expansions } from './queries.ts';
import { orderStatuses } from './states.ts';

const orderLimitMax = 100;

const orderFields = {
  orderNumber,
  eventId: id('evt', 'The event that its tickets and add-ons are for'),
  status: oneOf(orderStatuses, 'State of the order'),
  currency,
  subtotal: money('Sum of its items'),
  total: money('Amount that the buyer pays'),
  refundedTotal: money('Amount refunded so far'),
  ticketCount: count('Number of tickets'),
  createdAt: time('When it was created'),
  updatedAt: time('When it last changed'),
  paidAt: nullable(time('When it was paid')),
  expiresAt: nullable(time('When a pending order stops holding its stock')),
};

/** Two half marathons at 4900, the fees paid by the buyer, 19 % tax within the prices. */
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
    discount: money('Discount'),
    platformFee: money("The platform's fee"),
    paymentFee: money("The payment provider's fee"),
    tax: money('Tax, included in the prices or added to them'),
    total: money('Amount that the buyer pays'),
    organizerNet: money('The organizer’s share of the total'),
    paidBy: oneOf(['buyer', 'organizer'], 'Who pays the fees'),
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
    ticketTypeId: nullable(id('tty', 'The ticket type; null for an add-on')),
    addonId: nullable(id('add', 'The add-on; null for a ticket')),
    name: text('Name at the time of the purchase'),
    quantity: count('Quantity'),
    unitPrice: money('Unit price'),
    total: money('Unit price times quantity'),
  },
  {
    $id: 'OrderItem',
    example: { kind: 'ticket', addonId: null, name: 'Half marathon', quantity: 2, unitPrice: 4900, total: 9800 },
  },
);

const items = Type.Array(item, { maxItems: 1_000 });
const ticketsMax = { maxItems: 10_000 };

const detailFields = { ...orderFields, feeBreakdown, items, tickets: Type.Array(ticket, ticketsMax) };

/** The detail of an order, in deployments without personal data. */
export const orderDetail = object(detailFields, {
  $id: 'OrderDetail',
  description: 'An order with its fees, items and tickets',
  example: exampleWithTickets,
});

/** An order in the body of a webhook. */
export const orderSnapshot = object(detailFields, {
  $id: 'OrderSnapshot',
  description: 'An order with its fees, items and tickets at the time of an event, without personal fields',
  example: exampleWithTickets,
});

const buyer = object(
  {
    email: text('E-mail address', { maxLength: 320, examples: ['ada.lovelace@example.com'] }),
    name: nullable(text('Name', { maxLength: 300, examples: ['Ada Lovelace'] })),
    phone: nullable(text('Telephone number', { maxLength: 50, examples: ['+49 40 5550123'] })),
  },
  { $id: 'Buyer', description: 'The buyer of the order' },
);

/** The detail of an order; each read with the scope `orders:read:pii`, which adds personal fields, is audited. */
export const orderDetailWithPersonalData = object(
  { ...orderFields, buyer: Type.Optional(buyer), feeBreakdown, items, tickets: Type.Array(orderTicket, ticketsMax) },
  {
    $id: 'OrderDetail',
    description: 'An order with its fees, items and tickets; with the scope `orders:read:pii` it has its `buyer`',
    example: exampleWithTickets,
  },
);

/** An order as its buyer sees it. */
export const buyerOrderFields = {
  ...orderFields,
  buyer,
  feeBreakdown,
  items,
  tickets: Type.Array(buyerTicket, ticketsMax),
};

export const buyerOrderExample = exampleWithTickets;

export type OrderWithPersonalData = Static<ReturnType<typeof object<typeof buyerOrderFields>>>;

const shared = { $id: 'Order', description: 'An order in a list, with the parts that `expand` names', example };
const parts = { feeBreakdown: Type.Optional(feeBreakdown), items: Type.Optional(items) };

export const order = object(
  { ...orderFields, ...parts, tickets: Type.Optional(Type.Array(ticket, ticketsMax)) },
  shared,
);

const orderWithPersonalData = object(
  {
    ...orderFields,
    buyer: Type.Optional(buyer),
    ...parts,
    tickets: Type.Optional(Type.Array(orderTicket, ticketsMax)),
  },
  shared,
);

/** A page of orders; each read with `buyer`, which needs the scope `orders:read:pii`, is audited. */
export function orderPage(include: { personalData: boolean }) {
  return page('OrderPage', include.personalData ? orderWithPersonalData : order, orderLimitMax);
}

function expand(names: readonly Expansion[]) {
  return Type.Optional(
    Type.Array(oneOf(names), {
      description: `Parts that are added to each order: ${names.map((name) => `\`${name}\``).join(', ')}, separated by commas`,
      minItems: 1,
      maxItems: expansions.length,
    }),
  );
}

const filters = {
  status: Type.Optional(oneOf(orderStatuses, 'Only orders in this state')),
  eventId: idFilter('Only orders for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  ...timeFilters('createdAt'),
};

const queryWithPersonalData = listQuery(orderLimitMax, {
  ...filters,
  email: emailFilter(
    'Only orders of this address, in upper or lower case. Needs the scope `orders:read:pii`; each such search is in the audit log',
  ),
  expand: expand(expansions),
});

/** The query of the list. In deployments without personal data, it has no `email`, and `expand` has no `buyer`. */
export function orderListQuery(include: { personalData: boolean }): typeof queryWithPersonalData {
  if (include.personalData) return queryWithPersonalData;
  const names = expansions.filter((name) => name !== 'buyer');
  // Every query that is valid for this schema is valid for the other one too.
  return listQuery(orderLimitMax, { ...filters, expand: expand(names) }) as unknown as typeof queryWithPersonalData;
}
