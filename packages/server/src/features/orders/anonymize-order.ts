import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { removeReasons, setBuyerEmailOfEntitlements } from '../entitlements/index.ts';
import { deleteUnsentMails } from '../mail/index.ts';
import { listPaymentsOfOrder } from '../payments/index.ts';
import { deleteAnswers, forgetPerson } from '../questions/index.ts';
import { findTicketsByEmail, removeHolders } from '../tickets/index.ts';
import { emit, forgetResponses } from '../webhooks/index.ts';
import { lockOrder, type OrderRow, readOrder } from './load-order.ts';
import { removedBuyerEmail } from './remove-abandoned.ts';
import { indexOrders } from './search-index.ts';
import { nextLinkVersion, updateOrder } from './transition.ts';
import { emitUpdated, orderWebhookEvent } from './webhooks.ts';

/**
 * What became of the personal data of an order: it was removed now, or earlier. Or it stays for now, because the order is `pending` or
 * has an open payment (`payment_open`), and its buyer gets tickets or money back.
 */
export type Anonymization = 'removed' | 'was_removed' | 'pending' | 'payment_open';

/**
 * Removes the personal data of an order: its buyer, the holders of its tickets with their answers, the words by which a search finds them,
 * its mails that are not sent yet, free texts of members, and what receivers have answered to its webhooks. Its links become invalid.
 * Its number, amounts, payments and refunds stay, and so do the QR codes of its tickets: they can still be scanned. `order.anonymized` is
 * emitted. Repeating this changes nothing.
 *
 * @param tx a transaction. It locks the order, so it waits for a payment, a refund or a correction in progress, which wait for it
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function anonymizeOrder(tx: Db, scope: RequestScope, orderNumber: string): Promise<Anonymization> {
  const { organizerId } = scope;
  const { order } = await lockOrder(tx, organizerId, orderNumber);
  if (order.anonymized_at !== null) return 'was_removed';
  const kept = await reasonToKeep(tx, order);
  if (kept !== null) return kept;
  const now = timestamp(scope.clock.now());
  const buyer = {
    buyer_email: removedBuyerEmail,
    buyer_name: null,
    buyer_phone: null,
    attendees: null,
    language: null,
  };
  await updateOrder(tx, order, { ...buyer, anonymized_at: now, link_version: nextLinkVersion }, now);
  await deleteAnswers(tx, organizerId, [orderNumber]);
  await removeHolders(tx, organizerId, orderNumber, now);
  await indexOrders(tx, organizerId, [orderNumber]);
  await setBuyerEmailOfEntitlements(tx, organizerId, orderNumber, removedBuyerEmail, now);
  await removeReasons(tx, organizerId, orderNumber);
  await deleteUnsentMails(tx, organizerId, orderNumber);
  await forgetResponses(tx, organizerId, orderNumber);
  const anonymized = orderWebhookEvent('order.anonymized', await readOrder(tx, organizerId, orderNumber));
  await emit(tx, organizerId, [anonymized], now);
  await recordAudit(tx, scope, { action: 'order.anonymize', subject: orderNumber, details: {}, at: now });
  return 'removed';
}

async function reasonToKeep(
  tx: Db,
  { organizer_id: organizerId, order_number: orderNumber, status }: OrderRow,
): Promise<'pending' | 'payment_open' | null> {
  if (status === 'pending') return 'pending';
  const payments = await listPaymentsOfOrder(tx, organizerId, orderNumber);
  return payments.some((payment) => payment.status === 'open' || payment.status === 'closing') ? 'payment_open' : null;
}

/** What became of the personal data of a person in the order of another buyer, and of which tickets it was removed. */
export interface PersonRemoval {
  readonly outcome: Anonymization;
  readonly ticketIds: readonly string[];
}

/**
 * Removes the personal data of a person from the order of another buyer: the holders who have given the e-mail address, with their answers,
 * the words by which a search finds them, free texts of members about their add-ons, and what receivers have answered to webhooks about the
 * order. Of the buyer, only answers that are the address are removed. The buyer, the other holders and the QR codes stay.
 * `order.updated` and `ticket.updated` are emitted. Repeating this changes nothing.
 *
 * @param tx a transaction. It locks the order
 * @param form of the address, as `emailForm` returns it
 * @throws ApiError `order_not_found` if the organizer has no such order
 */
export async function removePersonFromOrder(
  tx: Db,
  scope: RequestScope,
  orderNumber: string,
  form: string,
): Promise<PersonRemoval> {
  const { organizerId } = scope;
  const { order } = await lockOrder(tx, organizerId, orderNumber);
  const kept = await reasonToKeep(tx, order);
  if (kept !== null) return { outcome: kept, ticketIds: [] };
  const now = timestamp(scope.clock.now());
  const imported = (await findTicketsByEmail(tx, organizerId, form, orderNumber)).map(({ ticketId }) => ticketId);
  const answered = await forgetPerson(tx, organizerId, orderNumber, { form, ticketIds: imported }, now);
  if (!answered.isBuyerChanged && answered.ticketIds.length === 0 && imported.length === 0)
    return { outcome: 'was_removed', ticketIds: [] };
  const ticketIds = [...new Set([...imported, ...answered.ticketIds.filter((id) => id !== null)])];
  await removeHolders(tx, organizerId, orderNumber, now, ticketIds);
  // An order that is neither pending nor being paid issues no tickets to these holders.
  await updateOrder(tx, order, { attendees: null }, now);
  await indexOrders(tx, organizerId, [orderNumber]);
  await removeReasons(tx, organizerId, orderNumber, ticketIds);
  await forgetResponses(tx, organizerId, orderNumber);
  const fields = answered.isBuyerChanged ? (['buyer.answers'] as const) : [];
  await emitUpdated(tx, order, { fields, ticketFields: ['holderName', 'answers'], ticketIds }, now);
  const details = { tickets: ticketIds.length };
  await recordAudit(tx, scope, { action: 'order.erase_person', subject: orderNumber, details, at: now });
  return { outcome: 'removed', ticketIds };
}

/**
 * The numbers of all orders of a buyer that have their personal data: first those that can be erased now, oldest first, then pending ones.
 *
 * @param email as `emailForm` returns it
 */
export async function listNumbersOfBuyer(db: Db, organizerId: string, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('order_number')
    .where('organizer_id', '=', organizerId)
    .where(sql`coalesce(buyer_email_form, lower(buyer_email))`, '=', email)
    .where('anonymized_at', 'is', null)
    .where('buyer_removed_at', 'is', null)
    .orderBy(sql`case status when 'pending' then 1 else 0 end`)
    .orderBy('created_at')
    .orderBy('order_number')
    .execute();
  return rows.map((row) => row.order_number);
}

// Must be equal to the condition of the index `orders_to_anonymize`.
const isToAnonymize = sql<boolean>`o.anonymized_at is null and o.status <> 'pending'`;

/** An event that has ended, and its orders with personal data. */
export interface EventToAnonymize {
  readonly id: string;
  readonly name: string;
  readonly endedAt: string;
  readonly orders: number;
  readonly tickets: number;
}

/** The events that ended at or before a time and have orders with personal data, the first ended first. Pending orders are not counted. */
export async function listEventsToAnonymize(db: Db, organizerId: string, endedBy: string): Promise<EventToAnonymize[]> {
  const { rows } = await sql<EventToAnonymize>`
    select e.id, e.name, coalesce(e.ends_at, e.starts_at) as "endedAt", c.orders, c.tickets
    from events as e
    join (select o.event_id, cast(count(*) as integer) as orders, cast(sum(o.ticket_count) as integer) as tickets from orders as o
      where o.organizer_id = ${organizerId} and ${isToAnonymize} group by o.event_id) as c on c.event_id = e.id
    where e.organizer_id = ${organizerId} and coalesce(e.ends_at, e.starts_at) <= ${endedBy}
    order by coalesce(e.ends_at, e.starts_at), e.id`.execute(db);
  return rows;
}

/** The ids of the events that ended at or before a time and have orders with personal data. One look-up in an index for each event. */
export async function listEventIdsToAnonymize(db: Db, organizerId: string, endedBy: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select e.id from events as e
    where e.organizer_id = ${organizerId} and coalesce(e.ends_at, e.starts_at) <= ${endedBy}
      and exists (select 1 from orders as o where o.organizer_id = ${organizerId} and o.event_id = e.id and ${isToAnonymize})
    order by coalesce(e.ends_at, e.starts_at), e.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The numbers of the next orders of an event with personal data, in the order of their numbers. */
export async function listOrdersToAnonymize(
  db: Db,
  organizerId: string,
  eventId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ order_number: string }>`select o.order_number from orders as o
    where o.organizer_id = ${organizerId} and o.event_id = ${eventId} and ${isToAnonymize} and o.order_number > ${after}
    order by o.order_number limit ${limit}`.execute(db);
  return rows.map((row) => row.order_number);
}
