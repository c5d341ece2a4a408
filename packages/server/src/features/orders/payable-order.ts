import type { Db } from '../../platform/database/dialect.ts';
import type { PayableOrder } from '../payments/index.ts';
import { applyRefund } from './apply-refund.ts';
import { lockOrder } from './load-order.ts';
import { markPaid } from './pay-order.ts';
import { moneyOf, planRefund } from './refund-plan.ts';
import { statesBefore } from './states.ts';

/**
 * Locks an order about whose money a payment provider has sent a webhook.
 *
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function lockPayableOrder(tx: Db, organizerId: string, orderNumber: string): Promise<PayableOrder> {
  const lockedOrder = await lockOrder(tx, organizerId, orderNumber);
  const { order, items } = lockedOrder;
  const action = order.status === 'expired' ? 'pay_late' : 'pay';
  return {
    eventId: order.event_id,
    markPaid: (payment, nowMs) => markPaid(tx, lockedOrder, { action, ...payment }, nowMs),
    refundable: statesBefore('refund_rest').includes(order.status) ? order.total - order.refunded_total : 0,
    recordRefund: async ({ amount, reference }, now) => {
      const whole = await planRefund(tx, lockedOrder, []);
      const isWhole = amount === whole.amount;
      const part = { shares: [], ...moneyOf(order, amount), action: 'refund_part' } as const;
      await applyRefund(tx, order, { ...(isWhole ? whole : part), reason: reference }, now);
      const hasItemsLeft = !isWhole && items.some((item) => item.refunded_quantity < item.quantity);
      return hasItemsLeft ? 'items_left' : 'nothing_left';
    },
  };
}
