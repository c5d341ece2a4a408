/** The default length of a window. */
export const windowSeconds = 60;

/** The state of a bucket after a request. */
export interface RateLimitResult {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The length of a window. */
  readonly windowSeconds: number;
  /** Whole seconds until the window resets; at least 1. */
  readonly resetSeconds: number;
}

/**
 * Counts requests in fixed windows. A window starts with the first request of a bucket. A limiter returns synchronously if
 * it can.
 */
export interface Limiter {
  /**
   * Counts a request.
   *
   * @param seconds length of the windows, 60 by default; must be the same in all calls for a bucket
   */
  hit(bucket: string, limit: number, seconds?: number): RateLimitResult | Promise<RateLimitResult>;
  /** Returns the state of a bucket with windows of 60 s, without counting a request. */
  peek(bucket: string, limit: number): RateLimitResult | Promise<RateLimitResult>;
}

/** @param resetMs milliseconds until the window resets */
export function rateLimitResult(count: number, limit: number, resetMs: number, seconds: number): RateLimitResult {
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    windowSeconds: seconds,
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  };
}
