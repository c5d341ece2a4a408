import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { endTicketQuestion } from '../payments/index.ts';
import { applyRefund } from './apply-refund.ts';
import { lockOrder } from './load-order.ts';
import { queueOrderMail } from './queue-order-mail.ts';
import { planRefund, type RefundSelection } from './refund-plan.ts';

/**
 * Voids the tickets and add-ons for which the payment provider has already refunded an amount. No money moves.
 *
 * @param refundId a refund that was made at the provider, and that asks which tickets it voids
 * @param selection the tickets and add-ons; empty if all remain valid
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `refund_not_found` if no refund of the order with this id asks for tickets
 * @throws the errors of `planRefund`
 */
export async function voidWithoutMoney(
  db: Db,
  scope: RequestScope,
  { orderNumber, refundId }: { orderNumber: string; refundId: string },
  selection: readonly RefundSelection[],
): Promise<void> {
  const { organizerId } = scope;
  await db.transaction().execute(async (tx) => {
    const now = timestamp(scope.clock.now());
    const locked = await lockOrder(tx, organizerId, orderNumber);
    const { order } = locked;
    const isAsking = await endTicketQuestion(tx, organizerId, { orderNumber: order.order_number, refundId, now });
    if (!isAsking) throw new ApiError('refund_not_found', { refundId });
    // A plan without a selection would contain everything.
    const shares = selection.length === 0 ? [] : (await planRefund(tx, locked, selection)).shares;
    if (shares.length > 0) {
      const voided = { shares, amount: 0, tax: 0, action: 'refund_part', reason: null } as const;
      await applyRefund(tx, order, voided, async () => {}, now);
      const money = { amount: 0, currency: order.currency };
      await queueOrderMail(tx, order, { kind: 'refunded', money }, now);
    }
    await recordAudit(tx, scope, {
      action: 'order.refund',
      subject: order.order_number,
      details: {
        amount: 0,
        currency: order.currency,
        byProvider: 0,
        items: shares.map(({ item, quantity }) => `${item.id}:${quantity}`),
      },
      at: now,
    });
  });
}
