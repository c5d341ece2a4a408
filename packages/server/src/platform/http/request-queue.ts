import type { Clock } from '../clock.ts';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';

/** For this time in each turn of the event loop, requests are handled as soon as they are read. */
const immediateMs = 5;
/** While requests are queued, handling them gets this many times as much time as reading further requests and rejecting them. */
const handlingFactor = 4;
/** For this time at most, queued requests are handled in one turn of the event loop. */
const maxHandlingMs = 50;
/** The same limit while statements wait for a connection to the database. Short turns read results and free connections sooner. */
const maxHandlingMsWithStatements = 20;
/** Rejections are sent at most once in this time, and in each turn that takes longer. */
const rejectionIntervalMs = 20;
/** The same interval while statements wait for a connection to the database. Clients then send fewer requests, and turns are shorter. */
const rejectionIntervalMsWithStatements = 70;

/**
 * Queues requests that arrive faster than they are handled. A request is often handled within one turn of the event loop, and each
 * turn accepts only one connection. Without this queue, most concurrent requests would wait in the kernel, where the server can
 * neither count nor reject them. With it, each turn reads what has arrived, and then handles queued requests for a limited time.
 */
export class RequestQueue {
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  readonly #hasWaitingStatements: () => boolean;
  readonly #estimate = new WaitEstimate();
  #waiting: (() => void)[] = [];
  /** The position of the first waiting request. */
  #first = 0;
  /** Whether this turn of the event loop ends with `#endTurn`. */
  #isScheduled = false;
  #turnStartedMs = 0;
  /** When the last turn had read what had arrived. */
  #readMs = -Infinity;
  /** Whether this turn has read a request or accepted a connection. */
  #hasRead = false;
  /** Whether this turn, or the one before it, has accepted a connection. Others may wait in the kernel. */
  #hasAccepted = false;
  #hadAccepted = false;
  /** How long requests can be handled, so that handling gets its share of the time. */
  #creditMs = 0;
  /** When this turn must stop handling requests. */
  #handlingEndsMs = 0;
  /** Each function sends the response to a rejected request. */
  #rejections: (() => void)[] = [];
  /** When rejections were last sent. */
  #rejectedMs = -Infinity;
  #rejectionTimer: NodeJS.Timeout | null = null;

  /** @param hasWaitingStatements whether statements wait for a connection to the database */
  constructor(clock: Pick<Clock, 'monotonicNow'>, hasWaitingStatements: () => boolean) {
    this.#clock = clock;
    this.#hasWaitingStatements = hasWaitingStatements;
  }

  /** The number of waiting requests. */
  get length(): number {
    return this.#waiting.length - this.#first;
  }

  state(): QueueState {
    return this.#estimate.state(this.length, this.#clock.monotonicNow());
  }

  /** Records that a connection was accepted. */
  noteConnection(): void {
    this.#schedule(this.#clock.monotonicNow());
    this.#hasRead = true;
    this.#hasAccepted = true;
  }

  /** @param handle handles the request; called after all requests that arrived earlier were handled */
  add(handle: () => void): void {
    const nowMs = this.#clock.monotonicNow();
    this.#schedule(nowMs);
    if (this.length === 0) {
      if (!this.#isAccepting && nowMs - this.#turnStartedMs < immediateMs) {
        handle();
        return;
      }
      this.#estimate.start(nowMs);
    }
    this.#hasRead = true;
    this.#waiting.push(handle);
  }

  /**
   * Queues the response to a rejected request. It is sent after this turn has read what has arrived, or a little later together with
   * others. A client that repeats its request at once would otherwise be rejected in each turn. The turns would become longer, but
   * each reads only a few results of the database.
   *
   * @param send sends the response
   */
  addRejection(send: () => void): void {
    this.#schedule(this.#clock.monotonicNow());
    this.#hasRead = true;
    this.#rejections.push(send);
  }

  /** Sends all delayed rejections now. */
  sendRejections(): void {
    if (this.#rejectionTimer !== null) clearTimeout(this.#rejectionTimer);
    this.#rejectionTimer = null;
    this.#rejectedMs = this.#clock.monotonicNow();
    for (const send of this.#rejections.splice(0)) send();
  }

  get #isAccepting(): boolean {
    return this.#hasAccepted || this.#hadAccepted;
  }

  #schedule(nowMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#turnStartedMs = nowMs;
    setImmediate(this.#endTurn);
  }

  /** Handles queued requests after all that has arrived in this turn of the event loop was read. */
  readonly #endTurn = (): void => {
    this.#isScheduled = false;
    const readMs = this.#clock.monotonicNow();
    if (this.#rejections.length > 0) this.#sendOrDelayRejections(readMs, readMs - this.#readMs);
    this.#readMs = readMs;
    const nowMs = this.#clock.monotonicNow();
    const readingMs = nowMs - this.#turnStartedMs;
    this.#creditMs = this.#hasRead
      ? Math.min(this.#creditMs + handlingFactor * readingMs, maxHandlingMs)
      : maxHandlingMs;
    this.#turnStartedMs = nowMs;
    this.#handlingEndsMs = nowMs + (this.#hasWaitingStatements() ? maxHandlingMsWithStatements : maxHandlingMs);
    if (this.length > 0 && this.#creditMs > 0) this.#handleFirst();
    else this.#startTurn(nowMs);
  };

  /** @param turnMs how long this turn has lasted. The next one may take as long, and delayed rejections would wait for its end */
  #sendOrDelayRejections(nowMs: number, turnMs: number): void {
    const intervalMs = this.#hasWaitingStatements() ? rejectionIntervalMsWithStatements : rejectionIntervalMs;
    const delayMs = this.#rejectedMs + intervalMs - nowMs;
    if (delayMs > 0 && turnMs < intervalMs) {
      this.#rejectionTimer ??= setTimeout(() => this.sendRejections(), delayMs);
    } else this.sendRejections();
  }

  #handleFirst(): void {
    this.#takeFirst()();
    // The callback of this microtask runs when the request has no further step that can run in this turn.
    queueMicrotask(() => process.nextTick(this.#continueTurn));
  }

  readonly #continueTurn = (): void => {
    const nowMs = this.#clock.monotonicNow();
    this.#estimate.take(nowMs);
    this.#creditMs -= nowMs - this.#turnStartedMs;
    this.#turnStartedMs = nowMs;
    // After a connection was accepted, one request is handled: the next turn accepts the next connection.
    const hasTime = this.#creditMs > 0 && nowMs < this.#handlingEndsMs;
    if (this.length > 0 && hasTime && !this.#isAccepting) this.#handleFirst();
    else this.#startTurn(nowMs);
  };

  #startTurn(nowMs: number): void {
    this.#hadAccepted = this.#hasAccepted;
    this.#hasAccepted = false;
    this.#hasRead = false;
    if (this.length === 0) this.#creditMs = 0;
    else this.#schedule(nowMs);
  }

  #takeFirst(): () => void {
    const handle = this.#waiting[this.#first]!;
    this.#first += 1;
    // Copied rarely, so that a long queue does not move all its entries for each request.
    if (this.#first * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return handle;
  }
}
