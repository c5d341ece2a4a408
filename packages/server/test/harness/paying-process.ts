import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, 'pay-and-roll-back.ts');

/** What processes that pay have told so far. */
export interface Told {
  /** Numbers of orders whose payment was acknowledged. */
  readonly paid: Set<string>;
  /** Ids of events whose transaction was rolled back. */
  readonly undone: Set<string>;
}

export interface PayingProcess {
  readonly child: ChildProcess;
  /** Its exit code, null where it was killed; all that it told has been taken by then. */
  readonly ended: Promise<number | null>;
}

/** Starts to pay an organizer's pending orders in a process of its own. */
export function startPaying(env: Record<string, string>, organizerId: string, told: Told): PayingProcess {
  const child = spawn(process.execPath, [program, organizerId], {
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
