import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type RefundableTicket = Pick<Tables['tickets'], 'id' | 'item_id' | 'status'>;

/** Lists the tickets of an order that are not refunded yet. Valid tickets come first. */
export function listRefundableTickets(tx: Db, organizerId: string, orderNumber: string): Promise<RefundableTicket[]> {
  return tx
    .selectFrom('tickets')
    .select(['id', 'item_id', 'status'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('refunded_at', 'is', null)
    .orderBy((eb) => eb.case().when('status', '=', 'valid').then(0).else(1).end())
    .orderBy('id', 'desc')
    .execute();
}
