import { constants } from 'node:os';

/** The signals that ask a process to stop. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

const stopSignals: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

let handle: ((signal: StopSignal) => void) | null = null;

/**
 * Ends the process at once when it is asked to stop, with the code that a shell gives to such an end (128 + signal).
 * Node would do the same, but not as process 1 of a container, where a signal without a handler is ignored.
 */
export function exitOnStopSignal(): void {
  onStopSignal((signal) => process.exit(128 + constants.signals[signal]));
}

/** Calls `next` whenever the process is asked to stop, in place of what was called before. */
export function onStopSignal(next: (signal: StopSignal) => void): void {
  const isFirst = handle === null;
  handle = next;
  if (!isFirst) return;
  // The listener is never replaced: a signal that arrives in between would be lost.
  for (const signal of stopSignals) process.on(signal, () => handle!(signal));
}
