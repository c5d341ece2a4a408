import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newQrValue } from '../../platform/ids.ts';

type CodedTicket = Pick<Tables['tickets'], 'id' | 'event_id' | 'qr_value' | 'updated_at'>;

/**
 * Gives each valid ticket of an order a new QR code. The old codes are not accepted anymore. They are stored, so that the next offline
 * bundle of each device makes them void there too. `updatedAt` of the tickets changes.
 *
 * @returns the ids of the tickets with a new code
 */
export async function replaceQrCodes(tx: Db, organizerId: string, orderNumber: string, now: string): Promise<string[]> {
  const { forUpdate, insertMany, updateMany } = dialectOf(tx);
  const { rows: tickets } = await sql<CodedTicket>`select id, event_id, qr_value, updated_at from tickets
    where organizer_id = ${organizerId} and order_number = ${orderNumber} and status = 'valid' order by id ${forUpdate}`.execute(
    tx,
  );
  // The clock of the process that made the last change can be ahead.
  const changeTime = ({ updated_at }: CodedTicket) => (updated_at < now ? now : updated_at);
  await insertMany(
    tx,
    'replaced_qr_codes',
    tickets.map((ticket) => ({
      organizer_id: organizerId,
      qr_value: ticket.qr_value,
      event_id: ticket.event_id,
      ticket_id: ticket.id,
      replaced_at: changeTime(ticket),
    })),
  );
  await updateMany(
    tx,
    'tickets',
    ['organizer_id', 'id'],
    tickets.map((ticket) => ({
      organizer_id: organizerId,
      id: ticket.id,
      qr_value: newQrValue(),
      updated_at: changeTime(ticket),
    })),
  );
  return tickets.map(({ id }) => id);
}

/** A QR code that a ticket no longer has. */
export interface ReplacedCode {
  readonly qrValue: string;
  readonly ticketId: string;
  /** RFC 3339. */
  readonly replacedAt: string;
}

type Position = { organizerId: string; eventId: string; replacedAt: string; qrValue: string; limit: number };

const readPage = statement<Position, ReplacedCode>(
  (_, param) => sql<ReplacedCode>`
    select r.qr_value as "qrValue", r.ticket_id as "ticketId", r.replaced_at as "replacedAt" from replaced_qr_codes as r
    where r.organizer_id = ${param('organizerId')} and r.event_id = ${param('eventId')}
      and (r.replaced_at, r.qr_value) > (${param('replacedAt')}, ${param('qrValue')})
    order by r.replaced_at, r.qr_value limit ${param('limit')}`,
);

/** Reads codes that tickets of an event had, in the sequence of their replacement: one range of an index. */
export function readReplacedCodes(
  db: Db,
  organizerId: string,
  eventId: string,
  after: { readonly replacedAt: string; readonly qrValue: string },
  limit: number,
): Promise<readonly ReplacedCode[]> {
  return readPage(db, { organizerId, eventId, ...after, limit });
}
