import { expect, test, vi } from 'vitest';
import { type JobContext, repeatingJob } from './job.ts';
import { createLogTo } from './log.ts';

/** A context with a log, which is all that `repeatingJob` itself uses. */
function contextWithLog(): { context: JobContext; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const { logger } = createLogTo('info', { write: (line) => lines.push(JSON.parse(line)) });
  return { context: { log: logger } as JobContext, lines };
}

test('a repeating job passes its context and never runs twice at the same time', async () => {
  const { context } = contextWithLog();
  let running = 0;
  let runningMax = 0;
  const work = vi.fn(async (given: JobContext) => {
    expect(given).toBe(context);
    running += 1;
    runningMax = Math.max(runningMax, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  const job = await repeatingJob('count', 1, work).start(context);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3));
  await job.drain?.();
  expect({ running, runningMax }).toEqual({ running: 0, runningMax: 1 });
});

test('a repeating job logs the first of consecutive errors and is retried', async () => {
  const { context, lines } = contextWithLog();
  const outcomes = ['fail', 'fail', 'succeed', 'fail'];
  const work = vi.fn(async () => {
    if (outcomes.shift() === 'fail') throw new Error('database unavailable');
  });
  const job = await repeatingJob('purge', 1, work).start(context);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(4));
  await job.drain?.();
  const warning = { level: 'warn', job: 'purge', msg: 'background job failed, retrying' };
  expect(lines).toMatchObject([warning, warning]);
  expect(lines).toHaveLength(2);
});
