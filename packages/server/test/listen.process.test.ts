import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { openSandbox } from '../src/features/sandboxes/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { freePort } from './harness/ports.ts';
import { runHere } from './harness/run-here.ts';
import { type ServerProcess, startCommand, startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';
import { emitMany } from './harness/webhooks.ts';

/** The receiver of a developer, which can be stopped and started again. */
class DeveloperReceiver {
  /** The ids of the events whose signatures are valid, in the order of arrival. */
  readonly ids: string[] = [];
  status = 204;
  readonly #port: number;
  readonly #secret: string;
  #server: Server | null = null;

  constructor(port: number, secret: string) {
    this.#port = port;
    this.#secret = secret;
  }

  async start(): Promise<void> {
    const server = createServer(async (request, response) => {
      const body = await buffer(request);
      const event = new Webhook(this.#secret).verify(body, request.headers as Record<string, string>);
      this.ids.push((event as { id: string }).id);
      response.writeHead(this.status).end(this.status === 500 ? 'The table is\nmissing.' : undefined);
    });
    this.#server = server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
  }

  async stop(): Promise<void> {
    if (this.#server === null) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    this.#server = null;
    await closed;
  }
}

const secret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';

describe('organizer listen', () => {
  const database = useDatabase('sqlite');
  let env: Record<string, string>;
  let server: ServerProcess;
  let organizerId: string;
  let key: string;
  beforeAll(async () => {
    ({ id: organizerId } = await makeOrganizer(database.db));
    ({ key } = await makeKey(database.db, organizerId));
    env = { ...database.env, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
    server = await startServer(env);
  });
  afterAll(() => server?.stop());

  /** The arguments of `listen`, with the URL of the server. */
  const argsOf = (port: number, ...args: string[]) => [
    'listen',
    ...['--forward-to', `http://localhost:${port}/hooks?from=listen`, '--url', server.url, '--key', key],
    ...args,
  ];

  /** Collects the output of a process, and ends it after the test. */
  function outputOf(child: ChildProcess): { stdout: string; stderr: string } {
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    }
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    return output;
  }

  test('forwards each event once and in order while the server is killed and the receiver restarts', {
    timeout: 180_000,
  }, async () => {
    const port = await freePort();
    const { child, result } = startCommand(argsOf(port, '--events', 'order.paid,order.refunded', '--json'), {});
    const output = outputOf(child);
    await waitUntil(() => output.stderr.includes('are forwarded to'));
    const [firstLine = ''] = output.stdout.split('\n');
    const receiver = new DeveloperReceiver(port, (JSON.parse(firstLine) as { secret: string }).secret);
    await receiver.start();
    onTestFinished(() => receiver.stop());

    const ids = await emitMany(database.db, organizerId, 3);
    await emitMany(database.db, organizerId, 1, { type: 'order.created' });
    await waitUntil(() => receiver.ids.length === 3);

    await server.kill();
    ids.push(...(await emitMany(database.db, organizerId, 3)));
    await waitUntil(() => output.stderr.includes('no event is missed'));
    server = await startServer(env);
    await waitUntil(() => receiver.ids.length === 6);

    await receiver.stop();
    ids.push(...(await emitMany(database.db, organizerId, 2, { type: 'order.refunded' })));
    await waitUntil(() => output.stderr.includes('is not reachable'));
    await receiver.start();
    await waitUntil(() => receiver.ids.length === 8);

    receiver.status = 500;
    ids.push(...(await emitMany(database.db, organizerId, 1)));
    await waitUntil(() => output.stdout.split('\n').length === 11);
    expect(receiver.ids).toEqual(ids);

    child.kill('SIGTERM');
    const { code, stdout, stderr } = await result;
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(ids);
    expect(lines.map(({ status }) => status)).toEqual([...Array(8).fill(204), 500]);
    expect(lines[7]).toEqual({
      id: ids[7],
      type: 'order.refunded',
      sequence: expect.any(Number),
      status: 204,
      ms: expect.any(Number),
      error: null,
      isRepeated: false,
    });
    expect(stderr).toContain(`Connected to ${server.url} again.`);
    expect(stderr).toMatch(/is not reachable: the connection was refused \(ECONNREFUSED\)\. Start the receiver/);

    receiver.status = 204;
    const [missed] = await emitMany(database.db, organizerId, 1);
    const [, ...continued] = /add: (--after) (\d+) (--secret) (\S+)\n$/.exec(stderr) ?? [];
    const next = startCommand(argsOf(port, '--events', 'order.paid', ...continued), {});
    outputOf(next.child);
    await waitUntil(() => receiver.ids.length === 10);
    next.child.kill('SIGTERM');
    expect(await next.result).toMatchObject({ code: 0 });
    expect(receiver.ids).toEqual([...ids, missed]);
  });

  test('in a terminal, the key r sends the last event again, and q ends the command', { tags: 'python' }, async () => {
    const port = await freePort();
    const receiver = new DeveloperReceiver(port, secret);
    await receiver.start();
    onTestFinished(() => receiver.stop());
    // The module pty connects the command to a terminal.
    const program = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
    const command = [process.execPath, inject('program'), ...argsOf(port, '--secret', secret)];
    const child = spawn('python3', ['-c', program, ...command], { stdio: 'pipe' });
    const output = outputOf(child);
    await waitUntil(() => output.stdout.includes('Press r'));
    child.stdin.write('r');
    await waitUntil(() => output.stdout.includes('No event was forwarded yet.'));
    const [id] = await emitMany(database.db, organizerId, 1);
    await waitUntil(() => receiver.ids.length === 1);
    receiver.status = 500;
    child.stdin.write('R');
    await waitUntil(() => output.stdout.includes('sent again'));
    expect(receiver.ids).toEqual([id, id]);
    const closed = once(child, 'close');
    child.stdin.write('q');
    expect(await closed).toEqual([0, null]);
    const lines = output.stdout.split('\r\n').filter((line) => line.startsWith('order.paid'));
    expect(lines[0]).toMatch(new RegExp(`^order\\.paid {2}${id} {2}204 {2}\\d+ ms$`));
    expect(lines[1]).toMatch(
      new RegExp(
        `^order\\.paid {2}${id} {2}500 {2}\\d+ ms {2}sent again {2}\\w+ 500 {2}"The table is\\\\nmissing\\."$`,
      ),
    );
  });

  test('trigger --url makes an event happen at the service, without its database', async () => {
    const triggerAt = (type: string, apiKey: string) =>
      runHere(['trigger', type, '--key', apiKey, '--url', server.url], {});
    const sandbox = await openSandbox(database.db, organizerScope(organizerId, systemClock, byOperator));
    const { key: testKey } = await makeKey(database.db, sandbox.id);
    const triggered = await triggerAt('ticket.used', testKey);
    expect(triggered).toMatchObject({ code: 0, stdout: expect.stringMatching(/order\.paid, .*ticket\.used/) });
    for (const [failure, message] of [
      [await triggerAt('order.paid', key), /possible only in a sandbox/],
      [await triggerAt('order.lost', testKey), /"trigger --list" shows the types/],
    ] as const) {
      expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    }
  });

  test('an error says what to do', async () => {
    const { key: publishable } = await makeKey(database.db, organizerId, { kind: 'publishable' });
    const { key: settlements } = await makeKey(database.db, organizerId, { scopes: ['settlements:read'] });
    const unused = `http://127.0.0.1:${await freePort()}`;
    const failures: [args: string[], message: RegExp][] = [
      [['--key', 'sk_wrong'], /mistyped, unknown.* Create a key with "organizer keys create/],
      [['--key', publishable], /can read no events.*keys create --scopes/],
      [['--key', settlements, '--events', 'order.paid'], /needs the scope orders:read.*keys create --scopes/],
      [['--events', 'order.lost'], /type.* Check --events/],
      [['--url', unused], /not reachable: .*ECONNREFUSED.* Start the server, or check --url/],
      [['--url', `${server.url}/docs`], /Check --url: .* has no stream of webhook events/],
    ];
    const results = await Promise.all(failures.map(([args]) => runHere(argsOf(4_000, ...args), {})));
    for (const [index, { code, stderr }] of results.entries()) {
      const [, message] = defined(failures[index], 'The failure');
      expect(code).toBe(1);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    }
  });
});
