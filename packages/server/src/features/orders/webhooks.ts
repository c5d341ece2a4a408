import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { EntitlementEventType } from '../entitlements/index.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { readSettlement, settlementEvents } from '../settlements/index.ts';
import type { TicketEventType, TicketField } from '../tickets/index.ts';
import { emit, type NewEvent, type PreparedValues } from '../webhooks/index.ts';
import { type OrderRow, type OrderView, readOrder, readOrders } from './load-order.ts';
import { findRefund } from './refund-queries.ts';
import type { disputedOrder } from './schema.ts';
import type { OrderEventType, RefundEventType } from './webhook-types.ts';

type TicketView = OrderView['tickets'][number];

/** @param fields the fields that only this type of event has */
export function orderWebhookEvent(type: OrderEventType, order: OrderView, fields: object = {}): NewEvent {
  return { type, data: JSON.stringify({ ...order, ...fields }) };
}

function ticketWebhookEvents(type: TicketEventType, tickets: readonly TicketView[]): NewEvent[] {
  return tickets.map((ticket) => ({ type, data: JSON.stringify(ticket) }));
}

/**
 * Emits the webhook events of a paid order: about the order, its tickets, its entitlements, the settlement of its event, and the
 * payment.
 *
 * @param prepared.balanceOrStatusChanged whether the sale changed the balance or the status of the settlement
 * @param prepared.received the event about the payment, if there is one
 */
export async function emitPaid(
  tx: Db,
  organizerId: string,
  order: OrderView,
  {
    subscribers,
    balanceOrStatusChanged,
    received,
  }: Pick<PreparedValues, 'subscribers'> & { balanceOrStatusChanged: boolean; received: readonly NewEvent[] },
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
    ...received,
  ];
  await emit(tx, organizerId, events, now, { subscribers });
}

/**
 * Emits the webhook events of a refund: about the order, the voided tickets, the settlement of its event, and the refund.
 *
 * @param change whether the refund changed the balance or the status of the settlement
 */
export async function emitRefunded(
  tx: Db,
  organizerId: string,
  order: OrderView,
  { refundId, voidedTicketIds }: { refundId: string; voidedTicketIds: readonly string[] },
  change: { balanceOrStatusChanged: boolean },
  now: string,
): Promise<void> {
  const voidedTickets = order.tickets.filter(({ id }) => voidedTicketIds.includes(id));
  const settlement = await readSettlement(tx, organizerId, order.eventId);
  const events: NewEvent[] = [
    orderWebhookEvent('order.refunded', order),
    ...ticketWebhookEvents('ticket.voided', voidedTickets),
    ...settlementEvents(settlement, change),
    await refundEvent(tx, organizerId, 'refund.created', refundId),
  ];
  await emit(tx, organizerId, events, now);
}

/** Creates a webhook event about a refund, as it is now. */
export async function refundEvent(
  tx: Db,
  organizerId: string,
  type: RefundEventType,
  refundId: string,
): Promise<NewEvent<RefundEventType>> {
  const data = await findRefund(tx, organizerId, refundId);
  if (data === null) throw new Error(`The refund ${refundId} does not exist.`);
  return { type, data };
}

/** Emits `order.updated` for orders, and `ticket.updated` for those of their tickets whose field has changed. */
export async function emitTicketsChanged(
  tx: Db,
  organizerId: string,
  orderNumbers: readonly string[],
  ticketIds: ReadonlySet<string>,
  field: 'bib' | 'category',
  now: string,
): Promise<void> {
  const orders = await readOrders(tx, organizerId, orderNumbers);
  const events = orders.flatMap((order) => [
    orderWebhookEvent('order.updated', order, { changed: [`tickets.${field}`] }),
    ...ticketWebhookEvents(
      'ticket.updated',
      order.tickets.filter(({ id }) => ticketIds.has(id)).map((ticket) => ({ ...ticket, changed: [field] })),
    ),
  ]);
  await emit(tx, organizerId, events, now);
}

/** Emits `order.disputed`. */
export async function emitDisputed(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  dispute: Static<typeof disputedOrder>['dispute'],
  now: string,
): Promise<void> {
  const order = await readOrder(tx, organizerId, orderNumber);
  await emit(tx, organizerId, [orderWebhookEvent('order.disputed', order, { dispute })], now);
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

const fieldOfColumn = {
  buyer_email: 'buyer.email',
  buyer_name: 'buyer.name',
  buyer_phone: 'buyer.phone',
  external_id: 'externalId',
  metadata: 'metadata',
  expires_at: 'expiresAt',
} as const;

type ChangeableColumn = keyof typeof fieldOfColumn;
type OrderField = (typeof fieldOfColumn)[ChangeableColumn] | 'buyer.answers';

/** The fields of an order that new values of its columns change. */
export function changedOrderFields(
  order: Pick<OrderRow, ChangeableColumn>,
  columns: Partial<Pick<OrderRow, ChangeableColumn>>,
): OrderField[] {
  return (Object.keys(fieldOfColumn) as ChangeableColumn[])
    .filter((column) => columns[column] !== undefined && columns[column] !== order[column])
    .map((column) => fieldOfColumn[column]);
}

/** What has changed in an order: fields of it, and fields of some of its tickets. */
interface OrderChange {
  readonly fields?: readonly OrderField[];
  readonly ticketFields?: readonly TicketField[];
  readonly ticketIds?: readonly string[];
}

/**
 * Emits `order.updated`, and `ticket.updated` for each changed ticket, with the names of the changed fields. If none has changed, nothing
 * is emitted.
 */
export async function emitUpdated(
  tx: Db,
  { organizer_id, order_number }: Pick<OrderRow, 'organizer_id' | 'order_number'>,
  { fields = [], ticketFields = [], ticketIds = [] }: OrderChange,
  now: string,
): Promise<void> {
  const changed = [...fields, ...(ticketIds.length === 0 ? [] : ticketFields.map((field) => `tickets.${field}`))];
  if (changed.length === 0) return;
  const order = await readOrder(tx, organizer_id, order_number);
  const tickets = ticketFields.length === 0 ? [] : order.tickets.filter(({ id }) => ticketIds.includes(id));
  const events: NewEvent[] = [
    orderWebhookEvent('order.updated', order, { changed }),
    ...ticketWebhookEvents(
      'ticket.updated',
      tickets.map((ticket) => ({ ...ticket, changed: ticketFields })),
    ),
  ];
  await emit(tx, organizer_id, events, now);
}
