import type { Dispatcher } from 'undici';
import { type AttemptFailure, type AttemptProblem, failureOfError, failureOfStatus } from './attempt-problems.ts';

/** The result of one attempt. */
export interface DeliveryOutcome {
  readonly latencyMs: number;
  /** null if there was no response. */
  readonly status: number | null;
  /** The first 4 KiB of the response body; null if there was no response. */
  readonly body: string | null;
  /** The reason why the attempt failed; null if it succeeded. */
  readonly error: string | null;
  /** The kind of error; null if the attempt succeeded. */
  readonly problem: AttemptProblem | null;
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

  /** Aborts the request, unless it has finished: the response took too long, or the worker is being stopped. */
  abort(reason: string): void {
    this.#finish({ problem: 'timeout', text: reason });
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
    this.#finish(this.#statusFailure());
    controller.abort(new Error('the response is too long'));
  }

  onResponseEnd(): void {
    this.#finish(this.#statusFailure());
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish(failureOfError(error));
  }

  #finish(failure: AttemptFailure | null): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#onFinished({
      latencyMs: Math.round(performance.now() - this.startedMs),
      status: this.#response?.status ?? null,
      body: this.#response === null ? null : withoutNul(Buffer.concat(this.#chunks).toString('utf8')),
      error: failure === null ? null : withoutNul(failure.text).slice(0, maxErrorCharacters),
      problem: failure?.problem ?? null,
      retryAfter: this.#response?.retryAfter,
    });
  }

  #statusFailure(): AttemptFailure | null {
    return failureOfStatus(this.#response?.status ?? 0);
  }
}

type Headers = Record<string, string | string[] | undefined>;

/** PostgreSQL does not store NUL in text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
