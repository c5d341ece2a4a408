import { timestamp } from '../../platform/clock.ts';
import type { RateLimitResult } from '../../platform/limits/limiter.ts';
import type { SaleState } from '../inventory/index.ts';
import { calledAt, type Room, secondsUntilCalled } from './calls.ts';
import { Entrance, type EntranceServices, type RoomState } from './entrance.ts';
import { isNextSale, type Phase, phaseOf } from './phase.ts';
import { readVisitor, type Visitor } from './queries.ts';
import { type Place, readToken, tokenOf } from './token.ts';

/** The maximum number of events whose rooms a process remembers. The one that was added first is removed first. */
const entrancesMax = 1_000;

/** The pauses between two requests of a waiting page. Visitors near the front ask more often. */
const pollSecondsMin = 4;
const pollSecondsMax = 60;
/** A waiting page asks about this many times until its turn. */
const pollsUntilTurn = 8;

/** Why a visitor who had a place got a new one. `too_late`: it did not come when it was called. `ended`: its turn has ended. */
export type LostPlace = 'too_late' | 'ended' | null;

/** What a visitor of an event's page sees. */
export type Visit =
  /** The page of the event. */
  | { readonly state: 'admitted'; readonly token: string | null }
  | (Wait & { readonly state: 'gathering'; readonly opensAt: string })
  | (Wait & { readonly state: 'waiting'; readonly ahead: number; readonly waitSeconds: number })
  /** `busy`: too many visitors without a place came from the network of this one. */
  | { readonly state: 'sold_out' | 'busy'; readonly sale: SaleState; readonly pollSeconds: number };

interface Wait {
  readonly sale: SaleState;
  /** The token of the place. */
  readonly token: string;
  /** After how many seconds the page asks again. */
  readonly pollSeconds: number;
  readonly lost: LostPlace;
}

interface EventRef {
  readonly organizerId: string;
  readonly eventId: string;
}

/** What the place of a visitor permits. `none`: the visitor has no place and needs one. `called`: the visitor can enter. */
type Standing =
  | { readonly kind: 'admitted' | 'off' | 'sold_out' }
  | { readonly kind: 'none'; readonly lost: LostPlace }
  | { readonly kind: 'waiting'; readonly place: Place }
  | { readonly kind: 'called'; readonly place: Place & { readonly number: number } };

/** The waiting rooms of events, in one process. Their state is in the database, so processes share it and restarts keep it. */
export class WaitingRooms {
  readonly #services: EntranceServices;
  /** By id of the event. */
  readonly #entrances = new Map<string, Entrance>();

  constructor(services: EntranceServices) {
    this.#services = services;
  }

  /**
   * A visitor opens the page of an event. A visitor without a place gets one, and a called visitor is admitted.
   *
   * @param token the token of the visitor's cookie; null without one
   * @param countArrival counts a visitor who needs a place against the limit of its network
   */
  async enter(event: EventRef, token: string | null, countArrival: () => Promise<RateLimitResult>): Promise<Visit> {
    const { state, standing } = await this.#standingOf(event, token);
    if (standing.kind === 'none') {
      const { allowed, resetSeconds } = await countArrival();
      if (!allowed && state.sale !== null) return { state: 'busy', sale: state.sale, pollSeconds: resetSeconds };
      return this.#arrive(event, standing.lost);
    }
    if (standing.kind !== 'called') return this.#visitOf(event, state, standing, token);
    const { result, place } = await this.#entranceOf(event).serve(standing.place);
    if (result === 'passed') return this.#arrive(event, 'too_late');
    if (result === 'waiting' && place !== null) {
      return this.#visitOf(event, await this.#entranceOf(event).state(), { kind: 'waiting', place }, token);
    }
    return result === 'sold_out'
      ? this.#visitOf(event, state, { kind: result }, token)
      : { state: 'admitted', token: tokenOf(this.#services.secrets, event.eventId, standing.place) };
  }

  /**
   * A waiting page asks for its place. Nothing is written, and usually nothing is read.
   *
   * @returns null if the page must be loaded again, because the visitor can enter or needs a new place
   */
  async look(event: EventRef, token: string | null): Promise<Exclude<Visit, { state: 'admitted' }> | null> {
    const { state, standing } = await this.#standingOf(event, token);
    if (standing.kind === 'none' || standing.kind === 'called') return null;
    const visit = this.#visitOf(event, state, standing, token);
    return visit.state === 'admitted' ? null : visit;
  }

  async #standingOf(event: EventRef, token: string | null): Promise<{ state: RoomState; standing: Standing }> {
    const state = await this.#entranceOf(event).state();
    const { room, sale } = state;
    const nowMs = this.#nowOf(event);
    const phase = phaseOf(sale, room, nowMs);
    if (phase === 'off') return { state, standing: { kind: phase } };
    const place = token === null ? null : readToken(this.#services.secrets, event.eventId, token);
    const isCurrent = room !== null && place !== null && place.round === room.round && !isNextSale(phase, room);
    if (!isCurrent) return { state, standing: noPlace(phase) };
    return { state, standing: await this.#standingOfPlace(event, room, phase, place) };
  }

  async #standingOfPlace(event: EventRef, room: Room, phase: Phase, place: Place): Promise<Standing> {
    if (phase === 'gathering') return { kind: 'waiting', place };
    const nowMs = this.#nowOf(event);
    const called = calledAt(room, nowMs);
    if (phase === 'running' && place.number !== null && place.number > called) return { kind: 'waiting', place };
    const visitor = await readVisitor(this.#services.db, { ...event, round: place.round, id: place.id });
    if (visitor?.admitted_until) {
      if (visitor.admitted_until > timestamp(nowMs)) return { kind: 'admitted' };
      return phase === 'sold_out' ? { kind: phase } : { kind: 'none', lost: 'ended' };
    }
    return phase === 'sold_out' ? { kind: phase } : standingOfNumber(place, visitor, called);
  }

  async #arrive(event: EventRef, lost: LostPlace): Promise<Visit> {
    const entrance = this.#entranceOf(event);
    const { result, place } = await entrance.serve(null);
    const state = await entrance.state();
    if (result === 'waiting' && place !== null) return this.#waitOf(event, state, place, lost);
    if (result === 'sold_out') return this.#visitOf(event, state, { kind: result }, null);
    return { state: 'admitted', token: place && tokenOf(this.#services.secrets, event.eventId, place) };
  }

  #visitOf(
    event: EventRef,
    state: RoomState,
    standing: Exclude<Standing, { kind: 'none' | 'called' }>,
    token: string | null,
  ): Visit {
    const { sale } = state;
    if (standing.kind === 'waiting') return this.#waitOf(event, state, standing.place, null);
    if (standing.kind === 'sold_out' && sale !== null) return { state: 'sold_out', sale, pollSeconds: pollSecondsMax };
    return { state: 'admitted', token: standing.kind === 'admitted' ? token : null };
  }

  #waitOf(event: EventRef, { room, sale }: RoomState, place: Place, lost: LostPlace): Visit {
    if (room === null || sale === null) return { state: 'admitted', token: null };
    const nowMs = this.#nowOf(event);
    const token = tokenOf(this.#services.secrets, event.eventId, place);
    if (place.number === null) {
      const opensAt = sale.nextStartAt ?? timestamp(nowMs);
      const secondsLeft = Math.ceil((Date.parse(opensAt) - nowMs) / 1_000);
      return { state: 'gathering', opensAt, sale, token, lost, pollSeconds: pollSecondsFor(secondsLeft, 1) };
    }
    const waitSeconds = secondsUntilCalled(room, place.number, nowMs);
    const ahead = Math.max(0, place.number - 1 - Math.min(calledAt(room, nowMs), place.number - 1));
    return { state: 'waiting', ahead, waitSeconds, sale, token, lost, pollSeconds: pollSecondsFor(waitSeconds) };
  }

  #nowOf({ organizerId }: EventRef): number {
    return this.#services.clock.of(organizerId).now();
  }

  #entranceOf({ organizerId, eventId }: EventRef): Entrance {
    const known = this.#entrances.get(eventId);
    if (known !== undefined) return known;
    const entrance = new Entrance(this.#services, organizerId, eventId);
    this.#entrances.set(eventId, entrance);
    if (this.#entrances.size > entrancesMax) this.#entrances.delete(this.#entrances.keys().next().value!);
    return entrance;
  }
}

function noPlace(phase: Phase): Standing {
  return phase === 'sold_out' ? { kind: phase } : { kind: 'none', lost: null };
}

/** The standing of a visitor who was not admitted yet, with the number in its token or in its row. */
function standingOfNumber(place: Place, visitor: Visitor | null, called: number): Standing {
  const number = place.number ?? visitor?.number ?? null;
  // Without a row, the token is older than the rows of the database, for example of a restored backup.
  if (number === null) return visitor === null ? { kind: 'none', lost: null } : { kind: 'waiting', place };
  const numbered = { ...place, number };
  return number <= called ? { kind: 'called', place: numbered } : { kind: 'waiting', place: numbered };
}

/** The pause until a waiting page asks again: a part of the rest of the wait. */
function pollSecondsFor(waitSeconds: number, parts = pollsUntilTurn): number {
  return Math.min(pollSecondsMax, Math.max(pollSecondsMin, Math.ceil(waitSeconds / parts)));
}
