import { constants } from 'node:os';
import type { Log } from './log.ts';

/** The signals that request a process to stop. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const stopSignals: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

type Handler = (signal: StopSignal) => void;

let currentHandler: Handler | null = null;

/**
 * Exits immediately on a stop signal, with the exit code that shells use (128 + signal). Without a handler, Node exits too, but
 * not as process 1 of a container, where a signal without a handler is ignored.
 */
export function exitOnStopSignal(): void {
  onStopSignal(exitWith);
}

function exitWith(signal: StopSignal): never {
  process.exit(128 + constants.signals[signal]);
}

/** Ends this process by a stop signal. `process.exit` would first wait for the threads of Node, such as one that copies a file. */
export function endBy(signal: StopSignal): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Process 1 of a container is still running, because it ignores a signal without a handler.
  return exitWith(signal);
}

/** Returns a promise of the next stop signal. It replaces the previous handler, so the process does not exit on that signal. */
export function nextStopSignal(): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  onStopSignal(resolve);
  return promise;
}

/** Calls `handler` on every stop signal, in place of the previous handler. */
export function onStopSignal(handler: Handler): void {
  const isFirstCall = currentHandler === null;
  currentHandler = handler;
  if (!isFirstCall) return;
  // The listener is registered only once. If it were replaced, a signal between the two steps would be lost.
  for (const signal of stopSignals) process.on(signal, () => currentHandler?.(signal));
}

/** Logs an uncaught exception and exits with code 1. */
export function exitOnUncaughtException({ log, flush }: { log: Log['logger']; flush: Log['flush'] }): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    flush();
    process.exit(1);
  });
}
