import type { Clock } from '../clock.ts';
import { type Limiter, type RateLimitResult, rateLimitResult, windowSeconds } from './limiter.ts';

interface Window {
  count: number;
  /** A time of the monotonic clock. */
  expiresAtMs: number;
}

/** Callers can use many IP addresses, so the number of stored windows is limited. The oldest windows are removed first. */
const maxWindows = 200_000;

/**
 * A removal stops after it has skipped this number of current windows. It does not stop at the first one, because expired
 * windows can follow a longer window.
 */
const maxSkipped = 8;

/** Counts in the memory of this process. */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  /** Sorted by start. This is also the order of expiry, except for longer windows. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(bucket: string, limit: number, seconds = windowSeconds): RateLimitResult {
    const now = this.#clock.monotonicNow();
    let window = this.#windows.get(bucket);
    if (window === undefined || window.expiresAtMs <= now) {
      this.#removeExpired(now);
      this.#windows.delete(bucket);
      window = { count: 0, expiresAtMs: now + seconds * 1000 };
      this.#windows.set(bucket, window);
    }
    window.count += 1;
    return rateLimitResult(window.count, limit, window.expiresAtMs - now, seconds);
  }

  peek(bucket: string, limit: number): RateLimitResult {
    const now = this.#clock.monotonicNow();
    const window = this.#windows.get(bucket);
    if (window === undefined || window.expiresAtMs <= now) {
      return rateLimitResult(0, limit, windowSeconds * 1000, windowSeconds);
    }
    return rateLimitResult(window.count, limit, window.expiresAtMs - now, windowSeconds);
  }

  #removeExpired(now: number): void {
    let skipped = 0;
    for (const [bucket, window] of this.#windows) {
      if (window.expiresAtMs <= now || this.#windows.size >= maxWindows) this.#windows.delete(bucket);
      else if (++skipped === maxSkipped) return;
    }
  }
}
