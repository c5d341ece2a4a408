import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { CheckResult, Finding } from '../src/commands/doctor/finding.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { createOrganizer } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createDatabase, createEmptyDatabase, type DatabaseKind, type TestDatabase } from './harness/databases.ts';
import { freePort } from './harness/ports.ts';
import { respond, startReceiver } from './harness/receiver.ts';
import { startRedis } from './harness/redis-server.ts';
import { runHere } from './harness/run-here.ts';
import { runCommand, type ServerProcess, startServer } from './harness/server-process.ts';
import { startSmtpServer } from './harness/smtp.ts';

interface Report {
  readonly status: string;
  readonly checks: readonly CheckResult[];
  readonly code: number | null;
  /** The findings of a check. */
  readonly findings: (name: string) => readonly Finding[];
}

/**
 * Runs the command: in a process of its own if the variables have options of Node. It finds no server at the URL, unless the
 * variables have its port or its URL.
 */
async function doctor(env: Record<string, string>): Promise<Report> {
  const run = env['NODE_OPTIONS'] === undefined ? runHere : runCommand;
  const { code, stdout, stderr } = await run(['doctor', '--json'], { PORT: String(await freePort()), ...env });
  if (stdout === '') throw new Error(stderr);
  const { status, checks } = JSON.parse(stdout) as Pick<Report, 'status' | 'checks'>;
  const all = checks.flatMap(({ findings }) => findings);
  expect(code).toBe({ ok: 0, error: 1, warning: 2 }[status]);
  expect(all.every(({ problem, action }) => problem.length > 10 && action.length > 10)).toBe(true);
  return { status, checks, code, findings: (name) => checks.find((check) => check.name === name)?.findings ?? [] };
}

const finding = (severity: Finding['severity'], problem: RegExp, action: RegExp) => ({
  severity,
  problem: expect.stringMatching(problem),
  action: expect.stringMatching(action),
});

async function newDatabase(kind: DatabaseKind, create = createDatabase): Promise<TestDatabase> {
  const database = await create(kind);
  onTestFinished(() => database.drop());
  return database;
}

/** A Node option that moves the clock of a process. */
const clockOption = (seconds: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${seconds * 1_000};`)}`;

/** Containers can forbid it, also for root. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe('doctor, with a server that runs', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    env = { ...database.env, PORT: String(await freePort()) };
    server = await startServer(env);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  test('finds nothing wrong, and changes nothing', async () => {
    const files = ['master.key', 'organizer.db', 'organizer.db-wal'].map((name) => join(database.dataDir, name));
    const contents = () => files.map((file) => readFileSync(file).toString('base64'));
    const before = contents();
    const report = await doctor(env);
    // The machine of the test may have little free space.
    const found = report.checks.flatMap(({ name, findings }) => (name === 'disk' ? [] : findings));
    expect(found).toEqual([]);
    expect(report.checks.filter(({ status }) => status === 'ok').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'settings',
        'database',
        'master key',
        'clock',
        'BASE_URL',
        'background work',
        'payments',
      ]),
    );
    expect(contents()).toEqual(before);
  });

  test('prints each check and finding as text too', async () => {
    const { stdout } = await runCommand(['doctor'], { ...env, SMTP_ULR: 'smtp://127.0.0.1' });
    expect(stdout).toMatch(/^ok +database +SQLite in /m);
    expect(stdout).toMatch(/^warning +settings .*\n +warning: SMTP_ULR is not a setting\.\n +Rename it to SMTP_URL/m);
  });

  test('compares the clock with the server', async () => {
    const report = await doctor({ ...env, NODE_OPTIONS: clockOption(90) });
    expect(report.findings('clock')).toEqual([finding('error', /\d\d s ahead of the clock of http/, /Synchronize/)]);
  });
});

describe('doctor finds', () => {
  test('all invalid settings, without their secrets', async () => {
    const { dataDir } = await newDatabase('sqlite');
    const secrets = { DATABASE_URL: 'postgre://me:s3cret@db/x', MASTER_KEY: 's3cret' };
    const report = await doctor({ DATA_DIR: dataDir, PORT: 'abc', TRUST_PROXY: 'foo', ...secrets });
    expect(report.findings('settings')).toEqual(
      expect.arrayContaining([
        finding('error', /^PORT must be/, /PORT/),
        finding('error', /^TRUST_PROXY must be/, /TRUST_PROXY/),
        finding('error', /^DATABASE_URL must be/, /DATABASE_URL/),
        finding('error', /^MASTER_KEY must/, /MASTER_KEY/),
      ]),
    );
    expect(JSON.stringify(report.checks)).not.toContain('s3cret');
  });

  test('a missing mail server in production, and settings that do not fit together', async () => {
    const { env } = await newDatabase('sqlite');
    const production = await doctor({ ...env, NODE_ENV: 'production' });
    expect(production.findings('settings')).toEqual([
      finding('error', /^SMTP_URL must be set in production/, /SMTP_URL/),
    ]);
    const baseline = { ...env, DEPLOYMENT: 'baseline', NODE_ENV: 'production', PAYMENTS: 'test' };
    const local = await doctor(baseline);
    expect(local.findings('settings')).toEqual([
      finding('warning', /links in e-mails work only on this machine/, /BASE_URL/),
    ]);
    expect(local.findings('payments')).toEqual([finding('warning', /tickets without paying/, /PAYMENTS/)]);
    expect(local.findings('BASE_URL')).toEqual([
      finding('error', /does not respond: .*ECONNREFUSED/, /Start the server/),
    ]);
    const unencrypted = await doctor({ ...baseline, BASE_URL: 'http://tickets.invalid' });
    expect(unencrypted.findings('settings')).toEqual([finding('warning', /unencrypted/, /TLS/)]);
    expect(unencrypted.findings('DNS')).toEqual([finding('error', /tickets\.invalid has no IP address/, /./)]);
    const withoutProxy = await doctor({ ...env, BASE_URL: `https://127.0.0.1:${await freePort()}` });
    expect(withoutProxy.findings('settings')).toEqual([
      finding('warning', /TRUST_PROXY is not set/, /Set TRUST_PROXY/),
      finding('warning', /NODE_ENV is not production/, /NODE_ENV/),
    ]);
  });

  test('a missing, a broken, an old and a new SQLite database', async () => {
    const { dataDir, env, db } = await newDatabase('sqlite');
    const databaseFindings = async () => (await doctor(env)).findings('database');
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(db);
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
    const last = rows[0]!.name;
    await rename(last, '9999-future');
    expect(await databaseFindings()).toEqual([finding('error', /newer version/, /Install that version/)]);
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db);
    expect(await databaseFindings()).toEqual([finding('warning', /older than this program/, /organizer migrate/)]);
    await db.destroy();
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name));
    expect(await databaseFindings()).toEqual([finding('error', /There is no database yet/, /organizer migrate/)]);
    writeFileSync(join(dataDir, 'organizer.db'), 'this is not a database\n'.repeat(1_000));
    expect(await databaseFindings()).toEqual([finding('error', /not a database/, /restore a backup/)]);
  });

  test.skipIf(inject('postgresUrl') === null)('a PostgreSQL server that cannot be used as it should', async () => {
    const { dataDir, databaseUrl, db } = await newDatabase('postgres');
    const role = `doctor_${randomBytes(6).toString('hex')}`;
    const run = (text: string) => sql.raw(text).execute(db);
    const findings = async (change: (url: URL) => void) => {
      const url = new URL(databaseUrl!);
      change(url);
      return (await doctor({ DATA_DIR: dataDir, DATABASE_URL: url.href })).findings('database');
    };
    const otherPort = String(await freePort());
    expect(await findings(() => {})).toEqual([]);
    expect(await findings((url) => Object.assign(url, { port: otherPort }))).toEqual([
      finding('error', /ECONNREFUSED/, /PostgreSQL accepts connections there/),
    ]);
    expect(await findings((url) => Object.assign(url, { pathname: '/missing' }))).toEqual([
      finding('error', /"missing" does not exist/, /DATABASE_URL/),
    ]);
    await run(`create role ${role} login password 'doctor'`);
    try {
      expect(await findings((url) => Object.assign(url, { username: role, password: 'doctor' }))).toEqual([
        finding('error', /cannot create tables/, new RegExp(`grant create on schema public to ${role}`)),
        finding('error', /lacks privileges on \w+, \w+, \w+ and other tables/, /owner/),
      ]);
      const readOnly = (url: URL) => url.searchParams.set('options', '-c default_transaction_read_only=on');
      expect(await findings(readOnly)).toEqual([finding('error', /read-only/, /primary server/)]);
      await run(`create database ${role} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`);
      expect(await findings((url) => Object.assign(url, { pathname: `/${role}` }))).toEqual([
        finding('error', /encoding of the database is LATIN1/, /UTF8/),
      ]);
    } finally {
      await run(`drop database if exists ${role} with (force)`);
      await run(`drop role ${role}`);
    }
    const location = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, DATABASE_REPLICA_URL: databaseUrl! };
    const report = await doctor({ ...location, NODE_OPTIONS: clockOption(-20) });
    expect(report.findings('database')).toEqual([finding('warning', /is not a standby/, /Check the URL/)]);
    expect(report.findings('clock')).toEqual([finding('warning', /s behind the clock of PostgreSQL/, /Synchronize/)]);
  });

  test.skipIf(inject('postgresUrl') === null)('a PostgreSQL database without tables', async () => {
    const { env } = await newDatabase('postgres', createEmptyDatabase);
    expect((await doctor(env)).findings('database')).toEqual([
      finding('error', /has no tables yet/, /organizer migrate/),
    ]);
  });

  test('a master key that is missing, invalid, readable by others, or another one', async () => {
    const { env, dataDir, db } = await newDatabase('sqlite');
    const file = join(dataDir, 'master.key');
    const keyFindings = async () => (await doctor(env)).findings('master key');
    const server = await startServer(env);
    await server.stop();
    const key = readFileSync(file, 'utf8');
    chmodSync(file, 0o644);
    expect(await keyFindings()).toEqual([finding('warning', /Other users have access/, /chmod 600/)]);
    writeFileSync(file, 'short', { mode: 0o600 });
    chmodSync(file, 0o600);
    expect(await keyFindings()).toEqual([finding('error', /must have at least 32 characters\.$/, /remove the file/)]);
    writeFileSync(file, randomBytes(32).toString('base64'));
    expect(await keyFindings()).toEqual([finding('error', /not the master key of this database/, /custom headers/)]);
    rmSync(file);
    expect(await keyFindings()).toEqual([finding('error', /does not exist/, /Restore the master key/)]);
    writeFileSync(file, key, { mode: 0o600 });
    expect(await keyFindings()).toEqual([]);
    await db.destroy();
  });

  test('a mail server that does not respond, rejects the password, or gets an unusable sender', async () => {
    const { env } = await newDatabase('sqlite');
    const mailFindings = async (settings: Record<string, string>) =>
      (await doctor({ ...env, ...settings })).findings('mail');
    const reply = (_user: string, password: string) =>
      password === 'right' ? undefined : { code: 535, text: 'Authentication failed' };
    const server = await startSmtpServer({ replies: { auth: reply } });
    onTestFinished(() => server.close());
    const url = (password: string) => `smtp://me:${password}@127.0.0.1:${server.port}`;
    const from = { MAIL_FROM: 'tickets@example.com' };
    expect(await mailFindings({ SMTP_URL: url('right'), ...from })).toEqual([]);
    expect(server.mails).toEqual([]);
    expect(await mailFindings({ SMTP_URL: url('right') })).toEqual([
      finding('warning', /tickets@127\.0\.0\.1, which mail servers reject/, /MAIL_FROM/),
    ]);
    const rejected = await mailFindings({ SMTP_URL: url('s3cret'), ...from });
    expect(rejected).toEqual([finding('error', /Authentication failed/, /user and password in SMTP_URL/)]);
    expect(JSON.stringify(rejected)).not.toContain('s3cret');
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
    expect(await mailFindings({ SMTP_URL, ...from })).toEqual([finding('error', /ECONNREFUSED/, /SMTP_URL/)]);
  });

  test('Redis that does not run', { tags: 'redis' }, async () => {
    const { env } = await newDatabase('sqlite');
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const redisFindings = async () => (await doctor({ ...env, REDIS_URL: redis.url })).findings('Redis');
    expect(await redisFindings()).toEqual([]);
    await redis.halt();
    expect(await redisFindings()).toEqual([finding('warning', /ECONNREFUSED/, /REDIS_URL/)]);
  });

  test('another program at BASE_URL', async () => {
    const { env } = await newDatabase('sqlite');
    const receiver = await startReceiver();
    receiver.behave(respond(200, { body: 'Welcome to nginx!' }));
    const report = await doctor({ ...env, BASE_URL: new URL(receiver.url).origin });
    expect(report.findings('BASE_URL')).toEqual([finding('warning', /not as this server does/, /proxy/)]);
  });

  test('work that waits because no worker runs, and a clock that was set back', async () => {
    const { env, db } = await newDatabase('sqlite');
    await createOrganizer(
      db,
      systemClock,
      { name: 'Club', slug: 'club', currency: 'EUR', timezone: 'UTC' },
      byOperator,
    );
    await sql`insert into mails (id, organizer_id, kind, status, attempt_count, next_attempt_at, created_at, updated_at)
      select 'mail', id, 'otp', 'pending', 0, created_at, created_at, created_at from organizers`.execute(db);
    expect((await doctor(env)).findings('background work')).toEqual([]);
    const later = await doctor({ ...env, NODE_OPTIONS: clockOption(1_200) });
    expect(later.findings('background work')).toEqual([
      finding('warning', /^1 of the e-mails .* \d\d minutes/, /all or worker/),
    ]);
    const earlier = await doctor({ ...env, NODE_OPTIONS: clockOption(-1_200) });
    expect(earlier.findings('clock')).toEqual([finding('error', /The clock was set back/, /Synchronize/)]);
  });

  test('a data directory that is a file, or that other users can read', async () => {
    const { env, dataDir } = await newDatabase('sqlite');
    const file = await doctor({ DATA_DIR: join(dataDir, 'organizer.db') });
    expect(file.findings('disk')).toContainEqual(finding('error', /organizer\.db is a file/, /Set DATA_DIR/));
    chmodSync(dataDir, 0o755);
    expect((await doctor(env)).findings('disk')).toContainEqual(
      finding('warning', /Other users have access/, /chmod 700/),
    );
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a folder, a master key and a database that this user cannot read',
    async () => {
      const { env, dataDir, db } = await newDatabase('sqlite');
      await (await startServer(env)).stop();
      await db.destroy();
      // This user can read the program, wherever the files of the tests are.
      const programFolder = mkdtempSync('/tmp/organizer-unreadable-');
      onTestFinished(() => rmSync(programFolder, { recursive: true }));
      cpSync(join(dirname(inject('program')), '..'), programFolder, { recursive: true });
      chmodSync(programFolder, 0o755);
      const program = join(programFolder, 'bin/organizer.js');
      const nobody = { file: process.execPath, args: [program], options: { uid: 65_534, gid: 65_534 } };
      const asNobody = (args: readonly string[]) =>
        runCommand(args, { ...env, PORT: '0', NODE_COMPILE_CACHE: '' }, nobody);
      const check = async (name: string) => {
        const { checks } = JSON.parse((await asNobody(['doctor', '--json'])).stdout) as Report;
        return checks.find((found) => found.name === name);
      };
      const asServer = /as the user of the server/;

      chmodSync(dataDir, 0o700);
      for (const command of [['serve'], ['organizers', 'list'], ['migrate']]) {
        const { code, stderr } = await asNobody(command);
        const stated = expect.stringMatching(
          /^error: This user \(id 65534\) cannot use DATA_DIR [^\n]* user of the server[^\n]*\n$/,
        );
        expect({ command, code, stderr }).toEqual({ command, code: 1, stderr: stated });
      }
      expect((await check('disk'))?.findings).toContainEqual(finding('error', /cannot use DATA_DIR/, asServer));
      expect(await check('database')).toMatchObject({ status: 'skipped' });
      expect((await check('master key'))?.findings).toEqual([finding('error', /master\.key cannot be read/, asServer)]);

      for (const name of ['.', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), 65_534, 65_534);
      chownSync(join(dataDir, 'master.key'), 0, 0);
      expect((await check('master key'))?.findings).toEqual([
        finding('error', /master\.key cannot be read: EACCES/, /user of the server/),
      ]);
      chmodSync(join(dataDir, 'organizer.db'), 0o600);
      chownSync(join(dataDir, 'organizer.db'), 0, 0);
      expect((await asNobody(['organizers', 'list'])).stderr).toMatch(
        /^error: The database \(DATA_DIR\) cannot be used: [^\n]*\. Run the command as the user of the server[^\n]*\n$/,
      );
    },
  );

  test.skipIf(!canMount)('files of several users, and a disk that is almost full', async () => {
    const { env, dataDir } = await newDatabase('sqlite');
    chownSync(join(dataDir, 'organizer.db'), 64_123, 64_123);
    expect((await doctor(env)).findings('disk')).toContainEqual(
      finding('error', /belong to several users \(ids 0, 64123\)/, /chown -R/),
    );
    const smallDisk = join(dataDir, 'small');
    mkdirSync(smallDisk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', smallDisk]);
    onTestFinished(() => {
      execFileSync('umount', [smallDisk]);
    });
    expect((await doctor({ DATA_DIR: smallDisk })).findings('disk')).toEqual([
      finding('error', /almost full: \d MiB are free/, /Delete files/),
    ]);
  });
});
