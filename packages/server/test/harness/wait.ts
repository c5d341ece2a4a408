import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Every wait of the tests is in this file. A test waits for a condition, never for a fixed time: waiting.unit.test.ts lists
 * where the functions for random and slow work are used, and why.
 */

/**
 * Polls until a condition holds.
 *
 * @throws Error after `timeoutMs`, which only limits how long a failing test takes
 */
export async function waitUntil(
  condition: () => unknown | Promise<unknown>,
  { timeoutMs = 30_000, intervalMs = 10 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`The condition did not hold within ${timeoutMs} ms: ${condition}`);
    await sleep(intervalMs);
  }
}

/** Calls `work` while a condition holds, with a pause after each call: load, or a check, in the background of a test. */
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

/** Resolves after a random time: a process is killed, or a request is sent, at a moment that no test chooses. */
export async function randomDelay(msMax: number): Promise<void> {
  await sleep(Math.random() * msMax);
}

/** Resolves after the time that a stand-in for another server takes to respond. */
export async function responseDelay(ms: number): Promise<void> {
  await sleep(ms);
}

/** A condition that holds for a duration: how long a load lasts. */
export function holdsFor(durationMs: number): () => boolean {
  const endMs = performance.now() + durationMs;
  return () => performance.now() < endMs;
}
