import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { Browser } from './harness/browser.ts';
import {
  createDatabase,
  type DatabaseKind,
  describeOn,
  describeOnBoth,
  type TestDatabase,
} from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { freePort, isListening } from './harness/ports.ts';
import { startPostgres } from './harness/postgres-server.ts';
import { jsonOf } from './harness/responses.ts';
import { runHere, runJsonHere } from './harness/run-here.ts';
import { runCommand, runJson, type ServerProcess, startCommand, startServer } from './harness/server-process.ts';
import { waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const repository = join(import.meta.dirname, '../../..');
const oneLine = /^[^\n]+\n$/;
/** A Node option that collects garbage every 100 ms. A server that runs for days collects its garbage too. */
const gcOption = `--import=data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setInterval(() => { collect(); process.stderr.write('collected;'); }, 100).unref();
`)}`;

/** A Node option with which the monotonic clock of a process is a hundred times as fast. */
const fastClock = `--import=data:text/javascript,${encodeURIComponent(`
  const monotonic = performance.now.bind(performance);
  performance.now = () => monotonic() * 100;
`)}`;

const countCollections = (server: ServerProcess) => server.output().split('collected;').length;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'organizer-start-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Starts a server that is killed at the end of the test. */
async function start(env: Record<string, string>, args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServer(env, args);
  onTestFinished(() => server.kill());
  return server;
}

async function createTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const database = await createDatabase(kind);
  onTestFinished(() => database.drop());
  return database;
}

let folders = 0;
const newFolder = () => {
  folders += 1;
  return join(root, String(folders));
};

describe('a start', () => {
  test.for([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['HOST', 'two words'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_URL', 'mysql://127.0.0.1/x'],
    ['TRUST_PROXY', 'foo'],
    ['RATE_LIMIT_API', '0'],
    ['RATE_LIMIT_FAILED_AUTH', '1.5'],
    ['BASE_URL', 'ftp://x'],
    ['BASE_URL', 'https://x/shop'],
    ['BASE_URL', 'https://x/?'],
    ['BASE_URL', 'https://x#top'],
    ['BASE_URL', 'https://me:s3cret@x'],
    ['REDIS_URL', 'http://x'],
    ['MASTER_KEY', 'short'],
    ['MASTER_KEY', 'a'.repeat(44)],
    ['MASTER_KEY', 'abc'.repeat(20)],
    ['LOG_LEVEL', 'loud'],
  ] as const)('rejects %s=%s in one line that names the variable', ([name, value]) => {
    const message = new RegExp(`^[^\\n]*\\b${name}\\b[^\\n]*$`);
    expect(() => deployments.extended.loadConfig({ [name]: value })).toThrow(message);
  });

  test('fails with one line if a setting is invalid', async () => {
    for (const [name, value] of [
      ['PORT', 'abc'],
      ['DEPLOYMENT', 'x'],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(['serve'], { DATA_DIR: newFolder(), [name]: value });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain(name);
    }
  });

  test.for([
    ['DATABASE_URL', 'postgres://me:s3cret#1@db/x'],
    ['DATABASE_URL', 'postgres://me:s3cret/1@db1:5432,db2:5432/x'],
    ['DATABASE_URL', 'postgres://me:77#s3cret@db/x'],
    ['DATABASE_REPLICA_URL', 'postgres://me:77/s3cret@db/x'],
    ['REDIS_URL', 'redis://:s3cret#1@cache'],
    ['SMTP_URL', 'smtps://me:s3cret/1@mail'],
  ] as const)('says that %s=%s can have a special character in its password, and does not print it', ([name, url]) => {
    const message = new RegExp(`^${name} cannot be parsed (?!.*(?:s3cret|77)).*percent-encoded[^\n]*$`);
    expect(() => deployments.extended.loadConfig({ [name]: url })).toThrow(message);
  });

  test.for([
    ['DATABASE_URL', 'postgre://me:s3cret@db/x'],
    ['REDIS_URL', 'redi://:s3cret@r'],
    ['BASE_URL', 'https://me:s3cret@x'],
  ] as const)('does not print the password in %s=%s', ([name, url]) => {
    const message = new RegExp(String.raw`^(?!.*s3cret)[^\n]*\b${name}\b[^\n]*$`);
    expect(() => deployments.extended.loadConfig({ [name]: url })).toThrow(message);
  });

  test.concurrent.for(['/proc/x', '/dev/null', '/dev/null/x'])(
    'fails with one line that names the folder if DATA_DIR=%s',
    async (folder, { expect }) => {
      for (const command of ['serve', 'migrate', 'demo']) {
        const run = command === 'serve' ? runCommand : runHere;
        const { code, stdout, stderr } = await run([command], { DATA_DIR: folder, PORT: '0' });
        expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
        expect(stderr).toMatch(oneLine);
        expect(stderr).toContain(`DATA_DIR ${folder} cannot be used`);
      }
    },
  );

  test.concurrent.for([
    ['a file', (folder: string) => writeFileSync(folder, 'text')],
    [
      'a folder with a broken database',
      (folder: string) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'organizer.db'), 'this is not a database\n'.repeat(1_000));
      },
    ],
  ] as const)('fails with one line that names DATA_DIR if it is %s', async ([, prepare], { expect }) => {
    const folder = newFolder();
    prepare(folder);
    for (const [command, run] of [
      [['serve'], runCommand],
      [['organizers', 'list'], runHere],
    ] as const) {
      const { code, stdout, stderr } = await run(command, { DATA_DIR: folder, PORT: '0' });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toContain('DATA_DIR');
    }
  });

  test.concurrent.for(['127.0.0.1', 'localhost', '[::1]'])(
    'fails with one line if PostgreSQL at %s does not respond',
    async (host, { expect }) => {
      const env = { DATA_DIR: newFolder(), DATABASE_URL: `postgres://u:s3cret@${host}:${await freePort()}/x` };
      for (const [command, waits] of [
        [['serve'], true],
        ...(host === 'localhost'
          ? ([
              [['migrate'], true],
              [['organizers', 'list'], false],
            ] as const)
          : []),
      ] as const) {
        const { code, stdout, stderr } = await runCommand(command, { ...env, NODE_OPTIONS: fastClock });
        const lines = stderr.trimEnd().split('\n');
        expect({ code, stdout, lines }).toEqual({
          code: 1,
          stdout: '',
          lines: Array(waits ? 2 : 1).fill(expect.any(String)),
        });
        if (waits)
          expect(lines[0]).toMatch(/^warning: PostgreSQL is not available: .*ECONNREFUSED.*\. Waiting up to 30 s\.$/);
        expect(lines.at(-1)).toMatch(
          /^error: The database \(DATABASE_URL\) cannot be used: .*ECONNREFUSED.*, or correct DATABASE_URL\.$/,
        );
        expect(stderr).not.toContain('s3cret');
      }
    },
  );

  test.skipIf(inject('postgresUrl') === null)('on a database that does not exist fails with one line', async () => {
    const url = new URL(String(inject('postgresUrl')));
    url.pathname = '/missing';
    const { code, stderr } = await runCommand(['serve'], { DATA_DIR: newFolder(), DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: [^\n]*"missing" does not exist\. Correct the database in DATABASE_URL, or create it [^\n]*\n$/,
    );
  });

  test.skipIf(inject('postgresUrl') === null)('and migrate wait while PostgreSQL restarts', async () => {
    const postgres = await startPostgres(); // A separate server: its restart must not affect other suites.
    onTestFinished(() => postgres.stop());
    // With an open connection, PostgreSQL shuts down when it is closed, and rejects others until then.
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    process.kill(postgres.pid, 'SIGTERM');
    const env = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url, PORT: String(await freePort()) };
    const commands = ['migrate', 'serve'].map((command) => {
      const { child, result } = startCommand([command], env);
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      const lines: string[] = [];
      for (const stream of [child.stdout!, child.stderr!])
        createInterface(stream).on('line', (line) => lines.push(line));
      return { child, result, lines };
    });
    const waiting = 'warning: PostgreSQL is not available: the database system is shutting down. Waiting up to 30 s.';
    await waitUntil(() => commands.every(({ lines }) => lines.includes(waiting)));
    await client.end();
    await postgres.halt();
    await postgres.start();
    const [migrating, serving] = commands as [(typeof commands)[0], (typeof commands)[0]];
    expect((await migrating.result).code).toBe(0);
    await waitUntil(() => serving.lines.some((line) => line.includes('listening on')));
    serving.child.kill('SIGTERM');
    expect((await serving.result).code).toBe(0);
    for (const { lines } of commands) expect(lines.filter((line) => line.startsWith('warning'))).toEqual([waiting]);
  });

  test.skipIf(inject('postgresUrl') === null)('and migrate reject a new database that is not in UTF8', async () => {
    const { db, databaseUrl, drop } = await createDatabase('postgres');
    const url = new URL(databaseUrl!);
    const name = `${url.pathname.slice(1)}_latin1`;
    url.pathname = name;
    try {
      await sql
        .raw(`create database ${name} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`)
        .execute(db);
      for (const command of ['migrate', 'serve']) {
        const env = { DATA_DIR: newFolder(), DATABASE_URL: url.href, PORT: String(await freePort()) };
        const { code, stderr } = await runCommand([command], env);
        expect({ command, code }).toEqual({ command, code: 1 });
        expect(stderr).toMatch(/^error: The encoding of the database is LATIN1, [^\n]* encoding UTF8[^\n]*\n$/);
      }
    } finally {
      await sql.raw(`drop database if exists ${name} with (force)`).execute(db);
      await drop();
    }
  });

  test('creates a master key that only its owner can read, and uses it again', async () => {
    const env = { DATA_DIR: newFolder() };
    const file = join(env.DATA_DIR, 'master.key');
    const first = await start(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await first.stop()).toBe(0);
    chmodSync(file, 0o644);
    const second = await start(env);
    expect(await second.stop()).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(key);
  });

  test.for([{}, { NODE_ENV: 'production', DEPLOYMENT: 'baseline' }])(
    'fails if the master key of its database is missing, and creates no other one: %j',
    async (settings) => {
      const env = { ...settings, DATA_DIR: newFolder() };
      const file = join(env.DATA_DIR, 'master.key');
      await (await start(env)).stop();
      const key = readFileSync(file, 'utf8');
      rmSync(file);
      await runJsonHere(['organizers', 'create', '--name', 'Ada', '--slug', 'ada', '--currency', 'EUR'], env);
      for (const [command, run] of [
        ['serve', runCommand],
        ['organizers suspend ada', runHere],
      ] as const) {
        const { code, stderr } = await run(command.split(' '), { ...env, PORT: String(await freePort()) });
        expect({ command, code }).toEqual({ command, code: 1 });
        expect(stderr).toMatch(
          /^error: The master key \S+master\.key does not exist, [^\n]*--accept-master-key[^\n]*\n$/m,
        );
        expect(existsSync(file)).toBe(false);
      }
      expect(await runHere(['migrate', '--accept-master-key'], env)).toMatchObject({ code: 0 });
      expect(readFileSync(file, 'utf8')).not.toBe(key);
      await (await start(env)).stop();
    },
  );

  test('fails with one line if the data directory is in use, until the other server is killed', async () => {
    const env = { DATA_DIR: newFolder() };
    const first = await start({ ...env, NODE_OPTIONS: gcOption });
    const before = countCollections(first);
    await waitUntil(() => countCollections(first) >= before + 10);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { code, stderr } = await runCommand(['serve'], { ...env, PORT: String(await freePort()) });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: Another server is using [^\n]+DATA_DIR[^\n]*\n$/);
    }
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.kill();
    const second = await start(env);
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  test('fails with one line if a newer version wrote the database and this version cannot use it', async () => {
    const database = await createTestDatabase('sqlite');
    const row = sql`insert into kysely_migration (name, timestamp) values ('9999-needs-9998-future', '2030-01-01T00:00:00.000Z')`;
    await row.execute(database.db);
    for (const [command, run] of [
      [['serve'], runCommand],
      [['organizers', 'list'], runHere],
    ] as const) {
      const { code, stderr } = await run(command, database.env);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: [^\n]*newer version[^\n]*\n$/);
    }
  });
});

describe('compiled code', () => {
  /** A data folder that is not empty, with these permissions, and settings with which the cache of compiled code is logged. */
  function envWithFolder(mode: number): { DATA_DIR: string } & Record<string, string> {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'used'), '');
    chmodSync(folder, mode);
    return { DATA_DIR: folder, NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  }

  test('is used by the next start, also after the server was killed', async () => {
    const env = envWithFolder(0o700);
    const usesCache = '/program/server.js was accepted';
    const first = await start(env);
    await waitUntil(() => first.output().includes('"msg":"listening'));
    expect(first.output()).not.toContain(usesCache);
    expect(statSync(join(env.DATA_DIR, 'compiled')).mode & 0o777).toBe(0o700);
    await first.kill();
    const second = await start(env);
    await waitUntil(() => second.output().includes('"msg":"listening'));
    expect(second.output()).toContain(usesCache);
    expect(second.output()).not.toContain('was rejected');
  });

  test.for([
    ['the data directory', 0o770, 0o700],
    ['its folder', 0o700, 0o770],
  ] as const)('is neither used nor stored if other users can write to %s', async ([, dataMode, folderMode]) => {
    const env = envWithFolder(dataMode);
    const folder = join(env.DATA_DIR, 'compiled');
    mkdirSync(folder);
    chmodSync(folder, folderMode);
    const server = await start(env);
    await waitUntil(() => server.output().includes('"msg":"listening'));
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('[compile cache] reading');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not stored in an empty data directory by an invalid command', async () => {
    const env = { DATA_DIR: newFolder(), NODE_COMPILE_CACHE: '' };
    mkdirSync(env.DATA_DIR, { mode: 0o700 });
    expect((await runCommand(['unknown'], env)).code).not.toBe(0);
    expect(readdirSync(env.DATA_DIR)).toEqual([]);
  });

  test('of the server is not loaded by other commands', async () => {
    const env = { DATA_DIR: newFolder(), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    expect((await runCommand(['migrate'], env)).code).toBe(0);
    const { stderr } = await runCommand(['organizers', 'list'], env);
    expect(stderr).toContain('/program/commands.js');
    expect(stderr).not.toContain('/program/server.js');
  });

  test('of the modules of Node can be used with the options in the first line of the program and in the scripts of npm', () => {
    const program = readFileSync(join(repository, 'packages/server/bin/organizer.js'), 'utf8');
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const lines = [program.slice(0, program.indexOf('\n')), scripts['start'], scripts['organizer']];
    const optionLists = lines.map((line) => {
      const [, options] = defined(defined(line, 'The line').match(/\bnode ((?:--\S+ ?)+)/), 'The command');
      return defined(options, 'The list of options').trim().split(' ');
    });
    // Identifies the version of V8 and the options that change compiled code.
    const versionOfCode = (options: readonly string[]) =>
      execFileSync(process.execPath, [...options, '-p', 'v8.cachedDataVersionTag()'], { encoding: 'utf8' });
    expect(versionOfCode(['--no-maglev-destroy-on-background'])).not.toBe(versionOfCode([]));
    for (const options of optionLists) expect(versionOfCode(options)).toBe(versionOfCode([]));
  });
});

describeOnBoth('the first start', (kind) => {
  test('migrates the database once, even with several concurrent processes', async () => {
    const database = await createTestDatabase(kind);
    const env = kind === 'sqlite' ? { DATA_DIR: newFolder() } : database.env;
    if (kind === 'postgres') await sql`drop schema public cascade; create schema public`.execute(database.db);
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => runJson<{ migrations: string[] }>(['migrate'], env)),
    );
    const applied = runs.flatMap(({ migrations }) => migrations);
    expect(applied.length).toBeGreaterThan(0);
    expect(new Set(applied).size).toBe(applied.length);
    expect(await runJsonHere(['migrate'], env)).toEqual({ migrations: [] });
  });
});

// The command `demo` is tested on both databases.
describeOn('sqlite', 'the first start', (kind) => {
  test('prints the page, the reference, a valid key and a sign-in link with --demo, and reports a misspelled setting; the second start prints no key and no link', async () => {
    const database = await createTestDatabase(kind);
    const env = { ...database.env, PAYMNETS: 'manual', HOME: '/root' };
    const first = await start(env, ['--demo']);
    const printedLink = () => /\bhttp\S+\/dashboard\/link#\S+(?=\s)/.exec(first.output())?.[0];
    await waitUntil(printedLink);
    const [key] = first.output().match(/\bsk_[0-9A-Za-z]{38}\b/) ?? [];
    const orders = await fetch(`${first.url}/api/v1/orders?limit=2`, { headers: { authorization: `Bearer ${key}` } });
    expect(orders.status).toBe(200);
    expect(((await orders.json()) as { data: unknown[] }).data).toHaveLength(2);
    const link = defined(printedLink(), 'The printed link');
    const [browser, otherBrowser] = [1, 2].map(() => new Browser(first, { origin: first.url })) as [Browser, Browser];
    expect(link).toContain(`${first.url}/dashboard/`);
    expect(await browser.openLink(link)).toBe('signed_in');
    expect(await otherBrowser.openLink(link)).toBe(410);
    const user = jsonOf<{ organizers: { slug: string; role: string }[] }>(await browser.send('GET', '/me'));
    const page = () => /Event page {2}(\S+)/.exec(first.output())?.[1];
    await waitUntil(page);
    expect((await fetch(defined(page(), 'The URL of the page'))).status).toBe(200);
    for (const text of [
      `Docs        ${first.url}/docs`,
      /organizer -- keys create --organizer [a-z-]+ --kind secret/,
      'PAYMNETS is not a setting: did you mean PAYMENTS?',
    ])
      await expect.poll(() => first.output()).toMatch(text);
    expect(first.output()).not.toContain('HOME is not a setting');
    await first.stop();
    const organizers = await runJsonHere<{ slug: string }[]>(['organizers', 'list'], database.env);
    expect(organizers).toHaveLength(3);
    expect(new Map(user.organizers.map(({ slug, role }) => [slug, role]))).toEqual(
      new Map(organizers.map(({ slug }) => [slug, 'owner'])),
    );
    const second = await start(database.env, ['--demo']);
    await second.stop(); // It writes its last lines.
    expect(second.output()).not.toMatch(/\bsk_|\/dashboard\/link#/);
    expect(await runJsonHere(['organizers', 'list'], database.env)).toEqual(organizers);
    expect(await violations(database.db)).toEqual([]);
  });

  test('creates nothing with --demo in production, and nothing if an organizer exists', async () => {
    const database = await createTestDatabase(kind);
    const production = await start({ ...database.env, NODE_ENV: 'production', DEPLOYMENT: 'baseline' }, ['--demo']);
    await production.stop();
    expect(await runJsonHere(['organizers', 'list'], database.env)).toEqual([]);
    const organizer = await makeOrganizer(database.db);
    await makeKey(database.db, organizer.id);
    const server = await start(database.env, ['--demo']);
    await server.stop();
    expect(await runJsonHere<unknown[]>(['organizers', 'list'], database.env)).toHaveLength(1);
  });

  test('prints one JSON value with --json, and the log on standard error', async () => {
    const database = await createTestDatabase(kind);
    const port = String(await freePort());
    const { child, result } = startCommand(['serve', '--demo', '--json'], { ...database.env, PORT: port });
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.endsWith('}\n')) child.kill('SIGTERM');
    });
    const { code, stdout } = await result;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ url: `http://127.0.0.1:${port}`, deployment: 'extended', role: 'all' });
  });
});

describe('npm start', () => {
  const apps = ['checkout', 'gate', 'dashboard', 'docs'];

  /** A copy of the script that builds the apps, with small sources and builds that only write their result. */
  function copyScripts(): string {
    const folder = newFolder();
    const write = (file: string, content: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    };
    for (const file of ['build.ts', ...apps.map((app) => `${app}/package.json`)])
      cpSync(join(repository, 'apps', file), join(folder, 'apps', file));
    for (const source of ['apps/dashboard/src/main.tsx', 'docs/webhooks.md']) write(source, 'first version');
    const build = `import { appendFileSync, mkdirSync } from 'node:fs';
      import { basename } from 'node:path';
      appendFileSync('${folder}/' + basename(process.cwd()) + '.log', 'x');
      mkdirSync('dist.new');`;
    write('node_modules/vite/package.json', '{"type":"module"}');
    write('node_modules/vite/bin/vite.js', build);
    write('apps/docs/build/build-site.ts', build);
    return folder;
  }

  test('without a build, a server from source says at its start and on the pages how to build them', async () => {
    const folder = newFolder();
    const sources = (file: string) => !/\/(node_modules|dist|test)$/.test(file);
    for (const name of ['package.json', 'apps', 'packages']) {
      cpSync(join(repository, name), join(folder, name), { recursive: true, filter: sources });
    }
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const executable = join(folder, 'packages/server/bin/organizer.js');
    const server = await startServer({ DATA_DIR: newFolder() }, [], executable);
    onTestFinished(() => server.kill());
    await waitUntil(() => server.output().includes('not built: checkout, dashboard, docs, gate. Run '));
    for (const page of ['e/any', 'dashboard', 'docs', 'gate/']) {
      const response = await fetch(`${server.url}/${page}`);
      expect([page, response.status]).toEqual([page, 503]);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Run "npm run build:apps"') });
    }
  });

  // npm starts a shell for a script, and some shells do not pass a signal on to the program that they run.
  test('stops the server on SIGTERM, and `npm run organizer` runs the program in the same way', async () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['start']).toBe(`${scripts['organizer']} serve --demo`);
    const port = await freePort();
    const npm = { file: 'npm', args: [], options: { cwd: repository } };
    const { child } = startCommand(['start'], { DATA_DIR: newFolder(), PORT: String(port), HOME: root }, npm);
    const exited = once(child, 'exit');
    await waitUntil(() => isListening(port), { timeoutMs: 120_000 });
    child.kill('SIGTERM');
    await exited;
    expect(await isListening(port)).toBe(false);
  });

  test('builds what is missing or older than its sources, once, and nothing else', async () => {
    const folder = copyScripts();
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: { prestart: string };
    };
    const program = { file: 'sh', args: ['-c', scripts.prestart], options: { cwd: folder } };
    const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };
    const prepare = () => runCommand([], env, program);
    const counts = () => apps.map((app) => readFileSync(join(folder, `${app}.log`), 'utf8').length);
    const results = await Promise.all([prepare(), prepare(), prepare()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(counts()).toEqual([1, 1, 1, 1]);
    await prepare();
    expect(counts()).toEqual([1, 1, 1, 1]);
    writeFileSync(join(folder, 'apps/dashboard/src/main.tsx'), 'second version');
    await prepare();
    expect(counts()).toEqual([1, 1, 2, 1]);
    writeFileSync(join(folder, 'docs/webhooks.md'), 'second version');
    await prepare();
    expect(counts()).toEqual([1, 1, 2, 2]);
    // A build that fails is repeated, and the last complete build stays.
    writeFileSync(join(folder, 'apps/docs/build/build-site.ts'), 'process.exit(3);');
    expect((await prepare()).code).toBe(3);
    expect((await prepare()).code).toBe(3);
    expect(existsSync(join(folder, 'apps/docs/dist'))).toBe(true);
  });
});
