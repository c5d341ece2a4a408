import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { SigningSecret } from './signature.ts';
import { claimAheadMs } from './throttle.ts';

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
  /** The span that created the delivery, as the header `traceparent`; null without traces. */
  readonly traceParent: string | null;
  readonly body: string;
  /** The start of its slot if the endpoint is throttled, otherwise 0, by the monotonic clock of this process. */
  readonly notBeforeMs: number;
  /** The target that the transaction read which inserted the delivery. Without it, the target of the last claim applies. */
  readonly target?: DeliveryTarget;
}

/** The custom headers of an endpoint: names and values in turn. */
export interface TargetHeaders {
  readonly sent: readonly string[];
  /** As they are stored with an attempt, without their values. */
  readonly stored: readonly string[];
}

/** The URL to which an endpoint's deliveries are sent, its headers, and the secrets that sign them. */
export interface DeliveryTarget {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly secrets: readonly SigningSecret[];
  readonly headers: TargetHeaders;
  /** The time between two deliveries, if the endpoint is throttled; otherwise null. */
  readonly intervalMs: number | null;
}

/** The next delivery to send, and its target. */
export interface NextDelivery {
  readonly delivery: ClaimedDelivery;
  readonly target: DeliveryTarget;
}

const minBatchSize = 32;
const maxBatchSize = 384;
/** The maximum number of deliveries that wait in a queue, for new deliveries to be added without a claim from the database. */
const maxWaitingForNew = 64;
/** If a batch was sent in less than this time, the next batch is larger. */
const fastBatchMs = 1_000;
/** If a batch took longer than this time, the next batch is smaller. */
const slowBatchMs = 5_000;
/** The endpoint is paused after this number of failures without a success. */
const failuresBeforePause = 16;
const initialPauseMs = 2_000;
const maxPauseMs = 60_000;
/** After this time at the latest, a throttled endpoint is looked up again: its throttle can have changed. */
const maxThrottlePauseMs = 5_000;

/**
 * The queue of one endpoint in one worker. It contains the claimed deliveries that are not sent yet, limits the number of
 * requests in flight, and pauses the endpoint after failures. Each success raises the limit by one, and each failure halves it.
 * After a pause, only one delivery is claimed until there is a success (a circuit breaker). All times are of the monotonic
 * clock, because a pause must not become longer when the system clock is set back.
 */
export class EndpointQueue {
  readonly organizerId: string;
  readonly endpointId: string;
  /** Whether the database can have more due deliveries. */
  mayHaveMoreDue = false;
  /** The number of deliveries that were handed over to be sent and have not finished. */
  inFlight = 0;
  /** The number of deliveries that open transactions may add. */
  reservedCount = 0;
  #target: DeliveryTarget | null = null;
  #waiting: ClaimedDelivery[] = [];
  /** Index of the first delivery in `#waiting` that is not sent yet. */
  #nextIndex = 0;
  readonly #limit = new ConcurrencyLimit();
  #batchSize = minBatchSize;
  #lastClaimMs = 0;
  #failures = 0;
  #pauseMs = initialPauseMs;
  #pausedUntilMs = 0;
  /** If the endpoint is throttled: the earliest time of the next request after the requests of this queue. */
  #nextSendMs = 0;
  /** Before this time, there is no free slot to claim. */
  #noSlotUntilMs = 0;

  constructor(organizerId: string, endpointId: string) {
    this.organizerId = organizerId;
    this.endpointId = endpointId;
  }

  /** The number of claimed deliveries that are not sent yet. Some of them can be handed over already. */
  get waitingCount(): number {
    return this.#waiting.length - this.#nextIndex + Math.max(0, this.inFlight - this.#limit.value);
  }

  /** The target of the last claim; null if there is none. */
  get target(): DeliveryTarget | null {
    return this.#target;
  }

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  isPaused(nowMs: number): boolean {
    return nowMs < this.#pausedUntilMs;
  }

  /** Pauses claims and requests until this time. A pause that ends later is not changed. */
  pauseUntil(untilMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  /** Whether a request can start now. */
  canSend(nowMs: number): boolean {
    return this.#hasNext(nowMs) && this.inFlight < this.#limit.value && nowMs >= this.#nextSlotMs;
  }

  /**
   * Whether the next delivery can be handed over to be sent as soon as `inFlight` is below its limit. The requests of a throttled
   * endpoint start when they are handed over, so they wait for the limit here.
   */
  canHandOver(nowMs: number): boolean {
    return this.#nextTarget?.intervalMs === null ? this.#hasNext(nowMs) : this.canSend(nowMs);
  }

  /** The time until `canSend`, if the queue waits only for its throttle; otherwise 0. */
  throttleDelayMs(nowMs: number): number {
    return this.#hasNext(nowMs) && this.inFlight < this.#limit.value ? Math.max(0, this.#nextSlotMs - nowMs) : 0;
  }

  /** The earliest time of the next request. */
  get #nextSlotMs(): number {
    return Math.max(this.#nextSendMs, this.#waiting[this.#nextIndex]?.notBeforeMs ?? 0);
  }

  #hasNext(nowMs: number): boolean {
    return this.#nextTarget !== null && !this.isPaused(nowMs);
  }

  /** The target of the next delivery; null if nothing can be sent. */
  get #nextTarget(): DeliveryTarget | null {
    const next = this.#waiting[this.#nextIndex];
    return next === undefined ? null : (next.target ?? this.#target);
  }

  /**
   * Returns how many new deliveries can be added without a claim from the database. It is 0 while the endpoint is paused or may have
   * older deliveries there, which come first.
   */
  roomForNew(nowMs: number): number {
    if (this.mayHaveMoreDue || this.isPaused(nowMs) || this.#failures >= failuresBeforePause) return 0;
    return Math.max(0, maxWaitingForNew - this.waitingCount - this.reservedCount);
  }

  /** Adds a delivery that was claimed when it was created. */
  addNew(delivery: ClaimedDelivery & { target: DeliveryTarget }): void {
    this.#waiting.push(delivery);
  }

  /** Returns the number of deliveries to claim now. A batch is claimed while the previous one waits, which is sent during the claim. */
  claimSize(nowMs: number): number {
    if (!this.mayHaveMoreDue || this.isPaused(nowMs) || this.waitingCount > this.#batchSize) return 0;
    const waitingMs = this.waitingCount * (this.#target?.intervalMs ?? 0);
    if (nowMs < this.#noSlotUntilMs || waitingMs > claimAheadMs / 2) return 0;
    if (this.#failures >= failuresBeforePause) return this.inFlight + this.waitingCount === 0 ? 1 : 0;
    return this.#batchSize;
  }

  /**
   * Adds claimed deliveries.
   *
   * @param target null only if `claimed` is empty
   * @param limit the maximum number of deliveries that were requested
   * @param freeSlotMs the start of the first slot that is still free; null if the endpoint is not throttled
   */
  add(
    claimed: readonly ClaimedDelivery[],
    target: DeliveryTarget | null,
    limit: number,
    nowMs: number,
    freeSlotMs: number | null = null,
  ): void {
    const batchMs = nowMs - this.#lastClaimMs;
    if (claimed.length === limit && batchMs < fastBatchMs)
      this.#batchSize = Math.min(maxBatchSize, this.#batchSize * 2);
    else if (batchMs > slowBatchMs) this.#batchSize = Math.max(minBatchSize, this.#batchSize / 2);
    this.#lastClaimMs = nowMs;
    this.#removeSent();
    this.#waiting.push(...claimed);
    this.#target = target;
    this.mayHaveMoreDue = claimed.length === limit;
    if (freeSlotMs === null) this.#nextSendMs = 0;
    this.#noSlotUntilMs = Math.min((freeSlotMs ?? 0) - claimAheadMs, nowMs + maxThrottlePauseMs);
  }

  /** Removes and returns the delivery that has waited longest; undefined if there is none. */
  shift(nowMs: number): NextDelivery | undefined {
    const delivery = this.#waiting[this.#nextIndex];
    const target = delivery?.target ?? this.#target;
    if (delivery === undefined || target === null) return undefined;
    this.#nextIndex += 1;
    if (this.#nextIndex === this.#waiting.length || this.#nextIndex > maxBatchSize) this.#removeSent();
    const { intervalMs } = target;
    // A request that was delayed does not delay the next one, but after a long delay, missed slots are not made up for.
    if (intervalMs !== null)
      this.#nextSendMs = Math.max(nowMs, Math.max(this.#nextSendMs, delivery.notBeforeMs) + intervalMs);
    return { delivery, target };
  }

  /** Removes and returns all deliveries that are not handed over yet. */
  clear(): ClaimedDelivery[] {
    const removed = this.#waiting.slice(this.#nextIndex);
    this.#waiting = [];
    this.#nextIndex = 0;
    return removed;
  }

  #removeSent(): void {
    this.#waiting = this.#waiting.slice(this.#nextIndex);
    this.#nextIndex = 0;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#pauseMs = initialPauseMs;
    this.#limit.recordSuccess();
  }

  /**
   * Records a failure. Halves the limit of requests in flight, and pauses the endpoint if necessary.
   *
   * @param retryAfterMs the time in `Retry-After` of the response, or null
   * @returns whether the endpoint is paused now
   */
  recordFailure(nowMs: number, retryAfterMs: number | null): boolean {
    this.#failures += 1;
    this.#limit.recordFailure();
    if (retryAfterMs !== null) this.pauseUntil(nowMs + retryAfterMs);
    // Requests that were in flight when the pause began can fail too. They must not extend the pause.
    if (this.#failures >= failuresBeforePause && !this.isPaused(nowMs)) {
      this.pauseUntil(nowMs + this.#pauseMs);
      this.#pauseMs = Math.min(maxPauseMs, this.#pauseMs * 2);
    }
    return this.isPaused(nowMs);
  }
}
