import { expect, test, vi } from 'vitest';
import { type JobContext, repeatingJob } from './job.ts';
import { createLogTo } from './log.ts';

/** Creates a context with only a log, because `repeatingJob` itself uses nothing else. */
function contextWithLog(): { context: JobContext; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const { logger } = createLogTo('info', { write: (line) => lines.push(JSON.parse(line)) });
  return { context: { log: logger } as JobContext, lines };
}

test('a repeating job passes its context and never runs twice at the same time', async () => {
  const { context } = contextWithLog();
  let running = 0;
  let maxRunning = 0;
  const work = vi.fn(async (passedContext: JobContext) => {
    expect(passedContext).toBe(context);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  const job = await repeatingJob('count', 1, work).start(context);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3), { timeout: 120_000 });
  await job.drain?.();
  expect({ running, maxRunning }).toEqual({ running: 0, maxRunning: 1 });
});

test('a repeating job logs only the first of consecutive errors and continues', async () => {
  const { context, lines } = contextWithLog();
  const outcomes = ['fail', 'fail', 'succeed', 'fail'];
  const work = vi.fn(async () => {
    if (outcomes.shift() === 'fail') throw new Error('database unavailable');
  });
  const job = await repeatingJob('purge', 1, work).start(context);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(4), { timeout: 120_000 });
  await job.drain?.();
  const warning = { level: 'warn', job: 'purge', msg: 'background job failed, retrying' };
  expect(lines).toMatchObject([warning, warning]);
  expect(lines).toHaveLength(2);
});
