import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { releaseReserved } from '../inventory/index.ts';
import { queueMail } from '../mail/index.ts';
import { closePayments } from '../payments/index.ts';
import { lockOrder, type OrderView, readOrder } from './load-order.ts';
import { endHolds } from './open-holds.ts';
import { moveOrder, stockLines } from './transition.ts';
import { emitGivenUp } from './webhooks.ts';

/**
 * Cancels a pending order: what it held can be bought again.
 *
 * @param origin who cancels it, for the audit; null where its buyer does
 * @param options.notifyBuyer mails the buyer, who did not cancel it
 * @throws ApiError `not_found`, `invalid_state` where it is not pending (a paid one is refunded)
 */
export async function cancelOrder(
  db: Db,
  organizerId: string,
  orderNumber: string,
  clock: Clock,
  origin: AuditOrigin | null,
  options: { notifyBuyer?: boolean } = {},
): Promise<OrderView> {
  return db.transaction().execute(async (tx) => {
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const now = timestamp(clock.now());
    await moveOrder(tx, order, 'cancel', { attendees: null, updated_at: now });
    await closePayments(tx, organizerId, [order.order_number], now);
    await endHolds(tx, organizerId, [order], items);
    await releaseReserved(tx, organizerId, stockLines(items));
    const cancelled = await readOrder(tx, organizerId, order.order_number);
    await emitGivenUp(tx, organizerId, 'order.cancelled', [cancelled], now);
    if (options.notifyBuyer)
      await queueMail(tx, { kind: 'cancelled', organizerId, orderNumber: order.order_number }, now);
    if (origin !== null) {
      const entry = { action: 'order.cancel', subject: order.order_number, details: {}, at: now } as const;
      await recordAudit(tx, organizerId, { ...origin, ...entry });
    }
    return cancelled;
  });
}
