import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AuditEntry, byOperator } from '../src/features/audit/index.ts';
import type { CreatedKey } from '../src/features/keys/create-key.ts';
import type { KeyView } from '../src/features/keys/index.ts';
import type { OrderView } from '../src/features/orders/index.ts';
import { failuresOnBothDatabases, invalidCommands, rejectedCommands } from './failing-commands.ts';
import { createEmptyDatabase, describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { orderLine, raceLines } from './harness/fixtures.ts';
import { commandRunner, runHere, runJsonHere } from './harness/run-here.ts';
import { type CommandResult, runCommand } from './harness/server-process.ts';

const dayMs = 86_400_000;
const oneLine = /^[^\n]+\n$/;

describe('the command line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organizer-command-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.concurrent.for(invalidCommands)(
    '"%s" fails with one line that states the reason',
    async ([args, message], { expect }) => {
      const { code, stdout, stderr } = await runHere(args.split(' '), { DATA_DIR: folder });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(oneLine);
    },
  );

  test('an invalid command creates no files', async () => {
    expect(await readdir(folder)).toEqual([]);
  });

  test('every command has help and accepts --json', async () => {
    const commands: string[] = [];
    const explore = async (path: readonly string[]): Promise<void> => {
      const { code, stdout, stderr } = await runHere([...path, '--help'], { DATA_DIR: folder });
      expect({ path, code, stderr }).toEqual({ path, code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: organizer ${path.join(' ')}`.trim());
      const [, commandList] = stdout.split('\nCommands:\n');
      const names = commandList?.match(/^ {2}[a-z-]+/gm)?.map((name) => name.trim()) ?? [];
      const subcommands = names.filter((name) => name !== 'help');
      if (subcommands.length === 0) {
        // The standard output of `mcp` is a protocol of its own.
        if (path.join(' ') !== 'mcp') expect(stdout).toContain('--json');
        expect(stdout).not.toMatch(/<duration>[^-]*default: \d+\)/);
        commands.push(path.join(' '));
      }
      await Promise.all(subcommands.map((name) => explore([...path, name])));
    };
    await explore([]);
    expect(commands).toEqual(
      expect.arrayContaining([
        ...['serve', 'migrate', 'demo', 'import', 'export', 'backup'],
        ...['organizers create', 'organizers list', 'organizers fees', 'organizers set', 'organizers show'],
        ...['keys create', 'keys list', 'keys roll', 'keys revoke', 'keys grant', 'keys ungrant'],
        ...['orders pay', 'orders refund', 'orders cancel'],
        ...['settlements list', 'settlements finalize', 'settlements payout', 'audit'],
      ]),
    );
  });

  test('--version prints the version of the package', async () => {
    const file = join(import.meta.dirname, '../package.json');
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    expect(await runCommand(['--version'], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.for([
    'organizers list',
    'organizers create --name Ada --slug ada --currency EUR',
    'keys list --organizer ada',
    `import ${import.meta.filename} --organizer ada`,
    'export --organizer ada',
    'backup never-written',
    'audit --organizer ada',
  ])(
    '"%s" without a database fails with one line that names the missing database, and does not create it',
    async (args) => {
      const missingFolder = join(folder, 'missing');
      const { code, stdout, stderr } = await runHere(args.split(' '), { DATA_DIR: missingFolder });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toMatch(/no database yet: SQLite in \S+\/missing\..*DATA_DIR.*organizer migrate/);
      expect(existsSync(missingFolder)).toBe(false);
    },
  );

  test('an older Node fails with one line that states the required version', async () => {
    const preload = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.11.0' })`;
    const result = await runCommand(['organizers', 'list'], {
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=${preload.replaceAll(' ', '%20')}`,
    });
    const stderr = 'organizer needs Node 24 or later, but this is Node 22.11.0.\n';
    expect(result).toEqual({ code: 1, stdout: '', stderr });
  });
});

describeOnBoth('commands', (kind) => {
  const database = useDatabase(kind);
  let folder: string;
  /** The values that replace the names in braces in a command. */
  const placeholders: Record<string, string> = {};
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organizer-command-'));
    placeholders['folder'] = folder;
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const argsOf = (text: string) =>
    text.split(' ').map((arg) => arg.replace(/\{(\w+)\}/, (_, name: string) => defined(placeholders[name], name)));
  const runWithEnv = commandRunner(kind);
  const run = (args: string): Promise<CommandResult> => runWithEnv(argsOf(args), database.env);

  /** Runs a command with `--json` and returns the JSON value that it prints. */
  async function json<T>(args: string): Promise<T> {
    const { code, stdout, stderr } = await run(`${args} --json`);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  }

  test('a command other than migrate creates no tables in an empty database', async () => {
    const empty = await createEmptyDatabase(kind);
    onTestFinished(() => empty.drop());
    const failedResult = await runHere(['organizers', 'list'], empty.env);
    expect(failedResult).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/no database yet.*organizer migrate/),
    });
    expect(await empty.db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
    expect(await runHere(['migrate'], empty.env)).toMatchObject({ code: 0 });
    expect(await runHere(['organizers', 'list'], empty.env)).toMatchObject({ code: 0 });
  });

  test('standard error names the database that is used, without its password', async () => {
    const databaseName = kind === 'sqlite' ? `SQLite in ${database.dataDir}` : /PostgreSQL test_\w+ at [^@]+/;
    const { stdout, stderr } = await run('organizers list');
    expect(stdout).not.toContain('database');
    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(databaseName);
    expect((await run('keys list --organizer unknown')).stderr).toMatch(databaseName);
    expect((await run('organizers list --json')).stderr).toBe('');
  });

  test('organizers are created, listed and given fees', async () => {
    expect(await json('migrate')).toEqual({ migrations: [] });
    expect(await json('organizers list')).toEqual([]);
    const id = expect.stringMatching(/^org_/);
    const create = 'organizers create --name Ada --slug ada --currency EUR --timezone Europe/Berlin';
    expect(await json(create)).toEqual({ id, slug: 'ada' });
    const fees = { platformFeeBps: 0, platformFeeFixed: 0, paymentFeeBps: 145, paymentFeeFixed: 25, taxBps: 0 };
    const feesWithoutTax = { ...fees, taxMode: 'included', paidBy: 'organizer' };
    expect(await json('organizers fees ada --payment-bps 145 --payment-fixed 25 --paid-by organizer')).toEqual(
      feesWithoutTax,
    );
    const feePolicy = { ...feesWithoutTax, taxBps: 1900, taxMode: 'on_top' };
    expect(await json('organizers fees ada --tax-bps 1900 --tax-mode on_top')).toEqual(feePolicy);
    expect(await json('organizers list')).toEqual([
      expect.objectContaining({ id, slug: 'ada', name: 'Ada', currency: 'EUR', timezone: 'Europe/Berlin', feePolicy }),
    ]);
    const suspendedAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await json('organizers suspend ada')).toEqual({ slug: 'ada', suspendedAt });
    const { stdout } = await run('organizers list');
    expect(stdout).toMatch(/^slug .*\nada +Ada +EUR +Europe\/Berlin +suspended +org_\w+\n$/);
    expect(await json('organizers resume ada')).toEqual({ slug: 'ada', suspendedAt: null });
  });

  test('the profile of an organizer can be changed and printed, and an empty value clears a field', async () => {
    const created = await run('organizers create --name Club --slug club --currency EUR');
    expect(created.stderr).toMatch(/^warning: orders of club cannot be paid yet\. Set payment instructions/);
    const account = { accountHolder: 'Club e.V.', iban: 'DE89370400440532013000', bic: null };
    const set = ['organizers', 'set', 'club', '--iban', 'de89 3704 0044 0532 0130 00', '--accent-color', '#0B6E4F'];
    const profile = await runJsonHere(
      [...set, '--account-holder', 'Club e.V.', '--reply-to', 'a@club.example'],
      database.env,
    );
    expect(profile).toMatchObject({ name: 'Club', ...account, accentColor: '#0b6e4f', replyTo: 'a@club.example' });
    expect(await json('organizers show club')).toMatchObject({ slug: 'club', currency: 'EUR', ...(profile as object) });
    expect((await run('organizers show club')).stdout).toMatch(/^iban +DE89370400440532013000$/m);
    const cleared = await runJsonHere(
      ['organizers', 'set', 'club', '--iban', '', '--contact-phone', '+49 341 555'],
      database.env,
    );
    expect(cleared).toEqual({ ...(profile as object), iban: null, contactPhone: '+49 341 555' });
    expect(await json('organizers rename club society')).toMatchObject({ slug: 'society' });
    expect(await json('organizers show club')).toMatchObject({ slug: 'society', name: 'Club' });
  });

  test('keys are created, rolled, granted, revoked and listed', async () => {
    const secretKey = await json<CreatedKey>('keys create --organizer ada --kind secret --name Till');
    expect(secretKey).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^sk_[0-9A-Za-z]{38}$/),
      kind: 'secret',
      scopes: expect.arrayContaining(['events:read', 'orders:read', 'tickets:read', 'settlements:read']),
    });
    const publishableKey = await json<CreatedKey>('keys create --organizer ada --kind publishable --name Site');
    expect(publishableKey).toMatchObject({ kind: 'publishable', scopes: ['events:read'] });
    const createNarrow = 'keys create --organizer ada --kind secret --name Narrow --scopes tickets:read,events:read';
    const narrowKey = await json<CreatedKey>(`${createNarrow} --expires 90d`);
    expect(narrowKey.scopes).toEqual(['events:read', 'tickets:read']);

    const rolledKey = await json<CreatedKey & { previous: unknown }>(`keys roll ${narrowKey.id} --grace 2h`);
    expect(Object.keys(rolledKey)).toEqual(['id', 'key', 'kind', 'scopes', 'previous']);
    expect(rolledKey).toMatchObject({ kind: 'secret', scopes: narrowKey.scopes, previous: { id: narrowKey.id } });
    expect(rolledKey.key).not.toBe(narrowKey.key);
    const grantedKey = await json<CreatedKey>(`keys grant ${secretKey.id} orders:read:pii`);
    expect(grantedKey.scopes).toContain('orders:read:pii');
    const ungrantedKey = await json(`keys ungrant ${secretKey.id} orders:read:pii`);
    expect(ungrantedKey).toEqual({ id: secretKey.id, scopes: secretKey.scopes, others: [] });
    const revokedKey = await json(`keys revoke ${rolledKey.id}`);
    expect(revokedKey).toEqual({ id: rolledKey.id, revokedAt: expect.stringMatching(/Z$/) });
    expect(await json(`keys revoke ${rolledKey.id}`)).toEqual(revokedKey);

    const listed = await json<KeyView[]>('keys list --organizer ada');
    expect(listed.map(({ id }) => id)).toEqual([rolledKey, narrowKey, publishableKey, secretKey].map(({ id }) => id));
    expect(JSON.stringify(listed)).not.toContain(secretKey.key);
    expect(listed[3]).toMatchObject({ name: 'Till', last4: secretKey.key.slice(-4), expiresAt: null, revokedAt: null });
    // The old key expires two hours after the new one was created.
    const { expiresAt: oldKeyExpiresAt } = elementAt(listed, 1);
    expect(Date.parse(String(oldKeyExpiresAt))).toBe(Date.parse(first(listed).createdAt) + 2 * 3_600_000);
    const expiring = await json<CreatedKey>('keys create --organizer ada --kind secret --name Until --expires 90d');
    const keysNow = await json<KeyView[]>('keys list --organizer ada');
    const { createdAt, expiresAt } = defined(
      keysNow.find(({ id }) => id === expiring.id),
      'The expiring key',
    );
    expect(Date.parse(String(expiresAt))).toBe(Date.parse(createdAt) + 90 * dayMs);
    Object.assign(placeholders, { secret: secretKey.id, publishable: publishableKey.id, revoked: rolledKey.id });
  });

  test('the audit lists the changes of keys and of organizers, newest first', async () => {
    const entries = await json<AuditEntry[]>('audit --organizer ada');
    const keyVerbs = ['create', 'revoke', 'ungrant', 'grant', 'roll', 'create', 'create', 'create'];
    const organizerVerbs = ['resume', 'suspend', 'set_fees', 'set_fees', 'create'];
    const organizerActions = organizerVerbs.map((verb) => `organizer.${verb}`);
    const keyActions = keyVerbs.map((verb) => `key.${verb}`);
    expect(entries.map(({ action }) => action)).toEqual([...keyActions, ...organizerActions]);
    const secretKey = placeholders['secret'];
    expect(entries[2]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      actor: byOperator.actor,
      action: 'key.ungrant',
      subject: secretKey,
      details: { scope: 'orders:read:pii' },
      address: null,
      requestId: null,
    });
    expect(await json(`audit --organizer ada --since ${elementAt(entries, 2).at} --limit 2`)).toEqual(
      entries.slice(0, 2),
    );
    expect(await json(`audit --organizer ada --since ${elementAt(entries, 2).at}`)).toEqual(entries.slice(0, 3));
    expect(await json('audit --organizer ada --since 2999-01-01')).toEqual([]);
    const { stdout } = await run('audit --organizer ada --limit 3');
    expect(stdout.split('\n')[3]).toMatch(
      new RegExp(
        `^${elementAt(entries, 2).at} +${byOperator.actor} +key.ungrant +${secretKey} .*scope=orders:read:pii$`,
      ),
    );
  });

  const pendingLine = (orderNumber: string) =>
    orderLine(orderNumber, {
      orderNumber,
      status: 'pending',
      items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 4 }],
    });
  const lines = [...raceLines(), pendingLine('AAAAAAAA01'), pendingLine('AAAAAAAA02'), pendingLine('AAAAAAAA03')];

  test('lines are imported and exported', async () => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, 'lines.jsonl'), text);
    writeFileSync(join(folder, 'bad.jsonl'), `${text}{"type":"order"}\n`);
    const created = { event: 1, poster: 0, ticketType: 2, addon: 1, question: 0, order: 3 };
    const report = { lines: 7, created, unchanged: 0, failed: 0, dryRun: false, failures: [] };
    expect(await json('import {folder}/lines.jsonl --organizer ada --dry-run')).toEqual({ ...report, dryRun: true });
    expect(await json('import {folder}/lines.jsonl --organizer ada')).toEqual(report);
    const badImport = await run('import {folder}/bad.jsonl --organizer ada --json');
    expect(badImport.code).toBe(1);
    const error = { code: 'invalid_line', message: expect.stringMatching(/^line 8: externalId is required/), line: 8 };
    expect(JSON.parse(badImport.stderr)).toMatchObject({ error });
    const failures = [{ line: 8, externalId: null, errors: expect.any(Array) }];
    expect(JSON.parse(badImport.stdout)).toMatchObject({ lines: 8, unchanged: 7, failed: 1, failures });

    const exportedLines = await json<object[]>('export --organizer ada');
    expect(exportedLines).toHaveLength(7);
    const { stdout } = await run('export --organizer ada');
    expect(stdout).toBe(exportedLines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await json('organizers create --name Empty --slug empty --currency EUR');
    expect(await json('export --organizer empty')).toEqual([]);
    expect(await run('export --organizer empty')).toMatchObject({ code: 0, stdout: '' });
  });

  test('orders are paid, refunded and cancelled', async () => {
    const order = (args: string) => json<OrderView>(`orders ${args} --organizer ada`);
    const paidOrder = await order('pay aaaaaaaa01');
    expect(paidOrder).toMatchObject({ orderNumber: 'AAAAAAAA01', status: 'paid', total: 9_520, refundedTotal: 0 });
    expect(paidOrder.tickets.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid', 'valid']);
    const partlyRefunded = await order(
      `refund AAAAAAAA01 --ticket ${elementAt(paidOrder.tickets, 1).id} --ticket ${elementAt(paidOrder.tickets, 2).id}`,
    );
    expect(partlyRefunded).toMatchObject({ status: 'partially_refunded', refundedTotal: 4_760 });
    expect(partlyRefunded.tickets.map(({ status }) => status)).toEqual(['valid', 'void', 'void', 'valid']);
    const unnamed = await run(`orders refund AAAAAAAA01 --item ${first(paidOrder.items).id} --organizer ada`);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: .*Name the tickets: .*--ticket/),
    ]);
    const less = await run('orders refund AAAAAAAA01 --amount 60 --reason Late --organizer ada');
    expect(less.stdout).toContain('48.20 EUR of it refunded');
    expect(await order('refund AAAAAAAA01')).toMatchObject({ status: 'refunded', refundedTotal: 9_520 });
    expect(await order('cancel AAAAAAAA02')).toMatchObject({ status: 'cancelled', tickets: [] });
    expect((await run('orders pay AAAAAAAA03 --organizer ada')).stdout).toMatch(
      /^AAAAAAAA03 is paid: 95\.20 EUR, 4 tickets\.\n$/,
    );
  });

  test('settlements are listed, finalized and paid out, without the money that the organizer has received', async () => {
    const paidLine = { ...pendingLine('AAAAAAAA04'), status: 'paid', paymentMethod: 'stripe' };
    writeFileSync(join(folder, 'bad.jsonl'), `${JSON.stringify(paidLine)}\n`);
    await json('import {folder}/bad.jsonl --organizer ada');
    const [openSettlement] = await json<{ eventId: string; balance: number }[]>('settlements list --organizer ada');
    const net = 2 * 9_520 - 3 * (25 + 116) - 2 * 1_520;
    const balance = net - 9_520;
    expect(openSettlement).toMatchObject({
      ...{ status: 'open', ordersPaid: 3, gross: 28_560, refunds: 9_520, net },
      ...{ collectedByPlatform: 9_520, collectedByOrganizer: 9_520, balance },
    });
    const { eventId } = defined(openSettlement, 'The open settlement');
    placeholders['event'] = eventId;
    const settlement = (args: string) => json(`settlements ${args}`);
    const tooEarly = await run('settlements finalize {event} --organizer ada');
    expect([tooEarly.code, tooEarly.stderr]).toEqual([1, expect.stringMatching(/The event ends at .*--before-end/)]);
    expect(await settlement('finalize {event} --organizer ada --before-end')).toMatchObject({
      status: 'final',
      balance,
    });
    const firstPayout = await settlement('payout {event} --organizer ada --amount 100 --reference first');
    expect(firstPayout).toMatchObject({ status: 'final', paidOut: 100, balance: balance - 100 });
    const lastPayout = await settlement('payout {event} --organizer ada');
    expect(lastPayout).toMatchObject({ status: 'paid', paidOut: balance, balance: 0 });
    expect((await run('settlements list --organizer ada')).stdout).toContain(eventId);
  });

  test('the command demo adds data to a database that has organizers only with --force', async () => {
    const organizersBefore = await json<unknown[]>('organizers list');
    const { organizers } = await json<{ organizers: { orders: number }[] }>('demo --orders 30 --seed 7 --force');
    expect(organizers.reduce((sum, { orders }) => sum + orders, 0)).toBe(30);
    expect(await json<unknown[]>('organizers list')).toHaveLength(organizersBefore.length + organizers.length);
  });

  test('a backup is one complete file', { tags: kind === 'postgres' ? ['pg_dump'] : [] }, async () => {
    const file = join(folder, 'copy');
    expect(await json(`backup ${file}`)).toEqual({ file, bytes: statSync(file).size });
    expect(await readdir(folder)).toEqual(['bad.jsonl', 'copy', 'lines.jsonl']);
  });

  test('keys of a sandbox begin with sk_test_, and the command trigger creates data only there', async () => {
    const liveOrders = await json('orders list --organizer ada');
    const { key } = await json<CreatedKey>('keys create --organizer ada --kind secret --name Tests --sandbox');
    expect(key).toMatch(/^sk_test_/);
    placeholders['key'] = (await json<CreatedKey>('keys create --organizer ada --kind secret --name Live')).key;
    expect(await json(`trigger ticket.used --key ${key}`)).toMatchObject({
      type: 'ticket.used',
      emitted: expect.arrayContaining(['order.paid', 'ticket.used']),
    });
    const { code, stdout } = await run('trigger order.expired --organizer ada.test');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('server emits order.expired') });
    expect(await json('orders list --organizer ada.test')).toHaveLength(2);
    expect(await json('orders list --organizer ada')).toEqual(liveOrders);
    expect((await run('trigger --list')).stdout).toMatch(/^order\.paid +An order was paid$/m);
    expect(await json('sandbox clock --organizer ada --forward 3d')).toMatchObject({
      slug: 'ada.test',
      isClockMoved: true,
    });
  });

  const failing = kind === 'sqlite' ? [...failuresOnBothDatabases, ...rejectedCommands] : failuresOnBothDatabases;
  test.concurrent.for(failing)(
    '"%s" fails with one line that states the reason',
    async ([args, message], { expect }) => {
      const { code, stdout, stderr } = await runHere(argsOf(args), database.env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(oneLine);
    },
  );
});
