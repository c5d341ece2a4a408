import type { Db } from '../../platform/database/dialect.ts';
import { proportion } from '../../platform/money.ts';
import { readRemainingUnits } from '../entitlements/index.ts';
import { previewOrderRefund } from '../payments/index.ts';
import { balanceChangeOf } from '../settlements/index.ts';
import { findOrderWithItems, receiverOfOrder } from './load-order.ts';
import { planRefund, type RefundTarget, refundedQuantityOf } from './refund-plan.ts';
import { assertActionPossible } from './transition.ts';

/** What a refund would do. Amounts are in minor units of `currency`. */
export interface RefundPreview {
  readonly currency: string;
  /** The amount that the buyer receives, and the tax in it. */
  readonly amount: number;
  readonly tax: number;
  /** The fees of the refunded part. They are not returned. */
  readonly fees: number;
  /** The amount by which the balance decreases that the platform owes to the organizer. */
  readonly balanceDecrease: number;
  /** The part of the amount that payment providers refund. The organizer refunds the other part. */
  readonly byProvider: number;
  readonly byOrganizer: number;
  readonly ticketsVoided: number;
  /** Tickets that are refunded although they were used. */
  readonly ticketsUsed: number;
  readonly unitsVoided: number;
  /** Units that are refunded although they were consumed. */
  readonly unitsConsumed: number;
  /** Whether nothing of the order is left after the refund. */
  readonly isWhole: boolean;
  /** The quantity of all items that is refunded so far. A refund with another number is rejected. */
  readonly refundedQuantity: number;
  /** The amount that is refunded so far. A refund with another amount is rejected. */
  readonly refundedTotal: number;
  /** The tickets that can be refunded, and whether this refund contains them. */
  readonly tickets: { readonly ticketId: string; readonly isChosen: boolean }[];
  /** The quantity of each item that can be refunded. */
  readonly items: { readonly itemId: string; readonly quantity: number; readonly refundable: number }[];
}

/**
 * Previews a refund. Nothing is changed.
 *
 * @param target the parts to refund (empty for all parts that are not refunded yet), or an amount
 * @throws ApiError the errors of `refundOrder`
 */
export function previewRefund(
  db: Db,
  organizerId: string,
  number: string,
  target: RefundTarget,
): Promise<RefundPreview> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { order, items } = await findOrderWithItems(tx, organizerId, number);
      assertActionPossible(order, 'refund_rest');
      const { shares, amount, tax, action, tickets } = await planRefund(tx, { order, items }, target);
      const byProvider = await previewOrderRefund(tx, organizerId, order.order_number, amount);
      const remainingUnits = await readRemainingUnits(tx, organizerId, order.order_number);
      const refundedIds = new Set(shares.flatMap(({ ticketIds }) => ticketIds));
      const refundedTickets = tickets.filter(({ id }) => refundedIds.has(id));
      const ticketsVoided = refundedTickets.filter(({ status }) => status === 'valid').length;
      let [unitsVoided, unitsConsumed] = [0, 0];
      for (const { item, quantity } of shares) {
        if (item.kind !== 'addon') continue;
        const units = quantity * item.units_per_purchase;
        const voided = Math.min(units, remainingUnits.get(item.id) ?? 0);
        unitsVoided += voided;
        unitsConsumed += units - voided;
      }
      return {
        currency: order.currency,
        amount,
        tax,
        fees: order.total === 0 ? 0 : proportion(order.platform_fee + order.payment_fee, amount, order.total),
        balanceDecrease: 0 - balanceChangeOf({ receivedBy: receiverOfOrder(order), refunds: amount, taxes: 0 - tax }),
        byProvider,
        byOrganizer: amount - byProvider,
        ticketsVoided,
        ticketsUsed: refundedTickets.length - ticketsVoided,
        unitsVoided,
        unitsConsumed,
        isWhole: action === 'refund_rest',
        refundedQuantity: refundedQuantityOf(items),
        refundedTotal: order.refunded_total,
        tickets: tickets.map(({ id }) => ({ ticketId: id, isChosen: refundedIds.has(id) })),
        items: items.map((item) => ({
          itemId: item.id,
          quantity: shares.find((share) => share.item === item)?.quantity ?? 0,
          refundable: item.quantity - item.refunded_quantity,
        })),
      };
    });
}
