import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { OrganizerTime, Origin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { releaseReserved } from '../inventory/index.ts';
import { closePayments } from '../payments/index.ts';
import { lockOrder, type OrderView, readOrder } from './load-order.ts';
import { releaseHolds } from './open-holds.ts';
import { queueOrderMail } from './queue-order-mail.ts';
import { changeOrderState, nextLinkVersion, stockLines } from './transition.ts';
import { emitClosedOrders } from './webhooks.ts';

/**
 * Cancels a pending order and releases its stock. If the organizer cancels it, all links to the order become invalid.
 *
 * @param origin the actor and the request, for the audit log; null if the buyer cancels the order
 * @param options.notifyBuyer whether to send an e-mail to the buyer
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `order_state_forbids_action` if the order is not pending
 */
export async function cancelOrder(
  db: Db,
  { organizerId, clock, origin }: OrganizerTime & { readonly origin: Origin | null },
  orderNumber: string,
  options: { notifyBuyer?: boolean } = {},
): Promise<OrderView> {
  return inTransaction(db, async (tx) => {
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const now = timestamp(clock.now());
    // A buyer who cancels the order can read it afterwards with the same link.
    const links = origin === null ? {} : { link_version: nextLinkVersion };
    await changeOrderState(tx, order, 'cancel', { ...links, attendees: null }, now);
    await closePayments(tx, organizerId, [order.order_number], now);
    await releaseHolds(tx, organizerId, [order], items);
    await releaseReserved(tx, organizerId, stockLines(items));
    const cancelledOrder = await readOrder(tx, organizerId, order.order_number);
    await emitClosedOrders(tx, organizerId, 'order.cancelled', [cancelledOrder], now);
    if (options.notifyBuyer) await queueOrderMail(tx, order, { kind: 'cancelled' }, now);
    if (origin !== null) {
      const entry = { action: 'order.cancel', subject: order.order_number, details: {}, at: now } as const;
      await recordAudit(tx, { organizerId, origin }, entry);
    }
    return cancelledOrder;
  });
}
