import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { changedExternalColumns, externalFieldErrors, writeExternalId } from '../../platform/external-fields.ts';
import { assertVersion, type IfMatch, versionOf } from '../../platform/http/entity-tags.ts';
import type { Static } from '../../platform/http/schema.ts';
import { requireNoErrors, type UncheckedBody } from '../../platform/http/unchecked-body.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findTicketToChange } from '../tickets/index.ts';
import { assertOrderVersion, changeAnswersOf, holderColumns, updateTicket } from './correct-order.ts';
import { lockOrder, type OrderRow } from './load-order.ts';
import type { orderPatch, ticketPatch } from './schema.changes.ts';
import { updateOrder } from './transition.ts';
import { changedOrderFields, emitUpdated } from './webhooks.ts';

/**
 * Changes the answers of the buyer of an order, and what the programs of an organizer store with it. `updatedAt` changes, and `order.updated` is emitted.
 *
 * @throws ApiError `order_not_found`; `invalid_fields`; `external_id_taken` if another order has the `externalId`;
 *   `resource_changed` if the order is not in a version of `ifMatch`
 */
export async function changeOrder(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  body: UncheckedBody<Static<typeof orderPatch>>,
  ifMatch: IfMatch | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, scope.organizerId, orderNumber);
    const { order } = locked;
    const patch = requireNoErrors(body, externalFieldErrors(body.input, order));
    assertOrderVersion(ifMatch, order);
    const columns: Partial<OrderRow> = changedExternalColumns(patch, order);
    const now = timestamp(scope.clock.now());
    const buyer = { path: 'buyer.answers', answers: patch.buyer?.answers };
    const { isBuyerAnswered } = await changeAnswersOf(tx, locked, { buyer }, {}, now);
    if (Object.keys(columns).length === 0 && !isBuyerAnswered) return;
    // Imported orders have an `externalId` already, so this order was placed here.
    const wasPlaced = columns.external_id ? { was_placed: 1 } : {};
    await writeExternalId(tx, columns.external_id, () => updateOrder(tx, order, { ...columns, ...wasPlaced }, now));
    const changed = [...changedOrderFields(order, columns), ...(isBuyerAnswered ? (['buyer.answers'] as const) : [])];
    await emitUpdated(tx, order, { fields: changed }, now);
    const details = { fields: Object.keys(patch) };
    await recordAudit(tx, scope, { action: 'order.update', subject: order.order_number, details, at: now });
  });
}

/**
 * Changes the holder of a ticket with the answers, and what the programs of an organizer store with it. `updatedAt` of the ticket and of its order
 * changes, and `order.updated` and `ticket.updated` are emitted. No mail is sent.
 *
 * @throws ApiError `ticket_not_found`; `invalid_fields`; `external_id_taken` if another ticket has the `externalId`;
 *   `resource_changed` if the ticket is not in a version of `ifMatch`
 */
export async function changeTicket(
  db: Db,
  scope: RequestScope,
  ticketId: string,
  body: UncheckedBody<Static<typeof ticketPatch>>,
  ifMatch: IfMatch | null,
): Promise<void> {
  const { organizerId } = scope;
  await db.transaction().execute(async (tx) => {
    const found = await findTicketToChange(tx, organizerId, ticketId);
    if (found === null) throw new ApiError('ticket_not_found', { ticketId: ticketId.slice(0, 100) });
    const locked = await lockOrder(tx, organizerId, found.orderNumber);
    const { order } = locked;
    // Read again: only transactions with the lock of the order change these fields.
    const stored = (await findTicketToChange(tx, organizerId, ticketId)) ?? found;
    const patch = requireNoErrors(body, externalFieldErrors(body.input, stored));
    assertVersion(ifMatch, versionOf(ticketId, stored.updatedAt));
    const columns = { ...changedExternalColumns(patch, stored), ...holderColumns(patch, stored) };
    const now = timestamp(scope.clock.now());
    const holder = { ticket: stored, path: 'answers', answers: patch.answers };
    const isAnswered = (await changeAnswersOf(tx, locked, { holders: [holder] }, {}, now)).ticketIds.length > 0;
    if (Object.keys(columns).length === 0 && !isAnswered) return;
    await writeExternalId(tx, columns.external_id, () => updateTicket(tx, order, stored, columns, { isAnswered }, now));
    const details = { orderNumber: order.order_number, fields: Object.keys(patch) };
    await recordAudit(tx, scope, { action: 'ticket.update', subject: ticketId, details, at: now });
  });
}
