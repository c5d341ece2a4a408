import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { OfferIds } from './offer-kinds.ts';

/** The condition for the tickets `k` of a ticket type. */
const isOfType = (organizerId: string, { eventId, offerId }: OfferIds) =>
  sql`k.organizer_id = ${organizerId} and k.event_id = ${eventId} and k.ticket_type_id = ${offerId}`;

/** The condition for the orders with tickets of a ticket type. */
const hasTicketOfType = (organizerId: string, ids: OfferIds) =>
  sql`organizer_id = ${organizerId}
    and order_number in (select k.order_number from tickets as k where ${isOfType(organizerId, ids)})`;

/**
 * Locks the orders that show the name of a ticket type in their tickets, unless it has this name already. To avoid deadlocks, all
 * transactions lock orders before their tickets and before ticket types.
 */
export async function lockOrdersBeforeRename(
  tx: Db,
  organizerId: string,
  ids: OfferIds,
  newName: string | null | undefined,
): Promise<void> {
  if (!newName) return;
  await sql`
    select order_number from orders where ${hasTicketOfType(organizerId, ids)} and not exists (
      select 1 from ticket_types as y
      where y.organizer_id = ${organizerId} and y.id = ${ids.offerId} and y.name = ${newName})
    order by order_number ${dialectOf(tx).forNoKeyUpdate}`.execute(tx);
}

/** Moves `updated_at` of the tickets of a renamed ticket type and of their orders, because they show its name. */
export async function touchTicketsOfType(tx: Db, organizerId: string, ids: OfferIds, now: string): Promise<void> {
  await sql`update tickets as k set updated_at = ${now}
    where ${isOfType(organizerId, ids)} and k.updated_at < ${now}`.execute(tx);
  await sql`update orders set updated_at = ${now}
    where ${hasTicketOfType(organizerId, ids)} and updated_at < ${now}`.execute(tx);
}
