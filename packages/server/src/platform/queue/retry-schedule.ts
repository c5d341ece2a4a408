/** The delays between attempts. */
export interface RetrySchedule {
  /** Milliseconds between each attempt and the next one. The number of attempts is one more than the number of delays. */
  readonly delaysMs: readonly number[];
  /** Each delay is randomly longer or shorter by at most this fraction. This spreads the retries over time. */
  readonly jitter: number;
}

/**
 * Returns the time from a failed attempt to the next attempt.
 *
 * @param attempts the number of attempts so far, including the failed one
 * @param random from 0 to 1, exclusive
 * @returns milliseconds, or null if that was the last attempt
 */
export function retryDelayMs({ delaysMs, jitter }: RetrySchedule, attempts: number, random: number): number | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
