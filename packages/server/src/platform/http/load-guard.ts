import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { type QueueState, WaitEstimate } from '../wait-estimate.ts';

/** The maximum number of requests in progress, including those in the queue. It bounds the memory. */
const maxInFlight = 2_000;
/** Up to this number of requests and statements can always wait: a few slow ones are not an overload. */
const maxShortQueue = 100;
/** For this time, queued requests are handled in one turn of the event loop. Then it reads what has arrived, and results of the database. */
const turnMs = 20;
/** Rejections are sent together, after this time. Clients that repeat them at once then leave most of the processor to other requests. */
const rejectionDelayMs = 70;
/** The time without a rejection after which an overload has ended. */
const recoveryMs = 5_000;
/** The limits are so many times higher for requests that are rejected last. */
const lastFactor = 2;

/** Requests for these paths are never rejected: health checks, metrics, and the webhooks of payment providers. */
const essentialPaths = ['/healthz', '/readyz', '/metrics', '/payments/'];
/**
 * Requests for these paths are rejected last: those of buyers who have a code or an order, also when they return from the page of a payment
 * provider, and those of the devices and turnstiles at the entrance. Others have less to lose if they try again. The route of a request is not known yet.
 */
const lastPaths =
  /^\/api\/(public\/v1\/(otp\/verify|pay|cancel|orders\/|own-orders)|gate\/v1\/|v1\/check-ins)|^\/e\/.*[?&]order=/;

interface LoadSources {
  readonly clock: Pick<Clock, 'monotonicNow'>;
  readonly log: Logger;
  readonly metrics: { countOverload(): void };
  /** How long a new request may be expected to wait, for the processor and for the database. */
  readonly maxWaitMs: number;
  /** The queue of statements for a connection to the database, or for the other writers. */
  readonly databaseQueue: () => QueueState;
  readonly countInFlight: () => number;
}

/**
 * Queues the requests that have arrived, and rejects those that would wait too long: 503 at once is better for the caller, and for the
 * requests that were accepted, than the right response after seconds. Rejections are counted in the metrics. The log has one line when
 * they begin, and one when they have ended.
 *
 * Without the queue, most requests would wait in the kernel, where the server can neither count nor reject them: a request is often handled
 * within one turn of the event loop, and each turn accepts only one connection.
 */
export class LoadGuard {
  readonly #sources: LoadSources;
  readonly #estimate = new WaitEstimate();
  /** While it is not empty, the next turn or step is scheduled. */
  readonly #queue: (() => void)[] = [];
  /** When this turn, or the last one that has handled requests, must stop handling them. */
  #turnEndsMs = -Infinity;
  /** Whether a connection was accepted in this turn. Others may wait in the kernel. */
  #hasAccepted = false;
  /** Each function sends the response to a rejected request. */
  readonly #rejections: (() => void)[] = [];
  /** The requests that were rejected since the overload began; 0 if there is none. */
  #rejectedCount = 0;
  #lastRejectedMs = 0;

  constructor(sources: LoadSources) {
    this.#sources = sources;
  }

  /** Records that a connection was accepted. */
  noteConnection(): void {
    this.#hasAccepted = true;
  }

  /** @param send sends the response to a rejected request, a little later */
  reject(send: () => void): void {
    if (this.#rejections.push(send) === 1) setTimeout(() => this.sendRejections(), rejectionDelayMs);
  }

  /** Sends all delayed rejections now. */
  sendRejections(): void {
    for (const send of this.#rejections.splice(0)) send();
  }

  /** Calls `work` after what has arrived in this turn of the event loop was read, and after all work that was queued earlier. */
  enqueue(work: () => void): void {
    if (this.#queue.push(work) > 1) return;
    this.#estimate.start(this.#sources.clock.monotonicNow());
    setImmediate(this.#startTurn);
  }

  readonly #startTurn = (): void => {
    const nowMs = this.#sources.clock.monotonicNow();
    const isAccepting = this.#hasAccepted && nowMs < this.#turnEndsMs + turnMs;
    this.#hasAccepted = false;
    if (isAccepting) {
      setImmediate(this.#startTurn);
      return;
    }
    this.#turnEndsMs = nowMs + turnMs;
    this.#workFirst();
  };

  #workFirst(): void {
    const work = this.#queue.shift()!;
    // The callback of this microtask runs when `work` has no further step that can run in this turn.
    if (this.#queue.length > 0) queueMicrotask(() => process.nextTick(this.#continueTurn));
    work();
  }

  readonly #continueTurn = (): void => {
    const nowMs = this.#sources.clock.monotonicNow();
    this.#estimate.take(nowMs);
    if (nowMs < this.#turnEndsMs) this.#workFirst();
    else setImmediate(this.#startTurn);
  };

  /**
   * Whether to reject a request, and records this.
   *
   * @param hasWaited whether the request was accepted and has waited in the queue. Others were handled meanwhile and wait for the database
   */
  rejects(request: IncomingMessage, { hasWaited = false } = {}): boolean {
    if (isEssential(request)) return false;
    const { clock, log, metrics, maxWaitMs, databaseQueue, countInFlight } = this.#sources;
    const nowMs = clock.monotonicNow();
    const factor = lastPaths.test(request.url ?? '/') ? lastFactor : 1;
    const own = this.#estimate.state(hasWaited ? 0 : this.#queue.length, nowMs);
    const database = databaseQueue();
    const isTooLong =
      own.waiting + database.waiting > maxShortQueue && own.expectedMs + database.expectedMs > factor * maxWaitMs;
    if (isTooLong || (!hasWaited && countInFlight() >= factor * maxInFlight)) {
      if (this.#rejectedCount === 0) log.warn('overloaded: requests are rejected with 503');
      this.#rejectedCount += 1;
      this.#lastRejectedMs = nowMs;
      metrics.countOverload();
      return true;
    }
    if (this.#rejectedCount > 0 && nowMs - this.#lastRejectedMs > recoveryMs) {
      log.info({ rejected: this.#rejectedCount }, 'no longer overloaded');
      this.#rejectedCount = 0;
    }
    return false;
  }
}

/** A preflight request is essential too: without its response, a web page cannot read the 503. */
export function isEssential({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'OPTIONS' || essentialPaths.some((path) => url.startsWith(path));
}
