import type { Agent } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import { Exchange, type Outcome } from './delivery-request.ts';
import type { Claimed, Lane, Target } from './endpoint-queue.ts';
import { signature, standardSignature } from './signature.ts';

/** Requests under way at once, to all endpoints together. */
const inFlightMax = 512;
/** How often requests are looked through for those that took too long. */
const lookPauseMs = 100;
/** A lease must hold until an attempt that begins now has ended and is kept. */
const settleMsMax = 2_000;

/** An attempt that has ended. */
export interface Finished {
  readonly lane: Lane;
  readonly claimed: Claimed;
  /** Where it was sent. */
  readonly url: string;
  readonly outcome: Outcome;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

export interface SenderOptions {
  readonly agent: Agent;
  readonly clock: Clock;
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  /** From the first byte sent to the last byte of the answer. */
  readonly timeoutMs: number;
  onFinished(finished: Finished): void;
  /** The lease of these ends too soon: they were not tried. */
  onTooLate(claimed: readonly Claimed[]): void;
}

/** Sends what lanes hold: each lane in its turn, as many at once as it may, and a bounded number of all. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #headers: readonly string[];
  readonly #signatureHeader: string;
  /** In the order in which they were started, and so in that in which their time is over. */
  readonly #underWay = new Set<Exchange>();
  readonly #line: Lane[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#headers = ['content-type', 'application/json', 'user-agent', 'Organizer-Webhooks/1.0'];
    this.#signatureHeader = `X-${options.brand}-Signature`;
    this.#timer = setInterval(() => this.#cutOff(), lookPauseMs);
  }

  get inFlight(): number {
    return this.#underWay.size;
  }

  /** A lane may have something to send. */
  lineUp(lane: Lane): void {
    if (!lane.isLinedUp && lane.canSend(this.#options.clock.monotonicNow())) {
      lane.isLinedUp = true;
      this.#line.push(lane);
    }
    this.#send();
  }

  /** Cuts off what is under way. */
  abandon(reason: string): void {
    for (const exchange of this.#underWay) exchange.abandon(reason);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#options.agent.destroy();
  }

  #send(): void {
    while (this.#underWay.size < inFlightMax) {
      const lane = this.#line.shift();
      if (lane === undefined) return;
      const monotonicMs = this.#options.clock.monotonicNow();
      lane.isLinedUp = false;
      if (lane.canSend(monotonicMs)) this.#sendNext(lane, monotonicMs);
      if (lane.canSend(monotonicMs)) {
        lane.isLinedUp = true;
        this.#line.push(lane);
      }
    }
  }

  #sendNext(lane: Lane, monotonicMs: number): void {
    const claimed = lane.take();
    const { onTooLate, onFinished, agent, timeoutMs } = this.#options;
    if (claimed.leaseEndsMs - monotonicMs < timeoutMs + settleMsMax) {
      onTooLate([claimed, ...lane.empty()]);
      return;
    }
    const { url, origin, path, secrets } = lane.target!;
    const nowMs = this.#options.clock.now();
    const exchange = new Exchange((outcome) => {
      this.#underWay.delete(exchange);
      lane.inFlight -= 1;
      onFinished({ lane, claimed, url, outcome, startedAtMs: nowMs });
      this.lineUp(lane);
    });
    lane.inFlight += 1;
    this.#underWay.add(exchange);
    const headers = this.#headersOf(claimed, secrets, Math.floor(nowMs / 1_000));
    agent.dispatch({ origin, path, method: 'POST', headers, body: claimed.body }, exchange);
  }

  #headersOf({ eventId, body }: Claimed, secrets: Target['secrets'], seconds: number): string[] {
    return [
      ...this.#headers,
      this.#signatureHeader,
      signature(secrets, seconds, body),
      'webhook-id',
      eventId,
      'webhook-timestamp',
      String(seconds),
      'webhook-signature',
      standardSignature(secrets, eventId, seconds, body),
    ];
  }

  #cutOff(): void {
    const { timeoutMs } = this.#options;
    const oldestMs = performance.now() - timeoutMs;
    for (const exchange of this.#underWay) {
      if (exchange.startedMs > oldestMs) return;
      exchange.abandon(`no complete answer came within ${timeoutMs / 1_000} s`);
    }
  }
}
