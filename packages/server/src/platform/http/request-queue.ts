import type { Clock } from '../clock.ts';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';

/** For this time in each turn of the event loop, requests are handled as soon as they are read. */
const immediateMs = 5;
/** While requests are queued, handling them gets this many times as much time as reading further requests and rejecting them. */
const handlingFactor = 4;
/** The same while connections are being accepted: those that wait in the kernel are accepted soon. */
const acceptingFactor = 1;
/** For this time at most, queued requests are handled in one turn of the event loop. */
const maxHandlingMs = 20;
/** While more rejections wait than can be sent, sending them gets this share of the time. Reading the next ones takes about as much. */
const rejectionShare = 1 / 12;
/** For this time at most, rejections are sent at once after a pause. */
const maxRejectingMs = 4;
/** The maximum number of rejections that wait to be sent. */
const maxRejections = 2_000;

/**
 * Queues requests that arrive faster than they are handled. A request is often handled within one turn of the event loop, and each
 * turn accepts only one connection. Without this queue, most concurrent requests would wait in the kernel, where the server can
 * neither count nor reject them. With it, each turn reads what has arrived, and then handles queued requests for a limited time.
 *
 * Rejections wait too: a client that repeats a rejected request at once gets its next rejection later, so that rejections leave most of
 * the time to accepted requests, at any number of clients.
 */
export class RequestQueue {
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  readonly #estimate = new WaitEstimate();
  readonly #waiting = new Fifo();
  /** Whether this turn of the event loop ends with `#endTurn`. */
  #isScheduled = false;
  #turnStartedMs = 0;
  /** Whether this turn has read a request or accepted a connection. */
  #hasRead = false;
  /** Whether this turn, or the one before it, has accepted a connection. Others may wait in the kernel. */
  #hasAccepted = false;
  #hadAccepted = false;
  /** How long requests can be handled, so that handling gets its share of the time. */
  #creditMs = 0;
  readonly #rejections = new Fifo();
  /** How long rejections can be sent, so that they do not exceed their share of the time, and when this was calculated. */
  #rejectingMs = maxRejectingMs;
  #rejectingSinceMs = 0;
  #isRejectionScheduled = false;

  constructor(clock: Pick<Clock, 'monotonicNow'>) {
    this.#clock = clock;
  }

  /** The number of waiting requests. */
  get length(): number {
    return this.#waiting.length;
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
    this.#waiting.add(handle);
  }

  /** @param send sends the response to a rejected request; called within the share of rejections */
  reject(send: () => void): void {
    if (this.#rejections.length >= maxRejections) {
      send();
      return;
    }
    this.#rejections.add(send);
    this.#schedule(this.#clock.monotonicNow());
  }

  /** Sends all rejections that wait. */
  sendRejections(): void {
    while (this.#rejections.length > 0) this.#rejections.take()();
  }

  get #isAccepting(): boolean {
    return this.#hasAccepted || this.#hadAccepted;
  }

  get #handlingFactor(): number {
    return this.#isAccepting ? acceptingFactor : handlingFactor;
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
    const nowMs = this.#clock.monotonicNow();
    const readingMs = nowMs - this.#turnStartedMs;
    this.#creditMs = this.#hasRead
      ? Math.min(this.#creditMs + this.#handlingFactor * readingMs, maxHandlingMs)
      : maxHandlingMs;
    this.#turnStartedMs = nowMs;
    if (this.#rejections.length > 0) this.#sendShareOfRejections(nowMs);
    if (this.length > 0 && this.#creditMs > 0) this.#handleFirst();
    else this.#startTurn(nowMs);
  };

  #sendShareOfRejections(nowMs: number): void {
    const earnedMs = (nowMs - this.#rejectingSinceMs) * rejectionShare;
    this.#rejectingMs = Math.min(this.#rejectingMs + earnedMs, maxRejectingMs);
    this.#rejectingSinceMs = nowMs;
    let sinceMs = nowMs;
    while (this.#rejections.length > 0 && this.#rejectingMs > 0) {
      this.#rejections.take()();
      const sentMs = this.#clock.monotonicNow();
      this.#rejectingMs -= sentMs - sinceMs;
      sinceMs = sentMs;
    }
    // A pause while one was sent, such as a garbage collection, does not delay the next ones.
    this.#rejectingMs = Math.max(this.#rejectingMs, 0);
    // Without a timer, an idle event loop would spin until the others can be sent.
    if (this.#rejections.length === 0 || this.#isRejectionScheduled) return;
    this.#isRejectionScheduled = true;
    setTimeout(this.#continueRejections, 1);
  }

  readonly #continueRejections = (): void => {
    this.#isRejectionScheduled = false;
    this.#schedule(this.#clock.monotonicNow());
  };

  #handleFirst(): void {
    this.#waiting.take()();
    // The callback of this microtask runs when the request has no further step that can run in this turn.
    queueMicrotask(() => process.nextTick(this.#continueTurn));
  }

  readonly #continueTurn = (): void => {
    const nowMs = this.#clock.monotonicNow();
    this.#estimate.take(nowMs);
    this.#creditMs -= nowMs - this.#turnStartedMs;
    this.#turnStartedMs = nowMs;
    // After a connection was accepted, one request is handled: the next turn accepts the next connection.
    if (this.length > 0 && this.#creditMs > 0 && !this.#isAccepting) this.#handleFirst();
    else this.#startTurn(nowMs);
  };

  #startTurn(nowMs: number): void {
    this.#hadAccepted = this.#hasAccepted;
    this.#hasAccepted = false;
    this.#hasRead = false;
    if (this.length === 0) this.#creditMs = 0;
    else this.#schedule(nowMs);
  }
}

/** A queue of functions, from which the first is taken without moving the others. */
class Fifo {
  #entries: (() => void)[] = [];
  /** The position of the first entry. */
  #first = 0;

  get length(): number {
    return this.#entries.length - this.#first;
  }

  add(entry: () => void): void {
    this.#entries.push(entry);
  }

  /** Takes the first entry of a queue that is not empty. */
  take(): () => void {
    const entry = this.#entries[this.#first]!;
    this.#first += 1;
    // Copied rarely, so that a long queue does not move all its entries for each request.
    if (this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
    return entry;
  }
}
