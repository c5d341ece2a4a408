import type { GateOfflineScan } from '@organizer/shared/gate-api';
import type { TicketState } from './bundle-format.ts';

/** The largest number of scans in one request. */
export const batchMax = 500;

/**
 * A decision that the server does not have yet.
 *
 * `waiting`: to be sent. `undo`: the server has the scan, and its undo is to be sent. `rejected`: the server did not accept the scan,
 * so a person must look at it.
 */
type QueueStatus = 'waiting' | 'undo' | 'rejected';

export interface QueueEntry {
  /** The position in the queue. The database assigns it. */
  readonly position?: number;
  readonly status: QueueStatus;
  readonly eventId: string;
  readonly scan: GateOfflineScan;
  /** Whether the scan was undone before it was sent. */
  readonly isUndone: boolean;
  /** The id of the scan, once the server has it. */
  readonly scanId: string | null;
  /** The hash of the ticket, and its state before the scan. Null if the phone has no bundle. */
  readonly ticket: { readonly hash: string; readonly stateBefore: TicketState } | null;
}

/** The next request: a batch of scans, or an undo. */
export type QueueStep<T extends QueueEntry> =
  | { readonly kind: 'batch'; readonly entries: readonly T[] }
  | { readonly kind: 'undo'; readonly entry: T };

/**
 * The next request. All is sent in the order in which it happened. So a batch ends with a scan that was undone: its undo must be sent
 * before the next scan of the ticket. Scans of another event cannot be sent with the token of this one.
 *
 * @param limit the largest number of scans in the batch
 * @returns null if nothing is left to send
 */
export function nextStep<T extends QueueEntry>(
  entries: readonly T[],
  eventId: string,
  limit = batchMax,
): QueueStep<T> | null {
  const unsent = entries
    .filter((entry) => entry.status !== 'rejected' && entry.eventId === eventId)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const [first] = unsent;
  if (first === undefined) return null;
  if (first.status === 'undo') return { kind: 'undo', entry: first };
  const end = unsent.findIndex((entry, index) => entry.status === 'undo' || unsent[index - 1]?.isUndone === true);
  return { kind: 'batch', entries: unsent.slice(0, Math.min(end === -1 ? unsent.length : end, limit)) };
}

/**
 * The entry after the server has stored its scan.
 *
 * @returns null if nothing is left to send
 */
export function afterStored(entry: QueueEntry, scanId: string): QueueEntry | null {
  return entry.isUndone ? { ...entry, status: 'undo', scanId } : null;
}

/** The entry after it was undone on the phone. */
export function afterUndo(entry: QueueEntry): QueueEntry {
  return { ...entry, isUndone: true };
}

/**
 * What to do after the server has rejected a batch because of its content: find the scan that it does not accept. Without this, one
 * scan could prevent all others from being sent.
 *
 * @returns the number of scans to try next, or `reject` if the batch had one scan
 */
export function afterRejection(batchLength: number): number | 'reject' {
  return batchLength <= 1 ? 'reject' : Math.ceil(batchLength / 2);
}
