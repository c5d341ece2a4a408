import { createGuardedAgent } from '../../platform/net/guarded-agent.ts';
import { type DeliveryOutcome, DeliveryRequest } from './delivery-request.ts';
import type { ClaimedDelivery } from './delivery-rows.ts';
import { signature, standardHeaders } from './signature.ts';

const timeoutCheckMs = 100;

interface PosterOptions {
  /** The word in `X-…-Signature`. */
  readonly brand: string;
  /** The timeout of a request, from the connection to the last byte of the response. */
  readonly timeoutMs: number;
  readonly allowPrivateNetworks: boolean;
}

/** Signs and sends deliveries. */
export class Poster {
  readonly #signatureHeader: string;
  readonly #agent;
  /** In the order in which the requests were started, which is the order in which they time out. */
  readonly #inFlight = new Set<DeliveryRequest>();
  readonly #timer: NodeJS.Timeout;

  constructor({ brand, timeoutMs, allowPrivateNetworks }: PosterOptions) {
    this.#signatureHeader = `X-${brand}-Signature`;
    this.#agent = createGuardedAgent({ allowPrivateNetworks, connectTimeoutMs: timeoutMs });
    // After the responses that have already arrived, also if the process could not run for a long time.
    this.#timer = setInterval(() => setImmediate(() => this.#abortTimedOut(timeoutMs)), timeoutCheckMs);
  }

  /**
   * Sends a delivery once.
   *
   * @param options.seconds the time of the signature, since the epoch. Receivers compare it with their own clock.
   * @param options.traceparent the header; null without traces
   * @param onFinished called once, with the outcome and the headers that were sent. The values of custom headers are hidden.
   */
  post(
    { eventId, body, target }: ClaimedDelivery,
    { seconds, traceparent }: { seconds: number; traceparent: string | null },
    onFinished: (outcome: DeliveryOutcome, headers: string) => void,
  ): void {
    const bytes = Buffer.from(body);
    const ownHeaders = [
      ...['content-type', 'application/json', 'user-agent', 'Organizer-Webhooks/1.0'],
      ...[this.#signatureHeader, signature(target.secrets, seconds, bytes)],
      ...Object.entries(standardHeaders(target.secrets, eventId, seconds, bytes)).flat(),
      ...(traceparent === null ? [] : ['traceparent', traceparent]),
    ];
    const request = new DeliveryRequest((outcome) => {
      this.#inFlight.delete(request);
      onFinished(outcome, headersJson([...ownHeaders, ...target.headers.stored]));
    });
    this.#inFlight.add(request);
    const { origin, path } = target;
    const headers = [...ownHeaders, ...target.headers.sent];
    this.#agent.dispatch({ origin, path, method: 'POST', headers, body: bytes }, request);
  }

  /** Ends all requests in flight with an error. */
  abortAll(reason: string): void {
    for (const request of this.#inFlight) request.abort(reason);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#agent.destroy();
  }

  #abortTimedOut(timeoutMs: number): void {
    const startedBeforeMs = performance.now() - timeoutMs;
    for (const request of this.#inFlight) {
      if (request.startedMs > startedBeforeMs) return;
      request.abort(`the response was not complete within ${timeoutMs / 1_000} s`);
    }
  }
}

/** The JSON of headers. The input alternates between names and values. */
function headersJson(headers: readonly string[]): string {
  const object: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) object[headers[index]!] = headers[index + 1]!;
  return JSON.stringify(object);
}
