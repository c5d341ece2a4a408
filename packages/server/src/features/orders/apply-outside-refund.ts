import type { Db } from '../../platform/database/dialect.ts';
import { insertRefund, type PaymentRow } from '../payments/index.ts';
import { applyRefund } from './apply-refund.ts';
import type { LockedOrder, OrderRow } from './load-order.ts';
import { moneyOf, planRefund } from './refund-plan.ts';
import { statesBefore } from './states.ts';

/** The paid amount of an order that is not refunded, minor units; 0 if nothing was paid. */
export function refundableAmount({ status, total, refunded_total }: OrderRow): number {
  return statesBefore('refund_rest').includes(status) ? total - refunded_total : 0;
}

/**
 * Records a refund of a payment that was not requested here. If it is the rest of the order, all its tickets and add-ons become void;
 * otherwise none, because the refund does not say whose: the organizer is asked if the order has items left.
 *
 * @param refund.amount minor units, at most `refundableAmount`
 * @param refund.reference the provider's id of the refund
 */
export async function applyOutsideRefund(
  tx: Db,
  lockedOrder: LockedOrder,
  payment: PaymentRow,
  { amount, reference, origin }: { amount: number; reference: string; origin: 'provider' | 'dispute' },
  now: string,
): Promise<void> {
  const { order, items } = lockedOrder;
  const whole = await planRefund(tx, lockedOrder, []);
  const isWhole = amount === whole.amount;
  const part = { shares: [], ...moneyOf(order, amount), action: 'refund_part' } as const;
  const asks_tickets = !isWhole && items.some((item) => item.refunded_quantity < item.quantity) ? 1 : 0;
  const refund = { amount, currency: payment.currency, reference, origin, asks_tickets };
  const done = { status: 'succeeded', next_attempt_at: null } as const;
  const payBack = (refundId: string) => insertRefund(tx, payment, { ...refund, ...done, entry_id: refundId }, now);
  await applyRefund(tx, order, { ...(isWhole ? whole : part), reason: reference }, payBack, now);
}
