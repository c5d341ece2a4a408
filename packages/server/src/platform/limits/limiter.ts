/** The seconds of a window where nothing else is said. */
export const windowSeconds = 60;

/** What a count says about one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** How long a window is. */
  readonly windowSeconds: number;
  /** Whole seconds until the window resets, at least 1 while one is open. */
  readonly resetSeconds: number;
}

/**
 * Counts requests in fixed windows, of 60 s where nothing else is said, that start with the first request of a bucket.
 * A limiter answers at once where it can: waiting for a promise would cost each request more than counting.
 */
export interface Limiter {
  /**
   * Counts a request and tells whether it is within the limit.
   *
   * @param seconds how long the bucket's windows are; always the same for one bucket
   */
  hit(bucket: string, limit: number, seconds?: number): Verdict | Promise<Verdict>;
  /** What `hit` would say of the last request, without counting one. */
  peek(bucket: string, limit: number): Verdict | Promise<Verdict>;
}

export function verdict(count: number, limit: number, resetMs: number, seconds: number): Verdict {
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    windowSeconds: seconds,
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  };
}
