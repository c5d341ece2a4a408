import type { SigningSecret } from './signature.ts';

/** A delivery that this worker has claimed. */
export interface ClaimedDelivery {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly id: string;
  readonly eventId: string;
  /** The number of earlier attempts. */
  readonly attemptCount: number;
  readonly leaseId: string;
  /** The time when the lease expires, by the monotonic clock of this process. */
  readonly leaseExpiresMs: number;
  readonly body: Buffer;
}

/** The URL to which an endpoint's deliveries are sent, and the secrets that sign them. */
export interface DeliveryTarget {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly secrets: readonly SigningSecret[];
}

/** The next delivery to send, and its target. */
export interface NextDelivery {
  readonly delivery: ClaimedDelivery;
  readonly target: DeliveryTarget;
}

const concurrencyStart = 8;
const concurrencyMax = 32;
const batchStart = 32;
const batchMax = 500;
/** If a batch was sent within this time, the next one is larger. */
const batchFastMs = 1_000;
/** If a batch took longer than this, the next one is smaller. */
const batchSlowMs = 5_000;
/** After this many failures in a row the endpoint is paused. */
const failuresMax = 16;
const pauseStartMs = 2_000;
const pauseMsMax = 60_000;

/**
 * One endpoint's deliveries in one worker: those that are claimed and not sent yet, how many requests can be in flight, and
 * whether the endpoint is paused. Each success allows one more request in flight, each failure halves their number. An
 * endpoint that only fails is paused and then tried with a single delivery (a circuit breaker). All times are of the monotonic
 * clock, because a pause must not become longer when the system clock is set back.
 */
export class EndpointQueue {
  readonly organizerId: string;
  readonly endpointId: string;
  /** Whether the database can have more due deliveries. */
  mayHaveMoreDue = false;
  /** Whether the sender has it in its list of queues that are ready to send. */
  isReady = false;
  inFlight = 0;
  #target: DeliveryTarget | null = null;
  #waiting: ClaimedDelivery[] = [];
  /** Index of the first delivery in `#waiting` that is not sent yet. */
  #next = 0;
  #concurrency = concurrencyStart;
  #batch = batchStart;
  #claimedMs = 0;
  #failures = 0;
  #pauseMs = pauseStartMs;
  #pausedUntilMs = 0;

  constructor(organizerId: string, endpointId: string) {
    this.organizerId = organizerId;
    this.endpointId = endpointId;
  }

  /** The number of claimed deliveries that are not sent yet. */
  get waiting(): number {
    return this.#waiting.length - this.#next;
  }

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  isPaused(nowMs: number): boolean {
    return nowMs < this.#pausedUntilMs;
  }

  /** Claims and sends nothing until this time, or longer if it is already paused for longer. */
  pauseUntil(untilMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  canSend(nowMs: number): boolean {
    return this.#target !== null && this.waiting > 0 && this.inFlight < this.#concurrency && !this.isPaused(nowMs);
  }

  /** The number of deliveries to claim now. */
  claimSize(nowMs: number): number {
    if (!this.mayHaveMoreDue || this.isPaused(nowMs) || this.waiting > this.#batch / 2) return 0;
    if (this.#failures >= failuresMax) return this.inFlight + this.waiting === 0 ? 1 : 0;
    return this.#batch;
  }

  /**
   * Adds claimed deliveries.
   *
   * @param target null only if `claimed` is empty
   * @param limit the number of deliveries that were requested
   */
  add(claimed: readonly ClaimedDelivery[], target: DeliveryTarget | null, limit: number, nowMs: number): void {
    const tookMs = nowMs - this.#claimedMs;
    if (claimed.length === limit && tookMs < batchFastMs) this.#batch = Math.min(batchMax, this.#batch * 2);
    else if (tookMs > batchSlowMs) this.#batch = Math.max(batchStart, this.#batch / 2);
    this.#claimedMs = nowMs;
    this.#waiting = [...this.#waiting.slice(this.#next), ...claimed];
    this.#next = 0;
    this.#target = target;
    this.mayHaveMoreDue = claimed.length === limit;
  }

  /** Removes the delivery that has waited longest; undefined if none waits. */
  shift(): NextDelivery | undefined {
    const delivery = this.#waiting[this.#next];
    if (delivery === undefined || this.#target === null) return undefined;
    this.#next += 1;
    return { delivery, target: this.#target };
  }

  /** Removes all deliveries that wait. */
  clear(): ClaimedDelivery[] {
    const rest = this.#waiting.slice(this.#next);
    this.#waiting = [];
    this.#next = 0;
    return rest;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#pauseMs = pauseStartMs;
    this.#concurrency = Math.min(concurrencyMax, this.#concurrency + 1);
  }

  /**
   * @param retryAfterMs the time in `Retry-After` of the response, or null
   * @returns whether the endpoint is paused now
   */
  recordFailure(nowMs: number, retryAfterMs: number | null): boolean {
    this.#failures += 1;
    this.#concurrency = Math.max(1, Math.floor(this.#concurrency / 2));
    if (retryAfterMs !== null) this.pauseUntil(nowMs + retryAfterMs);
    // Requests that were in flight when the pause began fail too: they must not make it longer.
    if (this.#failures >= failuresMax && !this.isPaused(nowMs)) {
      this.pauseUntil(nowMs + this.#pauseMs);
      this.#pauseMs = Math.min(pauseMsMax, this.#pauseMs * 2);
    }
    return this.isPaused(nowMs);
  }
}
