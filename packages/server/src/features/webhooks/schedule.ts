import { type RetrySchedule, retryDelayMs } from '../../platform/queue/retry-schedule.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Ten attempts in about three days. */
const deliveryRetries: RetrySchedule = {
  delaysMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.1,
};

/** The maximum time in `Retry-After`. A longer time is replaced with this one. */
const maxRetryAfterMs = 24 * hour;

/** An endpoint is disabled if it has been failing for this time without a success. */
export const maxFailingMs = 5 * 24 * hour;

export const attemptRetentionMs = 30 * 24 * hour;

/**
 * Returns the delay between a failed attempt and the next attempt.
 *
 * @param attempts the number of attempts until now, including the failed attempt
 * @param random from 0 to 1, exclusive
 * @param retryAfterMs the receiver's `Retry-After`, or null
 * @returns milliseconds; null if there is no next attempt
 */
export function deliveryDelayMs(attempts: number, random: number, retryAfterMs: number | null): number | null {
  const delayMs = retryDelayMs(deliveryRetries, attempts, random);
  return delayMs === null ? null : Math.max(delayMs, retryAfterMs ?? 0);
}

/**
 * Parses a `Retry-After` header: seconds, or an HTTP date in its current format (RFC 9110, sections 10.2.3 and 5.6.7).
 *
 * @returns milliseconds from now, at most 24 hours; null if the value is neither
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * second, maxRetryAfterMs);
  if (!/^[A-Z][a-z]{2}, .* GMT$/.test(text)) return null;
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? null : Math.min(Math.max(0, timeMs - nowMs), maxRetryAfterMs);
}
