import { emailForm } from '#shared/email-form';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { assertIfMatch, type IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { setBuyerEmailOfEntitlements } from '../entitlements/index.ts';
import { assertDeliverableEmail } from '../otp/index.ts';
import { type HolderCorrection, replaceQrCodes, setHolder, touchTickets } from '../tickets/index.ts';
import { lockOrder, type OrderRow, orderVersion } from './load-order.ts';
import { indexOrders } from './search-index.ts';
import { nextLinkVersion } from './transition.ts';

/** The corrected values of a buyer. A missing value is not changed. */
interface BuyerCorrection {
  readonly email?: string;
  readonly name?: string | null;
  readonly phone?: string | null;
}

/**
 * Corrects the buyer of an order. If the e-mail address becomes that of another mailbox, all links to the order become invalid: after
 * this, only the owner of the new e-mail address can read the order. `updatedAt` of the order and of its tickets changes, and of its
 * add-ons if the e-mail address changes. No webhook event and no mail is sent.
 *
 * @param options.replaceQrCodes whether the valid tickets of the order get new QR codes
 * @throws ApiError `not_found`; `invalid_request` if no mail can be sent to the e-mail address; `invalid_state` if the buyer was
 *   removed; `resource_changed` if the order is not in a version of `ifMatch`
 */
export async function correctBuyer(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  { email, name, phone }: BuyerCorrection,
  options: { readonly replaceQrCodes: boolean },
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  if (email !== undefined) assertDeliverableEmail('email', email);
  await db.transaction().execute(async (tx) => {
    const { order } = await lockOrder(tx, organizerId, orderNumber);
    if (order.buyer_removed_at !== null) throw new ApiError('buyer_was_removed', { orderNumber: order.order_number });
    assertIsVersion(ifMatch, order);
    const now = timestamp(scope.clock.now());
    const isOtherMailbox = email !== undefined && emailForm(email) !== emailForm(order.buyer_email);
    const tickets = options.replaceQrCodes ? await replaceQrCodes(tx, organizerId, order.order_number, now) : 0;
    await tx
      .updateTable('orders')
      .set({
        ...(email === undefined ? {} : { buyer_email: email }),
        ...(isOtherMailbox ? { link_version: nextLinkVersion } : {}),
        ...(name === undefined ? {} : { buyer_name: name }),
        ...(phone === undefined ? {} : { buyer_phone: phone }),
        updated_at: nextUpdateTime(order, now),
      })
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', order.order_number)
      .execute();
    await indexOrders(tx, organizerId, [order.order_number]);
    await touchTickets(tx, organizerId, order.order_number, now);
    if (email !== undefined) await setBuyerEmailOfEntitlements(tx, organizerId, order.order_number, email, now);
    const fields = correctedFields({ email, name, phone });
    const details = { fields, ...(options.replaceQrCodes ? { tickets } : {}) };
    await recordAudit(tx, scope, { action: 'order.correct_buyer', subject: order.order_number, details, at: now });
  });
}

/**
 * Corrects the holder of a ticket. `updatedAt` of the ticket and of its order changes. No webhook event and no mail is sent.
 *
 * @throws ApiError `not_found` if the organizer has no such order, or the order has no such ticket; `resource_changed` if the order is
 *   not in a version of `ifMatch`
 */
export async function correctHolder(
  db: Db,
  scope: RequestScope,
  { orderNumber, ticketId }: { orderNumber: string; ticketId: string },
  correction: HolderCorrection,
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  await db.transaction().execute(async (tx) => {
    const { order } = await lockOrder(tx, organizerId, orderNumber);
    const now = timestamp(scope.clock.now());
    const key = { orderNumber: order.order_number, ticketId };
    if (!(await setHolder(tx, organizerId, key, correction, now))) {
      throw new ApiError('ticket_not_found', { ticketId: ticketId.slice(0, 100) });
    }
    assertIsVersion(ifMatch, order);
    await tx
      .updateTable('orders')
      .set({ updated_at: nextUpdateTime(order, now) })
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', order.order_number)
      .execute();
    await indexOrders(tx, organizerId, [order.order_number]);
    const details = { orderNumber: order.order_number, fields: correctedFields(correction) };
    await recordAudit(tx, scope, { action: 'ticket.correct_holder', subject: ticketId, details, at: now });
  });
}

function assertIsVersion(ifMatch: IfMatch | null, order: OrderRow): void {
  const current = orderVersion(order);
  assertIfMatch(ifMatch, ({ id, version }) => id === current.id && version === current.version);
}

/** A time after the last update of an order, so that the order has a new version. */
export function nextUpdateTime(order: OrderRow, now: string): string {
  return timestamp(Math.max(Date.parse(now), orderVersion(order).version + 1));
}

function correctedFields(correction: object): string[] {
  return Object.entries(correction).flatMap(([field, value]) => (value === undefined ? [] : [field]));
}
