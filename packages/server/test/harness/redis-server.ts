import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from './ports.ts';
import { waitUntil } from './wait.ts';

/** A Redis or Valkey server for the tests, on a free port of 127.0.0.1. */
export interface RedisServer {
  readonly url: string;
  /** The id of the current process. */
  readonly pid: number;
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `redis-server`, or `valkey-server` if it is not installed. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const launch = (program: string) =>
    new Promise<ChildProcess>((resolve, reject) => {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
      const spawned = spawn(program, args, { stdio: 'ignore' });
      spawned.once('error', reject);
      spawned.once('spawn', () => resolve(spawned));
    });
  const start = async () => {
    child = await launch('redis-server').catch(() => launch('valkey-server'));
    await waitUntilReady(port);
  };
  const halt = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child!.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child!.pid!;
    },
    start,
    halt,
    stop: halt,
  };
}

async function waitUntilReady(port: number): Promise<void> {
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
      socket.once('data', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  await waitUntil(isReady);
}
