import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrderStatus } from './states.ts';

/** An order of a buyer, without its content. */
export interface OrderOfBuyer {
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly createdAt: string;
  readonly ticketCount: number;
  readonly total: number;
  readonly currency: string;
  /** The version of the link to the order. */
  readonly linkVersion: number;
}

/**
 * The orders of a buyer for an event, newest first, without those that were cancelled or have expired.
 *
 * @param query.email as `emailForm` returns it
 */
export async function listOrdersOfBuyer(
  db: Db,
  organizerId: string,
  { eventId, email, limit }: { readonly eventId: string; readonly email: string; readonly limit: number },
): Promise<OrderOfBuyer[]> {
  return db
    .selectFrom('orders')
    .select([
      'order_number as orderNumber',
      'status',
      'created_at as createdAt',
      'ticket_count as ticketCount',
      'total',
      'currency',
      'link_version as linkVersion',
    ])
    .where('organizer_id', '=', organizerId)
    .where(sql`coalesce(buyer_email_form, lower(buyer_email))`, '=', email)
    .where('event_id', '=', eventId)
    .where('status', 'not in', ['cancelled', 'expired'])
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(limit)
    .execute();
}
