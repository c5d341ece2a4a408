import { vi } from 'vitest';
import { reportFailure } from '../../src/commands/runtime.ts';
import { runProgram } from '../../src/program.ts';
import type { DatabaseKind } from './databases.ts';
import { type CommandResult, jsonOfCommand, runCommand } from './server-process.ts';

const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Commands use the environment and the streams of the process, so that they run one after another. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in the process of the test, with these environment variables and `PATH`: a process for each takes a hundred times as
 * long. `runCommand` tests what only a process has, such as that it ends, its exit code and closed streams.
 */
export function runHere(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const run = () => runWith(args, env);
  const result = last.then(run, run);
  last = result;
  return result;
}

/** Runs a command like `runHere`, with `--json`, and returns its parsed output. Throws if the command fails. */
export async function runJsonHere<T>(args: readonly string[], env: Record<string, string>): Promise<T> {
  return jsonOfCommand(args, await runHere([...args, '--json'], env));
}

/**
 * Returns a function that runs commands like `runHere`. On SQLite, it runs each command the first time in a process of its own, which
 * must end. On PostgreSQL, the suites that start servers test that processes end.
 */
export function commandRunner(kind: DatabaseKind): typeof runHere {
  const ended = new Set<string>();
  return (args, env) => {
    const name = args.slice(0, 2).join(' ').replace(/ \W.*/, '');
    if (kind === 'postgres' || ended.has(name)) return runHere(args, env);
    ended.add(name);
    return runCommand(args, env);
  };
}

async function runWith(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const { env: ownEnv } = process;
  const ownListeners = stopSignals.map((signal) => process.listeners(signal));
  let [stdout, stderr] = ['', ''];
  const writes = [
    vi.spyOn(process.stdout, 'write').mockImplementation(
      writer((text) => {
        stdout += text;
      }),
    ),
    vi.spyOn(process.stderr, 'write').mockImplementation(
      writer((text) => {
        stderr += text;
      }),
    ),
  ];
  process.env = { PATH: ownEnv['PATH'], ...env };
  try {
    await runProgram(args).catch((error) => reportFailure(error, { json: args.includes('--json') }));
    return { code: Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    process.exitCode = undefined;
    process.env = ownEnv;
    for (const write of writes) write.mockRestore();
    for (const [index, signal] of stopSignals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!ownListeners[index]?.includes(listener)) process.removeListener(signal, listener);
      }
    }
  }
}

function writer(add: (text: string) => void): typeof process.stdout.write {
  return (text: string | Uint8Array, ...rest: unknown[]) => {
    add(String(text));
    const callback = rest.find((value) => typeof value === 'function');
    callback?.();
    return true;
  };
}
