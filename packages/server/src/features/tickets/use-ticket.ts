import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { admitHolder, emitCheckInUndone, emitTicketUsed, latestUpdateTime } from './admission.ts';
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
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `ticket_not_found` or `scanned_ticket_not_found` if the organizer has no such ticket
 * @throws ApiError `ticket_already_used` if the ticket was already used
 * @throws ApiError `ticket_void` if the ticket is void
 * @throws ApiError `ticket_use_undone` if a concurrent request has used the ticket and undone its use
 */
export async function useTicket(
  db: Db,
  organizerId: string,
  idOrQrValue: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<TicketView> {
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const { id: ticketId } = await findTicketState(tx, organizerId, idOrQrValue);
    const use = { organizerId, ticketId, scanId: null, usedAt: now, now, reentry: 0, force: 0 } as const;
    if (!(await admitHolder(tx, use))) throw await createUseError(tx, organizerId, idOrQrValue);
    await emitTicketUsed(tx, organizerId, ticketId, null, now);
    const entry = { action: 'ticket.use', subject: ticketId, details: {}, at: now } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
    return readTicket(tx, organizerId, ticketId);
  });
}

/**
 * Makes a used ticket valid again, for example if the wrong code was scanned. If there are concurrent requests, exactly one
 * succeeds. The webhook event `ticket.check_in_undone` is inserted in the same transaction. The next use emits `ticket.used` again.
 *
 * @param idOrQrValue the id of the ticket, or the content of its QR code
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `ticket_not_found` or `scanned_ticket_not_found` if the organizer has no such ticket
 * @throws ApiError `ticket_not_used` if the ticket is not used
 * @throws ApiError `ticket_void` if the ticket is void
 * @throws ApiError `used_ticket_refunded` if the ticket was refunded after its use
 * @throws ApiError `ticket_used_again` if a concurrent request has undone the use and used the ticket again
 */
export async function undoTicketUse(
  db: Db,
  organizerId: string,
  idOrQrValue: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<TicketView> {
  const { from, to } = ticketTransition('undo_use');
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const validTicket = await tx
      .updateTable('tickets')
      .set({ status: to, used_at: null, inside: null, last_scan_id: null, updated_at: latestUpdateTime(now) })
      .where('organizer_id', '=', organizerId)
      .where(...ticketCondition(idOrQrValue))
      .where('status', '=', from)
      .where('refunded_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (validTicket === undefined) throw await createUndoError(tx, organizerId, idOrQrValue);
    await emitCheckInUndone(tx, organizerId, validTicket.id, now);
    const entry = { action: 'ticket.undo_use', subject: validTicket.id, details: {}, at: now } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
    return readTicket(tx, organizerId, validTicket.id);
  });
}

/** The condition for the ticket with this id or QR code content. */
function ticketCondition(idOrQrValue: string) {
  return [isId('tkt', idOrQrValue) ? ('id' as const) : ('qr_value' as const), '=', idOrQrValue] as const;
}

async function createUseError(tx: Db, organizerId: string, idOrQrValue: string): Promise<Error> {
  const { id, status, used_at: usedAt } = await findTicketState(tx, organizerId, idOrQrValue);
  switch (status) {
    case 'used':
      return new ApiError('ticket_already_used', { ticketId: id, usedAt });
    case 'void':
      return new ApiError('ticket_void', { ticketId: id });
    case 'valid':
      return new ApiError('ticket_use_undone', { ticketId: id });
  }
}

async function createUndoError(tx: Db, organizerId: string, idOrQrValue: string): Promise<Error> {
  const { id, status, used_at: usedAt, refunded_at: refundedAt } = await findTicketState(tx, organizerId, idOrQrValue);
  switch (status) {
    case 'used':
      return refundedAt === null
        ? new ApiError('ticket_used_again', { ticketId: id, usedAt })
        : new ApiError('used_ticket_refunded', { ticketId: id, usedAt, refundedAt });
    case 'void':
      return new ApiError('ticket_void', { ticketId: id });
    case 'valid':
      return new ApiError('ticket_not_used', { ticketId: id });
  }
}

/**
 * Reads the ticket that could not be changed, for the error. Errors never contain the content of a QR code, because it gives
 * admission.
 *
 * @throws ApiError `ticket_not_found` if the organizer has no ticket with this id
 * @throws ApiError `scanned_ticket_not_found` if the organizer has no ticket with this QR code content
 */
async function findTicketState(tx: Db, organizerId: string, idOrQrValue: string) {
  const row = await tx
    .selectFrom('tickets')
    .select(['id', 'status', 'refunded_at'])
    .select((eb) => eb.fn.coalesce('used_at', 'updated_at').as('used_at'))
    .where('organizer_id', '=', organizerId)
    .where(...ticketCondition(idOrQrValue))
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw isId('tkt', idOrQrValue)
    ? new ApiError('ticket_not_found', { ticketId: idOrQrValue })
    : new ApiError('scanned_ticket_not_found', {});
}
