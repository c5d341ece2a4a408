/** Sends requests to the public endpoints, with a timeout, and estimates the clock of the server. */
import type { Problem } from '@organizer/shared/api';
import { Failure } from './failure.ts';
import { page } from './page.ts';

export const timeoutSeconds = 15;

let clockOffsetMs = 0;

/** The current time of the organizer's clock, because the clock of a phone can be wrong. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs + page.aheadMs;
}

export interface RequestOptions {
  readonly body?: object;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request and returns the JSON of the response.
 *
 * @param path the path below the public endpoints
 * @throws Failure, or an AbortError if `signal` was aborted
 */
export async function request<T>(method: 'GET' | 'POST', path: string, options: RequestOptions = {}): Promise<T> {
  const { body, token, idempotencyKey, signal } = options;
  const headers: Record<string, string> = {};
  if (body) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutSeconds * 1_000);
  signal?.addEventListener('abort', abort);
  const sentAtMs = Date.now();
  try {
    const init = { method, headers, signal: controller.signal, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${page.api}/${path}`, init);
    updateClockOffset(response.headers.get('date'), sentAtMs);
    const json: unknown = await response.json().catch((error: unknown) => {
      if (controller.signal.aborted) throw error;
      return null;
    });
    if (response.ok && json !== null) return json as T;
    // The request has succeeded, but its response did not arrive completely. It can be repeated.
    throw response.ok ? new Failure('unreachable') : toFailure(response, json);
  } catch (error) {
    if (error instanceof Failure || signal?.aborted) throw error;
    throw new Failure(controller.signal.aborted ? 'timeout' : 'unreachable');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function toFailure(response: Response, json: unknown): Failure {
  const isProblem = typeof json === 'object' && json !== null && 'code' in json;
  return new Failure('response', {
    status: response.status,
    problem: isProblem ? (json as Problem) : null,
    retryAfterSeconds: Number(response.headers.get('retry-after')) || 0,
  });
}

/** Estimates the clock of the server from the header `Date`. Ignores differences that its precision (1 s) or the duration of the request can cause. */
function updateClockOffset(date: string | null, sentAtMs: number): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return;
  const nowMs = Date.now();
  const offsetMs = serverMs + 500 - (sentAtMs + nowMs) / 2;
  const uncertaintyMs = 1_500 + (nowMs - sentAtMs) / 2;
  if (Math.abs(offsetMs - clockOffsetMs) > uncertaintyMs) clockOffsetMs = offsetMs;
}
