import type { Db } from '../../platform/database/dialect.ts';
import { admitHolder, letHolderOut, type ScannedTicket } from '../tickets/index.ts';
import type { Gate } from './gates.ts';
import type { RefusalReason } from './schema.gate.ts';

/** What a gate decides about a ticket. */
export interface Decision {
  readonly result: 'admitted' | 'refused';
  /** Why the ticket was refused. For a forced scan, why it would have been. */
  readonly reason: RefusalReason | null;
  readonly isForced: boolean;
}

/** The scan about which a gate decides. */
export interface ScanToDecide {
  readonly scanId: string;
  readonly eventId: string;
  readonly gate: Gate;
  readonly direction: 'entry' | 'exit';
  readonly isForced: boolean;
  /** When the ticket was scanned, RFC 3339. */
  readonly at: string;
  /** RFC 3339. */
  readonly now: string;
}

/** Reasons despite which a member of the staff can admit a holder. */
const overridable: ReadonlySet<RefusalReason> = new Set(['already_used', 'exited', 'not_open', 'closed', 'wrong_gate']);

/**
 * Decides whether the holder of a ticket can pass, and changes the ticket if so. The rules of the gate do not depend on the state of
 * the ticket, so they are checked first. The state is decided by one conditional statement; the reason for a refusal is found after
 * it.
 *
 * @param ticket the ticket, locked by `tx`; null if the organizer has no such ticket
 */
export async function decide(
  tx: Db,
  organizerId: string,
  ticket: ScannedTicket | null,
  scan: ScanToDecide,
): Promise<Decision> {
  if (ticket === null) return refused('unknown');
  if (ticket.eventId !== scan.eventId) return refused('wrong_event');
  // A void ticket stays void.
  if (ticket.status === 'void') return refused('void');
  const rule = brokenRule(ticket, scan);
  if (rule !== null && !(scan.isForced && overridable.has(rule))) return refused(rule);
  const { scanId, now, gate } = scan;
  const change = { organizerId, ticketId: ticket.id, scanId, now };
  if (scan.direction === 'exit') {
    return (await letHolderOut(tx, change)) ? admitted() : refused('not_inside');
  }
  const entry = { ...change, usedAt: scan.at, reentry: gate.reentry ? 1 : 0 } as const;
  if (await admitHolder(tx, { ...entry, force: 0 })) return rule === null ? admitted() : forced(rule);
  const reason = entryReason(ticket);
  if (!scan.isForced || !overridable.has(reason)) return refused(reason);
  return (await admitHolder(tx, { ...entry, force: 1 })) ? forced(reason) : refused(reason);
}

const admitted = (): Decision => ({ result: 'admitted', reason: null, isForced: false });
/** The decision to refuse a ticket. */
export const refused = (reason: RefusalReason): Decision => ({ result: 'refused', reason, isForced: false });
const forced = (reason: RefusalReason): Decision => ({ result: 'admitted', reason, isForced: true });

/** The rule of the gate that the ticket does not meet; null if it meets all. */
function brokenRule(
  { ticketTypeId, category }: ScannedTicket,
  { gate, direction, at }: ScanToDecide,
): RefusalReason | null {
  if (gate.ticketTypeIds !== null && !gate.ticketTypeIds.includes(ticketTypeId)) return 'wrong_gate';
  if (gate.categories !== null && (category === null || !gate.categories.includes(category))) return 'wrong_gate';
  if (direction === 'entry' && gate.opensAt !== null && at < gate.opensAt) return 'not_open';
  if (direction === 'entry' && gate.closesAt !== null && at >= gate.closesAt) return 'closed';
  return gate.direction !== 'both' && gate.direction !== direction ? 'wrong_direction' : null;
}

/** Why a ticket that did not match the statement for entries was refused. A used ticket that was refunded is not valid again. */
function entryReason({ inside, refundedAt }: ScannedTicket): RefusalReason {
  if (refundedAt !== null) return 'void';
  return inside === 0 ? 'exited' : 'already_used';
}
