import type { GateTicket } from '@organizer/shared/gate-api';
import type { TicketRecord, TicketState } from './bundle-format.ts';
import type { KnownTicket } from './decide.ts';
import type { Direction } from './wire.ts';

/** What this phone knows about a ticket that it scanned, and its bundle may not contain yet. */
export interface Mark {
  /** The hash of the ticket as hexadecimal text. */
  readonly hash: string;
  readonly state: TicketState;
  readonly ticketTypeId: string | null;
  /** The revision of the ticket in the bundle when the mark was written; null if the bundle did not have the ticket. */
  readonly revision: number | null;
  /** Whether a scan of the ticket was not sent yet. */
  readonly isUnsent: boolean;
  /** When and where this phone last let the holder in or out; null if it did not. */
  readonly last: { readonly at: string; readonly gateName: string; readonly direction: Direction } | null;
}

/**
 * Joins a ticket of the bundle with the mark of this phone. The mark is valid until the bundle has a newer revision of the ticket, and
 * as long as the server does not have the scans of this phone.
 *
 * @param category the category; undefined if it cannot be read
 * @returns null if neither the bundle nor a mark has the ticket
 */
export function knownTicket(
  record: TicketRecord | null,
  mark: Mark | undefined,
  category: string | null | undefined,
): KnownTicket | null {
  const isValid = mark !== undefined && (mark.isUnsent || mark.revision === (record?.revision ?? null));
  if (isValid) {
    return { state: mark.state, ticketTypeId: record?.ticketTypeId ?? mark.ticketTypeId, category };
  }
  return record === null ? null : { state: record.state, ticketTypeId: record.ticketTypeId, category };
}

/** The state that the server reports for a ticket. */
export function stateOfTicket({ status, inside }: Pick<GateTicket, 'status' | 'inside'>): TicketState {
  if (status === 'valid') return 'valid';
  if (status !== 'used') return 'void';
  return inside === false ? 'outside' : 'inside';
}
