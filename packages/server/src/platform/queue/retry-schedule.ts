/** When failed work is tried again. */
export interface RetrySchedule {
  /** Milliseconds between an attempt and the next one. There is one attempt more than there are delays. */
  readonly delaysMs: readonly number[];
  /** Each delay is longer or shorter by at most this fraction, so that a batch that failed is not retried as a batch. */
  readonly jitter: number;
}

/**
 * The time from a failed attempt to the next one.
 *
 * @param attempts made until now, including the one that failed
 * @param random from 0 to 1, exclusive
 * @returns milliseconds, or null if that was the last attempt
 */
export function retryDelayMs({ delaysMs, jitter }: RetrySchedule, attempts: number, random: number): number | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
