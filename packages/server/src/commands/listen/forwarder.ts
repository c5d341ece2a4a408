import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '#sdk';
import {
  type DeliveryOutcome,
  DeliveryRequest,
  type SigningSecret,
  signingSecret,
  standardHeaders,
} from '../../features/webhooks/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createGuardedAgent } from '../../platform/net/guarded-agent.ts';

/** As for deliveries to endpoints. */
const timeoutMs = 15_000;
const connectTimeoutMs = 5_000;
/** The pause between two attempts while no program accepts connections at the URL. */
const reconnectMs = 500;

/** The receiver did not get the request, so it can be sent again without a duplicate. */
const notReceived: ReadonlySet<unknown> = new Set(['connection_refused', 'host_unknown', 'unreachable']);

export interface ForwarderOptions {
  readonly url: URL;
  /** The signing secret, `whsec_…`. */
  readonly secret: string;
  /** Called with the reason when the URL becomes unreachable. The forwarder then tries again until it is reachable. */
  readonly onUnreachable: (reason: string) => void;
  /** Ends the request in progress and all later ones. */
  readonly signal: AbortSignal;
}

/** Sends events to a URL, signed as by the service, one after the other. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #secret: SigningSecret;
  readonly #agent = createGuardedAgent({ allowPrivateNetworks: true, connectTimeoutMs });
  /** The event that is being sent, and all that wait for it. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#secret = signingSecret(options.secret, null);
  }

  /**
   * Sends an event after all earlier ones. If the URL cannot be reached, this waits until it can. Any other failure is final,
   * because the receiver may have processed the event.
   *
   * @throws the reason of the signal, if it is aborted
   */
  forward(event: WebhookEvent): Promise<DeliveryOutcome> {
    const outcome = this.#queue.then(() => this.#sendUntilReceived(event));
    this.#queue = outcome.catch(() => {});
    return outcome;
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#agent.destroy();
  }

  async #sendUntilReceived(event: WebhookEvent): Promise<DeliveryOutcome> {
    const { signal, onUnreachable } = this.#options;
    for (let attempts = 0; ; attempts += 1) {
      const outcome = await this.#send(event);
      signal.throwIfAborted();
      if (!notReceived.has(outcome.problem)) return outcome;
      if (attempts === 0) onUnreachable(String(outcome.error));
      await pause(reconnectMs, undefined, { signal });
    }
  }

  #send(event: WebhookEvent): Promise<DeliveryOutcome> {
    const { url, signal } = this.#options;
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<DeliveryOutcome>();
    const request = new DeliveryRequest(resolve);
    const body = Buffer.from(JSON.stringify(event));
    const seconds = Math.floor(systemClock.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'organizer-listen',
      ...standardHeaders([this.#secret], event.id, seconds, body),
    };
    const timer = setTimeout(
      () => request.abort(`the response was not complete within ${timeoutMs / 1_000} s`),
      timeoutMs,
    );
    const stop = () => request.abort('stopped');
    signal.addEventListener('abort', stop);
    const path = url.pathname + url.search;
    // Each request has its own connection: a reused one may belong to a receiver that has been restarted.
    this.#agent.dispatch({ origin: url.origin, path, method: 'POST', headers, body, reset: true }, request);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  }
}
