/** Sends requests to the public endpoints, with a timeout, and estimates the clock of the server. */
import { type RequestOptions, send } from '@organizer/shared/request';
import { page } from './page.ts';

export const timeoutSeconds = 15;

let clockOffsetMs = 0;

/** The current time of the organizer's clock, because the clock of a phone can be wrong. */
export function serverNow(): number {
  return Date.now() + clockOffsetMs + page.aheadMs;
}

/**
 * Sends a request and returns the JSON of the response.
 *
 * @param path the path below the public endpoints
 * @throws Failure, or an AbortError if `signal` was aborted
 */
export async function request<T>(
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const sentAtMs = Date.now();
  const onResponse = ({ headers }: Response) => updateClockOffset(headers.get('date'), sentAtMs);
  const language = document.documentElement.lang;
  const sendOptions = { ...options, language, timeoutMs: timeoutSeconds * 1_000, onResponse };
  return (await send(method, `${page.api}/${path}`, sendOptions, (response) => response.json())) as T;
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
