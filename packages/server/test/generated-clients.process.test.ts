import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { startReceiver } from './harness/receiver.ts';

const folder = join(import.meta.dirname, 'clients');
/** The clients that earlier runs built. */
const builtFolder = join(import.meta.dirname, '../../../node_modules/.cache/generated-clients');
const python = join(folder, '.venv/bin/python');

/** The environment of Go, which downloads modules and uses the installed version of Go. */
const goEnv = { GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };

/** What the ids of a later version have in addition. */
const laterIdEnd = '0'.repeat(60);

/** Installing the generators, and generating and compiling a client, can take longer than other tests. */
const timeout = 300_000;

/** The output of a program that reads and writes with its generated client. */
interface ProgramOutput {
  readonly event: string;
  readonly hasMore: boolean;
  readonly buyer: string;
  readonly holder: string;
  readonly total: number;
  readonly status: string;
  readonly error: string;
  readonly reason: string;
  readonly remaining: number;
  readonly description: string;
}

describe('a client that is generated from the served document', { timeout }, () => {
  const database = useDatabase('sqlite');
  const app = useApp(() => ({ db: database.db }));
  let document: string;
  /** The arguments of the programs after the URL of the server: key, order number and id of an entitlement. */
  let programArgs: string[];
  const folders: string[] = [];

  beforeAll(async () => {
    if (!existsSync(join(folder, 'node_modules'))) await run('npm', ['ci', '--no-fund', '--no-audit'], folder);
    const organizer = await makeOrganizer(database.db);
    await importAll(database.db, organizer, [
      ...raceLines({ prefix: 'older-' }),
      ...raceLines(),
      orderLine('ada', {
        items: [
          { kind: 'ticket', ticketTypeId: 'run-10', quantity: 1 },
          { kind: 'addon', addonId: 'beer', quantity: 1 },
        ],
        attendees: [{ ticketTypeId: 'run-10', holderName: 'Lin Holder' }],
        status: 'paid',
      }),
    ]);
    const grantedScopes = ['orders:read:pii', 'events:write'];
    const { key } = await makeKey(database.db, organizer.id, { granted: grantedScopes });
    document = await (await app.request('/openapi.json')).text();
    const firstRow = async (path: string) => {
      const { data } = (await (await app.request(path, { key })).json()) as { data: Record<string, string>[] };
      return first(data);
    };
    const { orderNumber } = await firstRow('/api/v1/orders');
    const { id } = await firstRow('/api/v1/addons');
    programArgs = [key, defined(orderNumber, 'orderNumber'), defined(id, 'id')];
  }, timeout);

  afterAll(async () => {
    for (const createdFolder of folders) rmSync(createdFolder, { recursive: true, force: true });
  });

  /**
   * Creates a folder with a program and the document, and runs `build` there, which generates the client and compiles the program. If
   * an earlier run built it from the same document, program, generators and test file, its result is copied instead.
   */
  async function buildClient(program: string, build: (cwd: string) => Promise<void>): Promise<string> {
    mkdirSync(join(folder, 'generated'), { recursive: true });
    const cwd = mkdtempSync(join(folder, 'generated/'));
    folders.push(cwd);
    const built = join(builtFolder, program);
    const inputs = hashOfInputs(program);
    if (existsSync(join(built, inputs))) {
      cpSync(built, cwd, { recursive: true });
      return cwd;
    }
    writeFileSync(join(cwd, 'openapi.json'), document);
    copyFileSync(join(folder, 'programs', program), join(cwd, program));
    await build(cwd);
    writeFileSync(join(cwd, inputs), '');
    rmSync(built, { recursive: true, force: true });
    // The renamed folder is complete, even if this process ends while it copies.
    const copy = `${built}-${process.pid}`;
    cpSync(cwd, copy, { recursive: true });
    renameSync(copy, built);
    return cwd;
  }

  function hashOfInputs(program: string): string {
    const files = ['package-lock.json', 'requirements.txt', 'go.sum', join('programs', program)].map((name) =>
      join(folder, name),
    );
    const hash = createHash('sha256').update(process.version).update(document);
    for (const file of [...files, import.meta.filename]) hash.update(readFileSync(file));
    return hash.digest('hex');
  }

  /** Compiles a program and its generated client with strict checks. */
  async function compile(cwd: string, program: string): Promise<void> {
    // `skipLibCheck`: the declarations of TypeScript and of packages are not generated from the document.
    const options = [
      '--ignoreConfig',
      '--types',
      'node',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ];
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    await run(
      join(import.meta.dirname, '../../../node_modules/.bin/tsc'),
      [...options, '--lib', 'es2023,dom', '--outDir', '.', program],
      cwd,
    );
  }

  /** Runs a program with this version of the server, and with a later one. */
  async function expectComplete(generator: string, cwd: string, command: readonly string[], remaining: number) {
    const [file = '', ...args] = command;
    const outputOf = async (url: string) =>
      JSON.parse(await run(file, [...args, url, ...programArgs], cwd)) as ProgramOutput;
    const expected: ProgramOutput = {
      event: 'Race ',
      hasMore: true,
      buyer: 'ada@example.com',
      holder: 'Lin Holder',
      total: 2900,
      status: 'paid',
      error: 'not_found',
      reason: 'order_not_found',
      remaining,
      description: `Changed by ${generator}`,
    };
    expect(await outputOf(app.url)).toEqual(expected);
    const later = { status: 'on_hold', error: 'moved_away', reason: 'moved_to_another_server' };
    expect(await outputOf(await startLaterVersion(app.url))).toEqual({ ...expected, ...later });
  }

  test('compiles, has the buyer field, and can read and write (openapi-typescript)', async () => {
    const program = 'openapi-typescript.ts';
    const cwd = await buildClient(program, async (newFolder) => {
      mkdirSync(join(newFolder, 'generated'));
      const generator = join(folder, 'node_modules/.bin/openapi-typescript');
      await run(generator, ['openapi.json', '-o', 'generated/types.ts'], newFolder);
      await compile(newFolder, program);
    });
    await expectComplete('openapi-typescript', cwd, [process.execPath, 'openapi-typescript.js'], 4);
  });

  test('compiles, validates responses, and can read and write (@hey-api/openapi-ts)', async () => {
    const program = 'hey-api.ts';
    const cwd = await buildClient(program, async (newFolder) => {
      writeFileSync(
        join(newFolder, 'openapi-ts.config.mjs'),
        `export default { input: 'openapi.json', output: 'generated', plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }] };`,
      );
      await run(join(folder, 'node_modules/.bin/openapi-ts'), [], newFolder);
      await compile(newFolder, program);
    });
    await expectComplete('hey-api', cwd, [process.execPath, 'hey-api.js'], 3);
  });

  test('can be imported, has the buyer field, and can read and write (openapi-python-client)', {
    tags: 'python',
  }, async () => {
    if (!existsSync(join(folder, '.venv/installed'))) {
      await run('python3', ['-m', 'venv', '.venv'], folder);
      await run(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', '-r', 'requirements.txt'], folder);
      writeFileSync(join(folder, '.venv/installed'), '');
    }
    const program = 'openapi-python-client.py';
    const cwd = await buildClient(program, async (newFolder) => {
      writeFileSync(join(newFolder, 'config.yml'), 'package_name_override: generated\npost_hooks: []\n');
      const files = ['--path', 'openapi.json', '--output-path', 'generated', '--config', 'config.yml'];
      const generator = join(folder, '.venv/bin/openapi-python-client');
      await run(generator, ['generate', '--fail-on-warning', '--meta', 'none', ...files], newFolder);
    });
    await expectComplete('openapi-python-client', cwd, [python, program], 2);
  });

  test('compiles, and can read and write (oapi-codegen)', { tags: 'go' }, async () => {
    const program = 'oapi-codegen.go';
    const cwd = await buildClient(program, async (newFolder) => {
      for (const file of ['go.mod', 'go.sum']) copyFileSync(join(folder, file), join(newFolder, file));
      const generate = ['tool', 'oapi-codegen', '-generate', 'types,client,skip-prune', '-package', 'main'];
      await run('go', [...generate, '-o', 'client.gen.go', 'openapi.json'], newFolder, goEnv);
      await run('go', ['build', '-o', 'program', '.'], newFolder, goEnv);
    });
    await expectComplete('oapi-codegen', cwd, [join(cwd, 'program')], 1);
  });
});

/**
 * Starts a server for the current test that responds as a later version would: with further values, codes, reasons and fields, and
 * longer ids. It forwards requests to the application.
 */
async function startLaterVersion(appUrl: string): Promise<string> {
  const server = await startReceiver();
  server.behave(async (response, { method, path, headers, body }) => {
    const target = appUrl + path.slice(path.indexOf('/api/')).replace(laterIdEnd, '');
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const init = { method, headers: { authorization, 'content-type': type } };
    const answer = await fetch(target, body.length === 0 ? init : { ...init, body: new Uint8Array(body) });
    const text = (await answer.text())
      .replaceAll('"status":"paid"', '"status":"on_hold"')
      .replaceAll('"code":"not_found"', '"code":"moved_away"')
      .replaceAll(/"reason":"\w+"/g, '"reason":"moved_to_another_server"')
      .replaceAll(/"id":"\w+/g, `$&${laterIdEnd}`)
      .replace('{', '{"addedLater":{"since":"v1"},');
    response.writeHead(answer.status, { 'content-type': String(answer.headers.get('content-type')) }).end(text);
  });
  return server.url;
}

/** Runs a command and returns its output. */
async function run(
  command: string,
  args: readonly string[],
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    ...(cwd ? { cwd } : {}),
    env: { ...process.env, ...env },
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout ?? ''}\n${error.stderr ?? error.message}`);
  });
  return stdout;
}
