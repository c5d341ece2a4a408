import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { latestUpdateTime } from '../../platform/database/latest-update-time.ts';
import type { Static } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import {
  admitHolder,
  emitCheckInUndone,
  emitTicketUsed,
  lockTicket,
  moveOrderOf,
  type ScannedTicket,
} from './admission.ts';
import { readTicket } from './queries.ts';
import type { ticket } from './schema.ts';
import { ticketTransition } from './states.ts';

/** A ticket as in the API, without personal fields. */
export type TicketView = Static<typeof ticket>;

/**
 * Uses a valid ticket, which gives admission once. If there are concurrent requests, exactly one succeeds. The webhook event
 * `ticket.used` and the audit entry are inserted in the same transaction.
 *
 * @param idOrQrValue the id of the ticket, or the content of its QR code
 * @throws ApiError `ticket_not_found` or `scanned_ticket_not_found` if the organizer has no such ticket
 * @throws ApiError `ticket_already_used` if the ticket was already used
 * @throws ApiError `ticket_void` if the ticket is void
 */
export async function useTicket(db: Db, scope: RequestScope, idOrQrValue: string): Promise<TicketView> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const ticket = await lockOneTicket(tx, organizerId, idOrQrValue);
    const ticketId = ticket.id;
    const use = { organizerId, ticketId, scanId: null, usedAt: now, now, reentry: 0, force: 0 } as const;
    if (!(await admitHolder(tx, use))) throw createUseError(ticket);
    await emitTicketUsed(tx, organizerId, ticketId, null, now);
    await recordAudit(tx, scope, { action: 'ticket.use', subject: ticketId, details: {}, at: now });
    return readTicket(tx, organizerId, ticketId);
  });
}

/**
 * Makes a used ticket valid again, for example if the wrong code was scanned. If there are concurrent requests, exactly one
 * succeeds. The webhook event `ticket.check_in_undone` is inserted in the same transaction. The next use emits `ticket.used` again.
 *
 * @param idOrQrValue the id of the ticket, or the content of its QR code
 * @throws ApiError `ticket_not_found` or `scanned_ticket_not_found` if the organizer has no such ticket
 * @throws ApiError `ticket_not_used` if the ticket is not used
 * @throws ApiError `ticket_void` if the ticket is void
 * @throws ApiError `used_ticket_refunded` if the ticket was refunded after its use
 */
export async function undoTicketUse(db: Db, scope: RequestScope, idOrQrValue: string): Promise<TicketView> {
  const { organizerId } = scope;
  const { from, to } = ticketTransition('undo_use');
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const ticket = await lockOneTicket(tx, organizerId, idOrQrValue);
    const ticketId = ticket.id;
    const changed = await tx
      .updateTable('tickets')
      .set({ status: to, used_at: null, inside: null, last_scan_id: null, updated_at: latestUpdateTime(now) })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', ticketId)
      .where('status', '=', from)
      .where('refunded_at', 'is', null)
      .returning('order_number as orderNumber')
      .execute();
    if (!(await moveOrderOf(tx, organizerId, changed, now))) throw createUndoError(ticket);
    await emitCheckInUndone(tx, organizerId, ticketId, now);
    await recordAudit(tx, scope, { action: 'ticket.undo_use', subject: ticketId, details: {}, at: now });
    return readTicket(tx, organizerId, ticketId);
  });
}

/**
 * Locks the ticket with this id or QR code content, and its order. Errors never contain the content of a QR code, because it gives
 * admission.
 *
 * @throws ApiError `ticket_not_found` if the organizer has no ticket with this id
 * @throws ApiError `scanned_ticket_not_found` if the organizer has no ticket with this QR code content
 */
async function lockOneTicket(tx: Db, organizerId: string, idOrQrValue: string): Promise<ScannedTicket> {
  const isTicketId = isId('tkt', idOrQrValue);
  const ticket = await lockTicket(tx, organizerId, isTicketId ? { id: idOrQrValue } : { qrValue: idOrQrValue });
  if (ticket !== null) return ticket;
  throw isTicketId
    ? new ApiError('ticket_not_found', { ticketId: idOrQrValue })
    : new ApiError('scanned_ticket_not_found', {});
}

/** The error for a locked ticket that cannot be used. */
function createUseError({ id: ticketId, status, usedAt }: ScannedTicket): Error {
  return status === 'used'
    ? new ApiError('ticket_already_used', { ticketId, usedAt: usedAt! })
    : new ApiError('ticket_void', { ticketId });
}

/** The error for a locked ticket whose use cannot be undone. */
function createUndoError({ id: ticketId, status, usedAt, refundedAt }: ScannedTicket): Error {
  switch (status) {
    case 'used':
      return new ApiError('used_ticket_refunded', { ticketId, usedAt: usedAt!, refundedAt: refundedAt! });
    case 'void':
      return new ApiError('ticket_void', { ticketId });
    case 'valid':
      return new ApiError('ticket_not_used', { ticketId });
  }
}
