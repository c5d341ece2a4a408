/** The delays between the attempts of failed work. */
export interface RetrySchedule {
  /** Milliseconds between an attempt and the next one. There is one attempt more than there are delays. */
  readonly delaysMs: readonly number[];
  /** Each delay is longer or shorter by at most this fraction, so that failed work is not retried all at the same time. */
  readonly jitter: number;
}

/**
 * The time from a failed attempt to the next one.
 *
 * @param attempts the number of attempts so far, including the failed one
 * @param random from 0 to 1, exclusive
 * @returns milliseconds, or null if that was the last attempt
 */
export function retryDelayMs({ delaysMs, jitter }: RetrySchedule, attempts: number, random: number): number | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
