import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Receiver } from '../../platform/database/tables.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { grantEntitlements } from '../entitlements/index.ts';
import { StockUnavailable, sellReserved, sellUnreserved } from '../inventory/index.ts';
import { closePayments, manualMethod, paymentReceivedEvent, recordManualPayment } from '../payments/index.ts';
import { assignAnswers } from '../questions/index.ts';
import { balanceChangeOf, postEntries } from '../settlements/index.ts';
import { issueTickets, type TicketToIssue } from '../tickets/index.ts';
import { listSubscribers } from '../webhooks/index.ts';
import {
  type Attendee,
  type ItemRow,
  type LockedOrder,
  lockOrder,
  type OrderRow,
  type OrderView,
  offerIdOf,
  readOrder,
  receiverOfOrder,
  removedAt,
} from './load-order.ts';
import { releaseHolds } from './open-holds.ts';
import { queueOrderMail } from './queue-order-mail.ts';
import { hasUsableTickets } from './states.ts';
import { changeOrderState, stockLines } from './transition.ts';
import { emitPaid } from './webhooks.ts';

/**
 * Records that the organizer has received the money for an order. Other payments that the buyer has started are closed.
 *
 * @param options.late whether an expired order can be paid, if its stock is still available
 * @param options.receivedAt when the money was received, RFC 3339; by default now
 * @param options.reference the reference of the money, for example of a bank transfer
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `order_state_forbids_action` if the order is neither pending nor, with `late`, expired
 * @throws ApiError `payment_in_future` if `receivedAt` is later than now
 * @throws the errors of `markPaid`
 */
export async function payOrder(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  options: { late?: boolean; receivedAt?: string; reference?: string | null } = {},
): Promise<OrderView> {
  const { organizerId, clock } = scope;
  return inTransaction(db, async (tx) => {
    const lockedOrder = await lockOrder(tx, organizerId, orderNumber);
    const { order } = lockedOrder;
    const now = timestamp(clock.now());
    const { late = false, receivedAt = now, reference = null } = options;
    if (receivedAt > now) throw new ApiError('payment_in_future', { now });
    const paymentId = await recordManualPayment(tx, organizerId, order, { receivedAt, reference }, now);
    const action = late && order.status === 'expired' ? 'pay_late' : 'pay';
    const paidOrder = await markPaid(
      tx,
      lockedOrder,
      { action, method: manualMethod.name, receivedBy: manualMethod.receivedBy, paymentId },
      clock.now(),
    );
    await recordAudit(tx, scope, {
      action: 'order.pay',
      subject: order.order_number,
      details: { total: order.total, currency: order.currency, late: action === 'pay_late' },
      at: now,
    });
    return paidOrder;
  });
}

/**
 * Marks a locked order as paid. In the same transaction, it sells the stock, issues the tickets, grants the add-ons, and writes
 * the ledger entry, the webhook events and the e-mail.
 *
 * @param payment.action `pay_late` for an expired order, whose stock is no longer reserved
 * @param payment.method the way in which the order was paid, for `payment_method`; null if it is free
 * @param payment.receivedBy who received the money
 * @param payment.paymentId the payment that became paid in this transaction, for `payment.received`; null for none
 * @throws ApiError `order_buyer_removed` if the data of the buyer was removed
 * @throws ApiError `order_state_forbids_action` if the order cannot be paid in its state
 * @throws ApiError `expired_order_sold_out` if the stock of an expired order is no longer available. The caller must roll back.
 */
export async function markPaid(
  tx: Db,
  { order, items }: LockedOrder,
  {
    action,
    method,
    receivedBy,
    paymentId,
  }: { action: 'pay' | 'pay_late'; method: string | null; receivedBy: Receiver; paymentId: string | null },
  nowMs: number,
): Promise<OrderView> {
  const { organizer_id: organizerId, order_number: orderNumber } = order;
  if (removedAt(order) !== null) throw new ApiError('order_buyer_removed', { orderNumber });
  // The process that created the order can have a clock that is ahead. `paid_at` is never before `created_at`.
  const currentTime = timestamp(nowMs);
  const now = currentTime < order.created_at ? order.created_at : currentTime;
  const paid = {
    paid_at: now,
    payment_method: method,
    received_by: receivedBy,
    expires_at: null,
    attendees: null,
  };
  await changeOrderState(tx, order, action, paid, now);
  await closePayments(tx, organizerId, [orderNumber], now);
  await releaseHolds(tx, organizerId, [order], items);
  await queueOrderMail(tx, order, { kind: 'tickets' }, now);
  const subscribers = await listSubscribers(tx, organizerId);
  const received = paymentId === null ? [] : [await paymentReceivedEvent(tx, organizerId, paymentId, order.event_id)];
  // From here to the commit, other buyers wait for the rows of the ticket types and of the event.
  if (action === 'pay') await sellReserved(tx, organizerId, stockLines(items));
  else await reclaimStock(tx, order, items);
  const purchase = { orderNumber, eventId: order.event_id, buyerEmail: order.buyer_email };
  const tickets = ticketsOf(order, items);
  const ticketIds = await issueTickets(tx, organizerId, purchase, tickets, now);
  const answering = tickets.map(({ person }, index) => ({ person, ticketId: ticketIds[index]! }));
  await assignAnswers(tx, organizerId, orderNumber, answering);
  const ticketOf = new Map(tickets.map(({ attendee }, index) => [attendee, ticketIds[index]!]));
  await grantEntitlements(tx, organizerId, purchase, grantsOf(items, ticketOf), now);
  const sale = saleOf({ ...order, received_by: receivedBy }, items, now);
  await postEntries(tx, organizerId, [sale], now);
  const paidOrder = await readOrder(tx, organizerId, orderNumber);
  const balanceOrStatusChanged = balanceChangeOf(sale) !== 0;
  await emitPaid(tx, organizerId, paidOrder, { subscribers, balanceOrStatusChanged, received }, now);
  return paidOrder;
}

/**
 * Sends the tickets of an order to its buyer again by e-mail.
 *
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `order_has_no_tickets` if the order has no tickets that can be used
 * @throws ApiError `order_has_no_email` if the order was sold by hand without an e-mail address; `personal_data_removed` if the
 *   personal data of the order was removed
 */
export async function sendTickets(
  db: Db,
  scope: RequestScope,
  number: string,
): Promise<Pick<OrderView, 'orderNumber' | 'status'>> {
  return db.transaction().execute(async (tx) => {
    const { order } = await lockOrder(tx, scope.organizerId, number);
    const { order_number: orderNumber, status } = order;
    if (!hasUsableTickets(status)) throw new ApiError('order_has_no_tickets', { orderNumber, status });
    if (removedAt(order) !== null) throw new ApiError('personal_data_removed', { orderNumber });
    if (order.buyer_email === '') throw new ApiError('order_has_no_email', { orderNumber });
    const now = timestamp(scope.clock.now());
    await queueOrderMail(tx, order, { kind: 'tickets' }, now);
    await recordAudit(tx, scope, { action: 'order.send_tickets', subject: orderNumber, details: {}, at: now });
    return { orderNumber, status };
  });
}

async function reclaimStock(tx: Db, order: OrderRow, items: readonly ItemRow[]): Promise<void> {
  try {
    await sellUnreserved(tx, order.organizer_id, order.event_id, stockLines(items));
  } catch (error) {
    if (!(error instanceof StockUnavailable)) throw error;
    const item = items.find((candidate) => offerIdOf(candidate) === error.line.id);
    throw item === undefined ? error : new ApiError('expired_order_sold_out', { name: item.name });
  }
}

/** The tickets to issue; `attendee` is the place of the holder among the attendees, from 1. */
function ticketsOf(order: OrderRow, items: readonly ItemRow[]): (TicketToIssue & { attendee: number | null })[] {
  const stored = order.attendees === null ? [] : (JSON.parse(order.attendees) as Attendee[]);
  const attendees = stored.map((attendee, index) => ({ ...attendee, place: index + 1 }));
  return items.flatMap((item) => {
    if (item.kind !== 'ticket') return [];
    const attendeesOfType = attendees.filter((attendee) => attendee.ticketTypeId === item.ticket_type_id);
    return Array.from({ length: item.quantity }, (_, index) => {
      const attendee = attendeesOfType[index];
      return {
        itemId: item.id,
        ticketTypeId: offerIdOf(item),
        holderName: attendee?.holderName ?? null,
        firstNameLength: attendee?.firstNameLength ?? null,
        category: attendee?.category ?? null,
        fields: attendee?.fields ?? null,
        person: attendee?.hasAnswers ? attendee.place : null,
        attendee: attendee?.place ?? null,
      };
    });
  });
}

function grantsOf(items: readonly ItemRow[], ticketOf: ReadonlyMap<number | null, string>) {
  return items
    .filter((item) => item.kind === 'addon')
    .map((item) => ({
      itemId: item.id,
      addonId: offerIdOf(item),
      name: item.name,
      units: item.quantity * item.units_per_purchase,
      ticketId: item.person === null ? null : (ticketOf.get(item.person) ?? null),
    }));
}

/** The ledger entry of a sale. */
export function saleOf(order: OrderRow, items: readonly ItemRow[], paidAt: string) {
  return {
    kind: 'sale' as const,
    eventId: order.event_id,
    orderNumber: order.order_number,
    currency: order.currency,
    ordersPaid: 1,
    ticketsSold: order.ticket_count,
    gross: order.total,
    platformFees: order.platform_fee,
    paymentFees: order.payment_fee,
    taxes: order.tax,
    receivedBy: receiverOfOrder(order),
    lines: items.map((item) => ({ offerId: offerIdOf(item), quantity: item.quantity, price: item.total })),
    at: paidAt,
  };
}
