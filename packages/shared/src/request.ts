/** Sends requests of browser programs to the server, each with a timeout. */
import type { FieldError, Problem } from './api.ts';

/** A request without a successful response. */
export class Failure extends Error {
  readonly kind: 'timeout' | 'unreachable' | 'response';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The problem document, if the server sent one. */
  readonly problem: Problem | null;
  readonly retryAfterSeconds: number;

  constructor(
    kind: Failure['kind'],
    response: { status?: number; problem?: Problem | null; retryAfterSeconds?: number } = {},
  ) {
    const { status = 0, problem = null, retryAfterSeconds = 0 } = response;
    super(`${kind} ${status} ${problem?.reason ?? ''}`);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): Problem['code'] | null {
    return this.problem?.code ?? null;
  }

  get fieldErrors(): readonly FieldError[] {
    return this.problem?.errors ?? [];
  }

  /** Whether the server did not answer: the network or the server failed, or a proxy could not reach the server. */
  get isUnreachable(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface RequestOptions {
  readonly body?: object;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface SendOptions extends RequestOptions {
  readonly timeoutMs: number;
  readonly cache?: 'no-store';
  /** The language of the reader, which the server uses for e-mails. */
  readonly language?: string;
  /** Called when the headers of a response have arrived. */
  readonly onResponse?: (response: Response) => void;
}

/**
 * Sends a request and reads the response.
 *
 * @throws Failure, or an AbortError if `signal` was aborted
 */
export async function send<T>(
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  options: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { body, token, idempotencyKey, signal, timeoutMs, cache, language, onResponse } = options;
  const headers: Record<string, string> = {};
  if (body) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  if (language) headers['accept-language'] = language;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const init = { method, headers, signal: controller.signal, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url, { ...init, ...(cache ? { cache } : {}) });
    onResponse?.(response);
    if (response.ok) return await read(response);
    throw await failureOf(response);
  } catch (error) {
    if (error instanceof Failure || signal?.aborted) throw error;
    // A connection that breaks in the middle of a response is a request without a response. It can be repeated.
    throw new Failure(controller.signal.aborted ? 'timeout' : 'unreachable');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function failureOf(response: Response): Promise<Failure> {
  const { status, headers } = response;
  const json: unknown = await response.json().catch(() => null);
  const isProblem = typeof json === 'object' && json !== null && 'code' in json;
  const retryAfterSeconds = Number(headers.get('retry-after')) || 0;
  return new Failure('response', { status, problem: isProblem ? (json as Problem) : null, retryAfterSeconds });
}
