import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { acquireSharedLock } from '../src/platform/database/serve-lock.ts';
import { freePort } from './harness/ports.ts';
import { runCommand, type ServerProcess, startCommand, startServer } from './harness/server-process.ts';

const oneLine = /^[^\n]+\n$/;
const production = { NODE_ENV: 'production', DEPLOYMENT: 'baseline' };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'organizer-safety-'));
});
afterAll(() => rm(root, { recursive: true }));

let folders = 0;
/** Creates a folder that other users can read. */
function openFolder(): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return folder;
}

async function start(env: Record<string, string>, args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServer(env, args);
  onTestFinished(() => server.kill());
  return server;
}

/** Opens a port of 127.0.0.1 that accepts connections and never responds. */
async function openSilentPort(): Promise<{ port: number; connected: Promise<void> }> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    resolve();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, connected };
}

test.each([[[]], [['--processes', '2']]])(
  'a start with %j on a port in use exits even if Redis never responds, and releases its folder',
  async (options) => {
    const { port } = await openSilentPort();
    const redis = await openSilentPort();
    const env = { DATA_DIR: openFolder(), REDIS_URL: `redis://127.0.0.1:${redis.port}`, LOG_LEVEL: 'silent' };
    const { code, stdout, stderr } = await runCommand(['serve', ...options], { ...env, PORT: String(port) });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: PORT \d+ [^\n]*in use[^\n]*\n$/),
    });
    expect(readdirSync(env.DATA_DIR)).toEqual(['serve.lock']); // The failed start created nothing else.
    const server = await start({ ...env, LOG_LEVEL: 'info' });
    expect(await server.stop()).toBe(0);
  },
);

test('a start that fails after it connected to Redis exits', async () => {
  const { port } = await openSilentPort();
  const redis = await openSilentPort();
  const env = { DATA_DIR: openFolder(), REDIS_URL: `redis://127.0.0.1:${redis.port}`, LOG_LEVEL: 'silent' };
  const fullEnv = { ...env, PORT: String(await freePort()), METRICS_ADDRESS: `127.0.0.1:${port}` };
  const { code, stderr } = await runCommand(['serve'], fullEnv);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: METRICS_ADDRESS [^\n]+\n$/) });
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s stops a start that waits for its database', async (signal, expected) => {
  const { port, connected } = await openSilentPort();
  const env = {
    DATA_DIR: openFolder(),
    DATABASE_URL: `postgres://127.0.0.1:${port}/x`,
    PORT: String(await freePort()),
  };
  const { child, result } = startCommand(['serve'], env);
  await connected;
  child.kill(signal);
  expect((await result).code).toBe(expected);
});

test('a folder is in use while any process of its server runs, even if the process that claimed it has exited', async () => {
  const folder = openFolder();
  acquireSharedLock(folder);
  const { code, stderr } = await runCommand(['serve'], { DATA_DIR: folder, PORT: String(await freePort()) });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: Another server is using /) });
});

test('in a folder that is open to other users, a server creates files only for their owner, and logs a warning', async () => {
  const folder = openFolder();
  const server = await start({ DATA_DIR: folder });
  await expect.poll(() => server.output()).toContain('DATA_DIR is open to other users');
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(['master.key', 'organizer.db', 'organizer.db-wal', 'serve.lock']));
  const backup = join(folder, 'backup');
  expect(await runCommand(['backup', backup], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  for (const name of [...names, 'backup']) {
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
});

test.each([
  ['empty', ''],
  ['short', 'only a few characters\n'],
  ['full of zeros', '\0'.repeat(44)],
])('a master key file that is %s is rejected', async (_, content) => {
  const folder = openFolder();
  writeFileSync(join(folder, 'master.key'), content);
  const { code, stderr } = await runCommand(['serve'], { DATA_DIR: folder, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toMatch(/^error: The master key in \S+master\.key must /);
  expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(content);
});

test('in production, a start with a new master key fails until the key is accepted', async () => {
  const env = { ...production, DATA_DIR: openFolder() };
  const [firstKey, newKey] = ['a', 'b'].map((letter) => letter + '0123456789abcdef'.repeat(2)) as [string, string];
  await (await start({ ...env, MASTER_KEY: firstKey })).stop();
  const changedEnv = { ...env, MASTER_KEY: newKey, PORT: String(await freePort()) };
  const { code, stderr } = await runCommand(['serve'], changedEnv);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: MASTER_KEY is not [^\n]+\n$/) });
  const development = await start({ DATA_DIR: env.DATA_DIR, MASTER_KEY: newKey });
  await expect.poll(() => development.output()).toContain('warning: MASTER_KEY is not the master key');
  await development.stop();
  expect(await runCommand(['migrate', '--accept-master-key'], changedEnv)).toMatchObject({ code: 0 });
  await (await start({ ...env, MASTER_KEY: newKey })).stop();
});

test('the log names the signal that ended one of several processes, and another process starts', async () => {
  const server = await start({ ...production, DATA_DIR: openFolder() }, ['--processes', '2']);
  const messages = () => server.output().match(/"msg":"(listening|a process)[^"]*"/g) ?? [];
  await expect.poll(() => messages().length, { timeout: 120_000 }).toBe(2);
  const { pid } = server.child;
  const [victim] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
  process.kill(victim!, 'SIGKILL');
  await expect.poll(() => messages().length, { timeout: 120_000 }).toBe(4);
  expect(messages()[2]).toContain('a process was terminated by SIGKILL, starting another');
  const entries = server.output().trim().split('\n');
  expect(entries.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'error', pid: victim }),
  );
});

test('in production, metrics and readiness details are only on METRICS_ADDRESS, not on the public port', async () => {
  const metricsPort = await freePort();
  const env = { ...production, DATA_DIR: openFolder() };
  const server = await start({ ...env, METRICS_ADDRESS: `127.0.0.1:${metricsPort}` });
  const status = async (url: string) => (await fetch(url)).status;
  expect(await status(`${server.url}/metrics`)).toBe(404);
  expect(await status(`${server.url}/healthz`)).toBe(200);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  expect(await (await fetch(`${metricsUrl}/readyz`)).json()).toEqual({
    status: 'ready',
    databaseMs: expect.any(Number),
  });
  expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('http_request_duration_seconds_bucket');
  expect(await status(`${metricsUrl}/api/v1/events`)).toBe(404);
  expect(await server.stop()).toBe(0);
  const serverWithoutMetrics = await start(env);
  expect(await status(`${serverWithoutMetrics.url}/metrics`)).toBe(404);
});

test.each(['PORT', 'METRICS_ADDRESS'])(
  'with two processes, metrics on %s are those of both: no counter ever decreases, and together they count every request',
  async (address) => {
    const metricsPort = await freePort();
    const env = { DATA_DIR: openFolder(), LOG_LEVEL: 'info', RATE_LIMIT_FAILED_AUTH: '1000' };
    const extraEnv = address === 'PORT' ? {} : { METRICS_ADDRESS: `127.0.0.1:${metricsPort}` };
    const server = await start({ ...env, ...extraEnv }, ['--processes', '2']);
    const metricsUrl = address === 'PORT' ? server.url : `http://127.0.0.1:${metricsPort}`;
    // A connection is accepted by either process.
    const request = (url: string) => fetch(url, { headers: { connection: 'close' } });
    const readSamples = async () => {
      const lines = (await (await request(`${metricsUrl}/metrics`)).text()).split('\n');
      return new Map(lines.filter((line) => /^[a-z]/.test(line)).map((line) => line.split(' ') as [string, string]));
    };
    const counted = (samples: ReadonlyMap<string, string>) =>
      Number(samples.get('http_request_duration_seconds_count{method="GET",route="/api/v1/events",status="401"}') ?? 0);
    const requests = 60;
    let previous = new Map<string, string>();
    for (let sent = 0; sent < requests; sent += 1) {
      expect((await request(`${server.url}/api/v1/events`)).status).toBe(401);
      const samples = await readSamples();
      const decreased = [...previous].filter(([name, value]) => Number(samples.get(name)) < Number(value));
      expect(decreased.filter(([name]) => /^(?:http_request|database_statement|process_cpu)_/.test(name))).toEqual([]);
      previous = samples;
    }
    await expect.poll(async () => counted(await readSamples())).toBe(requests);
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"request"'));
    await expect.poll(() => lines().length).toBeGreaterThanOrEqual(requests);
    expect(new Set(lines().map((line) => JSON.parse(line).process))).toEqual(new Set([1, 2]));
  },
);

test('partial files of a process that has exited are deleted; other partial files are not', async () => {
  const folder = openFolder();
  const host = hostname().replaceAll(/[^A-Za-z0-9]/g, '');
  const { child, result } = startCommand(['--version'], {});
  await result;
  mkdirSync(join(folder, 'outbox'));
  const filesOfExited = [
    `master.key.organizer-${host}-${child.pid}.part`,
    `outbox/a.eml.organizer-${host}-${child.pid}.part`,
  ];
  const otherFiles = [`backup.organizer-${host}-${process.ppid}.part`, 'other.part', `b.organizer-otherhost-1.part`];
  for (const name of [...filesOfExited, ...otherFiles]) writeFileSync(join(folder, name), 'half');
  await (await start({ DATA_DIR: folder })).stop();
  const names = readdirSync(folder, { recursive: true });
  expect(names).toEqual(expect.arrayContaining(otherFiles));
  for (const name of filesOfExited) expect(names).not.toContain(name);
});
