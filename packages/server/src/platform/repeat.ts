import type { Logger } from './log.ts';
import { inJobSpan } from './telemetry/spans.ts';

/**
 * Calls a function repeatedly, with a pause after each call. If a call fails, the error is logged and the repetition continues.
 * Further errors are not logged until a call has succeeded.
 *
 * @param pauseMs the pause after each call
 * @returns a function that stops the repetition and resolves when the call in progress has finished
 */
export function repeat(name: string, pauseMs: number, log: Logger, work: () => Promise<unknown>): () => Promise<void> {
  let isStopping = false;
  let isFailing = false;
  const stopped = Promise.withResolvers<void>();
  const loop = async () => {
    while (!isStopping) {
      try {
        await inJobSpan(name, work);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error as Error, job: name }, 'background job failed, retrying');
        isFailing = true;
      }
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, pauseMs);
      await Promise.race([timer.promise, stopped.promise]);
      clearTimeout(timeout);
    }
  };
  const running = loop();
  return async () => {
    isStopping = true;
    stopped.resolve();
    await running;
  };
}
