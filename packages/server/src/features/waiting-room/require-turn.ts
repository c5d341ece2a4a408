import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { secondsUntilCalled } from './calls.ts';
import { readRoom, useVisitor } from './queries.ts';
import { type Place, readToken } from './token.ts';

/** How many reservations one turn permits: enough to change a selection, too few to share a turn with many buyers. */
const reservationsMax = 10;
/** A turn lasts this much longer than the last reservation, so that a buyer can reserve again after it has expired. */
const afterHoldMs = 5 * 60_000;

interface Reserving {
  readonly organizerId: string;
  readonly eventId: string;
  /** The token of the visitor's cookie; null without one. */
  readonly token: string | null;
  readonly nowMs: number;
  /** When the reservation expires. */
  readonly holdUntilMs: number;
}

/**
 * Counts a reservation of a visitor whom the waiting room has called.
 *
 * @throws ApiError `waiting_room` if it is not the turn of the visitor
 */
export async function requireTurn(
  tx: Db,
  secrets: Pick<Secrets, 'waitingRoomKey'>,
  { organizerId, eventId, token, nowMs, holdUntilMs }: Reserving,
): Promise<void> {
  const place = token === null ? null : readToken(secrets, eventId, token);
  if (place !== null) {
    const { round, id } = place;
    const until = timestamp(holdUntilMs + afterHoldMs);
    const use = { organizerId, eventId, round, id, now: timestamp(nowMs), until, reservationsMax };
    if (await useVisitor(tx, use)) return;
  }
  const waitSeconds = await estimateWait(tx, { organizerId, eventId, place, nowMs });
  throw new ApiError('waiting_room', { waitSeconds }, { headers: { 'retry-after': String(waitSeconds) } });
}

/** The seconds until the turn of a visitor, or of one who arrives now; at least 1. */
async function estimateWait(
  db: Db,
  { organizerId, eventId, place, nowMs }: { organizerId: string; eventId: string; place: Place | null; nowMs: number },
): Promise<number> {
  const room = await readRoom(db, organizerId, eventId);
  if (room === null) return 1;
  const number = place?.round === room.round && place.number !== null ? place.number : room.arrived + 1;
  return Math.max(1, secondsUntilCalled(room, number, nowMs));
}
