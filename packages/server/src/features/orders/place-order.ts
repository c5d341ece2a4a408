import type { Language } from '#messages/languages';
import { ApiError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { mergeMetadata, writeExternalId } from '../../platform/external-fields.ts';
import { newId, newOrderNumber } from '../../platform/ids.ts';
import { type PricedLine, reserveStock } from '../inventory/index.ts';
import { insertAnswers, type PersonAnswers } from '../questions/index.ts';
import { emit } from '../webhooks/index.ts';
import { insertOrders } from './bulk.ts';
import { type Attendee, firstLinkVersion, type ItemRow, type OrderRow, type OrderView } from './load-order.ts';
import { addHolds, type HoldCounters } from './open-holds.ts';
import { type FeeBreakdown, feeColumns } from './pricing.ts';
import { orderWebhookEvent } from './webhooks.ts';

/** A line of a new order with its price. */
export interface NewOrderLine extends PricedLine {
  readonly name: string;
  /** Minor units. */
  readonly unitPrice: number;
  readonly unitsPerPurchase: number;
  /** The place in `attendees`, from 1, of the holder whom an add-on is for; null for a line of the order. */
  readonly person: number | null;
}

/** An order that holds its stock until it is paid, is cancelled or expires. */
export interface NewOrder {
  readonly eventId: string;
  readonly currency: string;
  readonly lines: readonly NewOrderLine[];
  readonly fees: FeeBreakdown;
  readonly buyer: { readonly email: string; readonly name: string | null; readonly phone: string | null };
  readonly attendees: readonly Attendee[];
  /** By person: 0 for the buyer, otherwise the place in `attendees`, from 1. */
  readonly answers: readonly PersonAnswers[];
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly counters: HoldCounters;
  readonly language: Language | null;
  readonly externalId?: string | undefined;
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined;
}

/**
 * Creates a pending order that holds the stock of all its lines. The event is not locked. The stock is locked last, immediately
 * before the commit, because other transactions can wait for it.
 *
 * @param now RFC 3339
 * @throws ApiError `order_exists` if the organizer has an order with the `externalId`; `external_id_taken` if another transaction has
 *   just placed it
 * @throws HoldLimitExceeded if the order would exceed the limit of a counter, StockUnavailable if a line is no longer available
 *   at its price, QuestionDeleted if a question with an answer was deleted; the caller must roll back
 */
export async function placeOrder(tx: Db, organizerId: string, order: NewOrder, now: string): Promise<OrderView> {
  const orderNumber = newOrderNumber();
  const items = order.lines.map((line, position) => itemRow(organizerId, orderNumber, line, position, now));
  const row = orderRow(organizerId, orderNumber, order, now);
  if (order.externalId !== undefined) await assertNew(tx, organizerId, order.externalId);
  await writeExternalId(tx, order.externalId, () => insertOrders(tx, organizerId, [row], items));
  await insertAnswers(tx, organizerId, { orderNumber, eventId: order.eventId }, order.answers, now);
  const placed = newOrderView(row, items);
  await emit(tx, organizerId, [orderWebhookEvent('order.created', placed)], now);
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await addHolds(tx, organizerId, order.counters, units);
  await reserveStock(tx, organizerId, order.lines);
  return placed;
}

async function assertNew(tx: Db, organizerId: string, externalId: string): Promise<void> {
  const existing = await tx
    .selectFrom('orders')
    .select('order_number as orderNumber')
    .where('organizer_id', '=', organizerId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (existing === undefined) return;
  const fields = [fieldError('externalId', 'external_id_taken', {})];
  throw new ApiError('order_exists', { externalId, ...existing }, { fields });
}

function orderRow(organizerId: string, orderNumber: string, order: NewOrder, now: string): OrderRow {
  const { eventId, currency, lines, fees, buyer, expiresAt, counters, language } = order;
  const answering = new Set(order.answers.map(({ person }) => person));
  const attendees = order.attendees.map((attendee, index) =>
    answering.has(index + 1) ? { ...attendee, hasAnswers: true } : attendee,
  );
  return {
    organizer_id: organizerId,
    order_number: orderNumber,
    external_id: order.externalId ?? null,
    metadata: mergeMetadata(null, order.metadata) ?? null,
    event_id: eventId,
    status: 'pending',
    currency,
    ...feeColumns(fees),
    refunded_total: 0,
    refunded_tax: 0,
    ticket_count: lines.reduce((sum, { kind, quantity }) => sum + (kind === 'ticket' ? quantity : 0), 0),
    buyer_email: buyer.email,
    buyer_name: buyer.name,
    buyer_phone: buyer.phone,
    attendees: attendees.length === 0 ? null : JSON.stringify(attendees),
    created_at: now,
    updated_at: now,
    paid_at: null,
    expires_at: expiresAt,
    held_by_address: counters.address?.hash ?? null,
    held_by_email: counters.email?.hash ?? null,
    buyer_removed_at: null,
    anonymized_at: null,
    link_version: firstLinkVersion,
    payment_method: null,
    received_by: null,
    language,
    was_placed: 1,
  };
}

function itemRow(organizerId: string, orderNumber: string, line: NewOrderLine, position: number, now: string): ItemRow {
  return {
    organizer_id: organizerId,
    id: newId('itm', Date.parse(now)),
    order_number: orderNumber,
    position,
    kind: line.kind,
    ticket_type_id: line.kind === 'ticket' ? line.id : null,
    addon_id: line.kind === 'addon' ? line.id : null,
    name: line.name,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    units_per_purchase: line.unitsPerPurchase,
    total: line.unitPrice * line.quantity,
    refunded_quantity: 0,
    returned_quantity: 0,
    person: line.person,
  };
}

/** A new order as `readOrder` returns it. It saves a statement. */
function newOrderView(row: OrderRow, items: readonly ItemRow[]): OrderView {
  const { subtotal, discount, platform_fee: platformFee, payment_fee: paymentFee, tax, total } = row;
  const organizerNet = total - platformFee - paymentFee - tax;
  return {
    orderNumber: row.order_number,
    eventId: row.event_id,
    status: row.status,
    currency: row.currency,
    subtotal,
    total,
    refundedTotal: row.refunded_total,
    ticketCount: row.ticket_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    paidAt: row.paid_at,
    expiresAt: row.expires_at,
    externalId: row.external_id,
    metadata: JSON.parse(row.metadata ?? '{}') as OrderView['metadata'],
    feeBreakdown: { subtotal, discount, platformFee, paymentFee, tax, total, organizerNet, paidBy: row.fees_paid_by },
    items: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      ticketTypeId: item.ticket_type_id,
      addonId: item.addon_id,
      name: item.name,
      quantity: item.quantity,
      quantityRefunded: item.refunded_quantity,
      unitPrice: item.unit_price,
      total: item.total,
    })),
    tickets: [],
  };
}
