import type { Db } from '../../platform/database/dialect.ts';
import { voidUnits } from '../entitlements/index.ts';
import { returnSoldStock, type StockLine } from '../inventory/index.ts';
import { endTicketQuestions } from '../payments/index.ts';
import { balanceChangeOf, type Posting, postEntries } from '../settlements/index.ts';
import { touchTickets, voidTickets } from '../tickets/index.ts';
import { type ItemRow, type OrderRow, type OrderView, offerIdOf, readOrder, receiverOfOrder } from './load-order.ts';
import type { RefundPlan, Share } from './refund-plan.ts';
import { changeOrderState } from './transition.ts';
import { emitRefunded } from './webhooks.ts';

/**
 * Executes a planned refund of a locked order in the caller's transaction: the state of the order, its tickets, units and stock, the
 * ledger entry, and the webhook events.
 *
 * @param plan.reason the reference of the ledger entry; null for none
 * @param payBack records in which way the money of the refund with this id is paid back
 * @returns the order after the refund, and what `payBack` returned
 */
export async function applyRefund<T>(
  tx: Db,
  order: OrderRow,
  {
    shares,
    amount,
    tax,
    action,
    reason,
  }: Pick<RefundPlan, 'shares' | 'amount' | 'tax' | 'action'> & { reason: string | null },
  payBack: (refundId: string) => Promise<T>,
  now: string,
): Promise<{ refundedOrder: OrderView; refundId: string; paidBack: T }> {
  const { organizer_id: organizerId, order_number: orderNumber } = order;
  const totals = { refunded_total: order.refunded_total + amount, refunded_tax: order.refunded_tax + tax };
  await changeOrderState(tx, order, action, totals, now);
  const returnedLines: StockLine[] = [];
  const voidedTickets: string[] = [];
  for (const share of shares) {
    const { quantity, voidedTicketIds } = await voidShare(tx, share, now);
    returnedLines.push({ kind: share.item.kind, id: offerIdOf(share.item), quantity });
    voidedTickets.push(...voidedTicketIds);
  }
  if (shares.some(({ item }) => item.kind === 'addon')) await touchTickets(tx, organizerId, orderNumber, now);
  if (action === 'refund_rest') await endTicketQuestions(tx, organizerId, orderNumber);
  await returnSoldStock(tx, organizerId, returnedLines);
  const entry: Posting = {
    kind: 'refund',
    eventId: order.event_id,
    orderNumber,
    ...(reason === null ? {} : { reference: reason }),
    currency: order.currency,
    refunds: amount,
    taxes: 0 - tax,
    receivedBy: receiverOfOrder(order),
    lines: shares.map(({ item, quantity }) => refundedLine(item, quantity)),
    refundedItems: shares.map(({ item, quantity, ticketIds }) => ({ itemId: item.id, quantity, ticketIds })),
    at: now,
  };
  const [refundId = ''] = await postEntries(tx, organizerId, [entry], now);
  const paidBack = await payBack(refundId);
  const refundedOrder = await readOrder(tx, organizerId, orderNumber);
  const change = { balanceOrStatusChanged: balanceChangeOf(entry) !== 0 };
  const refund = { refundId, voidedTicketIds: voidedTickets };
  await emitRefunded(tx, organizerId, refundedOrder, refund, change, now);
  return { refundedOrder, refundId, paidBack };
}

/** The line of a ledger entry about a refunded quantity of an item. */
export function refundedLine(item: ItemRow, quantity: number) {
  return { offerId: offerIdOf(item), quantity, price: item.unit_price * quantity };
}

/**
 * Voids the tickets or units of a share.
 *
 * @returns the quantity that can be sold again, and the ids of the voided tickets
 */
async function voidShare(
  tx: Db,
  { item, quantity, ticketIds }: Share,
  now: string,
): Promise<{ quantity: number; voidedTicketIds: readonly string[] }> {
  let returnedQuantity: number;
  let voidedTicketIds: readonly string[] = [];
  if (item.kind === 'ticket') {
    voidedTicketIds = await voidTickets(tx, item.organizer_id, ticketIds, now);
    returnedQuantity = voidedTicketIds.length;
  } else {
    const units = quantity * item.units_per_purchase;
    const voidedUnits = await voidUnits(tx, item.organizer_id, item.id, units, now);
    returnedQuantity = Math.floor(voidedUnits / item.units_per_purchase) - item.returned_quantity;
  }
  await tx
    .updateTable('order_items')
    .set((eb) => ({
      refunded_quantity: eb('refunded_quantity', '+', quantity),
      returned_quantity: eb('returned_quantity', '+', returnedQuantity),
    }))
    .where('organizer_id', '=', item.organizer_id)
    .where('id', '=', item.id)
    .execute();
  return { quantity: returnedQuantity, voidedTicketIds };
}
