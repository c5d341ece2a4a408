import {
  count,
  currency,
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
  updatedSince,
} from '../../platform/http/schema.ts';
import { ticket, ticketWithPersonalData } from '../tickets/index.ts';
import { orderStatuses } from './states.ts';

export const orderLimitMax = 100;

const orderFields = {
  orderNumber,
  eventId: id('evt', 'The event it is for'),
  status: oneOf(orderStatuses, 'How far it has come'),
  currency,
  subtotal: money('What its items cost'),
  total: money('What the buyer pays'),
  refundedTotal: money('What was paid back of it'),
  ticketCount: count('How many tickets it is for'),
  createdAt: time('When it was made'),
  updatedAt: time('When it last changed'),
  paidAt: nullable(time('When it was paid')),
  expiresAt: nullable(time('Until when a pending order holds its stock')),
};

export const order = object(orderFields, { description: 'An order as lists show it' });

export const feeBreakdown = object(
  {
    subtotal: money('What the items cost'),
    discount: money('What was taken off'),
    platformFee: money("The platform's fee"),
    paymentFee: money("The payment provider's fee"),
    tax: money('Tax, within or on top of the prices'),
    total: money('What the buyer pays'),
    organizerNet: money('What of it is the organizer’s'),
    paidBy: oneOf(['buyer', 'organizer'], 'Who bears the fees'),
  },
  { description: '`organizerNet` = `total` − `platformFee` − `paymentFee` − `tax`' },
);

const item = object({
  id: id('itm', 'Id of the item'),
  kind: oneOf(['ticket', 'addon']),
  ticketTypeId: nullable(id('tty', 'The ticket type, where it is one')),
  addonId: nullable(id('add', 'The add-on, where it is one')),
  name: text('What it was called when it was bought'),
  quantity: count('How many'),
  unitPrice: money('Price of one'),
  total: money('Price of all'),
});

const items = Type.Array(item, { maxItems: 1_000 });
const ticketsMax = { maxItems: 10_000 };

export const orderDetail = object(
  { ...orderFields, feeBreakdown, items, tickets: Type.Array(ticket, ticketsMax) },
  { description: 'An order with its fees, items and tickets' },
);

const buyer = object(
  {
    email: text('E-mail address', { maxLength: 320, examples: ['ada.lovelace@example.com'] }),
    name: nullable(text('Name', { maxLength: 300, examples: ['Ada Lovelace'] })),
    phone: nullable(text('Telephone number', { maxLength: 50, examples: ['+49 40 5550123'] })),
  },
  { description: 'Who bought' },
);

/** What `orders:read:pii` adds to an order's detail; each read of it is audited. */
export const orderDetailWithPersonalData = object(
  { ...orderFields, buyer, feeBreakdown, items, tickets: Type.Array(ticketWithPersonalData, ticketsMax) },
  { description: 'An order with its fees, items and tickets, its buyer and their holders' },
);

export type OrderWithPersonalData = Static<typeof orderDetailWithPersonalData>;

export const orderPage = page(order, orderLimitMax);

export const orderListQuery = listQuery(orderLimitMax, {
  status: Type.Optional(oneOf(orderStatuses, 'Only orders in this state')),
  eventId: idFilter('Only orders for this event', 'evt_01kamz0g5ve4q8v5x2c4g6t0yd'),
  updatedSince,
});
