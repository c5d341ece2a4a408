import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { releaseHeld } from '../events/index.ts';
import { queueMail } from '../mail/index.ts';
import { closePayments } from '../payments/index.ts';
import { lockOrder, type OrderView, readOrder } from './load-order.ts';
import { moveOrder, stockLines } from './transition.ts';
import { emitGivenUp } from './webhooks.ts';

/**
 * A pending order is given up: what it held can be bought again.
 *
 * @param options.notifyBuyer the buyer, who has not given it up, is told
 * @throws ApiError `not_found`, `invalid_state` where it is not pending (a paid one is refunded)
 */
export async function cancelOrder(
  db: Db,
  organizerId: string,
  orderNumber: string,
  clock: Clock,
  options: { notifyBuyer?: boolean } = {},
): Promise<OrderView> {
  return db.transaction().execute(async (tx) => {
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const now = timestamp(clock.now());
    await moveOrder(tx, order, 'cancel', { attendees: null, updated_at: now });
    await closePayments(tx, organizerId, [order.order_number], now);
    await releaseHeld(tx, organizerId, stockLines(items));
    const cancelled = await readOrder(tx, organizerId, order.order_number);
    await emitGivenUp(tx, organizerId, 'order.cancelled', [cancelled], now);
    if (options.notifyBuyer)
      await queueMail(tx, { kind: 'cancelled', organizerId, orderNumber: order.order_number }, now);
    return cancelled;
  });
}
