import { expect, test } from 'vitest';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { createLogTo } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { LoadGuard } from './load-guard.ts';

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function startGuard() {
  const clock = new TestClock('2026-11-23T10:00:00Z');
  const done: string[] = [];
  const guard = new LoadGuard({
    clock,
    log: createLogTo('silent', { write: () => {} }).logger,
    metrics: createMetrics(),
    maxWaitMs: 400,
    databaseQueue: () => ({ waiting: 0, expectedMs: 0 }),
    countInFlight: () => 0,
  });
  /** Queues work that takes 10 ms. */
  const enqueue = (...names: string[]) => {
    for (const name of names) {
      guard.enqueue(() => {
        clock.advance(10);
        done.push(name);
      });
    }
  };
  return { clock, guard, done, enqueue };
}

test('requests are handled in their order, for at most 20 ms before the event loop reads what has arrived', async () => {
  const { done, enqueue } = startGuard();
  enqueue('a', 'b', 'c');
  expect(done).toEqual([]);
  await endOfTurn();
  expect(done).toEqual(['a', 'b']);
  enqueue('d');
  await expect.poll(() => done).toEqual(['a', 'b', 'c', 'd']);
});

test('while each turn accepts a connection, requests wait, but not forever', async () => {
  const { clock, guard, done, enqueue } = startGuard();
  enqueue('a', 'b', 'c');
  await expect.poll(() => done).toEqual(['a', 'b', 'c']);
  enqueue('d');
  for (let ms = 0; ms < 20; ms += 10) {
    guard.noteConnection();
    await endOfTurn();
    expect(done).not.toContain('d');
    clock.advance(10);
  }
  guard.noteConnection();
  await expect.poll(() => done).toContain('d');
});

test('rejections are sent together, although no further request arrives, or at once when the server closes', async () => {
  const { guard, done } = startGuard();
  for (const name of ['a', 'b']) guard.reject(() => done.push(name));
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['a', 'b']);
  guard.reject(() => done.push('c'));
  guard.sendRejections();
  expect(done).toEqual(['a', 'b', 'c']);
});
