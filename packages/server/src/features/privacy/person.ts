import { emailForm } from '#shared/email-form';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { isInvitedEmail, isMemberEmail } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { getEventRow } from '../catalog/index.ts';
import { listScansOfTickets } from '../gate/index.ts';
import {
  findOrder,
  listNumbersOfBuyer,
  type OrderWithPersonalData,
  readOrderForMembers,
  readTimeline,
} from '../orders/index.ts';
import type { PersonWithEmail } from '../questions/index.ts';
import { findInOtherOrders } from './other-orders.ts';
import { type OrganizerWithScope, organizerFields } from './scopes.ts';

/**
 * All that is known of an e-mail address, as JSON: its orders with their buyers, ticket holders, add-ons, payments, mails, webhooks, scans
 * and changes, the tickets and answers of persons in orders of other buyers who gave this address, and whether it belongs to a member. The
 * reads are recorded in the audit log before the data is returned, without the address.
 *
 * @param organizers the organizers whose data is read
 * @param options.ordersMax how many orders of each organizer are read at most; by default all
 * @throws ApiError `audit_unavailable` if a read cannot be recorded
 */
export async function readPerson(
  db: Db,
  organizers: readonly OrganizerWithScope[],
  email: string,
  { ordersMax = Number.POSITIVE_INFINITY }: { readonly ordersMax?: number } = {},
): Promise<string> {
  const parts: string[] = [];
  for (const organizer of organizers) {
    const { scope } = organizer;
    const orders: string[] = [];
    const numbers = await listNumbersOfBuyer(db, scope.organizerId, emailForm(email));
    for (const orderNumber of numbers.slice(0, ordersMax)) {
      const order = await readPersonOrder(db, scope, orderNumber);
      if (order !== null) orders.push(order);
    }
    const others = await findInOtherOrders(db, scope.organizerId, email, numbers);
    const othersMax = Math.max(0, ordersMax - numbers.length);
    const otherOrders: string[] = [];
    for (const other of others.slice(0, othersMax)) otherOrders.push(await readOtherOrder(db, scope, other));
    const details = { orders: orders.length + otherOrders.length };
    const subject = scope.organizerId;
    await recordAudit(db, scope, { action: 'person.read', subject, details, at: timestamp(scope.clock.now()) });
    const membership = await readMembership(db, scope.organizerId, email);
    const isEmpty = details.orders === 0 && !membership.isMember && !membership.isInvited;
    if (isEmpty && organizers.length > 1) continue;
    const ordersLeft = Math.max(0, numbers.length + others.length - ordersMax);
    parts.push(
      jsonObject({
        ...organizerFields(organizer),
        ...membership,
        ordersLeft,
        orders: JsonText.list(orders),
        otherOrders: JsonText.list(otherOrders),
      }),
    );
  }
  return jsonObject({ email, organizers: JsonText.list(parts) });
}

/** Whether an e-mail address belongs to a member of an organizer, or to somebody who is invited. */
export async function readMembership(
  db: Db,
  organizerId: string,
  email: string,
): Promise<{ readonly isMember: boolean; readonly isInvited: boolean }> {
  return {
    isMember: await isMemberEmail(db, organizerId, email),
    isInvited: await isInvitedEmail(db, organizerId, email),
  };
}

async function readPersonOrder(db: Db, scope: RequestScope, orderNumber: string): Promise<string | null> {
  const { organizerId } = scope;
  const row = await findOrder(db, organizerId, orderNumber);
  const detail = await readOrderForMembers(db, scope, orderNumber, { canWrite: false });
  if (row === null || detail === null) return null;
  const { order } = JSON.parse(detail.json) as { order: OrderWithPersonalData };
  const ticketIds = order.tickets.map(({ id }) => id);
  return jsonObject({
    eventName: (await getEventRow(db, organizerId, row.event_id)).name,
    language: row.language,
    detail: new JsonText(detail.json),
    timeline: await readTimeline(db, organizerId, row),
    scans: ticketIds.length === 0 ? [] : await listScansOfTickets(db, organizerId, ticketIds),
  });
}

/** A person in an order of another buyer: the ticket, and what happened with it. */
async function readOtherOrder(
  db: Db,
  scope: RequestScope,
  { orderNumber, ticketId, answers }: PersonWithEmail,
): Promise<string> {
  const detail = ticketId === null ? null : await readOrderForMembers(db, scope, orderNumber, { canWrite: false });
  const { tickets } =
    detail === null ? { tickets: [] } : (JSON.parse(detail.json) as { order: OrderWithPersonalData }).order;
  return jsonObject({
    orderNumber,
    ticketId,
    answers,
    ticket: tickets.find(({ id }) => id === ticketId) ?? null,
    scans: ticketId === null ? [] : await listScansOfTickets(db, scope.organizerId, [ticketId]),
  });
}
