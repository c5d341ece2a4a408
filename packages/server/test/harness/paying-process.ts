import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { processEnv } from './server-process.ts';

/** The output of the paying processes so far. */
export interface PaymentReports {
  /** The numbers of the orders whose payment was committed. */
  readonly paid: Set<string>;
  /** The ids of the events whose transaction was rolled back. */
  readonly rolledBack: Set<string>;
}

export interface PayingProcess {
  readonly child: ChildProcess;
  /** The exit code, or null if the process was killed. Resolves after all output has been read. */
  readonly exited: Promise<number | null>;
}

/** Starts a process that pays the pending orders of an organizer. */
export function startPaying(env: Record<string, string>, organizerId: string, reports: PaymentReports): PayingProcess {
  const script = join(inject('scripts'), 'pay-and-roll-back.js');
  const child = spawn(process.execPath, [script, organizerId], {
    env: processEnv(env),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => {
    const [kind, id] = line.split(' ');
    reports[kind as keyof PaymentReports].add(id!);
  });
  const exited = Promise.all([once(child, 'close'), once(lines, 'close')]).then(([[code]]) => code as number | null);
  return { child, exited };
}
