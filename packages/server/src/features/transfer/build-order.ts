import type { NewRow, Tables } from '../../platform/database/tables.ts';
import { newId, newOrderNumber, parseOrderNumber } from '../../platform/ids.ts';
import { proportion } from '../../platform/money.ts';
import { currencyFaults } from '../catalog/index.ts';
import { feeColumns, type OrderStatus, wasPaid } from '../orders/index.ts';
import type { Posting } from '../settlements/index.ts';
import type { KnownEvent, KnownOffer } from './catalog-cache.ts';
import type { ImportContext } from './import-catalog.ts';
import { buildEntitlements, unitsOf } from './order-entitlements.ts';
import { postingsOf, readFees, readRefundedTotal } from './order-money.ts';
import { assignAttendees, buildTickets, pendingAttendees, refuseTicketFields, type Times } from './order-tickets.ts';
import { lineTime, refuseFaults, wrong } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/** Everything that one order line becomes. */
export interface OrderRows {
  readonly order: Tables['orders'];
  readonly items: Tables['order_items'][];
  readonly tickets: Tables['tickets'][];
  /** Which attendee of the line a ticket is for, by the ticket's id. */
  readonly attendeePlaces: ReadonlyMap<string, number>;
  readonly entitlements: NewRow<'entitlements'>[];
  readonly consumptions: Tables['consumptions'][];
  readonly postings: Posting[];
}

type LineItem = OrderLine['items'][number];

/**
 * Turns an order line into rows. Nothing is written and no stock is taken; bibs that the line does not give are left
 * for the batch.
 *
 * @throws LineError naming the field at fault
 */
export function buildOrder(context: ImportContext, line: OrderLine): OrderRows {
  const event = context.catalog.event(line.eventId);
  if (event === undefined) throw wrong('eventId', `no event "${line.eventId}" is known: import it first`);
  refuseFaults(currencyFaults(line, event.currency));
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
    ...feeColumns(fees),
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
    held_by_address: null,
    held_by_email: null,
    buyer_removed_at: null,
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
