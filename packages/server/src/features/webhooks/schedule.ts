const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after a failed attempt the next one comes, by how many were made; after the last there is none. */
const delaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** So much earlier or later than the schedule says, so that what failed together does not come back together. */
const jitter = 0.1;

/** The longest that a receiver can ask us to wait. */
const retryAfterMsMax = 24 * hour;

/**
 * Milliseconds from a failed attempt to the next, or null where it was the last.
 *
 * @param attempts how many were made, this one included
 * @param random from 0 to 1, exclusive
 * @param retryAfterMs what the receiver asked for, if it did
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs: number | null): number | null {
  const delay = delaysMs[attempts - 1];
  if (delay === undefined) return null;
  const scheduled = Math.round(delay * (1 - jitter + 2 * jitter * random));
  return Math.max(scheduled, retryAfterMs ?? 0);
}

/**
 * Reads the header `Retry-After`: seconds or an HTTP date as they are sent today (RFC 9110, sections 10.2.3 and 5.6.7).
 *
 * @returns milliseconds from now, at most `retryAfterMsMax`, or null for what is neither
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * second, retryAfterMsMax);
  if (!/^[A-Z][a-z]{2}, .* GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - nowMs), retryAfterMsMax);
}

/** An endpoint that only failed for so long is disabled. */
export const failingMsMax = 5 * 24 * hour;

/** Attempts are kept so long. */
export const attemptsKeptMs = 30 * 24 * hour;
