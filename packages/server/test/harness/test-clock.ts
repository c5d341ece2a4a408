import type { Clock, ServiceClock } from '../../src/platform/clock.ts';

/** A clock whose time changes only by `advance` and `step`. */
export class TestClock implements ServiceClock {
  /** A test of moved clocks wraps this clock in `SandboxClocks`. */
  readonly moved: ReadonlyMap<string, Clock> = new Map();
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

  of(): Clock {
    return this;
  }

  async refresh(): Promise<void> {}

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
