import type { Clock } from '../clock.ts';
import { type Limiter, type Verdict, verdict, windowSeconds } from './limiter.ts';

interface Window {
  count: number;
  /** By the monotonic clock. */
  endsAtMs: number;
}

/** Addresses are the caller's to choose: no more windows than this are remembered, the oldest go first. */
const windowsMax = 200_000;

/** Windows that go on are passed over, a few at a time: behind a long one may be some that have ended. */
const lookedAtMax = 8;

/** Counts in this process. */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  /** In the order in which the windows began: that in which they end, but for the few that are longer. */
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(bucket: string, limit: number, seconds = windowSeconds): Verdict {
    const now = this.#clock.monotonicNow();
    let window = this.#windows.get(bucket);
    if (window === undefined || window.endsAtMs <= now) {
      this.#forgetEnded(now);
      this.#windows.delete(bucket);
      window = { count: 0, endsAtMs: now + seconds * 1000 };
      this.#windows.set(bucket, window);
    }
    window.count += 1;
    return verdict(window.count, limit, window.endsAtMs - now, seconds);
  }

  peek(bucket: string, limit: number): Verdict {
    const now = this.#clock.monotonicNow();
    const window = this.#windows.get(bucket);
    if (window === undefined || window.endsAtMs <= now) return verdict(0, limit, windowSeconds * 1000, windowSeconds);
    return verdict(window.count, limit, window.endsAtMs - now, windowSeconds);
  }

  #forgetEnded(now: number): void {
    let looked = 0;
    for (const [bucket, window] of this.#windows) {
      if (window.endsAtMs <= now || this.#windows.size >= windowsMax) this.#windows.delete(bucket);
      else if (++looked === lookedAtMax) return;
    }
  }
}
