import { constants } from 'node:os';
import type { Log } from './log.ts';

/** The signals that request a process to stop. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const stopSignals: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

type Handler = (signal: StopSignal) => void;

let current: Handler | null = null;

/**
 * Exits immediately on a stop signal, with the exit code that a shell reports for it (128 + signal). Node does the same by
 * itself, but not as process 1 of a container, where a signal without a handler is ignored.
 */
export function exitOnStopSignal(): void {
  onStopSignal((signal) => process.exit(128 + constants.signals[signal]));
}

/** The next stop signal. Until the returned promise resolves, nothing else happens on a stop signal. */
export function nextStopSignal(): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  onStopSignal(resolve);
  return promise;
}

/** Calls `handler` on every stop signal, in place of the previous handler. */
export function onStopSignal(handler: Handler): void {
  const isFirst = current === null;
  current = handler;
  if (!isFirst) return;
  // The listener is never replaced: a signal that arrives in between would be lost.
  for (const signal of stopSignals) process.on(signal, () => current?.(signal));
}

/** Logs an uncaught exception and exits with code 1. */
export function exitOnUncaughtException({ log, flush }: { log: Log['logger']; flush: Log['flush'] }): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    flush();
    process.exit(1);
  });
}
