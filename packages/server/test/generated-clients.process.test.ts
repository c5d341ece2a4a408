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

const folder = join(import.meta.dirname, 'clients');
/** The clients that earlier runs built. */
const builtFolder = join(import.meta.dirname, '../../../node_modules/.cache/generated-clients');
const python = join(folder, '.venv/bin/python');

/** Installing the generators, and generating and compiling a client, can take longer than other tests. */
const timeout = 300_000;

/** The output of a program that reads and writes with its generated client. */
interface ProgramOutput {
  readonly event: string;
  readonly hasMore: boolean;
  readonly buyer: string;
  readonly holder: string;
  readonly total: number;
  readonly error: string;
  readonly remaining: number;
  readonly description: string;
}

describe('a client that is generated from the served document', { timeout }, () => {
  const database = useDatabase('sqlite');
  const app = useApp(() => ({ db: database.db }));
  let document: string;
  /** The arguments of the programs: URL of the server, key, order number and id of an entitlement. */
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
    programArgs = [app.url, key, defined(orderNumber, 'orderNumber'), defined(id, 'id')];
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
    const files = ['package-lock.json', 'requirements.txt', join('programs', program)].map((name) =>
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

  async function runCompiled(cwd: string, program: string): Promise<ProgramOutput> {
    const file = program.replace('.ts', '.js');
    return JSON.parse(await run(process.execPath, [file, ...programArgs], cwd)) as ProgramOutput;
  }

  function expectComplete(output: ProgramOutput, generator: string, remaining: number): void {
    expect(output).toEqual({
      event: 'Race ',
      hasMore: true,
      buyer: 'ada@example.com',
      holder: 'Lin Holder',
      total: 2900,
      error: 'not_found',
      remaining,
      description: `Changed by ${generator}`,
    });
  }

  test('compiles, has the buyer field, and can read and write (openapi-typescript)', async () => {
    const program = 'openapi-typescript.ts';
    const cwd = await buildClient(program, async (newFolder) => {
      mkdirSync(join(newFolder, 'generated'));
      const generator = join(folder, 'node_modules/.bin/openapi-typescript');
      await run(generator, ['openapi.json', '-o', 'generated/types.ts'], newFolder);
      await compile(newFolder, program);
    });
    expectComplete(await runCompiled(cwd, program), 'openapi-typescript', 4);
  });

  test('compiles, has the buyer field, and can read and write (@hey-api/openapi-ts)', async () => {
    const program = 'hey-api.ts';
    const cwd = await buildClient(program, async (newFolder) => {
      await run(join(folder, 'node_modules/.bin/openapi-ts'), ['-i', 'openapi.json', '-o', 'generated'], newFolder);
      await compile(newFolder, program);
    });
    expectComplete(await runCompiled(cwd, program), 'hey-api', 3);
  });

  test('can be imported, has the buyer field, and can read and write (openapi-python-client)', {
    tags: 'python',
  }, async () => {
    if (!existsSync(join(folder, '.venv/installed'))) {
      await run('python3', ['-m', 'venv', '.venv'], folder);
      await run(python, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], folder);
      writeFileSync(join(folder, '.venv/installed'), '');
    }
    const program = 'openapi-python-client.py';
    const cwd = await buildClient(program, async (newFolder) => {
      writeFileSync(join(newFolder, 'config.yml'), 'package_name_override: generated\npost_hooks: []\n');
      const files = ['--path', 'openapi.json', '--output-path', 'generated', '--config', 'config.yml'];
      const generator = join(folder, '.venv/bin/openapi-python-client');
      await run(generator, ['generate', '--fail-on-warning', '--meta', 'none', ...files], newFolder);
    });
    const output = JSON.parse(await run(python, [program, ...programArgs], cwd)) as ProgramOutput;
    expectComplete(output, 'openapi-python-client', 2);
  });
});

/** Runs a command and returns its output. */
async function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    ...(cwd ? { cwd } : {}),
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout ?? ''}\n${error.stderr ?? error.message}`);
  });
  return stdout;
}
