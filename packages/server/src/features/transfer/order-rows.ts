import type { Tables } from '../../platform/database/tables.ts';
import { newId, newOrderNumber, newQrValue, parseOrderNumber } from '../../platform/ids.ts';
import { amountMax, proportion } from '../../platform/money.ts';
import { type Attendee, type FeeBreakdown, type OrderStatus, priceOrder, saleOf, wasPaid } from '../orders/index.ts';
import type { Posting } from '../settlements/index.ts';
import type { KnownEvent, KnownOffer } from './catalog.ts';
import { type ImportContext, refuseOtherCurrency } from './import-catalog.ts';
import { lineTime, wrong } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** Everything that one order line becomes. */
export interface OrderRows {
  readonly order: Tables['orders'];
  readonly items: Tables['order_items'][];
  readonly tickets: Tables['tickets'][];
  /** Which attendee of the line a ticket is for, by the ticket's id. */
  readonly attendeePlaces: ReadonlyMap<string, number>;
  readonly entitlements: Tables['entitlements'][];
  readonly consumptions: Tables['consumptions'][];
  readonly postings: Posting[];
}

/** A bib that the event has yet to give: the batch knows the next free one. */
export const bibToCome = '';

type LineItem = OrderLine['items'][number];
type LineAttendee = NonNullable<OrderLine['attendees']>[number];

interface Times {
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
  expiresAt: string | null;
}

/**
 * Turns an order line into rows. Nothing is written and no stock is taken; bibs that the line does not give are left
 * for the batch.
 *
 * @throws LineError naming the field at fault
 */
export function buildOrder(context: ImportContext, line: OrderLine): OrderRows {
  const event = context.catalog.event(line.eventId);
  if (event === undefined) throw wrong('eventId', `no event "${line.eventId}" is known: import it first`);
  refuseOtherCurrency(line.currency, event);
  const status = line.status ?? 'paid';
  const orderNumber = line.orderNumber ? parseOrderNumber(line.orderNumber) : newOrderNumber();
  if (orderNumber === null) throw wrong('orderNumber', 'must have 10 characters of Crockford base32');
  const times = readTimes(line, status, context.now);
  const offers = line.items.map((item, index) => offerOf(context, item, index, event));
  refuseTwice(offers);
  const own = { organizer_id: context.organizer.id, order_number: orderNumber };
  const items = line.items.map((item, index) => itemRow(own, context.nowMs, item, index, offers[index]!));
  const attendees = assignAttendees(context, line, items);
  const fees = readFees(context, line, items);
  const paid = wasPaid(status);
  const { tickets, attendeePlaces } = paid
    ? buildTickets(context, line, status, times, items, attendees, event)
    : { tickets: [], attendeePlaces: new Map() };
  if (!paid) refuseTicketFields(line, status);
  settleItems(line, status, items, tickets);
  const refundedTotal = readRefundedTotal(line, status, fees, items);
  const refundedTax = fees.total === 0 ? 0 : proportion(fees.tax, refundedTotal, fees.total);
  const ticketCount = items.reduce((sum, item) => sum + (item.kind === 'ticket' ? item.quantity : 0), 0);

  const order: Tables['orders'] = {
    ...own,
    external_id: line.externalId,
    event_id: event.id,
    status,
    currency: event.currency,
    subtotal: fees.subtotal,
    discount: fees.discount,
    platform_fee: fees.platformFee,
    payment_fee: fees.paymentFee,
    tax: fees.tax,
    total: fees.total,
    fees_paid_by: fees.paidBy,
    refunded_total: refundedTotal,
    refunded_tax: refundedTax,
    ticket_count: ticketCount,
    buyer_email: line.buyer.email,
    buyer_name: line.buyer.name ?? null,
    buyer_phone: line.buyer.phone ?? null,
    attendees: status === 'pending' ? JSON.stringify(pendingAttendees(items, attendees)) : null,
    created_at: times.createdAt,
    updated_at: times.updatedAt,
    paid_at: times.paidAt,
    expires_at: times.expiresAt,
  };
  const { entitlements, consumptions } = paid
    ? buildEntitlements(context, line, order, items)
    : { entitlements: [], consumptions: [] };
  return { order, items, tickets, attendeePlaces, entitlements, consumptions, postings: paid ? postingsOf(order) : [] };
}

function readTimes(line: OrderLine, status: OrderStatus, now: string): Times {
  const paidAt = lineTime('paidAt', line.paidAt);
  const createdAt = lineTime('createdAt', line.createdAt) ?? paidAt ?? now;
  if (paidAt !== null && !wasPaid(status)) throw wrong('paidAt', `must be empty: the order is ${status}`);
  if (paidAt !== null && paidAt < createdAt) throw wrong('paidAt', 'must not be before createdAt');
  const expiresAt = lineTime('expiresAt', line.expiresAt);
  return {
    createdAt,
    updatedAt: lineTime('updatedAt', line.updatedAt) ?? now,
    paidAt: wasPaid(status) ? (paidAt ?? createdAt) : null,
    expiresAt: wasPaid(status) ? null : expiresAt,
  };
}

function offerOf({ catalog }: ImportContext, item: LineItem, index: number, event: KnownEvent): KnownOffer {
  const field = item.kind === 'ticket' ? 'ticketTypeId' : 'addonId';
  const other = item.kind === 'ticket' ? 'addonId' : 'ticketTypeId';
  const reference = item[field];
  const path = `items.${index}.${field}`;
  if (!reference) throw wrong(path, `is required for the kind "${item.kind}"`);
  if (item[other]) throw wrong(`items.${index}.${other}`, `must be empty for the kind "${item.kind}"`);
  const offer = catalog.offer(item.kind, reference);
  const what = item.kind === 'ticket' ? 'ticket type' : 'add-on';
  if (offer === undefined) throw wrong(path, `no ${what} "${reference}" is known: import it first`);
  if (offer.eventId !== event.id) throw wrong(path, `the ${what} "${reference}" belongs to another event`);
  return offer;
}

function refuseTwice(offers: readonly KnownOffer[]): void {
  const seen = new Set<string>();
  for (const [index, offer] of offers.entries()) {
    if (seen.has(offer.id)) throw wrong(`items.${index}`, 'is in the order twice: add the quantities up');
    seen.add(offer.id);
  }
}

function itemRow(
  own: { organizer_id: string; order_number: string },
  nowMs: number,
  item: LineItem,
  index: number,
  offer: KnownOffer,
): Tables['order_items'] {
  const unitPrice = item.unitPrice ?? offer.price;
  const total = unitPrice * item.quantity;
  if (typeof item.total === 'number' && item.total !== total) {
    throw wrong(`items.${index}.total`, `is ${item.total}, but ${item.quantity} × ${unitPrice} is ${total}`);
  }
  return {
    organizer_id: own.organizer_id,
    id: newId('itm', nowMs),
    order_number: own.order_number,
    position: index,
    kind: item.kind,
    ticket_type_id: item.kind === 'ticket' ? offer.id : null,
    addon_id: item.kind === 'addon' ? offer.id : null,
    name: item.name ?? offer.name,
    quantity: item.quantity,
    unit_price: unitPrice,
    units_per_purchase: item.unitsPerPurchase ?? offer.unitsPerPurchase,
    total,
    refunded_quantity: 0,
    returned_quantity: 0,
  };
}

/** Which attendees belong to which item: their ticket type tells. */
function assignAttendees(
  { catalog }: ImportContext,
  line: OrderLine,
  items: readonly Tables['order_items'][],
): Map<string, LineAttendee[]> {
  const byType = new Map<string, LineAttendee[]>();
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    const path = `attendees.${index}.ticketTypeId`;
    const offer = catalog.offer('ticket', attendee.ticketTypeId);
    const item = offer && items.find((candidate) => candidate.ticket_type_id === offer.id);
    if (item === undefined) throw wrong(path, `no item of this order is for "${attendee.ticketTypeId}"`);
    const assigned = byType.get(offer!.id) ?? [];
    if (assigned.length === item.quantity) {
      throw wrong(path, `the order has ${item.quantity} of "${attendee.ticketTypeId}" and more attendees than that`);
    }
    assigned.push(attendee);
    byType.set(offer!.id, assigned);
  }
  return byType;
}

function readFees(context: ImportContext, line: OrderLine, items: readonly Tables['order_items'][]): FeeBreakdown {
  const lines = items.map((item) => ({ unitPrice: item.unit_price, quantity: item.quantity }));
  const given = line.feeBreakdown ?? null;
  const subtotal = items.reduce((sum, item) => sum + item.total, 0);
  const discount = given?.discount ?? line.discount ?? 0;
  if (subtotal > amountMax)
    throw wrong('items', `cost ${subtotal} together, over the ${amountMax} that an order may cost`);
  if (discount > subtotal) throw wrong('discount', `is ${discount}, but the items cost ${subtotal}`);
  if (given !== null) checkFees(given, subtotal);
  const fees = given ?? priceOrder(lines, context.organizer.feePolicy, discount);
  for (const field of ['subtotal', 'total'] as const) {
    const stated = line[field];
    if (typeof stated === 'number' && stated !== fees[field]) {
      throw wrong(field, `is ${stated}, but items, discount, fees and tax make ${fees[field]}`);
    }
  }
  return fees;
}

function checkFees(given: FeeBreakdown, subtotal: number): void {
  if (given.subtotal !== subtotal) {
    throw wrong('feeBreakdown.subtotal', `is ${given.subtotal}, but the items cost ${subtotal}`);
  }
  const net = given.total - given.platformFee - given.paymentFee - given.tax;
  if (given.organizerNet !== net) {
    throw wrong('feeBreakdown.organizerNet', `is ${given.organizerNet}, but total less fees and tax is ${net}`);
  }
  const base = subtotal - given.discount + (given.paidBy === 'buyer' ? given.platformFee + given.paymentFee : 0);
  // Tax is within the prices or on top of them.
  if (given.total !== base && given.total !== base + given.tax) {
    throw wrong(
      'feeBreakdown.total',
      `is ${given.total}, but its parts make ${base}, or ${base + given.tax} with the tax`,
    );
  }
}

function buildTickets(
  context: ImportContext,
  line: OrderLine,
  status: OrderStatus,
  times: Times,
  items: readonly Tables['order_items'][],
  attendees: ReadonlyMap<string, LineAttendee[]>,
  event: KnownEvent,
): { tickets: Tables['tickets'][]; attendeePlaces: Map<string, number> } {
  const tickets: Tables['tickets'][] = [];
  const attendeePlaces = new Map<string, number>();
  for (const item of items) {
    if (item.kind !== 'ticket') continue;
    const named = attendees.get(item.ticket_type_id!) ?? [];
    for (let index = 0; index < item.quantity; index += 1) {
      const attendee = named[index];
      const place = attendee === undefined ? -1 : line.attendees!.indexOf(attendee);
      const ticket = ticketRow(context, status, times, item, event, attendee, `attendees.${place}`);
      attendeePlaces.set(ticket.id, place);
      tickets.push(ticket);
    }
  }
  return { tickets, attendeePlaces };
}

function ticketRow(
  context: ImportContext,
  status: OrderStatus,
  times: Times,
  item: Tables['order_items'],
  event: KnownEvent,
  attendee: LineAttendee | undefined,
  path: string,
): Tables['tickets'] {
  const ticketStatus = attendee?.status ?? (status === 'refunded' ? 'void' : 'valid');
  const refundedAt = lineTime(`${path}.refundedAt`, attendee?.refundedAt);
  if (status === 'refunded' && ticketStatus === 'valid') {
    throw wrong(`${path}.status`, 'must not be valid: the order is refunded');
  }
  if (status === 'paid' && (ticketStatus === 'void' || refundedAt !== null)) {
    throw wrong(`${path}.status`, 'must not be void or refunded: the order is paid');
  }
  if (ticketStatus === 'valid' && refundedAt !== null) {
    throw wrong(`${path}.refundedAt`, 'must be empty: the ticket is valid');
  }
  const isRefunded = ticketStatus === 'void' || status === 'refunded';
  const issuedAt = lineTime(`${path}.issuedAt`, attendee?.issuedAt) ?? times.paidAt!;
  const usedAt = lineTime(`${path}.usedAt`, attendee?.usedAt);
  if (usedAt !== null && ticketStatus !== 'used')
    throw wrong(`${path}.usedAt`, 'must be empty: the ticket is not used');
  return {
    organizer_id: item.organizer_id,
    id: newId('tkt', context.nowMs),
    order_number: item.order_number,
    item_id: item.id,
    event_id: event.id,
    ticket_type_id: item.ticket_type_id!,
    status: ticketStatus,
    holder_name: attendee?.holderName ?? null,
    bib: attendee?.bib ?? bibToCome,
    category: attendee?.category ?? context.catalog.offer('ticket', item.ticket_type_id!)?.category ?? null,
    qr_value: attendee?.qrValue ?? newQrValue(),
    issued_at: issuedAt,
    updated_at: lineTime(`${path}.updatedAt`, attendee?.updatedAt) ?? times.updatedAt,
    used_at: ticketStatus === 'used' ? (usedAt ?? issuedAt) : null,
    refunded_at: refundedAt ?? (isRefunded ? times.updatedAt : null),
  };
}

/** An order that was not paid has no tickets: what only a ticket has must not be given. */
function refuseTicketFields(line: OrderLine, status: OrderStatus): void {
  for (const [index, attendee] of (line.attendees ?? []).entries()) {
    for (const field of ['bib', 'qrValue', 'status', 'issuedAt', 'usedAt', 'refundedAt'] as const) {
      if (attendee[field] !== undefined && attendee[field] !== null) {
        throw wrong(`attendees.${index}.${field}`, `must be empty: the order is ${status} and has no tickets`);
      }
    }
  }
}

/** How much of each item was paid back, and went back into the stock. */
function settleItems(
  line: OrderLine,
  status: OrderStatus,
  items: Tables['order_items'][],
  tickets: readonly Tables['tickets'][],
): void {
  for (const [index, item] of items.entries()) {
    const given = line.items[index]!;
    const path = `items.${index}`;
    if (item.kind === 'ticket') {
      const own = tickets.filter((ticket) => ticket.item_id === item.id);
      item.refunded_quantity = own.filter((ticket) => ticket.refunded_at !== null).length;
      item.returned_quantity = own.filter((ticket) => ticket.status === 'void').length;
      if (typeof given.refundedQuantity === 'number' && given.refundedQuantity !== item.refunded_quantity) {
        throw wrong(`${path}.refundedQuantity`, `is not the ${item.refunded_quantity} that its attendees' states make`);
      }
      if (given.unitsConsumed) throw wrong(`${path}.unitsConsumed`, 'is for add-ons only');
      if (given.consumptions?.length) throw wrong(`${path}.consumptions`, 'is for add-ons only');
      continue;
    }
    item.refunded_quantity = status === 'refunded' ? item.quantity : (given.refundedQuantity ?? 0);
    if (item.refunded_quantity > item.quantity) throw wrong(`${path}.refundedQuantity`, `is over ${item.quantity}`);
    if (item.refunded_quantity > 0 && status !== 'refunded' && status !== 'partially_refunded') {
      throw wrong(`${path}.refundedQuantity`, `must be 0: the order is ${status}`);
    }
    const units = unitsOf(item, given, path);
    if (units.consumed > 0 && !wasPaid(status))
      throw wrong(`${path}.unitsConsumed`, `must be 0: the order is ${status}`);
    item.returned_quantity = Math.floor(units.voided / item.units_per_purchase);
  }
}

function unitsOf(item: Tables['order_items'], given: LineItem, path: string) {
  const total = item.quantity * item.units_per_purchase;
  const listed = (given.consumptions ?? []).reduce((sum, { units }) => sum + units, 0);
  const consumed = given.unitsConsumed ?? listed;
  if (consumed > total) throw wrong(`${path}.unitsConsumed`, `is ${consumed}, but the item has ${total} units`);
  if (listed > consumed) throw wrong(`${path}.consumptions`, `add up to ${listed}, but unitsConsumed is ${consumed}`);
  const voided = Math.min(total - consumed, item.refunded_quantity * item.units_per_purchase);
  return { total, consumed, voided };
}

function readRefundedTotal(
  line: OrderLine,
  status: OrderStatus,
  fees: FeeBreakdown,
  items: readonly Tables['order_items'][],
): number {
  const given = line.refundedTotal ?? null;
  switch (status) {
    case 'refunded':
      if (given !== null && given !== fees.total) {
        throw wrong('refundedTotal', `is ${given}, but the order is refunded and its total is ${fees.total}`);
      }
      return fees.total;
    case 'partially_refunded': {
      const price = items.reduce((sum, item) => sum + item.total, 0);
      const back = items.reduce((sum, item) => sum + item.unit_price * item.refunded_quantity, 0);
      const refunded = given ?? (price === 0 ? 0 : proportion(fees.total, back, price));
      if (refunded > fees.total) throw wrong('refundedTotal', `is ${refunded}, over the total of ${fees.total}`);
      if (refunded === 0 && items.every((item) => item.refunded_quantity === 0)) {
        throw wrong('refundedTotal', 'is 0 and nothing is refunded, but the order is partially_refunded');
      }
      return refunded;
    }
    case 'paid':
    case 'pending':
    case 'cancelled':
    case 'expired':
      if (given !== null && given !== 0) throw wrong('refundedTotal', `must be 0: the order is ${status}`);
      return 0;
  }
}

function pendingAttendees(
  items: readonly Tables['order_items'][],
  attendees: ReadonlyMap<string, LineAttendee[]>,
): Attendee[] {
  return items.flatMap((item) =>
    (attendees.get(item.ticket_type_id ?? '') ?? []).map((attendee) => ({
      ticketTypeId: item.ticket_type_id!,
      holderName: attendee.holderName ?? null,
      category: attendee.category ?? null,
    })),
  );
}

function buildEntitlements(
  context: ImportContext,
  line: OrderLine,
  order: Tables['orders'],
  items: readonly Tables['order_items'][],
) {
  const entitlements: Tables['entitlements'][] = [];
  const consumptions: Tables['consumptions'][] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'addon') continue;
    const given = line.items[index]!;
    const units = unitsOf(item, given, `items.${index}`);
    const id = newId('ent', context.nowMs);
    let updatedAt = order.updated_at;
    for (const [position, consumption] of (given.consumptions ?? []).entries()) {
      const path = `items.${index}.consumptions.${position}.createdAt`;
      const createdAt = lineTime(path, consumption.createdAt) ?? order.updated_at;
      if (createdAt > updatedAt) updatedAt = createdAt;
      consumptions.push({
        organizer_id: order.organizer_id,
        id: newId('con', context.nowMs),
        entitlement_id: id,
        ref: consumption.ref,
        units: consumption.units,
        created_at: createdAt,
      });
    }
    entitlements.push({
      organizer_id: order.organizer_id,
      id,
      order_number: order.order_number,
      item_id: item.id,
      event_id: order.event_id,
      addon_id: item.addon_id!,
      buyer_email: order.buyer_email.toLowerCase(),
      units_total: units.total,
      units_consumed: units.consumed,
      units_voided: units.voided,
      created_at: order.paid_at!,
      updated_at: updatedAt,
    });
  }
  return { entitlements, consumptions };
}

function postingsOf(order: Tables['orders']): Posting[] {
  const sale = saleOf(order, order.paid_at!);
  if (order.refunded_total === 0) return [sale];
  const { eventId, orderNumber, currency } = sale;
  const refund: Posting = {
    kind: 'refund',
    eventId,
    orderNumber,
    currency,
    refunds: order.refunded_total,
    taxes: 0 - order.refunded_tax,
    at: order.updated_at,
  };
  return [sale, refund];
}
