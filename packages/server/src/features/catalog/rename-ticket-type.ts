import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { OfferIds } from './offer-kinds.ts';

/**
 * Moves `updated_at` of the tickets of a ticket type that gets a new name, and of their orders, because they show it. To avoid deadlocks,
 * call this before the ticket type is locked: all transactions lock orders before tickets, and both before ticket types. Tickets that
 * are issued in the meantime are as new as the change.
 *
 * @param newName nothing is changed if the ticket type has this name already
 * @param now RFC 3339
 */
export async function touchTicketsOfRenamedType(
  tx: Db,
  organizerId: string,
  { eventId, offerId }: OfferIds,
  newName: string,
  now: string,
): Promise<void> {
  const { forNoKeyUpdate, isOneOf } = dialectOf(tx);
  const isOfType = sql`k.organizer_id = ${organizerId} and k.event_id = ${eventId} and k.ticket_type_id = ${offerId}`;
  const { rows } = await sql<{ order_number: string }>`
    select order_number from orders where organizer_id = ${organizerId}
      and order_number in (select k.order_number from tickets as k where ${isOfType})
      and not exists (select 1 from ticket_types as y
        where y.organizer_id = ${organizerId} and y.id = ${offerId} and y.name = ${newName})
    order by order_number ${forNoKeyUpdate}`.execute(tx);
  const numbers = rows.map((row) => row.order_number);
  if (numbers.length === 0) return;
  await sql`update tickets as k set updated_at = ${now}
    where ${isOfType} and ${isOneOf(sql.ref('k.order_number'), numbers)} and k.updated_at < ${now}`.execute(tx);
  await sql`update orders set updated_at = ${now}
    where organizer_id = ${organizerId} and ${isOneOf(sql.ref('order_number'), numbers)} and updated_at < ${now}`.execute(
    tx,
  );
}
