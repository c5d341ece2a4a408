import type { Logger } from './log.ts';

/**
 * Does something again and again, never twice at once: a pause after each time. A failure is told and tried again; one
 * that lasts is told once.
 *
 * @returns stops after the time that is under way
 */
export function repeat(name: string, pauseMs: number, log: Logger, work: () => Promise<unknown>): () => Promise<void> {
  let stopping = false;
  let failing = false;
  const pause = Promise.withResolvers<void>();
  const loop = async () => {
    while (!stopping) {
      try {
        await work();
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error as Error, work: name }, 'background work failed and goes on');
        failing = true;
      }
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, pauseMs);
      await Promise.race([timer.promise, pause.promise]);
      clearTimeout(timeout);
    }
  };
  const running = loop();
  return async () => {
    stopping = true;
    pause.resolve();
    await running;
  };
}
