import type { Dispatcher } from 'undici';

/** How an attempt went. */
export interface Outcome {
  readonly latencyMs: number;
  /** null where there was no answer. */
  readonly status: number | null;
  /** The first 4 KiB of the answer; null where there was none. */
  readonly body: string | null;
  /** Why it failed, in words; null where it succeeded. */
  readonly error: string | null;
  readonly retryAfter: string | undefined;
}

/** So much of an answer is kept. */
const keptBytes = 4_096;
/** So much of an answer is read, so that its connection can be used again; past it the connection is given up. */
const readBytesMax = 65_536;
/** So much of an error is kept: what the other side wrote, such as the names in its certificate, may be part of it. */
const errorCharactersMax = 500;

/** One POST and its answer, from the connection to the answer's last byte. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly startedMs = performance.now();
  readonly #done: (outcome: Outcome) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #isDone = false;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** @param done is called once */
  constructor(done: (outcome: Outcome) => void) {
    this.#done = done;
  }

  /** Cuts it off, wherever it is. */
  abandon(reason: string): void {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isDone) controller.abort(new Error('abandoned'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return; // Informational: the answer is yet to come.
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < keptBytes) this.#chunks.push(chunk.subarray(0, keptBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes <= readBytesMax) return;
    this.#finish(statusError(this.#status!));
    controller.abort(new Error('enough was read'));
  }

  onResponseEnd(): void {
    this.#finish(statusError(this.#status!));
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(inWords(error));
  }

  #finish(error: string | null): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#done({
      latencyMs: Math.round(performance.now() - this.startedMs),
      status: this.#status,
      body: this.#status === null ? null : this.#text(),
      error: error === null ? null : error.replaceAll('\0', '\ufffd').slice(0, errorCharactersMax),
      retryAfter: this.#retryAfter,
    });
  }

  #text(): string {
    // No database keeps NUL in text.
    return this.#bytes === 0 ? '' : Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '\ufffd');
  }
}

type Headers = Record<string, string | string[] | undefined>;

function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  return `answered ${status}`;
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the whole answer had come',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
  ETIMEDOUT: 'no connection could be made in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
};

function inWords(error: Error): string {
  const { code = error.name, message } = error as NodeJS.ErrnoException;
  if (words[code] !== undefined) return `${words[code]} (${code})`;
  if (error.name === 'HTTPParserError') return `the answer is not HTTP (${code})`;
  // After a semicolon Node gives advice on how to run Node.
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return `TLS: ${message.split(';')[0]} (${code})`;
  return `${message} (${code})`;
}
