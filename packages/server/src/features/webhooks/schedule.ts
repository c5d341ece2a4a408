import { type RetrySchedule, retryDelayMs } from '../../platform/queue/retry-schedule.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Ten attempts in about three days. */
const deliveryRetries: RetrySchedule = {
  delaysMs: [
    5 * secondMs,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    10 * hourMs,
    14 * hourMs,
    20 * hourMs,
    24 * hourMs,
  ],
  jitter: 0.1,
};

/** The maximum time in `Retry-After`. A longer time is replaced with this one. */
const maxRetryAfterMs = 24 * hourMs;

/** An endpoint is disabled if it has been failing for this time without a success. */
export const maxFailingMs = 5 * 24 * hourMs;

/** The organizer gets an e-mail if an endpoint has been failing for this time: two days before it is disabled. */
export const alertAfterFailingMs = 3 * 24 * hourMs;

export const attemptRetentionMs = 30 * 24 * hourMs;

export const eventRetentionMs = 30 * 24 * hourMs;

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
  if (/^\d+$/.test(text)) return Math.min(Number(text) * secondMs, maxRetryAfterMs);
  if (!/^[A-Z][a-z]{2}, .* GMT$/.test(text)) return null;
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? null : Math.min(Math.max(0, timeMs - nowMs), maxRetryAfterMs);
}
