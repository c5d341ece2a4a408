import type { SigningSecret } from './signature.ts';

/** A delivery that this worker has a lease on. */
export interface Claimed {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly id: string;
  readonly eventId: string;
  /** Attempts that ended before this one. */
  readonly attemptCount: number;
  readonly leaseId: string;
  /** By the monotonic clock of this process. */
  readonly leaseEndsMs: number;
  readonly body: Buffer;
}

/** Where an endpoint's deliveries go, and signed with what. */
export interface Target {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly secrets: readonly SigningSecret[];
}

const concurrencyStart = 8;
const concurrencyMax = 32;
const batchStart = 32;
const batchMax = 500;
/** A batch that is done faster than this may be larger next time, one that takes longer smaller. */
const batchFastMs = 1_000;
const batchSlowMs = 5_000;
/** So many failures without a success between them open the circuit. */
const failuresMax = 16;
const pauseStartMs = 2_000;
const pauseMsMax = 60_000;

/**
 * One endpoint's deliveries in one worker: what is claimed and waits here, how many may be under way at once, and
 * whether it rests. Many at once only to an endpoint that takes them: each success allows one more, each failure half
 * as many. An endpoint that only fails rests, and is then tried with a single delivery. All its times are those of the
 * monotonic clock: a clock that is set back must not make it rest longer.
 */
export class Lane {
  readonly organizerId: string;
  readonly endpointId: string;
  target: Target | null = null;
  /** Whether more may wait in the database. */
  mayHaveMore = false;
  /** Whether it stands in the line of those that want to send. */
  isLinedUp = false;
  inFlight = 0;
  #waiting: Claimed[] = [];
  #next = 0;
  #concurrency = concurrencyStart;
  #batch = batchStart;
  #claimedMs = 0;
  #failures = 0;
  #pauseMs = pauseStartMs;
  #restsUntilMs = 0;

  constructor(organizerId: string, endpointId: string) {
    this.organizerId = organizerId;
    this.endpointId = endpointId;
  }

  get waiting(): number {
    return this.#waiting.length - this.#next;
  }

  /** Nothing is claimed or sent before this time. */
  rest(untilMs: number): void {
    this.#restsUntilMs = Math.max(this.#restsUntilMs, untilMs);
  }

  get restsUntilMs(): number {
    return this.#restsUntilMs;
  }

  rests(nowMs: number): boolean {
    return nowMs < this.#restsUntilMs;
  }

  /** Whether one of those that wait may be sent now. */
  canSend(nowMs: number): boolean {
    return this.waiting > 0 && this.inFlight < this.#concurrency && !this.rests(nowMs);
  }

  /** How many to claim now; 0 for none. */
  wants(nowMs: number): number {
    if (!this.mayHaveMore || this.rests(nowMs) || this.waiting > this.#batch / 2) return 0;
    if (this.#failures >= failuresMax) return this.inFlight + this.waiting === 0 ? 1 : 0;
    return this.#batch;
  }

  /** Takes what was claimed of it. */
  fill(claimed: readonly Claimed[], asked: number, nowMs: number): void {
    const tookMs = nowMs - this.#claimedMs;
    if (claimed.length === asked && tookMs < batchFastMs) this.#batch = Math.min(batchMax, this.#batch * 2);
    else if (tookMs > batchSlowMs) this.#batch = Math.max(batchStart, this.#batch / 2);
    this.#claimedMs = nowMs;
    this.#waiting = [...this.#waiting.slice(this.#next), ...claimed];
    this.#next = 0;
    this.mayHaveMore = claimed.length === asked;
  }

  /** The one that has waited longest. */
  take(): Claimed {
    const claimed = this.#waiting[this.#next]!;
    this.#next += 1;
    return claimed;
  }

  /** Gives back all that wait. */
  empty(): Claimed[] {
    const rest = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return rest;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = pauseStartMs;
    this.#concurrency = Math.min(concurrencyMax, this.#concurrency + 1);
  }

  /**
   * @param retryAfterMs what the receiver asked for, if it did
   * @returns whether the lane rests now
   */
  failed(nowMs: number, retryAfterMs: number | null): boolean {
    this.#failures += 1;
    this.#concurrency = Math.max(1, Math.floor(this.#concurrency / 2));
    if (retryAfterMs !== null) this.rest(nowMs + retryAfterMs);
    // What was under way when it began to rest fails with it, and makes the rest no longer.
    if (this.#failures >= failuresMax && !this.rests(nowMs)) {
      this.rest(nowMs + this.#pauseMs);
      this.#pauseMs = Math.min(pauseMsMax, this.#pauseMs * 2);
    }
    return this.rests(nowMs);
  }
}
