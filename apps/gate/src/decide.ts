import type { Gate } from '@organizer/shared/gate-api';
import type { TicketState } from './bundle-format.ts';
import type { Direction, RefusalReason } from './wire.ts';

/** What the phone knows about a ticket. */
export interface KnownTicket {
  readonly state: TicketState;
  readonly ticketTypeId: string | null;
  /** Undefined if it cannot be read. */
  readonly category: string | null | undefined;
}

interface Circumstances {
  readonly gate: Gate;
  readonly direction: Direction;
  /** The time of the server in milliseconds. */
  readonly nowMs: number;
  /** Whether a person at the entrance decided to admit the ticket despite a reason that can be overruled. */
  readonly force: boolean;
}

export interface Decision {
  readonly result: 'admitted' | 'refused';
  readonly reason: RefusalReason | null;
  /** The state of the ticket afterwards. */
  readonly state: TicketState | null;
}

/** The reasons despite which a person can be let in. */
export const overrulableReasons: ReadonlySet<string> = new Set<RefusalReason>([
  'already_used',
  'exited',
  'not_open',
  'closed',
  'wrong_gate',
]);

/**
 * Decides about a scan without the server, by the same rules.
 *
 * @param ticket null if the bundle does not have the ticket
 */
export function decideOffline(ticket: KnownTicket | null, circumstances: Circumstances): Decision {
  const { direction, force } = circumstances;
  const reason = refusalReason(ticket, circumstances);
  if (reason === null || (force && overrulableReasons.has(reason))) {
    return { result: 'admitted', reason: null, state: direction === 'entry' ? 'inside' : 'outside' };
  }
  return { result: 'refused', reason, state: ticket?.state ?? null };
}

function refusalReason(ticket: KnownTicket | null, { gate, direction, nowMs }: Circumstances): RefusalReason | null {
  if (ticket === null) return 'unknown';
  if (ticket.state === 'void') return 'void';
  if (!admitsType(gate, ticket) || !admitsCategory(gate, ticket)) return 'wrong_gate';
  if (gate.opensAt !== null && nowMs < Date.parse(gate.opensAt)) return 'not_open';
  if (gate.closesAt !== null && nowMs >= Date.parse(gate.closesAt)) return 'closed';
  if (gate.direction !== 'both' && gate.direction !== direction) return 'wrong_direction';
  if (direction === 'exit') return ticket.state === 'inside' ? null : 'not_inside';
  if (ticket.state === 'inside') return 'already_used';
  return ticket.state === 'outside' && !gate.reentry ? 'exited' : null;
}

function admitsType({ ticketTypeIds }: Gate, { ticketTypeId }: KnownTicket): boolean {
  return ticketTypeIds === null || (ticketTypeId !== null && ticketTypeIds.includes(ticketTypeId));
}

function admitsCategory({ categories }: Gate, { category }: KnownTicket): boolean {
  return categories === null || (category !== null && category !== undefined && categories.includes(category));
}
