import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runIn } from './harness/empty-root.ts';
import { freePort } from './harness/ports.ts';
import { eventually, startReceiver } from './harness/receiver.ts';
import {
  type InstalledProgram,
  runCommand,
  runJson,
  type ServerProcess,
  startServer,
} from './harness/server-process.ts';
import { verifySignatureHeader } from './harness/verify-webhooks.ts';

const repository = join(import.meta.dirname, '../../..');
const sourceFolder = join(import.meta.dirname, '../src');

/** A build takes minutes on a busy machine. */
const buildTimeoutMs = 240_000;
/** The program is started eight times. */
const scenarioTimeoutMs = 240_000;

/** Builds the npm package, and installs it without access to a registry: it has no dependencies. */
function installPackage(folder: string): InstalledProgram {
  const packageFolder = join(folder, 'package');
  execFileSync(process.execPath, [join(sourceFolder, 'build.ts'), packageFolder]);
  const npm = (args: string[], cwd: string) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  const archive = npm(['pack', packageFolder, '--silent'], folder).trim();
  const root = join(folder, 'root');
  mkdirSync(root);
  npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', root, join(folder, archive)], root);
  expect(readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@organizer']);
  const version = execFileSync(join(root, 'node_modules/.bin/organizer'), ['--version'], { encoding: 'utf8' });
  expect(version).toBe(`${readVersion()}\n`);
  copyFileSync(process.execPath, join(root, 'node'));
  chmodSync(join(root, 'node'), 0o755);
  return runIn(root, 'node', ['node_modules/@organizer/server/bin/organizer.js']);
}

/** Builds the one-file executable. The folder contains nothing else. */
function installExecutable(folder: string): InstalledProgram {
  const root = join(folder, 'root');
  mkdirSync(root);
  execFileSync(process.execPath, [join(sourceFolder, 'build-executable.ts'), join(folder, 'dist/organizer')]);
  copyFileSync(join(folder, 'dist/organizer'), join(root, 'organizer'));
  return runIn(root, 'organizer');
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(repository, 'packages/server/package.json'), 'utf8')).version;
}

interface EventList {
  readonly data: readonly { id: string; status: string; ticketTypes: readonly { id: string }[] }[];
}

describe.each([
  ['the npm package', installPackage, '1'],
  ['the executable', installExecutable, '2'],
] as const)('%s', (_name, install, processesAfterRestart) => {
  let folder: string;
  let program: InstalledProgram;
  let server: ServerProcess;
  let env: Record<string, string>;
  const start = (processes: string) => startServer(env, ['--demo', '--processes', processes], program);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'organizer-installed-'));
    chmodSync(folder, 0o755); // Another user runs the program.
    program = install(folder);
    env = {
      PORT: String(await freePort()),
      PAYMENTS: 'test,manual',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    };
    server = await start('1');
  }, buildTimeoutMs);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves the checkout page, the dashboard, the gate app, the documentation and the API reference with all their files', async () => {
    // The page of an order does not read the event, so no event is needed.
    const pages = [
      ['/e/evt_01kamz0g5ve4q8v5x2c4g6t0yd?order=7K3Q9MX2PA', /"(\/e\/checkout\/assets\/[^"]+)"/g, 'main-'],
      ['/dashboard/organizers/any/members', /"(\/dashboard\/assets\/[^"]+)"/g, '.css'],
      ['/gate/', /"(\/gate\/assets\/[^"]+)"/g, 'index-'],
      ['/gate/service-worker.js', /"(?:\.\/)?(assets\/zxing[^"]+)"/g, 'zxing_reader'],
      ['/docs/reference', /"(\/docs\/reference\.js)"/g, 'reference.js'],
      ['/docs/webhooks', /"(\/docs\/assets\/[^"]+)"/g, 'search'],
    ] as const;
    for (const [path, pattern, expectedFile] of pages) {
      const response = await fetch(server.url + path);
      expect([path, response.status]).toEqual([path, 200]);
      const files = [...(await response.text()).matchAll(pattern)].map(([, file = '']) => file);
      expect(files).toContainEqual(expect.stringContaining(expectedFile));
      for (const file of new Set(files)) {
        const served = await fetch(new URL(file, server.url + path));
        expect([file, served.status]).toEqual([file, 200]);
        expect((await served.text()).length).toBeGreaterThan(0);
      }
    }
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as { info: { title: string } };
    expect(document.info.title).toBe('Organizer Open API (extended)');
  });

  test(
    'sells a ticket, delivers the webhook, and still has the order after a restart',
    async () => {
      const receiver = await startReceiver();
      const [key] = server.output().match(/\bsk_[0-9A-Za-z]{38}\b/) ?? [];
      const headers = { authorization: `Bearer ${key}` };
      const hooks = ['--url', receiver.url, '--events', 'order.paid'];
      const organizer = ['--organizer', 'kranich-laufverein'];
      const { secret } = await runJson<{ secret: string }>(['webhooks', 'add', ...organizer, ...hooks], env, program);

      const events = (await (await fetch(`${server.url}/api/v1/events`, { headers })).json()) as EventList;
      const order = await buyTicket(server.url, join(folder, 'root/data/outbox'), events);

      const delivery = await receiver.request(1);
      const signedAtMs = Number(/t=(\d+)/.exec(String(delivery.headers['x-service-signature']))?.[1]) * 1_000;
      verifySignatureHeader(delivery, secret, signedAtMs);
      expect(receiver.bodies()[0]).toMatchObject({ type: 'order.paid', data: { orderNumber: order, status: 'paid' } });

      expect(await server.stop()).toBe(0);
      server = await start(processesAfterRestart);
      expect(server.output()).not.toMatch(/\bsk_/);
      const response = await fetch(`${server.url}/api/v1/orders/${order}`, { headers });
      expect(await response.json()).toMatchObject({ orderNumber: order, status: 'paid' });
      expect(await runJson(['migrate'], env, program)).toEqual({ migrations: [] });
      const { code, stdout } = await runCommand(['doctor', '--json'], env, program);
      expect(JSON.parse(stdout)).toMatchObject({ checks: expect.arrayContaining([databaseIsFine]) });
      expect(code).toBe(JSON.parse(stdout).status === 'ok' ? 0 : 2);
      expect(existsSync(join(folder, 'root/data/organizer.db'))).toBe(true);
    },
    scenarioTimeoutMs,
  );
});

describe('the files for an installation', () => {
  const read = (file: string) => readFileSync(join(repository, file), 'utf8');

  test('the systemd unit is valid, and its sandbox leaves little access', { tags: 'systemd' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'organizer-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const unit = join(folder, 'organizer.service');
    // The program of the unit must exist.
    writeFileSync(unit, read('packaging/organizer.service').replace('/usr/local/bin/organizer', process.execPath));
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(analyze('verify', unit)).toMatchObject({ status: 0, stderr: '' });
    expect(read('packaging/organizer.service')).toMatch(/^StartLimitIntervalSec=0$/m);
    // The threshold is a tenth of the exposure level, which is 9.6 for a unit without a sandbox.
    const { status, stdout } = analyze('security', '--offline=true', '--threshold=15', unit);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Overall exposure level') });
  });

  test('the documented command for the container publishes its port on this machine only, and keeps the health check', () => {
    const page = read('docs/installing.md');
    expect(page).toMatch(/^podman build --format docker /m);
    expect(page).toMatch(/^podman run .* -p 127\.0\.0\.1:3000:3000 /m);
    expect(read('Containerfile')).toMatch(/^HEALTHCHECK /m);
    expect(read('Containerfile')).toMatch(/postgresql-client-\d+/);
  });

  test('the container image has the Node version of this repository', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
    const images = [...read('Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).toEqual(Array(2).fill(`docker.io/library/node:${dependencies.node}-bookworm-slim`));
  });
});

const databaseIsFine = expect.objectContaining({ name: 'database', status: 'ok' });

/** Buys a ticket as a buyer does: reserves it, verifies the e-mail address with the mailed code, and pays. Returns the order number. */
async function buyTicket(url: string, outbox: string, { data }: EventList): Promise<string> {
  const email = 'ada@example.com';
  const post = async <T>(path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/public/v1${path}`, init);
    return { status: response.status, body: (await response.json()) as T };
  };
  const reserve = async () => {
    for (const { id: eventId, ticketTypes } of data.filter(({ status }) => status === 'published')) {
      for (const { id: ticketTypeId } of ticketTypes) {
        const buyer = { email, name: 'Ada Buyer' };
        const items = [{ ticketTypeId, quantity: 1 }];
        const attempt = await post<Reserved>('/reserve', { eventId, items, buyer });
        if (attempt.status === 201) return attempt.body;
      }
    }
    throw new Error('No ticket of the demonstration data can be bought.');
  };
  const { orderNumber, reservationToken } = await reserve();
  expect((await post('/otp', { email })).status).toBe(202);
  const code = await eventually(() => {
    const mails = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
    const codes = mails.flatMap((name) => readFileSync(join(outbox, name), 'utf8').match(/^ {4}(\d{6})/m)?.[1] ?? []);
    expect(codes).toHaveLength(1);
    return codes[0];
  });
  const { body: verified } = await post<{ buyerToken: string }>('/otp/verify', { email, code });
  const payment = { orderNumber, reservationToken, buyerToken: verified.buyerToken, method: 'test' };
  expect((await post('/pay', payment)).status).toBe(200);
  return orderNumber;
}

interface Reserved {
  readonly orderNumber: string;
  readonly reservationToken: string;
}
