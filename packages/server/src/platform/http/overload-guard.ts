import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { QueueState } from '../wait-estimate.ts';
import type { RequestQueue } from './request-queue.ts';

/**
 * Maximum number of requests in progress, including those in the queue. Further requests are rejected, so that the requests in
 * progress are not delayed.
 */
const maxInFlight = 2_000;
/** Up to this number of requests and statements can always wait: a few slow ones are not an overload. */
const maxShortQueue = 100;
/** The time without a rejection after which an overload has ended. */
const recoveryMs = 5_000;
/** The limits are so many times higher for requests that are rejected last. */
const lastFactor = 2;

/** Requests for these paths are never rejected: health checks, metrics, and the webhooks of payment providers. */
const essentialPaths = ['/healthz', '/readyz', '/metrics', '/payments/'];
/**
 * Requests for these paths are rejected last: those of buyers who have a code or an order, also when they return from the page of a payment
 * provider, and those of the devices at the entrance. Others have less to lose if they try again. The route of a request is not known yet.
 */
const lastPaths = /^\/api\/(public\/v1\/(otp\/verify|pay|cancel|orders\/|own-orders)|gate\/v1\/)|^\/e\/.*[?&]order=/;

interface OverloadOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Requests are rejected while a new one is expected to wait longer than this, for the processor and for the database. */
  readonly maxWaitMs: number;
}

/** What decides whether the server is overloaded. */
export interface LoadSources {
  readonly clock: Pick<Clock, 'monotonicNow'>;
  readonly queue: RequestQueue;
  /** The queue of statements for a connection to the database, or for the other writers. */
  readonly databaseQueue: () => QueueState;
  readonly countInFlight: () => number;
}

/**
 * Rejects requests while the server is overloaded: a response with 503 at once is better for the caller, and for the requests that
 * were accepted, than the right response after seconds. Rejections are counted in the metrics. The log has one line when they begin,
 * and one when they have ended.
 */
export class OverloadGuard {
  readonly #sources: LoadSources;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #maxWaitMs: number;
  /** The requests that were rejected since the overload began; 0 if there is none. */
  #rejectedCount = 0;
  #lastRejectedMs = 0;

  constructor(sources: LoadSources, { log, metrics, maxWaitMs }: OverloadOptions) {
    this.#sources = sources;
    this.#log = log;
    this.#metrics = metrics;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether to reject a request that has arrived. */
  rejectsArrival(request: IncomingMessage): boolean {
    const { queue, databaseQueue, countInFlight } = this.#sources;
    const factor = limitFactor(request);
    const isOverloaded =
      countInFlight() >= factor * maxInFlight || this.#isTooLong(factor, queue.state(), databaseQueue());
    return this.#record(isOverloaded);
  }

  /** Whether to reject a request that has waited in the queue: many others were handled meanwhile and wait for the database. */
  rejectsQueued(request: IncomingMessage): boolean {
    return this.#record(this.#isTooLong(limitFactor(request), this.#sources.databaseQueue()));
  }

  /** Whether a request that waits in all these queues waits too long. */
  #isTooLong(factor: number, ...queues: readonly QueueState[]): boolean {
    let [waiting, expectedMs] = [0, 0];
    for (const queue of queues) {
      waiting += queue.waiting;
      expectedMs += queue.expectedMs;
    }
    return waiting > maxShortQueue && expectedMs > factor * this.#maxWaitMs;
  }

  #record(isRejected: boolean): boolean {
    if (isRejected) {
      if (this.#rejectedCount === 0) this.#log.warn('overloaded: requests are rejected with 503');
      this.#rejectedCount += 1;
      this.#lastRejectedMs = this.#sources.clock.monotonicNow();
      this.#metrics.countOverload();
    } else if (this.#rejectedCount > 0 && this.#sources.clock.monotonicNow() - this.#lastRejectedMs > recoveryMs) {
      this.#log.info({ rejected: this.#rejectedCount }, 'no longer overloaded');
      this.#rejectedCount = 0;
    }
    return isRejected;
  }
}

/** A preflight request is essential too: without its response, a web page cannot read the 503. */
export function isEssential({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'OPTIONS' || essentialPaths.some((path) => url.startsWith(path));
}

function limitFactor(request: IncomingMessage): number {
  if (isEssential(request)) return Infinity;
  return lastPaths.test(request.url ?? '/') ? lastFactor : 1;
}
