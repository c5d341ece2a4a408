import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { readSaleState, type SaleState } from '../inventory/index.ts';
import { burstOf, calledAt, isSettlingDue, noteCall, type Room, withPace } from './calls.ts';
import { isNextSale, type Phase, phaseOf } from './phase.ts';
import { countAdmitted, lockRoom, numberVisitors, storeRoom, type Visitor, writeVisitors } from './queries.ts';
import { lotOf, newVisitorId, type Place } from './token.ts';

/** How long an admitted visitor has to reserve. */
const turnMs = 15 * 60_000;
const noCalls = '[]';

/** A called visitor, or a new one. */
export type Request = (Place & { readonly number: number }) | null;

/**
 * What the room decided. `admitted`: the visitor can enter. `waiting`: the visitor has a place. `passed`: the number was passed on,
 * because the visitor came too late. `off`, `sold_out`: there are no places.
 */
export interface Decision {
  readonly result: 'admitted' | 'waiting' | 'passed' | 'off' | 'sold_out';
  readonly place: Place | null;
}

/** The room after a transaction, and the decisions in the order of the requests. */
export interface Served {
  readonly room: Room;
  readonly sale: SaleState | null;
  readonly decisions: readonly Decision[];
}

interface ServeContext {
  readonly organizerId: string;
  readonly eventId: string;
  readonly nowMs: number;
  readonly secrets: Pick<Secrets, 'waitingRoomKey'>;
}

/**
 * Gives places to new visitors, admits called visitors, and passes on numbers that nobody has used. All changes to a room are made
 * here. The room is locked until the transaction ends, so numbers are exact with any number of processes. Sales do not lock it.
 */
export async function serveVisitors(tx: Db, context: ServeContext, requests: readonly Request[]): Promise<Served> {
  const { organizerId, eventId, nowMs } = context;
  const locked = await lockRoom(tx, newRoom(context));
  // Read after the room is locked, so that no process uses an older state of the sale than the one before it.
  const sale = await readSaleState(tx, organizerId, eventId, timestamp(nowMs));
  const phase = phaseOf(sale, locked, nowMs);
  const prepared = await prepareRoom(tx, context, locked, { phase, sale });
  const { room, decisions } = decide(context, prepared, phase, requests);
  await writeVisitors(tx, visitorsOf(context, phase, room, requests, decisions));
  await storeRoom(tx, { ...room, changed_at: timestamp(nowMs) });
  return { room, sale, decisions };
}

function newRoom({ organizerId, eventId, nowMs }: ServeContext): Room {
  return {
    organizer_id: organizerId,
    event_id: eventId,
    round: Math.floor(nowMs / 1_000),
    opened_at: null,
    arrived: 0,
    called: 0,
    called_at: timestamp(nowMs),
    admit_per_minute: 1,
    settled: 0,
    calls: noCalls,
    changed_at: timestamp(nowMs),
  };
}

/** Begins the next sale, or opens the room, or passes on numbers, if it is time to. */
async function prepareRoom(
  tx: Db,
  context: ServeContext,
  room: Room,
  { phase, sale }: { phase: Phase; sale: SaleState | null },
): Promise<Room> {
  const { nowMs } = context;
  if (isNextSale(phase, room)) return { ...newRoom(context), round: Math.max(room.round + 1, newRoom(context).round) };
  if (phase !== 'running') return room;
  const admitPerMinute = sale?.admitPerMinute ?? room.admit_per_minute;
  if (room.opened_at === null) {
    await numberVisitors(tx, room);
    const now = timestamp(nowMs);
    const called = burstOf(admitPerMinute);
    return { ...room, opened_at: now, called, called_at: now, admit_per_minute: admitPerMinute };
  }
  const paced = withPace(room, admitPerMinute, nowMs);
  return isSettlingDue(paced, nowMs) ? passOn(tx, context, paced) : paced;
}

/** Calls one more number for each number that was called long enough ago and that nobody has used. */
async function passOn(tx: Db, { organizerId, eventId, nowMs }: ServeContext, current: Room): Promise<Room> {
  const { room, due } = noteCall(current, nowMs);
  if (due <= room.settled) return room;
  const ref = { organizerId, eventId, round: room.round };
  const admitted = await countAdmitted(tx, ref, { from: room.settled, to: due });
  const unused = due - room.settled - admitted;
  return { ...room, called: room.called + unused, settled: due };
}

function decide(
  { nowMs }: ServeContext,
  prepared: Room,
  phase: Phase,
  requests: readonly Request[],
): { room: Room; decisions: Decision[] } {
  if (phase === 'off' || phase === 'sold_out') {
    return { room: prepared, decisions: requests.map((place) => ({ result: phase, place })) };
  }
  const called = calledAt(prepared, nowMs);
  let { arrived } = prepared;
  const decisions = requests.map((request): Decision => {
    if (request !== null) return { result: resultOf(prepared, called, request), place: request };
    arrived += 1;
    const number = phase === 'running' ? arrived : null;
    const place = { round: prepared.round, id: newVisitorId(), number };
    return { result: number !== null && number <= called ? 'admitted' : 'waiting', place };
  });
  return { room: { ...prepared, arrived }, decisions };
}

function resultOf({ round, settled }: Room, called: number, place: Place & { number: number }): Decision['result'] {
  if (place.round !== round || place.number <= settled) return 'passed';
  return place.number <= called ? 'admitted' : 'waiting';
}

/** The rows that the decisions need: of admitted visitors, and of those who wait for the start of the sale. */
function visitorsOf(
  { organizerId, eventId, nowMs, secrets }: ServeContext,
  phase: Phase,
  room: Room,
  requests: readonly Request[],
  decisions: readonly Decision[],
): Visitor[] {
  // By id, because two tabs of one visitor can be served together.
  const visitors = new Map<string, Visitor>();
  for (const [index, { result, place }] of decisions.entries()) {
    const isGathering = phase === 'gathering' && requests[index] === null;
    if (place === null || (result !== 'admitted' && !isGathering)) continue;
    visitors.set(place.id, {
      organizer_id: organizerId,
      event_id: eventId,
      round: room.round,
      id: place.id,
      lot: isGathering ? lotOf(secrets, place) : null,
      number: place.number,
      admitted_until: result === 'admitted' ? timestamp(nowMs + turnMs) : null,
      reservations: 0,
    });
  }
  return [...visitors.values()];
}
