import type { NewRow, Tables } from '../../platform/database/tables.ts';
import { mergeMetadata } from '../../platform/external-fields.ts';
import { newId, newOrderNumber, parseOrderNumber } from '../../platform/ids.ts';
import { proportion } from '../../platform/money.ts';
import { currencyFieldErrors } from '../catalog/index.ts';
import {
  feeColumns,
  firstLinkVersion,
  type OrderRow,
  type OrderStatus,
  removedBuyerEmail,
  wasPaid,
} from '../orders/index.ts';
import type { Posting } from '../settlements/index.ts';
import type { CachedEvent, CachedOffer } from './catalog-cache.ts';
import type { ImportContext } from './import-catalog.ts';
import { buildAnswers, personsOf } from './order-answers.ts';
import { buildEntitlements, readUnits } from './order-entitlements.ts';
import { postingsOf, readFees, readRefundedTotal } from './order-money.ts';
import {
  type AttendeesByType,
  assertNoTicketFields,
  assignAttendees,
  type BuiltTicket,
  buildTickets,
  pendingAttendees,
  storedAttendees,
} from './order-tickets.ts';
import { assertNoFieldErrors, lineError, lineTime } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

export type LineItem = OrderLine['items'][number];

/** An item of an order line with its ticket type or add-on. */
interface FoundItem {
  readonly lineItem: LineItem;
  /** The index of the item in `items` of the line. */
  readonly position: number;
  readonly offer: CachedOffer;
}

export interface BuiltItem extends FoundItem {
  readonly row: Tables['order_items'];
}

/** The rows that are inserted for one order line. */
export interface BuiltOrder {
  readonly order: OrderRow;
  readonly items: readonly BuiltItem[];
  readonly tickets: readonly BuiltTicket[];
  readonly entitlements: readonly NewRow<'entitlements'>[];
  readonly consumptions: readonly Tables['consumptions'][];
  readonly returns: readonly Tables['unit_returns'][];
  readonly postings: readonly Posting[];
  readonly answers: readonly Tables['answers'][];
}

/** The times of an order, in the format of RFC 3339. */
export interface Times {
  readonly createdAt: string;
  readonly updatedAt: string;
  /** null for an order that was never paid. */
  readonly paidAt: string | null;
  readonly expiresAt: string | null;
}

/**
 * Converts an order line to rows. It writes nothing and changes no stock. A ticket for which the line has no bib gets one later,
 * from the counter of the event.
 *
 * @throws LineError if a field is invalid. It has a field error for each invalid field.
 */
export function buildOrder(context: ImportContext, line: OrderLine): BuiltOrder {
  const event = context.catalog.event(line.eventId);
  if (event === undefined) throw lineError('eventId', `"${line.eventId}" is not a known event: import it first`);
  assertNoFieldErrors(currencyFieldErrors(line, event.currency));
  const status = line.status ?? 'paid';
  const orderNumber = line.orderNumber ? parseOrderNumber(line.orderNumber) : newOrderNumber();
  if (orderNumber === null) throw lineError('orderNumber', 'must have 10 characters of Crockford base32');
  const times = readTimes(line, status, context.now);
  const key = { organizer_id: context.organizer.id, order_number: orderNumber };
  const items = buildItems(context, line, key, event);
  const rows = items.map(({ row }) => row);
  const attendees = assignAttendees(context, line, items);
  setPersons(items, attendees, status);
  const fees = readFees(context, line, rows);
  if (status === 'pending' && line.buyer.email === null)
    throw lineError('buyer.email', 'is required in a pending order');
  const { paidAt } = times;
  if (paidAt === null) assertNoTicketFields(line, status);
  const tickets = paidAt === null ? [] : buildTickets(context, status, { ...times, paidAt }, items, attendees, event);
  setRefundedQuantities(status, items, tickets);
  const refundedTotal = readRefundedTotal(line, status, fees, rows);
  const refundedTax = fees.total === 0 ? 0 : proportion(fees.tax, refundedTotal, fees.total);
  const ticketCount = rows.reduce((sum, item) => sum + (item.kind === 'ticket' ? item.quantity : 0), 0);

  const order: OrderRow = {
    ...key,
    external_id: line.externalId,
    metadata: mergeMetadata(null, line.metadata) ?? null,
    event_id: event.id,
    status,
    currency: event.currency,
    ...feeColumns(fees),
    refunded_total: refundedTotal,
    refunded_tax: refundedTax,
    ticket_count: ticketCount,
    buyer_email: line.buyer.email ?? '',
    buyer_name: line.buyer.name ?? null,
    buyer_phone: line.buyer.phone ?? null,
    attendees: status === 'pending' ? JSON.stringify(pendingAttendees(items, attendees)) : null,
    created_at: times.createdAt,
    updated_at: times.updatedAt,
    paid_at: paidAt,
    expires_at: times.expiresAt,
    held_by_address: null,
    held_by_email: null,
    buyer_removed_at: null,
    anonymized_at: line.buyer.email === removedBuyerEmail ? times.updatedAt : null,
    link_version: firstLinkVersion,
    payment_method: paidAt === null ? null : (line.paymentMethod ?? null),
    received_by: paidAt === null ? null : (line.receivedBy ?? null),
    language: line.language ?? null,
    was_placed: null,
  };
  const answers = buildAnswers(context, order, personsOf(line, rows, { attendees, tickets }));
  if (paidAt === null)
    return { order, items, tickets, entitlements: [], consumptions: [], returns: [], postings: [], answers };
  const granted = buildEntitlements(context, order, paidAt, items, tickets);
  return { order, items, tickets, ...granted, postings: postingsOf(order, rows, paidAt), answers };
}

function readTimes(line: OrderLine, status: OrderStatus, now: string): Times {
  const paidAt = lineTime('paidAt', line.paidAt);
  const createdAt = lineTime('createdAt', line.createdAt) ?? paidAt ?? now;
  if (paidAt !== null && !wasPaid(status)) throw lineError('paidAt', `must be empty: the order is ${status}`);
  if (paidAt !== null && paidAt < createdAt) throw lineError('paidAt', 'must not be before createdAt');
  const expiresAt = lineTime('expiresAt', line.expiresAt);
  return {
    createdAt,
    updatedAt: lineTime('updatedAt', line.updatedAt) ?? now,
    paidAt: wasPaid(status) ? (paidAt ?? createdAt) : null,
    expiresAt: wasPaid(status) ? null : expiresAt,
  };
}

function buildItems(
  context: ImportContext,
  line: OrderLine,
  key: { organizer_id: string; order_number: string },
  event: CachedEvent,
): BuiltItem[] {
  const items = line.items.map((lineItem, position) => ({
    lineItem,
    position,
    offer: findOffer(context, lineItem, position, event),
  }));
  assertNoDuplicates(items);
  return items.map((item) => ({ ...item, row: itemRow(key, context.nowMs, item) }));
}

function findOffer({ catalog }: ImportContext, item: LineItem, position: number, event: CachedEvent): CachedOffer {
  const isTicket = item.kind === 'ticket';
  const field = isTicket ? 'ticketTypeId' : 'addonId';
  const other = isTicket ? 'addonId' : 'ticketTypeId';
  const reference = item[field];
  const path = `items.${position}.${field}`;
  if (!reference) throw lineError(path, `is required for the kind "${item.kind}"`);
  if (item[other]) throw lineError(`items.${position}.${other}`, `must be empty for the kind "${item.kind}"`);
  const offer = isTicket ? catalog.ticketType(reference) : catalog.addon(reference);
  const kindName = isTicket ? 'ticket type' : 'add-on';
  if (offer === undefined) throw lineError(path, `"${reference}" is not a known ${kindName}: import it first`);
  if (offer.eventId !== event.id) throw lineError(path, `"${reference}" belongs to another event`);
  return offer;
}

function assertNoDuplicates(items: readonly FoundItem[]): void {
  const seenIds = new Set<string>();
  for (const { lineItem, position, offer } of items) {
    const key = `${offer.id} ${lineItem.attendee ?? ''}`;
    if (seenIds.has(key)) throw lineError(`items.${position}`, 'is in the order twice: combine the quantities');
    seenIds.add(key);
  }
}

/**
 * Sets the ticket holders whom add-ons belong to. An order that was never paid and is closed need not name its attendees.
 *
 * @throws LineError if there is no such attendee, or the item is no add-on
 */
function setPersons(items: readonly BuiltItem[], attendees: AttendeesByType, status: OrderStatus): void {
  const stored = storedAttendees(items, attendees);
  for (const { lineItem, position, row } of items) {
    const { attendee = null } = lineItem;
    if (attendee === null) continue;
    const path = `items.${position}.attendee`;
    if (row.kind === 'ticket') throw lineError(path, 'is for add-ons only');
    const place = stored.findIndex(({ index }) => index === attendee);
    if (place < 0 && status !== 'cancelled' && status !== 'expired')
      throw lineError(path, `the order has no attendee ${attendee}`);
    row.person = (place < 0 ? attendee : place) + 1;
  }
}

function itemRow(
  key: { organizer_id: string; order_number: string },
  nowMs: number,
  { lineItem, position, offer }: FoundItem,
): Tables['order_items'] {
  const unitPrice = lineItem.unitPrice ?? offer.price;
  const total = unitPrice * lineItem.quantity;
  if (typeof lineItem.total === 'number' && lineItem.total !== total) {
    throw lineError(
      `items.${position}.total`,
      `is ${lineItem.total}, but ${lineItem.quantity} × ${unitPrice} is ${total}`,
    );
  }
  return {
    organizer_id: key.organizer_id,
    id: newId('itm', nowMs),
    order_number: key.order_number,
    position,
    kind: offer.kind,
    ticket_type_id: offer.kind === 'ticket' ? offer.id : null,
    addon_id: offer.kind === 'addon' ? offer.id : null,
    name: lineItem.name ?? offer.name,
    quantity: lineItem.quantity,
    unit_price: unitPrice,
    units_per_purchase: lineItem.unitsPerPurchase ?? (offer.kind === 'addon' ? offer.unitsPerPurchase : 0),
    total,
    refunded_quantity: 0,
    returned_quantity: 0,
    person: null,
  };
}

/** Sets the refunded quantity of each item, and the part of it that is available again. */
function setRefundedQuantities(
  status: OrderStatus,
  items: readonly BuiltItem[],
  tickets: readonly BuiltTicket[],
): void {
  for (const { lineItem, position, row, offer } of items) {
    const path = `items.${position}`;
    if (offer.kind === 'ticket') {
      const itemTickets = tickets.filter(({ ticket }) => ticket.item_id === row.id);
      row.refunded_quantity = itemTickets.filter(({ ticket }) => ticket.refunded_at !== null).length;
      row.returned_quantity = itemTickets.filter(({ ticket }) => ticket.status === 'void').length;
      if (typeof lineItem.refundedQuantity === 'number' && lineItem.refundedQuantity !== row.refunded_quantity) {
        throw lineError(
          `${path}.refundedQuantity`,
          `must be ${row.refunded_quantity}, the number of its refunded attendees`,
        );
      }
      if (lineItem.unitsConsumed) throw lineError(`${path}.unitsConsumed`, 'is for add-ons only');
      if (lineItem.unitsVoided) throw lineError(`${path}.unitsVoided`, 'is for add-ons only');
      for (const list of ['consumptions', 'returns'] as const) {
        if (lineItem[list]?.length) throw lineError(`${path}.${list}`, 'is for add-ons only');
      }
      continue;
    }
    row.refunded_quantity = status === 'refunded' ? row.quantity : (lineItem.refundedQuantity ?? 0);
    if (row.refunded_quantity > row.quantity)
      throw lineError(`${path}.refundedQuantity`, `must not be above ${row.quantity}`);
    if (row.refunded_quantity > 0 && status !== 'refunded' && status !== 'partially_refunded') {
      throw lineError(`${path}.refundedQuantity`, `must be 0: the order is ${status}`);
    }
    const units = readUnits(row, lineItem, path);
    if (units.consumed > 0 && !wasPaid(status)) {
      throw lineError(`${path}.unitsConsumed`, `must be 0: the order is ${status}`);
    }
    row.returned_quantity = Math.floor(units.voided / row.units_per_purchase);
  }
}
