import type { Agent } from 'undici';
import type { ServiceClock } from '../../platform/clock.ts';
import { startDelivery } from '../../platform/telemetry/spans.ts';
import { type DeliveryOutcome, DeliveryRequest } from './delivery-request.ts';
import type { ClaimedDelivery, DeliveryTarget, EndpointQueue, NextDelivery } from './endpoint-queue.ts';
import { signature, standardHeaders } from './signature.ts';

/** The maximum number of requests in flight, to all endpoints together. */
const maxInFlight = 512;
const timeoutCheckMs = 100;
/** The time that must remain between the timeout of an attempt and the end of its lease, to record the result. */
const recordReserveMs = 2_000;

/** An attempt that has finished. */
export interface FinishedAttempt {
  readonly queue: EndpointQueue;
  readonly delivery: ClaimedDelivery;
  /** The URL of the request. */
  readonly url: string;
  /** The headers of the request: names and values in turn. The values of custom headers are hidden. */
  readonly headers: readonly string[];
  readonly outcome: DeliveryOutcome;
  /** Milliseconds since the epoch, by the clock of the organizer. */
  readonly startedAtMs: number;
}

export interface SenderOptions {
  readonly agent: Agent;
  readonly clock: ServiceClock;
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  /** The timeout of a request, from the connection to the last byte of the response. */
  readonly timeoutMs: number;
  onFinished(attempt: FinishedAttempt): void;
  /** Called with deliveries that are not attempted, because their lease expires too soon. */
  onLeaseTooShort(deliveries: readonly ClaimedDelivery[]): void;
}

/** Sends claimed deliveries: one for each endpoint in turn, within the limit of each endpoint and the total limit. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #headers: readonly string[];
  readonly #signatureHeader: string;
  /** In the order in which the requests were started, which is the order in which they time out. */
  readonly #inFlight = new Set<DeliveryRequest>();
  readonly #ready: EndpointQueue[] = [];
  /** The timers of throttled queues that wait for their next slot. */
  readonly #throttleTimers = new Map<EndpointQueue, NodeJS.Timeout>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#headers = ['content-type', 'application/json', 'user-agent', 'Organizer-Webhooks/1.0'];
    this.#signatureHeader = `X-${options.brand}-Signature`;
    this.#timer = setInterval(() => this.#abortTimedOut(), timeoutCheckMs);
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Sends from a queue as soon as its limits and the total limit allow it. */
  schedule(queue: EndpointQueue): void {
    this.#markReady(queue, this.#options.clock.monotonicNow());
    this.#send();
  }

  abortAll(reason: string): void {
    for (const request of this.#inFlight) request.abort(reason);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const timer of this.#throttleTimers.values()) clearTimeout(timer);
    await this.#options.agent.destroy();
  }

  #markReady(queue: EndpointQueue, monotonicMs: number): void {
    if (queue.isReady) return;
    if (!queue.canSend(monotonicMs)) {
      this.#waitForThrottle(queue, monotonicMs);
      return;
    }
    queue.isReady = true;
    this.#ready.push(queue);
  }

  #waitForThrottle(queue: EndpointQueue, monotonicMs: number): void {
    const delayMs = queue.throttleDelayMs(monotonicMs);
    if (delayMs === 0 || this.#throttleTimers.has(queue)) return;
    const onSlot = () => {
      this.#throttleTimers.delete(queue);
      this.schedule(queue);
    };
    this.#throttleTimers.set(queue, setTimeout(onSlot, Math.ceil(delayMs)));
  }

  #send(): void {
    while (this.#inFlight.size < maxInFlight) {
      const queue = this.#ready.shift();
      if (queue === undefined) return;
      queue.isReady = false;
      const monotonicMs = this.#options.clock.monotonicNow();
      const nextDelivery = queue.canSend(monotonicMs) ? queue.shift(monotonicMs) : undefined;
      if (nextDelivery === undefined) continue;
      this.#sendNext(queue, nextDelivery, monotonicMs);
      this.#markReady(queue, monotonicMs);
    }
  }

  #sendNext(queue: EndpointQueue, { delivery, target }: NextDelivery, monotonicMs: number): void {
    const { onLeaseTooShort, onFinished, agent, timeoutMs } = this.#options;
    if (delivery.leaseExpiresMs - monotonicMs < timeoutMs + recordReserveMs) {
      onLeaseTooShort([delivery, ...queue.clear()]);
      return;
    }
    const { url, origin, path, secrets } = target;
    const { clock } = this.#options;
    const startedAtMs = clock.of(delivery.organizerId).now();
    // Receivers compare the time of the signature with their own clock.
    const ownHeaders = this.#headersOf(delivery, secrets, Math.floor(clock.now() / 1_000));
    const span = startDelivery(delivery, origin);
    if (span !== null) ownHeaders.push('traceparent', span.traceparent);
    const storedHeaders = [...ownHeaders, ...target.headers.stored];
    const request = new DeliveryRequest((outcome) => {
      this.#inFlight.delete(request);
      queue.inFlight -= 1;
      span?.end(outcome);
      onFinished({ queue, delivery, url, headers: storedHeaders, outcome, startedAtMs });
      this.schedule(queue);
    });
    queue.inFlight += 1;
    this.#inFlight.add(request);
    const headers = [...ownHeaders, ...target.headers.sent];
    agent.dispatch({ origin, path, method: 'POST', headers, body: delivery.body }, request);
  }

  #headersOf({ eventId, body }: ClaimedDelivery, secrets: DeliveryTarget['secrets'], seconds: number): string[] {
    return [
      ...this.#headers,
      this.#signatureHeader,
      signature(secrets, seconds, body),
      ...Object.entries(standardHeaders(secrets, eventId, seconds, body)).flat(),
    ];
  }

  #abortTimedOut(): void {
    const { timeoutMs } = this.#options;
    const startedBeforeMs = performance.now() - timeoutMs;
    for (const request of this.#inFlight) {
      if (request.startedMs > startedBeforeMs) return;
      request.abort(`the response was not complete within ${timeoutMs / 1_000} s`);
    }
  }
}
