import type { Db } from '../../platform/database/dialect.ts';
import { applyRefund } from './apply-refund.ts';
import type { LockedOrder, OrderRow } from './load-order.ts';
import { moneyOf, planRefund } from './refund-plan.ts';
import { statesBefore } from './states.ts';

/** The paid amount of an order that is not refunded, minor units; 0 if nothing was paid. */
export function refundableAmount({ status, total, refunded_total }: OrderRow): number {
  return statesBefore('refund_rest').includes(status) ? total - refunded_total : 0;
}

/**
 * Records a refund that was not requested here. If it is the rest of the order, all its tickets and add-ons become void; otherwise
 * none, because the refund does not say whose.
 *
 * @param refund.amount minor units, at most `refundableAmount`
 * @param refund.reference the provider's id of the refund, for the ledger
 * @returns the id of the refund, and whether the order has items left, so that the organizer must say which become void
 */
export async function applyOutsideRefund(
  tx: Db,
  lockedOrder: LockedOrder,
  { amount, reference }: { amount: number; reference: string },
  now: string,
): Promise<{ refundId: string; hasItemsLeft: boolean }> {
  const { order, items } = lockedOrder;
  const whole = await planRefund(tx, lockedOrder, []);
  const isWhole = amount === whole.amount;
  const part = { shares: [], ...moneyOf(order, amount), action: 'refund_part' } as const;
  const { refundId } = await applyRefund(tx, order, { ...(isWhole ? whole : part), reason: reference }, now);
  const hasItemsLeft = !isWhole && items.some((item) => item.refunded_quantity < item.quantity);
  return { refundId, hasItemsLeft };
}
