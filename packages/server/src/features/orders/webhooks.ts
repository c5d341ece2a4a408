import type { Db } from '../../platform/database/dialect.ts';
import type { EntitlementEventType } from '../entitlements/index.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { readSettlement, settlementEvents } from '../settlements/index.ts';
import type { TicketEventType } from '../tickets/index.ts';
import { emit, type NewEvent } from '../webhooks/index.ts';
import type { OrderView } from './load-order.ts';
import type { OrderEventType } from './webhook-types.ts';

type TicketView = OrderView['tickets'][number];

export function orderEvent(type: OrderEventType, order: OrderView): NewEvent {
  return { type, data: JSON.stringify(order) };
}

function ticketEvents(type: TicketEventType, tickets: readonly TicketView[]): NewEvent[] {
  return tickets.map((ticket) => ({ type, data: JSON.stringify(ticket) }));
}

/** Emits the events of a paid order: the order, its tickets, its entitlements, and the settlement of its event. */
export async function emitPaid(tx: Db, organizerId: string, order: OrderView, now: string): Promise<void> {
  const hasAddons = order.items.some(({ kind }) => kind === 'addon');
  const granted = hasAddons ? await readEntitlementsOfOrder(tx, organizerId, order.orderNumber) : [];
  const settlement = await readSettlement(tx, organizerId, order.eventId);
  const events: NewEvent[] = [
    orderEvent('order.paid', order),
    ...ticketEvents('ticket.issued', order.tickets),
    ...granted.map((data): NewEvent<EntitlementEventType> => ({ type: 'addon.granted', data })),
    ...settlementEvents(settlement, { balanceOrStatusChanged: order.feeBreakdown.organizerNet !== 0 }),
  ];
  await emit(tx, organizerId, events, now);
}

/**
 * Emits the events of a refund: the order, the voided tickets, and the settlement of its event.
 *
 * @param change whether the refund changed the balance or the status of the settlement
 */
export async function emitRefunded(
  tx: Db,
  organizerId: string,
  order: OrderView,
  voidedTicketIds: readonly string[],
  change: { balanceOrStatusChanged: boolean },
  now: string,
): Promise<void> {
  const voided = order.tickets.filter(({ id }) => voidedTicketIds.includes(id));
  const settlement = await readSettlement(tx, organizerId, order.eventId);
  const events: NewEvent[] = [
    orderEvent('order.refunded', order),
    ...ticketEvents('ticket.voided', voided),
    ...settlementEvents(settlement, change),
  ];
  await emit(tx, organizerId, events, now);
}

/** Emits the events of orders that are cancelled or expired. */
export async function emitClosedOrders(
  tx: Db,
  organizerId: string,
  type: 'order.cancelled' | 'order.expired',
  orders: readonly OrderView[],
  now: string,
): Promise<void> {
  await emit(
    tx,
    organizerId,
    orders.map((order) => orderEvent(type, order)),
    now,
  );
}
