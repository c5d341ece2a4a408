import type { Db } from '../../platform/database/dialect.ts';
import type { EntitlementEventType } from '../entitlements/index.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { readSettlement, settlementEvents } from '../settlements/index.ts';
import type { TicketEventType } from '../tickets/index.ts';
import { emit, type NewEvent, type PreparedValues } from '../webhooks/index.ts';
import type { OrderView } from './load-order.ts';
import type { OrderEventType } from './webhook-types.ts';

type TicketView = OrderView['tickets'][number];

export function orderWebhookEvent(type: OrderEventType, order: OrderView): NewEvent {
  return { type, data: JSON.stringify(order) };
}

function ticketWebhookEvents(type: TicketEventType, tickets: readonly TicketView[]): NewEvent[] {
  return tickets.map((ticket) => ({ type, data: JSON.stringify(ticket) }));
}

/**
 * Emits the webhook events of a paid order: about the order, its tickets, its entitlements, and the settlement of its event.
 *
 * @param prepared.balanceOrStatusChanged whether the sale changed the balance or the status of the settlement
 */
export async function emitPaid(
  tx: Db,
  organizerId: string,
  order: OrderView,
  { subscribers, balanceOrStatusChanged }: Pick<PreparedValues, 'subscribers'> & { balanceOrStatusChanged: boolean },
  now: string,
): Promise<void> {
  const hasAddons = order.items.some(({ kind }) => kind === 'addon');
  const entitlements = hasAddons ? await readEntitlementsOfOrder(tx, organizerId, order.orderNumber) : [];
  const settlement = await readSettlement(tx, organizerId, order.eventId);
  const events: NewEvent[] = [
    orderWebhookEvent('order.paid', order),
    ...ticketWebhookEvents('ticket.issued', order.tickets),
    ...entitlements.map((data): NewEvent<EntitlementEventType> => ({ type: 'addon.granted', data })),
    ...settlementEvents(settlement, { balanceOrStatusChanged }),
  ];
  await emit(tx, organizerId, events, now, { subscribers });
}

/**
 * Emits the webhook events of a refund: about the order, the voided tickets, and the settlement of its event.
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
  const voidedTickets = order.tickets.filter(({ id }) => voidedTicketIds.includes(id));
  const settlement = await readSettlement(tx, organizerId, order.eventId);
  const events: NewEvent[] = [
    orderWebhookEvent('order.refunded', order),
    ...ticketWebhookEvents('ticket.voided', voidedTickets),
    ...settlementEvents(settlement, change),
  ];
  await emit(tx, organizerId, events, now);
}

/** Emits the webhook events of cancelled or expired orders. */
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
    orders.map((order) => orderWebhookEvent(type, order)),
    now,
  );
}
