import { sql } from 'kysely';
import { emailForm } from '#shared/email-form';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';

/** Sets the e-mail address by which the entitlements of an order are found. */
export async function setBuyerEmailOfEntitlements(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  email: string,
  now: string,
): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set({
      buyer_email: emailForm(email),
      updated_at: latestUpdateTime(now),
    })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
}

/** Corrects the form of the e-mail address by which the entitlements of an order are found, if another version of the service has set it. */
export async function setEmailFormOfEntitlements(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  form: string,
): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set({ buyer_email: form })
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('buyer_email', '<>', form)
    .execute();
}

/**
 * Removes what members have written about the consumptions and returns of an order.
 *
 * @param ticketIds only about the add-ons of these tickets
 */
export async function removeReasons(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  ticketIds?: readonly string[],
): Promise<void> {
  const ofTickets = ticketIds && sql`and ${dialectOf(tx).isOneOf(sql.ref('n.ticket_id'), ticketIds)}`;
  const ofOrder = sql`organizer_id = ${organizerId} and entitlement_id in (
    select n.id from entitlements as n where n.organizer_id = ${organizerId} and n.order_number = ${orderNumber} ${ofTickets ?? sql``})`;
  await sql`update consumptions set reason = null where reason is not null and ${ofOrder}`.execute(tx);
  await sql`update unit_returns set reason = '' where reason <> '' and ${ofOrder}`.execute(tx);
}

/** The remaining units of each item of an order that has an entitlement. */
export async function readRemainingUnits(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['item_id', sql<number>`units_total - units_voided - units_consumed`.as('remaining')])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.remaining]));
}

/** The ticket of the holder of each add-on of an order that belongs to one, by the id of its item. */
export async function readItemsOfTickets(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['item_id', 'ticket_id'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('ticket_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.ticket_id!]));
}

/** The ids of the add-ons of the ticket holders of an order, by ticket. */
export async function readAddonIdsByTicket(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<ReadonlyMap<string | null, string[]>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['ticket_id', 'addon_id'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('ticket_id', 'is not', null)
    .execute();
  const byTicket = Map.groupBy(rows, (row) => row.ticket_id);
  return new Map([...byTicket].map(([ticketId, ofTicket]) => [ticketId, ofTicket.map((row) => row.addon_id)]));
}
