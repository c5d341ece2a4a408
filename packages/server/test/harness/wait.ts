import { setTimeout as sleep } from 'node:timers/promises';

/** `MAX_WAIT_MS` of the servers in tests: a slow machine is not an overload. `overload.test.ts` tests overloads. */
export const longestWaitMs = '600000';

/*
 * All timers of the tests are in this file. A test waits for a condition, never for a fixed time. waiting.unit.test.ts lists the
 * files that use the other functions, and the reasons.
 */

/** The longest pause between two checks of a condition. */
const maxIntervalMs = 100;

/**
 * Polls until a condition is true: without an interval, more and more rarely, because checks often send a request or a query.
 *
 * @throws Error after `timeoutMs`. The timeout only limits the duration of a failing test.
 */
export async function waitUntil(
  condition: () => unknown | Promise<unknown>,
  { timeoutMs = 120_000, intervalMs }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<void> {
  const startMs = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - startMs;
    if (waitedMs > timeoutMs) throw new Error(`The condition was not true within ${timeoutMs} ms: ${condition}`);
    await sleep(intervalMs ?? Math.min(10 + waitedMs / 10, maxIntervalMs));
  }
}

/** Calls `work` while a condition is true, with a pause after each call. It creates load or checks something during a test. */
export async function repeatWhile(
  condition: () => boolean,
  pauseMs: number,
  work: () => unknown | Promise<unknown>,
): Promise<void> {
  while (condition()) {
    await work();
    await sleep(pauseMs);
  }
}

/** Resolves after a random time. Tests use it to kill a process or send a request at an unpredictable moment. */
export async function randomDelay(maxMs: number): Promise<void> {
  await sleep(Math.random() * maxMs);
}

/** Delays the response of a stand-in for another server. */
export async function responseDelay(ms: number): Promise<void> {
  await sleep(ms);
}

/** Returns a condition that is true for this duration. */
export function holdsFor(durationMs: number): () => boolean {
  const endMs = performance.now() + durationMs;
  return () => performance.now() < endMs;
}
