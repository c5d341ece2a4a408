import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { replaceQrCodes } from '../tickets/index.ts';
import { lockOrder } from './load-order.ts';
import { nextLinkVersion } from './transition.ts';
import { emitUpdated } from './webhooks.ts';

/**
 * Invalidates all links to an order, with the tokens in them and the `reservationToken` of its buyer. Mails that are sent later have a
 * new link. The buyer can still open the order with a code that is sent to the e-mail address of the order. New QR codes emit
 * `order.updated` and `ticket.updated`.
 *
 * @param options.replaceQrCodes whether its valid tickets also get new QR codes. `updatedAt` of the order then changes.
 * @returns the number of tickets with a new QR code
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function invalidateLinks(
  db: Db,
  scope: RequestScope,
  number: string,
  options: { readonly replaceQrCodes: boolean },
): Promise<{ orderNumber: string; replacedQrCodes: number }> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const { order } = await lockOrder(tx, organizerId, number);
    const { order_number: orderNumber } = order;
    const now = timestamp(scope.clock.now());
    const ticketIds = options.replaceQrCodes ? await replaceQrCodes(tx, organizerId, orderNumber, now) : [];
    await tx
      .updateTable('orders')
      .set({ link_version: nextLinkVersion, ...(ticketIds.length === 0 ? {} : { updated_at: latestUpdateTime(now) }) })
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', orderNumber)
      .execute();
    await emitUpdated(tx, order, { ticketFields: ['qrValue'], ticketIds }, now);
    await recordAudit(tx, scope, {
      action: 'order.invalidate_links',
      subject: orderNumber,
      details: { tickets: ticketIds.length },
      at: now,
    });
    return { orderNumber, replacedQrCodes: ticketIds.length };
  });
}
