import { execFile, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientDocument } from '../../sdk/client-document.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { useDatabase } from '../../server/test/harness/databases.ts';
import { defined, elementAt, first } from '../../server/test/harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from '../../server/test/harness/fixtures.ts';
import { makeGate } from '../../server/test/harness/gates.ts';
import { freePort } from '../../server/test/harness/ports.ts';
import { writeReferenceSamples } from '../../server/test/harness/reference-samples.ts';
import { runJson, type ServerProcess, startServer } from '../../server/test/harness/server-process.ts';
import { emitMany } from '../../server/test/harness/webhooks.ts';
import { generatePython } from '../generate.ts';

/*
 * The Python programs of these tests import the package as it is published: as a wheel.
 */

const packageFolder = join(import.meta.dirname, '..');
const root = join(packageFolder, '../..');
const openapiFile = join(root, 'openapi/extended.json');
const gateFile = join(root, 'openapi/gate.json');
const environment = join(packageFolder, '.venv');
const python = join(environment, 'bin/python');
const execute = promisify(execFile);

/** Installing the packages of the tests can take minutes on a busy machine. */
const installTimeoutMs = 600_000;

const secret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';
const otherSecret = 'whsec_YW5vdGhlciBvbmUgdGhhdCBpcyBubyBzZWNyZXQgZWl0aGVy';

/** Installs what the tests need, if that has changed since the last run. */
async function installPackages(): Promise<void> {
  const requirements = join(packageFolder, 'requirements-dev.txt');
  const { stdout: version } = await execute('python3', ['-VV']);
  const hash = createHash('sha256').update(version).update(readFileSync(requirements)).digest('hex');
  const mark = join(environment, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  await execute('python3', ['-m', 'venv', '--clear', environment]);
  await execute(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', '-r', requirements]);
  writeFileSync(mark, hash);
}

/** A webhook, signed by the reference implementation of Standard Webhooks. */
function signed(text: string, seconds: number, key = secret) {
  const signature = new Webhook(key).sign('msg_1', new Date(seconds * 1_000), text);
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds), 'webhook-signature': signature };
  return { body: text, headers };
}

/** The requests that `test_webhooks.py` reads. */
function webhookSamples(seconds: number): object {
  const body = JSON.stringify({ id: 'msg_1', type: 'order.noted', sequence: 1, data: { note: 'Zoë 日本 🏃‍♀️ \u2028' } });
  const orderPaid = { id: 'msg_1', type: 'order.paid', data: { orderNumber: '7K3Q9MX2PA', total: 4900 } };
  const [pair, otherPair] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const textOf = (key: KeyObject) =>
    `whpk_${key.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;
  const { headers, ...both } = signed(body, seconds);
  const ed25519 = sign(null, Buffer.from(`msg_1.${seconds}.${body}`), pair.privateKey).toString('base64');
  return {
    secret,
    otherSecret,
    seconds,
    publicKey: textOf(pair.publicKey),
    otherPublicKey: textOf(otherPair.publicKey),
    signed: signed(body, seconds),
    signedWithOther: signed(body, seconds, otherSecret),
    signedText: signed('ping', seconds),
    signedList: signed('[]', seconds),
    signedOrderPaid: signed(JSON.stringify(orderPaid), seconds),
    signedWithEd25519: {
      ...both,
      headers: { ...headers, 'webhook-signature': `${headers['webhook-signature']} v1a,${ed25519}` },
    },
  };
}

test('the generated files of the Python package are those of the OpenAPI document', () => {
  for (const [file, content] of Object.entries(
    generatePython(clientDocument(readFileSync(openapiFile, 'utf8'), readFileSync(gateFile, 'utf8'))),
  ))
    expect(readFileSync(join(root, file), 'utf8') === content, file).toBe(true);
});

describe('the Python package', { tags: 'python' }, () => {
  const database = useDatabase('sqlite');
  let project: string;
  let serverEnv: Record<string, string>;
  let server: ServerProcess;
  /** The settings of the Python programs. */
  let env: Record<string, string>;
  let addOrders: (count: number) => Promise<void>;
  let emitEvents: (count: number) => Promise<string[]>;

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'organizer-sdk-python-'));
    const installed = installPackages();
    const organizer = await makeOrganizer(database.db);
    const ticket = { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 };
    const drinks = { kind: 'addon' as const, addonId: 'beer', quantity: 40 };
    await importAll(database.db, organizer, [...raceLines(), orderLine('ada', { items: [ticket, drinks] })]);
    const events = database.db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id);
    const { id: eventId } = first(await events.execute());
    let orderCount = 0;
    addOrders = async (count) => {
      const lines = Array.from({ length: count }, () => orderLine(`buyer-${orderCount++}`));
      await importAll(database.db, organizer, lines);
    };
    emitEvents = (count) => emitMany(database.db, organizer.id, count);
    const { key } = await makeKey(database.db, organizer.id, { granted: ['events:write', 'tickets:write'] });
    const { key: publishableKey } = await makeKey(database.db, organizer.id, { kind: 'publishable' });
    serverEnv = {
      ...database.env,
      PORT: String(await freePort()),
      RATE_LIMIT_API: '1000000',
      RATE_LIMIT_PUBLIC: '1000000',
      RATE_LIMIT_EMBED: '3',
    };
    [server] = await Promise.all([startServer(serverEnv), installed]);
    const wheel = 'import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))';
    const { stdout } = await execute(python, ['-c', wheel, project], { cwd: packageFolder });
    const samples = join(project, 'webhooks.json');
    writeFileSync(samples, JSON.stringify(webhookSamples(Math.floor(systemClock.now() / 1_000))));
    const ofGate = ['--event', 'race', '--name', 'Phone', '--role', 'gate'];
    const addDevice = ['devices', 'add', '--organizer', organizer.slug, ...ofGate];
    env = {
      PATH: process.env['PATH'] ?? '',
      PYTHONPATH: [join(project, stdout.trim()), join(packageFolder, 'test')].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      ORGANIZER_URL: server.url,
      ORGANIZER_KEY: key,
      PUBLISHABLE_KEY: publishableKey,
      EVENT_ID: eventId,
      GATE_ID: (await makeGate(database.db, organizer)).id,
      PAIRING_CODE: (await runJson<{ pairingCode: string }>(addDevice, serverEnv)).pairingCode,
      WEBHOOK_SECRET: secret,
      WEBHOOK_SAMPLES: samples,
      OPENAPI_FILE: openapiFile,
      GATE_FILE: gateFile,
    };
  }, installTimeoutMs);
  afterAll(async () => {
    await server?.stop();
    rmSync(project, { recursive: true, force: true });
  });

  /** Runs a Python program. Warnings of pydantic about the models are errors. */
  async function runPython(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
    return await execute(python, ['-W', 'error::UserWarning', ...args], {
      cwd: project,
      env,
    }).catch((error: { stderr: string }) => {
      throw new Error(error.stderr);
    });
  }

  test('has correct types, also in the API reference and in the examples of its documentation, which work', {
    timeout: installTimeoutMs,
  }, async () => {
    const examples = [...readFileSync(join(packageFolder, 'README.md'), 'utf8').matchAll(/^```python\n(.*?)^```$/gms)];
    const files = examples.map(([, code], index) => {
      const file = join(project, `example_${index}.py`);
      writeFileSync(file, defined(code, 'The code'));
      return file;
    });
    const samples = writeReferenceSamples(project, 'Python');
    const config = ['--config-file', join(packageFolder, 'pyproject.toml'), '--cache-dir', join(environment, 'mypy')];
    const types = execute(
      python,
      ['-m', 'mypy', ...config, join(packageFolder, 'src'), join(packageFolder, 'test'), ...files, ...samples],
      { cwd: packageFolder },
    ).catch((error: { stdout: string }) => error);
    const { stdout } = await runPython(['-m', 'run_examples', ...files, elementAt(files, 7)]);
    expect(JSON.parse(stdout)).toEqual([
      expect.stringMatching(/^20\d\d-05-01 06:00:00\+00:00 Race/),
      'Race  2',
      expect.stringMatching(/^paid: \{'EUR': 38\d{3}\}\n1 tickets, no more$/),
      'tickets: 1',
      '1 changes, 1 orders',
      expect.stringMatching(/^hand out one drink: bar-1-[\w-]{36}$/),
      'The event has changed. Read it again.\nNone',
      'created: 2 ticket types, 1 add-on',
      expect.stringMatching(/^not_found req_\w+\nremaining requests: \d+$/),
      'created: Night run',
      '204 400 paid: 7K3Q9MX2PA 4900',
      ...Array(2).fill('204 400 order.paid msg_1'),
      'two tickets: 4000 EUR\npending',
      'updated: 2 ticket types, 1 add-on',
    ]);
    expect((await types).stdout).toMatch(/^Success: no issues found in \d+ source files\n$/);
  });

  test('sends, repeats and reads requests correctly, and verifies webhooks', async () => {
    const { stderr } = await runPython(['-m', 'unittest', 'test_requests', 'test_webhooks']);
    expect(stderr).toMatch(/\nRan \d\d tests in .*\n\nOK\n$/);
  });

  test('works with a server', async () => {
    const { stderr } = await runPython(['-m', 'unittest', 'test_server']);
    expect(stderr).toMatch(/\nRan \d+ tests in .*\n\nOK\n$/);
  });

  test('misses and repeats nothing if the server is killed in the middle', async () => {
    await addOrders(300);
    await emitEvents(40);
    const child = spawn(python, ['-m', 'read_while_killed'], { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines: string[] = [];
    // The program waits after each request for a line.
    for await (const line of createInterface(child.stdout)) {
      if (line === 'add orders') await addOrders(3);
      else if (line === 'add events') await emitEvents(5);
      else if (line === 'kill') {
        await server.kill();
        const restarted = startServer(serverEnv);
        child.stdin.write('\n');
        server = await restarted;
        continue;
      } else lines.push(line);
      child.stdin.write('\n');
    }
    expect(lines).toEqual(['each order once: True', 'units: 20', 'events in order: True']);
  });
});
