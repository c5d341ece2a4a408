import type { Clock } from '../clock.ts';
import { type Limiter, type Verdict, verdict, windowSeconds } from './limiter.ts';

interface Window {
  count: number;
  endsAtMs: number;
}

/** Addresses are the caller's to choose: no more windows than this are remembered, the oldest go first. */
const windowsMax = 200_000;

/** Counts in this process. */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  /** In the order in which the windows began, which is the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(bucket: string, limit: number): Verdict {
    const now = this.#clock.now();
    let window = this.#windows.get(bucket);
    if (window === undefined || window.endsAtMs <= now) {
      this.#forgetEnded(now);
      this.#windows.delete(bucket);
      window = { count: 0, endsAtMs: now + windowSeconds * 1000 };
      this.#windows.set(bucket, window);
    }
    window.count += 1;
    return verdict(window.count, limit, window.endsAtMs - now);
  }

  peek(bucket: string, limit: number): Verdict {
    const now = this.#clock.now();
    const window = this.#windows.get(bucket);
    if (window === undefined || window.endsAtMs <= now) return verdict(0, limit, windowSeconds * 1000);
    return verdict(window.count, limit, window.endsAtMs - now);
  }

  #forgetEnded(now: number): void {
    for (const [bucket, window] of this.#windows) {
      if (window.endsAtMs > now && this.#windows.size < windowsMax) return;
      this.#windows.delete(bucket);
    }
  }
}
