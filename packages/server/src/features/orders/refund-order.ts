import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { queueOrderRefund } from '../payments/index.ts';
import { applyRefund } from './apply-refund.ts';
import { lockOrder, type OrderView } from './load-order.ts';
import { queueOrderMail } from './queue-order-mail.ts';
import { isAmountRefund, planRefund, type RefundTarget, refundedQuantityOf } from './refund-plan.ts';

/**
 * Refunds an order in full or in part, in one transaction. Unused tickets and unconsumed units become void and can be bought
 * again. A refund of an amount voids nothing. The ledger entry, the webhook events and the e-mail are written. The refund requests
 * to payment providers are sent after the commit. The tax is refunded in proportion. Fees are not refunded, because payment providers do not return their fees.
 *
 * @param target the parts to refund (empty for all parts that are not refunded yet), or an amount
 * @param preview.refundedQuantity the quantity that was refunded when the caller previewed this refund
 * @param preview.refundedTotal the amount that was refunded then, minor units
 * @returns the order after the refund, the id of the refund, the refunded amount in minor units, and the part of it that payment providers refund;
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
  scope: RequestScope,
  orderNumber: string,
  target: RefundTarget,
  preview: { refundedQuantity?: number | undefined; refundedTotal?: number | undefined } = {},
): Promise<{ order: OrderView; refundId: string; amount: number; byProvider: number }> {
  const { organizerId } = scope;
  return inTransaction(db, async (tx) => {
    const now = timestamp(scope.clock.now());
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const { refundedQuantity = refundedQuantityOf(items), refundedTotal = order.refunded_total } = preview;
    if (refundedQuantity !== refundedQuantityOf(items) || refundedTotal !== order.refunded_total) {
      throw new ApiError('refund_preview_outdated', { orderNumber: order.order_number });
    }
    const plan = await planRefund(tx, { order, items }, target);
    const { shares, amount } = plan;
    const reason = isAmountRefund(target) ? target.reason : null;
    const payBack = (refundId: string) =>
      queueOrderRefund(tx, organizerId, order.order_number, { refundId, amount }, now);
    const applied = await applyRefund(tx, order, { ...plan, reason }, payBack, now);
    const { refundedOrder, refundId, paidBack: byProvider } = applied;
    const money = { amount, currency: order.currency };
    await queueOrderMail(tx, order, { kind: 'refunded', money, note: reason }, now);
    await recordAudit(tx, scope, {
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
    return { order: refundedOrder, refundId, amount, byProvider };
  });
}
