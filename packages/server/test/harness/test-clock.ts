import type { Clock } from '../../src/platform/clock.ts';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #nowMs: number;

  constructor(start = '2026-11-20T09:00:00.000Z') {
    this.#nowMs = Date.parse(start);
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
