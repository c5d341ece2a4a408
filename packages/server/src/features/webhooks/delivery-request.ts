import type { Dispatcher } from 'undici';

/** The result of one attempt. */
export interface DeliveryOutcome {
  readonly latencyMs: number;
  /** null if there was no response. */
  readonly status: number | null;
  /** The first 4 KiB of the response body; null if there was no response. */
  readonly body: string | null;
  /** The reason why the attempt failed; null if it succeeded. */
  readonly error: string | null;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

const maxStoredBytes = 4_096;
/** The connection can be reused after a response up to this size. It is closed if the response is larger. */
const maxReadBytes = 65_536;
/** Error texts are shortened: they can contain text from the receiver, such as the names in its certificate. */
const maxErrorCharacters = 500;

/** A handler for undici's `dispatch`: one POST, from the connection to the last byte of the response. */
export class DeliveryRequest implements Dispatcher.DispatchHandler {
  readonly startedMs = performance.now();
  readonly #onFinished: (outcome: DeliveryOutcome) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #isFinished = false;
  #response: { status: number; retryAfter: string | undefined } | null = null;
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** @param onFinished called once, with the result */
  constructor(onFinished: (outcome: DeliveryOutcome) => void) {
    this.#onFinished = onFinished;
  }

  /** Aborts the request, unless it has finished. */
  abort(reason: string): void {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isFinished) controller.abort(new Error('aborted'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return; // An informational response: the final response follows.
    const retryAfter = headers['retry-after'];
    this.#response = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < maxStoredBytes) this.#chunks.push(chunk.subarray(0, maxStoredBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes <= maxReadBytes) return;
    this.#finish(this.#statusError());
    controller.abort(new Error('the response is too long'));
  }

  onResponseEnd(): void {
    this.#finish(this.#statusError());
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(describeError(error));
  }

  #finish(error: string | null): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#onFinished({
      latencyMs: Math.round(performance.now() - this.startedMs),
      status: this.#response?.status ?? null,
      body: this.#response === null ? null : withoutNul(Buffer.concat(this.#chunks).toString('utf8')),
      error: error === null ? null : withoutNul(error).slice(0, maxErrorCharacters),
      retryAfter: this.#response?.retryAfter,
    });
  }

  /** Returns an error text for the status; null for a status from 200 to 299. */
  #statusError(): string | null {
    const status = this.#response?.status ?? 0;
    if (status >= 200 && status < 300) return null;
    if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
    return `answered ${status}`;
  }
}

type Headers = Record<string, string | string[] | undefined>;

/** PostgreSQL does not store NUL in text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

const descriptions: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
};

function describeError(error: Error): string {
  const { code = error.name, message } = error as NodeJS.ErrnoException;
  if (descriptions[code] !== undefined) return `${descriptions[code]} (${code})`;
  if (error.name === 'HTTPParserError') return `the response is not valid HTTP (${code})`;
  // After a semicolon, Node adds advice about its command-line options.
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return `TLS: ${message.split(';')[0]} (${code})`;
  return `${message} (${code})`;
}
