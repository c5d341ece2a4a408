import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { voidUnits } from '../entitlements/index.ts';
import { returnSoldStock, type StockLine } from '../inventory/index.ts';
import { queueMail } from '../mail/index.ts';
import { queueOrderRefund } from '../payments/index.ts';
import { balanceChangeOf, type Posting, postEntries } from '../settlements/index.ts';
import { voidTickets } from '../tickets/index.ts';
import { type ItemRow, lockOrder, type OrderView, offerIdOf, readOrder } from './load-order.ts';
import { receiverOfOrder } from './pay-order.ts';
import { isAmountRefund, planRefund, type RefundTarget, refundedQuantityOf, type Share } from './refund-plan.ts';
import { changeOrderState } from './transition.ts';
import { emitRefunded } from './webhooks.ts';

/**
 * Refunds an order in full or in part, in one transaction. Unused tickets and unconsumed units become void and can be bought
 * again. A refund of an amount voids nothing. The ledger entry, the webhook events and the e-mail are written. The refund requests to payment providers are sent after
 * the commit. The tax is refunded in proportion. Fees are not refunded, because payment providers do not return their fees.
 *
 * @param target the parts to refund (empty for all parts that are not refunded yet), or an amount
 * @param origin the actor and the request, for the audit log
 * @param preview.refundedQuantity the quantity that was refunded when the caller previewed this refund
 * @param preview.refundedTotal the amount that was refunded then, minor units
 * @returns the order after the refund, the refunded amount in minor units, and the part of it that payment providers refund;
 *   the organizer must refund the remaining amount
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `order_state_forbids_action` if nothing was paid, or everything is already refunded
 * @throws ApiError `refund_preview_outdated` if there was another refund since the preview
 * @throws ApiError `order_item_not_found` if an item does not belong to the order
 * @throws ApiError `refund_quantity_out_of_range` if a quantity exceeds the units that are not refunded
 * @throws ApiError `refund_names_no_ticket` if a quantity leaves tickets of the item, so that one would have to be chosen
 * @throws ApiError `refund_amount_out_of_range` if the amount is more than what is left
 * @throws ApiError `ticket_not_refundable` if a ticket does not belong to the order, or is already refunded
 */
export async function refundOrder(
  db: Db,
  organizerId: string,
  orderNumber: string,
  target: RefundTarget,
  clock: Clock,
  origin: AuditOrigin,
  preview: { refundedQuantity?: number | undefined; refundedTotal?: number | undefined } = {},
): Promise<{ order: OrderView; amount: number; byProvider: number }> {
  return db.transaction().execute(async (tx) => {
    const now = timestamp(clock.now());
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const { refundedQuantity = refundedQuantityOf(items), refundedTotal = order.refunded_total } = preview;
    if (refundedQuantity !== refundedQuantityOf(items) || refundedTotal !== order.refunded_total) {
      throw new ApiError('refund_preview_outdated', { orderNumber: order.order_number });
    }
    const { shares, amount, tax, action } = await planRefund(tx, { order, items }, target);
    const reason = isAmountRefund(target) ? target.reason : null;
    await changeOrderState(tx, order, action, {
      refunded_total: order.refunded_total + amount,
      refunded_tax: order.refunded_tax + tax,
      updated_at: now,
    });
    const returnedLines: StockLine[] = [];
    const voidedTickets: string[] = [];
    for (const share of shares) {
      const { quantity, voidedTicketIds } = await voidShare(tx, share, now);
      returnedLines.push({ kind: share.item.kind, id: offerIdOf(share.item), quantity });
      voidedTickets.push(...voidedTicketIds);
    }
    await returnSoldStock(tx, organizerId, returnedLines);
    const entry: Posting = {
      kind: 'refund',
      eventId: order.event_id,
      orderNumber: order.order_number,
      ...(reason === null ? {} : { reference: reason }),
      currency: order.currency,
      refunds: amount,
      taxes: 0 - tax,
      receivedBy: receiverOfOrder(order),
      lines: shares.map(({ item, quantity }) => refundedLine(item, quantity)),
      at: now,
    };
    await postEntries(tx, organizerId, [entry], now);
    const refundedOrder = await readOrder(tx, organizerId, order.order_number);
    const change = { balanceOrStatusChanged: balanceChangeOf(entry) !== 0 };
    await emitRefunded(tx, organizerId, refundedOrder, voidedTickets, change, now);
    const byProvider = await queueOrderRefund(tx, organizerId, order.order_number, amount, now);
    const money = { amount, currency: order.currency };
    await queueMail(tx, { kind: 'refunded', organizerId, orderNumber: order.order_number, money, note: reason }, now);
    await recordAudit(tx, organizerId, {
      ...origin,
      action: 'order.refund',
      subject: order.order_number,
      details: {
        amount,
        currency: order.currency,
        byProvider,
        items: shares.map(({ item, quantity }) => `${item.id}:${quantity}`),
      },
      at: now,
    });
    return { order: refundedOrder, amount, byProvider };
  });
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
