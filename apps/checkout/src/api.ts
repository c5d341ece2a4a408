/** Speaks to the public endpoints: bounded in time, with the server's clock, and failures in words for a buyer. */

const timeoutMs = 15_000;

/** A request that was not answered as hoped; the message is for the buyer. */
export class Failure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  readonly fields: readonly { path: string; message: string }[];
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    answer: { status?: number; code?: string; fields?: Failure['fields']; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = answer.status ?? 0;
    this.code = answer.code ?? 'no_answer';
    this.fields = answer.fields ?? [];
    this.retryAfterSeconds = answer.retryAfterSeconds ?? 0;
  }

  /** Whether the same request may do better later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

let clockOffsetMs = 0;

/** The time by the server's clock, as far as its answers told it: that of a telephone may be wrong. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs;
}

export interface Call {
  readonly body?: object;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request and gives the answer's JSON.
 *
 * @throws Failure, or an AbortError where `signal` was aborted
 */
export async function request<T>(method: 'GET' | 'POST', address: string, call: Call = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (call.body) headers['content-type'] = 'application/json';
  if (call.token) headers['authorization'] = `Bearer ${call.token}`;
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey;
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const timer = setTimeout(abort, timeoutMs);
  call.signal?.addEventListener('abort', abort);
  const sentAtMs = Date.now();
  try {
    const response = await fetch(address, {
      method,
      headers,
      signal: timeout.signal,
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
    learnClock(response.headers.get('date'), sentAtMs);
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (timeout.signal.aborted) throw error;
      return null;
    });
    if (response.ok && answer !== null) return answer as T;
    throw refusal(response, answer);
  } catch (error) {
    if (error instanceof Failure || call.signal?.aborted) throw error;
    throw new Failure(
      timeout.signal.aborted
        ? 'The server did not answer within 15 seconds. Please check your connection and try again.'
        : 'The server could not be reached. Please check your connection and try again.',
    );
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', abort);
  }
}

interface ProblemBody {
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: Failure['fields'];
}

function refusal(response: Response, answer: unknown): Failure {
  const problem = (answer ?? {}) as ProblemBody;
  const words = problem.detail ?? `The server answered with an error (${response.status}). Please try again.`;
  const ours = response.status >= 500 && problem.requestId !== undefined;
  return new Failure(ours ? `${words} (${problem.requestId})` : words, {
    status: response.status,
    code: problem.code ?? 'unknown',
    fields: problem.errors ?? [],
    retryAfterSeconds: Number(response.headers.get('retry-after')) || 0,
  });
}

/** The header tells whole seconds, and the answer was under way for a while: less than that is no difference. */
function learnClock(date: string | null, sentAtMs: number): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const nowMs = Date.now();
  const offsetMs = told + 500 - (sentAtMs + nowMs) / 2;
  const vaguenessMs = 1_500 + (nowMs - sentAtMs) / 2;
  if (Math.abs(offsetMs - clockOffsetMs) > vaguenessMs) clockOffsetMs = offsetMs;
}

/** An id of its own for each attempt; `crypto.randomUUID` is missing where a page came without TLS. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
