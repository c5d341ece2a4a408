import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';

/** What processes that pay have printed so far. */
export interface Told {
  /** Numbers of orders whose payment was acknowledged. */
  readonly paid: Set<string>;
  /** Ids of events whose transaction was rolled back. */
  readonly undone: Set<string>;
}

export interface PayingProcess {
  readonly child: ChildProcess;
  /** Its exit code, or null if it was killed; all of its output has been read by then. */
  readonly ended: Promise<number | null>;
}

/** Starts a process that pays an organizer's pending orders. */
export function startPaying(env: Record<string, string>, organizerId: string, told: Told): PayingProcess {
  const script = join(inject('scripts'), 'pay-and-roll-back.js');
  const child = spawn(process.execPath, [script, organizerId], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => {
    const [what, name] = line.split(' ');
    told[what as keyof Told].add(name!);
  });
  const ended = Promise.all([once(child, 'close'), once(lines, 'close')]).then(([[code]]) => code as number | null);
  return { child, ended };
}
