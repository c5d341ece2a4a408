import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { grantEntitlements } from '../addons/index.ts';
import { sellHeld } from '../events/index.ts';
import { postEntries } from '../settlements/index.ts';
import { issueTickets, type TicketToIssue } from '../tickets/index.ts';
import { type Attendee, type ItemRow, lockOrder, type OrderRow, type OrderView, readOrder } from './load-order.ts';
import { moveOrder, stockLines } from './transition.ts';
import { emitPaid } from './webhooks.ts';

/**
 * A pending order is paid: what it held is sold, its tickets are issued, its add-ons granted and the money booked,
 * all in one transaction, which tells of it.
 *
 * @throws ApiError `not_found`, `invalid_state` where it is not pending
 */
export async function payOrder(db: Db, organizerId: string, orderNumber: string, clock: Clock): Promise<OrderView> {
  return db.transaction().execute(async (tx) => {
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    // An order may come from a clock that goes ahead of ours; it is not paid before it was made.
    const now = [timestamp(clock.now()), order.created_at].sort()[1]!;
    await moveOrder(tx, order, 'pay', { paid_at: now, expires_at: null, attendees: null, updated_at: now });
    await sellHeld(tx, organizerId, stockLines(items));
    const bought = { orderNumber: order.order_number, eventId: order.event_id, buyerEmail: order.buyer_email };
    await issueTickets(tx, organizerId, bought, ticketsOf(order, items), now);
    await grantEntitlements(tx, organizerId, bought, grantsOf(items), now);
    await postEntries(tx, organizerId, [saleOf(order, now)], now);
    const paid = await readOrder(tx, organizerId, order.order_number);
    await emitPaid(tx, organizerId, paid, now);
    return paid;
  });
}

function ticketsOf(order: OrderRow, items: readonly ItemRow[]): TicketToIssue[] {
  const attendees = order.attendees === null ? [] : (JSON.parse(order.attendees) as Attendee[]);
  return items.flatMap((item) => {
    if (item.kind !== 'ticket') return [];
    const named = attendees.filter((attendee) => attendee.ticketTypeId === item.ticket_type_id);
    return Array.from({ length: item.quantity }, (_, index) => ({
      itemId: item.id,
      ticketTypeId: item.ticket_type_id!,
      holderName: named[index]?.holderName ?? null,
      category: named[index]?.category ?? null,
    }));
  });
}

function grantsOf(items: readonly ItemRow[]) {
  return items
    .filter((item) => item.kind === 'addon')
    .map((item) => ({
      itemId: item.id,
      addonId: item.addon_id!,
      name: item.name,
      units: item.quantity * item.units_per_purchase,
    }));
}

/** The ledger entry of a sale. */
export function saleOf(order: OrderRow, at: string) {
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
    at,
  };
}
