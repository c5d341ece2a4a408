import { beforeEach, describe, expect, test } from 'vitest';
import { Lifecycle, type Running } from './lifecycle.ts';
import { createLogTo } from './log.ts';

let lines: Record<string, unknown>[];
let steps: string[];
let lifecycle: Lifecycle;
beforeEach(() => {
  lines = [];
  steps = [];
  const { logger } = createLogTo('info', { write: (line) => lines.push(JSON.parse(line)) });
  lifecycle = new Lifecycle(logger);
});

/** Starts a part. Its start, drain and stop are recorded in `steps`. */
function start(name: string, running: Running = {}): Promise<void> {
  return lifecycle.start({
    name,
    start: () => {
      steps.push(`start ${name}`);
      return {
        drain: async () => {
          steps.push(`drain ${name}`);
          await running.drain?.();
          steps.push(`drained ${name}`);
        },
        stop: async () => {
          await running.stop?.();
          steps.push(`stop ${name}`);
        },
      };
    },
  });
}

describe('a shutdown', () => {
  test('drains all parts at the same time, then stops them in reverse order', async () => {
    const bothDrain = Promise.withResolvers<void>();
    await start('database');
    await start('server', { drain: () => bothDrain.promise });
    await start('job', { drain: () => bothDrain.resolve() });
    expect(await lifecycle.stop(5_000)).toBe(true);
    expect(steps.slice(0, 6)).toEqual([
      ...['start database', 'start server', 'start job'],
      ...['drain database', 'drain server', 'drain job'],
    ]);
    expect(steps.slice(6, 9).sort()).toEqual(['drained database', 'drained job', 'drained server']);
    expect(steps.slice(9)).toEqual(['stop job', 'stop server', 'stop database']);
  });

  test('logs the error of a part and continues with the other parts', async () => {
    await start('database');
    await start('server', {
      drain: () => Promise.reject(new Error('cannot drain')),
      stop: () => {
        throw new Error('cannot stop');
      },
    });
    expect(await lifecycle.stop(5_000)).toBe(true);
    expect(steps).toContain('stop database');
    const error = { level: 'warn', component: 'server', msg: 'error during shutdown' };
    expect(lines).toMatchObject([
      { ...error, err: { message: 'cannot drain' } },
      { ...error, err: { message: 'cannot stop' } },
    ]);
  });

  test('reports that it exceeded its time limit', async () => {
    await start('database');
    await start('server', { drain: () => new Promise(() => {}) });
    expect(await lifecycle.stop(10)).toBe(false);
    expect(steps).not.toContain('stop database');
  });

  test('runs only once, even if it is requested twice', async () => {
    await start('server');
    expect(lifecycle.isStopping).toBe(false);
    expect(await Promise.all([lifecycle.stop(5_000), lifecycle.stop(5_000)])).toEqual([true, true]);
    expect(lifecycle.isStopping).toBe(true);
    expect(steps.filter((step) => step === 'stop server')).toHaveLength(1);
  });

  test('does not include a part that could not be started', async () => {
    const startOfFailingPart = lifecycle.start({
      name: 'server',
      start: () => Promise.reject(new Error('port in use')),
    });
    await expect(startOfFailingPart).rejects.toThrow('port in use');
    expect(await lifecycle.stop(5_000)).toBe(true);
    expect(lines).toEqual([]);
  });
});
