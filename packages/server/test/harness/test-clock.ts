import type { Clock } from '../../src/platform/clock.ts';

/** A clock whose time changes only by `advance` and `step`. */
export class TestClock implements Clock {
  #nowMs: number;
  #monotonicMs = 1_000_000;

  constructor(start = '2026-11-20T09:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  now(): number {
    return this.#nowMs;
  }

  monotonicNow(): number {
    return this.#monotonicMs;
  }

  /** Advances the wall clock and the monotonic clock. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += ms;
  }

  /** Changes only the wall clock. A negative step sets it back. */
  step(ms: number): void {
    this.#nowMs += ms;
  }
}
