import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Static } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { emit, type NewEvent } from '../webhooks/index.ts';
import { readTicket } from './queries.ts';
import type { ticket } from './schema.ts';
import { ticketTransition } from './states.ts';
import type { TicketEventType } from './webhook-types.ts';

/** A ticket as the API shows it. */
export type TicketView = Static<typeof ticket>;

/**
 * Uses a valid ticket, which gives admission once. Of several requests at the same time, exactly one succeeds. The webhook event
 * `ticket.used` and the audit entry are written in the same transaction.
 *
 * @param idOrQrValue the id of the ticket, or the content of its QR code
 * @param origin who uses it, for the audit log
 * @throws ApiError `not_found`, `invalid_state` if it was used already or is void
 */
export async function useTicket(
  db: Db,
  organizerId: string,
  idOrQrValue: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<TicketView> {
  const { from, to } = ticketTransition('use');
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('tickets')
      .set({ status: to, used_at: now, updated_at: laterOfLastChangeAnd(now) })
      .where('organizer_id', '=', organizerId)
      .where(...identifiedBy(idOrQrValue))
      .where('status', '=', from)
      .returning('id')
      .executeTakeFirst();
    if (used === undefined) throw await useError(tx, organizerId, idOrQrValue);
    const ticket = await readTicket(tx, organizerId, used.id);
    const event: NewEvent<TicketEventType> = { type: 'ticket.used', data: JSON.stringify(ticket) };
    await emit(tx, organizerId, [event], now);
    const entry = { action: 'ticket.use', subject: ticket.id, details: {}, at: now } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
    return ticket;
  });
}

/**
 * Makes a used ticket valid again, for example if the wrong code was scanned. Of several requests at the same time, exactly one
 * succeeds. There is no webhook event for it: `updatedAt` of the ticket changes, and using it again emits `ticket.used` again.
 *
 * @param idOrQrValue the id of the ticket, or the content of its QR code
 * @param origin who undoes it, for the audit log
 * @throws ApiError `not_found`, `invalid_state` if it is not used, or was refunded after its use
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
    const undone = await tx
      .updateTable('tickets')
      .set({ status: to, used_at: null, updated_at: laterOfLastChangeAnd(now) })
      .where('organizer_id', '=', organizerId)
      .where(...identifiedBy(idOrQrValue))
      .where('status', '=', from)
      .where('refunded_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (undone === undefined) throw await undoError(tx, organizerId, idOrQrValue);
    const entry = { action: 'ticket.undo_use', subject: undone.id, details: {}, at: now } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
    return readTicket(tx, organizerId, undone.id);
  });
}

/** The later of `now` and the last change: the clock of another process can be ahead. */
function laterOfLastChangeAnd(now: string) {
  return sql<string>`case when updated_at < ${now} then ${now} else updated_at end`;
}

/** The condition that finds a ticket. */
function identifiedBy(idOrQrValue: string) {
  return [isId('tkt', idOrQrValue) ? ('id' as const) : ('qr_value' as const), '=', idOrQrValue] as const;
}

async function useError(tx: Db, organizerId: string, idOrQrValue: string): Promise<Error> {
  const { id, status, used_at: usedAt } = await findState(tx, organizerId, idOrQrValue);
  switch (status) {
    case 'used':
      return new ApiError('ticket_already_used', { ticketId: id, usedAt });
    case 'void':
      return new ApiError('ticket_void', { ticketId: id });
    case 'valid':
      return new ApiError('ticket_use_undone', { ticketId: id });
  }
}

async function undoError(tx: Db, organizerId: string, idOrQrValue: string): Promise<Error> {
  const { id, status, used_at: usedAt, refunded_at: refundedAt } = await findState(tx, organizerId, idOrQrValue);
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

/** Reads the ticket again, for the error. Errors never contain a QR content, because it gives admission. */
async function findState(tx: Db, organizerId: string, idOrQrValue: string) {
  const row = await tx
    .selectFrom('tickets')
    .select(['id', 'status', 'refunded_at'])
    .select((eb) => eb.fn.coalesce('used_at', 'updated_at').as('used_at'))
    .where('organizer_id', '=', organizerId)
    .where(...identifiedBy(idOrQrValue))
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw isId('tkt', idOrQrValue)
    ? new ApiError('ticket_not_found', { ticketId: idOrQrValue })
    : new ApiError('scanned_ticket_not_found', {});
}
