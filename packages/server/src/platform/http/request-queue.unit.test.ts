import { expect, test } from 'vitest';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { RequestQueue } from './request-queue.ts';

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function startQueue({ hasWaitingStatements = false } = {}) {
  const clock = new TestClock('2026-11-23T10:00:00Z');
  const queue = new RequestQueue(clock, () => hasWaitingStatements);
  const sent: string[] = [];
  /** Rejects these requests, and waits until the turn of the event loop has ended. */
  const rejectInTurn = async (...names: string[]) => {
    for (const name of names) queue.addRejection(() => sent.push(name));
    await endOfTurn();
  };
  return { clock, queue, sent, rejectInTurn };
}

test('rejections are sent at the end of their turn, but at most once in 70 ms while statements wait', async () => {
  const { clock, sent, rejectInTurn } = startQueue({ hasWaitingStatements: true });
  await rejectInTurn('a', 'b');
  expect(sent).toEqual(['a', 'b']);
  clock.advance(10);
  await rejectInTurn('c');
  expect(sent).toEqual(['a', 'b']);
  clock.advance(60);
  await rejectInTurn('d');
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
});

test('delayed rejections are sent although no further request arrives', async () => {
  const { clock, sent, rejectInTurn } = startQueue();
  await rejectInTurn('a');
  clock.advance(10);
  await rejectInTurn('b');
  await expect.poll(() => sent).toEqual(['a', 'b']);
});

test.for([
  { intervalMs: 20, hasWaitingStatements: false, when: 'no statement waits' },
  { intervalMs: 70, hasWaitingStatements: true, when: 'statements wait for a connection' },
])('a turn of $intervalMs ms sends its rejections at once if $when', async ({ intervalMs, hasWaitingStatements }) => {
  const { clock, sent, rejectInTurn } = startQueue({ hasWaitingStatements });
  await rejectInTurn('a');
  clock.advance(10);
  await rejectInTurn('b');
  clock.advance(intervalMs - 5);
  await expect.poll(() => sent).toEqual(['a', 'b']);
  // 5 ms after the last rejection.
  clock.advance(5);
  await rejectInTurn('c');
  expect(sent).toEqual(['a', 'b', 'c']);
  clock.advance(intervalMs - 1);
  await rejectInTurn('d');
  expect(sent).toEqual(['a', 'b', 'c']);
});

test('sendRejections sends delayed rejections at once', async () => {
  const { clock, queue, sent, rejectInTurn } = startQueue();
  await rejectInTurn('a');
  clock.advance(10);
  await rejectInTurn('b');
  queue.sendRejections();
  expect(sent).toEqual(['a', 'b']);
});
