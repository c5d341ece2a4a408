import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { freePort, isListening } from './ports.ts';
import { longestWaitMs, waitUntil } from './wait.ts';

/** The output and the exit code of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command of the command line. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly result: Promise<CommandResult>;
}

/** An installed program: the file that is started, its first arguments, and the options of the process. */
export interface InstalledProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'>;
}

/** The environment of a process: these variables, `PATH` and the cache of compiled code that all suites share. */
export function processEnv(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: inject('compileCache'), ...env };
}

/**
 * Starts a command with the environment `processEnv`.
 *
 * @param executable the JavaScript file of the program, or an installed program; by default the bundle of the source
 */
export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  executable: string | InstalledProgram = inject('program'),
): RunningCommand {
  const {
    file,
    args: firstArgs,
    options,
  } = typeof executable === 'string' ? { file: process.execPath, args: [executable], options: {} } : executable;
  const child = spawn(file, [...firstArgs, ...args], {
    ...options,
    env: processEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A character of several bytes may arrive in two parts.
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const result = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, result };
}

/** Runs a command and waits until it has exited. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  executable?: string | InstalledProgram,
): Promise<CommandResult> {
  return startCommand(args, env, executable).result;
}

/** Runs a command with `--json` and returns its parsed output. Throws if the command fails. */
export async function runJson<T>(
  args: readonly string[],
  env: Record<string, string>,
  executable?: string | InstalledProgram,
): Promise<T> {
  return jsonOfCommand(args, await runCommand([...args, '--json'], env, executable));
}

/** The value that a command with `--json` has printed. Throws if the command has failed. */
export function jsonOfCommand<T>(args: readonly string[], { code, stdout, stderr }: CommandResult): T {
  if (code !== 0) throw new Error(`organizer ${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as T;
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until the process has exited. Returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `serve` and waits until it responds. The port is `PORT` of the environment, by default a free one. */
export async function startServer(
  env: Record<string, string>,
  args: readonly string[] = [],
  executable?: string | InstalledProgram,
): Promise<ServerProcess> {
  const port = env['PORT'] === undefined ? await freePort() : Number(env['PORT']);
  const url = `http://127.0.0.1:${port}`;
  const { child, result } = startCommand(
    ['serve', ...args],
    { PORT: String(port), MAX_WAIT_MS: longestWaitMs, ...env },
    executable,
  );
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    output += chunk;
  });
  const isHealthy = async () =>
    (await isListening(port)) &&
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  let hasStarted = false;
  const hasStartedOrExited = async () => {
    hasStarted = await isHealthy();
    return hasStarted || hasExited();
  };
  await waitUntil(hasStartedOrExited, { timeoutMs: 120_000, intervalMs: 25 }).catch(() => {});
  if (!hasStarted) throw new Error(`The server did not start: ${output}`);
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await result).code;
  };
  return {
    url,
    child,
    output: () => output,
    kill: async () => {
      await stop('SIGKILL');
    },
    stop: () => stop('SIGTERM'),
  };
}
