import type { Clock } from '../../src/platform/clock.ts';

/** A clock that stands still until it is moved. */
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

  /** Time passes. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += ms;
  }

  /** Somebody sets the clock on the wall; no time passes. A negative step sets it back. */
  step(ms: number): void {
    this.#nowMs += ms;
  }
}
