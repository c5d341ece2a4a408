import type { Db } from '../../platform/database/dialect.ts';
import { type NewMail, queueMail } from '../mail/index.ts';
import type { OrderRow } from './load-order.ts';

/**
 * Queues an e-mail to the buyer of an order, in the transaction that changes the order. Nothing is queued if the order has no e-mail
 * address.
 *
 * @param now RFC 3339
 */
export async function queueOrderMail(
  tx: Db,
  { organizer_id: organizerId, order_number: orderNumber, buyer_email }: OrderRow,
  mail: Omit<NewMail, 'organizerId' | 'orderNumber'>,
  now: string,
): Promise<void> {
  if (buyer_email !== '') await queueMail(tx, { ...mail, organizerId, orderNumber }, now);
}
