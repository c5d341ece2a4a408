const initialLimit = 8;
const maxLimit = 128;
/** The maximum number of requests in flight to all endpoints together. */
const maxRunning = 1_024;
/** The endpoint is paused after this number of failures without a success. */
const failuresBeforePause = 16;
const initialPauseMs = 2_000;
const maxPauseMs = 60_000;
/** What is known about an endpoint is forgotten if nothing was sent to it for this time. */
const forgetAfterMs = 5 * 60_000;
/** The maximum number of endpoints for which one transaction claims deliveries. */
export const maxEndpointsPerClaim = 50;

/** What a process knows about an endpoint. All times are of the monotonic clock: a pause stays as long as it is if the system clock is set. */
interface EndpointState {
  readonly organizerId: string;
  readonly endpointId: string;
  /** The maximum number of requests in flight. Each success raises it by one, and each failure halves it. */
  limit: number;
  /** The number of slots that are taken: by requests in flight, by claims, and by deliveries of open transactions. */
  running: number;
  /** Failures since the last success. */
  failures: number;
  pauseMs: number;
  /** Until this time, no slot is taken, because requests have failed. */
  pausedUntilMs: number;
  /** Until this time, nothing can be claimed in the database. */
  noClaimUntilMs: number;
  lastUsedMs: number;
}

/** Slots of an endpoint that were taken for a claim. */
export interface TakenSlots {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly count: number;
}

/**
 * The limits of the endpoints in one process. A delivery is claimed only into a free slot of its endpoint, so it can be sent
 * immediately. The slot is free again after the response. After several failures, the endpoint is paused, and after the pause it has
 * one slot until there is a success (a circuit breaker).
 */
export class EndpointLimits {
  readonly #states = new Map<string, EndpointState>();
  /** The endpoints that may have due deliveries in the database. The one whose last claim is the oldest comes first. */
  readonly #due = new Set<EndpointState>();
  #running = 0;

  /** The number of slots that are taken. */
  get running(): number {
    return this.#running;
  }

  /** The number of endpoints that are remembered. */
  get size(): number {
    return this.#states.size;
  }

  markDue(organizerId: string, endpointId: string): void {
    this.#due.add(this.#stateOf(organizerId, endpointId));
  }

  /** Takes up to `count` slots for new deliveries; none if older deliveries may wait in the database, because they come first. */
  takeForNew(organizerId: string, endpointId: string, count: number, nowMs: number): number {
    const state = this.#stateOf(organizerId, endpointId);
    return this.#due.has(state) ? 0 : this.#take(state, Math.min(count, this.#freeSlots(state, nowMs)), nowMs);
  }

  /** Takes the free slots of endpoints that may have due deliveries. They are not marked as due any more. */
  takeForDue(nowMs: number): TakenSlots[] {
    const taken: TakenSlots[] = [];
    for (const state of this.#due) {
      const count = nowMs < state.noClaimUntilMs ? 0 : this.#freeSlots(state, nowMs);
      if (count === 0) continue;
      this.#take(state, count, nowMs);
      this.#due.delete(state);
      taken.push({ organizerId: state.organizerId, endpointId: state.endpointId, count });
      if (taken.length === maxEndpointsPerClaim) break;
    }
    return taken;
  }

  /** The earliest time at which an endpoint with due deliveries can be claimed from that cannot be now; infinite if there is none. */
  nextClaimMs(nowMs: number): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { pausedUntilMs, noClaimUntilMs } of this.#due) {
      const claimMs = Math.max(pausedUntilMs, noClaimUntilMs);
      if (claimMs > nowMs) nextMs = Math.min(nextMs, claimMs);
    }
    return nextMs;
  }

  /** Whether so many slots are free for due deliveries that a claim is worth a transaction. */
  isWorthClaiming(endpointId: string, nowMs: number): boolean {
    const state = this.#states.get(endpointId);
    return state !== undefined && this.#due.has(state) && this.#freeSlots(state, nowMs) * 2 >= state.limit;
  }

  /** Gives back slots that were taken. */
  giveBack(endpointId: string, count: number): void {
    this.#states.get(endpointId)!.running -= count;
    this.#running -= count;
  }

  recordSuccess(endpointId: string): void {
    const state = this.#states.get(endpointId)!;
    state.failures = 0;
    state.pauseMs = initialPauseMs;
    state.limit = Math.min(maxLimit, state.limit + 1);
  }

  /**
   * Records a failure. Halves the limit, and pauses the endpoint if necessary.
   *
   * @param retryAfterMs the time in `Retry-After` of the response, or null
   */
  recordFailure(endpointId: string, nowMs: number, retryAfterMs: number | null): void {
    const state = this.#states.get(endpointId)!;
    state.failures += 1;
    state.limit = Math.max(1, Math.floor(state.limit / 2));
    // A pause that ends later is not changed.
    if (retryAfterMs !== null) state.pausedUntilMs = Math.max(state.pausedUntilMs, nowMs + retryAfterMs);
    // Requests that were in flight when the pause began can fail too. They must not extend the pause.
    if (state.failures < failuresBeforePause || nowMs < state.pausedUntilMs) return;
    state.pausedUntilMs = nowMs + state.pauseMs;
    state.pauseMs = Math.min(maxPauseMs, state.pauseMs * 2);
  }

  /** Claims nothing from the endpoint until this time. */
  claimNotBefore(endpointId: string, untilMs: number): void {
    this.#states.get(endpointId)!.noClaimUntilMs = untilMs;
  }

  /** Forgets endpoints that are not in use. */
  forgetUnused(nowMs: number): void {
    for (const state of this.#states.values()) {
      if (state.running > 0 || this.#due.has(state) || nowMs < state.pausedUntilMs) continue;
      if (nowMs >= state.lastUsedMs + forgetAfterMs) this.#states.delete(state.endpointId);
    }
  }

  #stateOf(organizerId: string, endpointId: string): EndpointState {
    let state = this.#states.get(endpointId);
    if (state === undefined) {
      const counts = { limit: initialLimit, running: 0, failures: 0 };
      const times = { pauseMs: initialPauseMs, pausedUntilMs: 0, noClaimUntilMs: 0, lastUsedMs: 0 };
      state = { organizerId, endpointId, ...counts, ...times };
      this.#states.set(endpointId, state);
    }
    return state;
  }

  #freeSlots({ limit, running, failures, pausedUntilMs }: EndpointState, nowMs: number): number {
    if (nowMs < pausedUntilMs) return 0;
    const endpointLimit = failures < failuresBeforePause ? limit : 1;
    return Math.max(0, Math.min(endpointLimit - running, maxRunning - this.#running));
  }

  #take(state: EndpointState, count: number, nowMs: number): number {
    state.running += count;
    state.lastUsedMs = nowMs;
    this.#running += count;
    return count;
  }
}
