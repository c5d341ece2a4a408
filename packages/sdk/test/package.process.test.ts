import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../server/src/platform/clock.ts';
import { browserArgs, browserFile } from '../../server/test/harness/browser-file.ts';
import { useDatabase } from '../../server/test/harness/databases.ts';
import { defined, elementAt, first } from '../../server/test/harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from '../../server/test/harness/fixtures.ts';
import { freePort, isListening } from '../../server/test/harness/ports.ts';
import { startReceiver } from '../../server/test/harness/receiver.ts';
import { writeReferenceSamples } from '../../server/test/harness/reference-samples.ts';
import { type ServerProcess, startServer } from '../../server/test/harness/server-process.ts';
import { waitUntil } from '../../server/test/harness/wait.ts';
import type * as Sdk from '../src/index.ts';

/*
 * These tests use the package as it is published: packed by npm, and extracted into an empty project.
 */

const packageFolder = join(import.meta.dirname, '..');
const modules = join(packageFolder, '../../node_modules');
const execute = promisify(execFile);

/** Compiling takes minutes on a busy machine. */
const compileTimeoutMs = 600_000;

/** The maximum size of the client and of the verification, compressed, in bytes. */
const clientBytesMax = 8_000;
const verificationBytesMax = 2_000;

const secret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';

let project: string;
let tarball: string;
let sdk: typeof Sdk;
const installed = () => join(project, 'node_modules/@organizer/sdk');

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'organizer-sdk-'));
  const built = join(project, 'built');
  await execute(process.execPath, [join(packageFolder, 'build.ts'), built]);
  const { stdout } = await execute('npm', ['pack', built, '--silent'], { cwd: project });
  tarball = join(project, stdout.trim());
  mkdirSync(installed(), { recursive: true });
  await execute('tar', ['xzf', tarball, '--strip-components=1', '-C', installed()]);
  mkdirSync(join(project, 'node_modules/@types'));
  for (const name of ['express', 'fastify', 'hono', '@types/express', '@types/node'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  sdk = await import(pathToFileURL(join(installed(), 'index.js')).href);
}, compileTimeoutMs);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The code of a module of the package with all that it imports, for browsers. */
async function bundleOf(module: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const bundle = await rolldown({ input: join(installed(), `${module}.js`), platform: 'browser' });
  const {
    output: [chunk],
  } = await bundle.generate({ format, name: module, minify: true });
  expect(chunk.imports).toEqual([]);
  return chunk.code;
}

describe('the package', () => {
  test('has no error or warning of publint and attw', async () => {
    const { messages } = await publint({ pkgDir: installed(), strict: true });
    expect(messages).toEqual([]);
    // As with the profile "esm-only" of attw, which ignores resolutions that know no ESM. In a process of its own, because vitest
    // sets the condition "development", with which the package has only TypeScript sources.
    const program = `import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
      import { readFileSync } from 'node:fs';
      const { problems = ['no types'] } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[1])));
      const ignored = ['node10', 'node16-cjs'];
      console.log(JSON.stringify(problems.filter(({ resolutionKind }) => !ignored.includes(resolutionKind))));`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program, tarball], {
      cwd: packageFolder,
    });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  test('is small, and needs no module of Node', async () => {
    const bytesOf = async (module: string) => gzipSync(await bundleOf(module), { level: 9 }).length;
    expect(await bytesOf('index')).toBeLessThan(clientBytesMax);
    expect(await bytesOf('webhooks')).toBeLessThan(verificationBytesMax);
  });

  test('has types that are correct for browsers', { timeout: compileTimeoutMs }, async () => {
    const modules = ['@organizer/sdk', '@organizer/sdk/webhooks', '@organizer/sdk/handlers'];
    const lines = modules.map((module, index) => `export * as module${index} from '${module}';`);
    writeFileSync(join(project, 'browser.ts'), lines.join('\n'));
    const compilerOptions = {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.asynciterable'],
      types: [],
    };
    writeFileSync(join(project, 'browser.json'), JSON.stringify({ compilerOptions, files: ['browser.ts'] }));
    // By TypeScript 5. The examples of the documentation are compiled by the newest TypeScript.
    expect(await compile(join(packageFolder, 'node_modules'), ['-p', 'browser.json'])).toBe('');
  });
});

/** Checks types strictly, with the compiler of a folder of packages. Returns the errors. */
async function compile(compilerFolder: string, args: readonly string[]): Promise<string> {
  const tsc = join(compilerFolder, '.bin/tsc');
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', ...args];
  return (await execute(tsc, options, { cwd: project }).catch((error: { stdout: string }) => error)).stdout;
}

describe('with a server', () => {
  const database = useDatabase('sqlite');
  let env: Record<string, string>;
  let server: ServerProcess;
  let key: string;
  let addOrders: (count: number) => Promise<void>;
  beforeAll(async () => {
    const organizer = await makeOrganizer(database.db);
    const ticket = { kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 };
    const drinks = { kind: 'addon' as const, addonId: 'beer', quantity: 40 };
    await importAll(database.db, organizer, [...raceLines(), orderLine('ada', { items: [ticket, drinks] })]);
    let orderCount = 0;
    addOrders = async (count) => {
      await importAll(
        database.db,
        organizer,
        Array.from({ length: count }, () => orderLine(`buyer-${orderCount++}`)),
      );
    };
    ({ key } = await makeKey(database.db, organizer.id, { granted: ['events:write'] }));
    env = { ...database.env, PORT: String(await freePort()), RATE_LIMIT_API: '1000000', RATE_LIMIT_PUBLIC: '1000000' };
    server = await startServer(env);
  });
  afterAll(() => server?.stop());

  test('the examples of the documentation and of the API reference have correct types, and the former work', {
    timeout: compileTimeoutMs,
  }, async () => {
    const readme = readFileSync(join(installed(), 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code], index) => {
      const file = join(project, `example-${index}.ts`);
      writeFileSync(file, defined(code, 'The code'));
      return file;
    });
    const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--skipLibCheck'];
    const samples = writeReferenceSamples(project, 'TypeScript');
    expect(await compile(modules, [...options, ...examples, ...samples])).toBe('');
    const client = new sdk.Organizer({ baseUrl: server.url, apiKey: key });
    const { id: eventId } = first((await client.events.list().page()).data);
    const exampleEnv = { ORGANIZER_URL: server.url, ORGANIZER_KEY: key, EVENT_ID: eventId, WEBHOOK_SECRET: secret };
    const outputs: string[] = [];
    for (const file of examples) outputs.push(await runExample(file, exampleEnv));
    expect(outputs).toEqual([
      expect.stringMatching(/^20\d\d-05-01T06:00:00.000Z Race/),
      expect.stringMatching(/^paid: \{ EUR: 38\d{3} \}\n1 tickets, no more$/),
      'tickets: 1',
      '1 changes, 1 orders',
      expect.stringMatching(/^hand out one drink: bar-1-[\w-]{36}$/),
      'The event has changed. Read it again.\nnull',
      'created: 2 ticket types, 1 add-on',
      expect.stringMatching(/^not_found req_\w+\nremaining requests: \d+$/),
      'created: Night run',
      expect.stringMatching(/^204 400 paid: 7K3Q9MX2PA 4900$/),
      ...Array(4).fill('204 400 order.paid msg_1'),
      'two tickets: 4000 EUR\npending',
    ]);
    // Again, only the order of the last example.
    expect(await runExample(defined(examples[3], 'The fourth example'), exampleEnv)).toBe('1 changes, 2 orders');
    expect(await runExample(elementAt(examples, 6), exampleEnv)).toBe('updated: 2 ticket types, 1 add-on');
  });

  test('a list is complete and units are consumed once if the server is killed in the middle', {
    timeout: 180_000,
  }, async () => {
    await addOrders(300);
    const client = new sdk.Organizer({ baseUrl: server.url, apiKey: key, maxRetries: 30 });
    const { id: entitlementId } = first((await client.entitlements.list().page()).data);
    const remaining = (await client.entitlements.get(entitlementId)).unitsRemaining;
    const expected = new Set<string>();
    for await (const { orderNumber } of client.orders.list()) expected.add(orderNumber);

    let restarted: Promise<ServerProcess> | undefined;
    const consumptions: Promise<Sdk.ConsumeResult>[] = [];
    const numbers: string[] = [];
    for await (const { orderNumber } of client.orders.list({ limit: 10 })) {
      numbers.push(orderNumber);
      if (numbers.length % 50 === 0) await addOrders(3);
      if (numbers.length !== 100) continue;
      for (let unit = 0; unit < 20; unit += 1)
        consumptions.push(client.entitlements.consume({ entitlementId, units: 1, ref: `killed-${unit}` }));
      restarted = server.kill().then(() => startServer(env));
    }
    server = await defined(restarted, 'The restarted server');
    expect(numbers.length).toBe(new Set(numbers).size);
    expect(new Set(numbers)).toEqual(expected);
    await Promise.all(consumptions);
    expect((await client.entitlements.get(entitlementId)).unitsRemaining).toBe(remaining - 20);
  });

  test('the checkout works in a page and in a worker of a browser', { tags: 'chromium' }, async () => {
    const client = new sdk.Organizer({ baseUrl: server.url, apiKey: key });
    const { id: eventId } = first((await client.embed.list().page()).data);
    // Another origin than the server, so that the browser checks whether it may read the responses.
    const site = await startReceiver();
    const code = await bundleOf('index', 'iife');
    const program = `${code}; const read = () => new index.Organizer({ baseUrl: ${JSON.stringify(server.url)} }).checkout.event(${JSON.stringify(eventId)}).then(({ name }) => name);`;
    site.behave((response, { path }) => {
      const isWorker = path.endsWith('/worker.js');
      const body = isWorker ? `${program} read().then(postMessage);` : `<script>${program}</script>`;
      response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' }).end(body);
    });
    const browser = await chromium.launch({ executablePath: String(browserFile), args: browserArgs });
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      expect(await page.evaluate('read()')).toBe('Race ');
      const workerUrl = JSON.stringify(`${site.url}/worker.js`);
      const message = `new Promise((resolve) => { new Worker(${workerUrl}).onmessage = ({ data }) => resolve(data); })`;
      expect(await page.evaluate(message)).toBe('Race ');
    } finally {
      await browser.close();
    }
  });
});

/** Runs an example and returns its output. If it is a receiver of webhooks, it gets a valid and a forged webhook. */
async function runExample(file: string, env: Record<string, string>): Promise<string> {
  const source = readFileSync(file, 'utf8');
  const webhooks = /sdk\/(webhooks|handlers)'/.test(source);
  const port = String(await freePort());
  // A module that exports a handler is served by the runtime, or called directly.
  const call = `import example from ${JSON.stringify(file)};
    const [url, ...requests] = process.argv.slice(1);
    for (const request of requests) {
      const { headers, body } = JSON.parse(request);
      const response = await example.fetch(new Request(url, { method: 'POST', headers, body }));
      console.log(response.status);
    }`;
  if (!webhooks) return (await execute(process.execPath, [file], { cwd: project, env })).stdout.trim();

  const event = { id: 'msg_1', type: 'order.paid', data: { orderNumber: '7K3Q9MX2PA', total: 4900 } };
  const body = JSON.stringify(event);
  const now = systemClock.now();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': new Webhook(secret).sign(event.id, new Date(now), body),
  };
  const requests = [
    { headers, body },
    { headers, body: `${body} ` },
  ];
  const url = `http://127.0.0.1:${port}/hooks`;
  if (/export default/.test(source)) {
    const args = ['--input-type=module', '-e', call, '--', url, ...requests.map((request) => JSON.stringify(request))];
    const { stdout } = await execute(process.execPath, args, { cwd: project, env });
    return summaryOf(stdout.trim().split('\n'));
  }
  const child = spawn(process.execPath, [file], {
    cwd: project,
    env: { ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  try {
    await waitUntil(() => isListening(Number(port)));
    const statuses: string[] = [];
    for (const request of requests) statuses.push(String((await fetch(url, { method: 'POST', ...request })).status));
    await waitUntil(() => output.includes('\n'));
    return summaryOf([...statuses, output.trim()]);
  } finally {
    child.kill();
  }
}

/** The statuses, and then the lines that `onEvent` has printed. */
function summaryOf(lines: readonly string[]): string {
  return lines.toSorted((a, b) => Number(/^\d+$/.test(b)) - Number(/^\d+$/.test(a))).join(' ');
}
