import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../packages/server/test/harness/ports.ts';
import { stopWithParent } from '../packages/server/test/harness/stop-with-parent.ts';

/** A running server on a port of 127.0.0.1. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** The time from its start to its first successful response. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');
const nullDevice = openSync('/dev/null', 'w');

/** The option and the environment variable in the first line of the program. */
const nodeOptions = ['--max-semi-space-size=8'];
const programEnv = { MALLOC_ARENA_MAX: '1' };
/** The arguments of Node that run the program as it is installed: `npm run bench` builds it. */
export const installedProgram = [...nodeOptions, join(root, 'packages/server/dist/bin/organizer.js')];

/**
 * Starts the program with `organizer serve`. Its log is written to the null device.
 *
 * @param options of the command
 */
export function startProgram(env: Record<string, string>, options: readonly string[] = []): Promise<Server> {
  return start(
    [...installedProgram, 'serve', ...options],
    { ...programEnv, RATE_LIMIT_API: '1000000', ...env },
    '/healthz',
  );
}

/** Starts the bare server of `ceiling.ts`. */
export function startCeiling(env: Record<string, string>): Promise<Server> {
  return start([join(root, 'bench/ceiling.ts')], env, '/');
}

/** Starts a server of this folder, and waits until a request for the path succeeds. */
export function startBench(file: string, env: Record<string, string>, path: string): Promise<Server> {
  return start([...nodeOptions, join(root, 'bench', file)], env, path);
}

async function start(args: string[], env: Record<string, string>, path: string): Promise<Server> {
  const port = await freePort();
  const startedMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    stdio: ['ignore', nullDevice, 'inherit'],
  });
  stopWithParent(child);
  for (;;) {
    if (
      await fetch(`http://127.0.0.1:${port}${path}`).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null) throw new Error(`${args[0]} exited with code ${child.exitCode}.`);
    await sleep(5);
  }
  return {
    port,
    pid: child.pid!,
    startMs: performance.now() - startedMs,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * The resident memory of a process, in megabytes: `own` without the files that it has mapped, and `proportional`, in which each of the
 * processes that share a page has its part of it. The program of Node is such a file.
 */
export function currentMegabytes(pid: number): { own: number; proportional: number } {
  const read = (file: string, field: string) =>
    (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))![1]) * 1024) /
    1e6;
  return { own: read('status', 'RssAnon'), proportional: read('smaps_rollup', 'Pss') };
}

/** The peak resident memory of a process, in megabytes (1,000,000 bytes). */
export function peakMegabytes(pid: number): number {
  return (Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / 1e6;
}
