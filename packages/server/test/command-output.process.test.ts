import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { payOrder } from '../src/features/orders/index.ts';
import { createOrganizer, type Organizer } from '../src/features/organizers/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { invalidCommands } from './failing-commands.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { runHere } from './harness/run-here.ts';
import { type CommandResult, jsonOfCommand, runCommand } from './harness/server-process.ts';
import { withoutIds } from './harness/without-ids.ts';

interface Failure {
  readonly error: { readonly code: string; readonly message: string } & Record<string, unknown>;
}

/** Runs a command that must fail. Returns the error that it prints as one line of JSON on standard error. */
async function runFailing(args: readonly string[], env: Record<string, string>): Promise<Failure['error']> {
  const { code, stdout, stderr } = await runHere(args, env);
  expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return (JSON.parse(stderr) as Failure).error;
}

/** Runs a command line with a redirection or a pipe. Returns the exit code of the command. */
function runInShell(line: string, env: Record<string, string>): Promise<CommandResult> {
  const args = ['-c', `set -o pipefail; "${process.execPath}" "${inject('program')}" ${line}`];
  return runCommand([], env, { file: 'bash', args, options: {} });
}

describe('an error with --json', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'organizer-command-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  // The same place prints all errors: a few of each kind are enough here.
  const commands = invalidCommands.filter(([args], index) => index % 6 === 0 && !args.endsWith('--organizer'));
  test.concurrent.for(commands)(
    'is one line of JSON with the code usage: "%s"',
    async ([args, message], { expect }) => {
      const { code, stdout, stderr } = await runHere([...args.split(' '), '--json'], { DATA_DIR: folder });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(JSON.parse(stderr)).toEqual({ error: { code: 'usage', message: expect.stringMatching(message) } });
      expect(JSON.parse(stderr).error.message).not.toMatch(/^error/);
    },
  );

  test('has a code for an invalid setting, a missing database and an unavailable database', async () => {
    const list = ['organizers', 'list', '--json'];
    expect(await runFailing(list, { DATA_DIR: folder, PORT: 'x' })).toMatchObject({
      code: 'invalid_setting',
      message: expect.stringContaining('PORT'),
    });
    expect(await runFailing(list, { DATA_DIR: folder })).toMatchObject({ code: 'no_database' });
    const unavailableDatabase = { DATA_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    expect(await runFailing(list, unavailableDatabase)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('DATABASE_URL'),
    });
  });

  test('is one line if standard output is full, also for the help', async () => {
    for (const args of ['--help', 'trigger --list', 'trigger --list --json']) {
      const { code, stderr } = await runInShell(`${args} > /dev/full`, { DATA_DIR: folder });
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(stderr).toMatch(/^[^\n]*Cannot write the output: ENOSPC[^\n]*\n$/);
    }
  });

  test('is not printed for help and the version', async () => {
    for (const args of [['--help'], ['--version'], ['orders', 'list', '--help', '--json']]) {
      const { code, stdout, stderr } = await runCommand(args, { DATA_DIR: folder });
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      expect(stdout).not.toBe('');
    }
    const { code, stdout, stderr } = await runCommand(['orders'], { DATA_DIR: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Usage: organizer orders');
  });
});

describeOnBoth('the output of commands', (kind) => {
  const database = useDatabase(kind);

  const run = (...args: string[]) => runHere(args, { ...database.env, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' });
  const json = async <T>(...args: string[]) => jsonOfCommand<T>(args, await run(...args, '--json'));
  const list = (name: string, organizer: Organizer, ...more: string[]) =>
    json<Record<string, unknown>[]>(name, 'list', '--organizer', organizer.slug, ...more);

  async function createOrganizerIn(currency: string): Promise<Organizer> {
    const slug = `in-${currency.toLowerCase()}-${kind}`;
    return createOrganizer(database.db, systemClock, { name: currency, slug, currency, timezone: 'UTC' }, byOperator);
  }

  test.each([
    ['EUR', '20.00 EUR', '35.00 EUR'],
    ['JPY', '2000 JPY', '3500 JPY'],
    ['KWD', '2.000 KWD', '3.500 KWD'],
  ])('states amounts in %s as %s', async (currency, price10, price21) => {
    const organizer = await createOrganizerIn(currency);
    const orderNumber = `${currency.slice(0, 1).repeat(8)}01`;
    const items = [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 1 }];
    const line = orderLine('one', { orderNumber, items, status: 'pending' });
    const otherLine = orderLine('two', { items: [{ kind: 'ticket', ticketTypeId: 'run-21', quantity: 1 }] });
    await importAll(database.db, organizer, [...raceLines(), line, otherLine]);
    const organizerArgs = ['--organizer', organizer.slug];
    expect((await run('orders', 'pay', orderNumber, ...organizerArgs)).stdout).toBe(
      `${orderNumber} is paid: ${price10}, 1 ticket.\n`,
    );
    const refund = await run('orders', 'refund', orderNumber, ...organizerArgs);
    expect(refund.stdout).toMatch(`${orderNumber} is refunded: ${price10}, 1 ticket.`);
    const orders = (await run('orders', 'list', ...organizerArgs)).stdout.split('\n');
    expect(orders[0]).toMatch(/^number +event +status +tickets +total +refunded +created +paid$/);
    expect(orders.find((text) => text.startsWith(orderNumber))).toMatch(
      new RegExp(` refunded +1 +${price10} +${price10} `),
    );
    expect(orders.join('\n')).toContain(`${price21} `);
    const settlements = (await run('settlements', 'list', ...organizerArgs)).stdout;
    expect(settlements).toMatch(
      new RegExp(` open +\\S+ ${currency} +${price10} +${price21} +${price21} +0\\S* ${currency} +${price21}\n$`),
    );
    const [settlement] = await list('settlements', organizer);
    expect(settlement).toMatchObject({ refunds: 2_000, net: 3_500 });
    const audit = (await run('audit', ...organizerArgs)).stdout;
    expect(audit).toMatch(new RegExp(`order.refund .*amount=${price10} `));
    expect(audit).toMatch(new RegExp(`order.pay .*total=${price10} `));
  });

  test('contains only the secret on standard output, so that a shell script can read it', async () => {
    const organizer = await makeOrganizer(database.db);
    const organizerArgs = ['--organizer', organizer.slug];
    const notice = /^Store it safely: it is not shown again\./;
    const created = await run('keys', 'create', ...organizerArgs, '--kind', 'secret', '--name', 'Till');
    expect(created.stdout).toMatch(/^sk_[0-9A-Za-z]{38}\n$/);
    expect(created.stderr).toMatch(notice);
    const id = /key_\w+/.exec(created.stderr)?.[0] ?? 'no key id';
    const rolled = await run('keys', 'roll', id);
    expect(rolled.stdout).toMatch(/^sk_[0-9A-Za-z]{38}\n$/);
    expect(rolled.stderr).toMatch(notice);
    const addResult = await run('webhooks', 'add', ...organizerArgs, '--url', 'https://127.0.0.1/');
    expect(addResult.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect(addResult.stderr).toMatch(notice);
    const rotated = await run('webhooks', 'rotate', /whk_\w+/.exec(addResult.stderr)?.[0] ?? 'no endpoint id');
    expect(rotated.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect(rotated.stderr).toMatch(notice);
  });

  test('contains no control characters of stored texts', async () => {
    const organizer = await makeOrganizer(database.db);
    const name = 'Till\u001b]0;owned\u0007\u007f\u009b2J';
    const organizerArgs = ['--organizer', organizer.slug];
    await run('keys', 'create', ...organizerArgs, '--kind', 'secret', '--name', name);
    const { stdout } = await run('keys', 'list', ...organizerArgs);
    expect(stdout).toContain('Till\\u001b]0;owned\\u0007\\u007f\\u009b2J');
    expect(stdout).toMatch(/^[\n\P{Cc}]+$/u);
    expect((await list('keys', organizer))[0]).toMatchObject({ name });
  });

  test('ends quietly if its reader stops early', async () => {
    const organizer = await makeOrganizer(database.db);
    await importAll(database.db, organizer, [...raceLines(), orderLine('one')]);
    for (const command of ['orders list --all', 'orders list --json', 'export', 'export --json']) {
      const { code, stderr } = await runInShell(`${command} --organizer ${organizer.slug} | true`, database.env);
      expect({ command, code, stderr }).toEqual({ command, code: 141, stderr: '' });
    }
  });

  test('says what to do about a secret that could not be printed', async () => {
    const organizer = await makeOrganizer(database.db);
    const env = { ...database.env, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
    const create = `keys create --organizer ${organizer.slug} --kind secret --name Till`;
    for (const line of [`${create} > /dev/full`, `${create} --json > /dev/full`, `${create} | true`]) {
      const { code, stderr } = await runInShell(line, env);
      expect({ line, code }).toEqual({ line, code: 1 });
      expect(stderr).toMatch(
        /^[^\n]*Cannot write the output: [^\n]* The key key_\w+ was created, but was not printed[^\n]*\n$/,
      );
      const id = /keys revoke (key_\w+)/.exec(stderr)?.[1] ?? 'no key id';
      expect((await run('keys', 'revoke', id)).code).toBe(0);
    }
    const add = `webhooks add --organizer ${organizer.slug} --url https://127.0.0.1/ > /dev/full`;
    const { code, stderr } = await runInShell(add, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*The endpoint whk_\w+ was added, but its secret was not printed[^\n]*\n$/);
    const id = /webhooks rotate (whk_\w+)/.exec(stderr)?.[1] ?? 'no endpoint id';
    expect((await run('webhooks', 'rotate', id)).code).toBe(0);
  });

  test('contains the newest rows of a list that match the filters, up to the limit', async () => {
    const organizer = await makeOrganizer(database.db);
    const secondRace = raceLines({ prefix: 'second-' });
    const statuses = ['pending', 'cancelled', 'paid'] as const;
    const lines = Array.from({ length: 105 }, (_, index) => {
      const prefix = index % 2 === 0 ? '' : 'second-';
      const items = [{ kind: 'ticket' as const, ticketTypeId: `${prefix}run-10`, quantity: 1 }];
      const createdAt = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
      return orderLine(`o${index}`, {
        eventId: `${prefix}race`,
        items,
        status: elementAt(statuses, index % 3),
        createdAt,
      });
    });
    await importAll(database.db, organizer, [...raceLines(), ...secondRace, ...lines]);
    const allOrders = await list('orders', organizer, '--all');
    expect(allOrders).toHaveLength(105);
    expect(allOrders.map(({ createdAt }) => createdAt)).toEqual(
      allOrders
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(Object.keys(first(allOrders))).not.toContain('buyer');
    expect(await list('orders', organizer)).toEqual(allOrders.slice(0, 50));
    expect(await list('orders', organizer, '--limit', '103')).toEqual(allOrders.slice(0, 103));
    expect(await list('orders', organizer, '--limit', '103', '--status', 'pending')).toHaveLength(35);
    const { eventId } = first(allOrders);
    const paidOfEvent = await list('orders', organizer, '--all', '--event', String(eventId), '--status', 'paid');
    expect(paidOfEvent).toEqual(
      allOrders.filter((order) => order['eventId'] === eventId && order['status'] === 'paid'),
    );

    const tickets = await list('tickets', organizer, '--all');
    expect(tickets).toHaveLength(35);
    const validTickets = await list(
      'tickets',
      organizer,
      '--event',
      String(eventId),
      '--status',
      'valid',
      '--limit',
      '3',
    );
    expect(validTickets).toEqual(tickets.filter((ticket) => ticket['eventId'] === eventId).slice(0, 3));
    expect(Object.keys(first(tickets))).not.toContain('qrValue');
    const events = await list('events', organizer);
    expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['Race ', 'Race second-']));
    expect(await list('events', organizer, '--status', 'draft')).toEqual([]);
  });

  test('is a table for a list without --json, with a note on standard error if there are more rows', async () => {
    const organizer = await makeOrganizer(database.db);
    await importAll(database.db, organizer, [...raceLines(), orderLine('one'), orderLine('two'), orderLine('three')]);
    const organizerArgs = ['--organizer', organizer.slug];
    const limited = await run('orders', 'list', ...organizerArgs, '--limit', '2');
    expect(limited.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(limited.stderr).toContain('There are more rows: use --limit or --all.');
    expect((await run('orders', 'list', ...organizerArgs, '--all')).stderr).not.toContain('more rows');
    expect((await run('events', 'list', ...organizerArgs)).stdout).toMatch(
      /^id +slug +name +status +starts +sold +reserved +available\n/,
    );
    expect((await run('tickets', 'list', ...organizerArgs)).stdout).toMatch(
      /^id +order +event +type +status +issued +used\n/,
    );
    for (const name of ['orders', 'tickets']) {
      expect(await list(name, organizer, '--event', 'race')).toEqual(await list(name, organizer));
      const unknown = [name, 'list', ...organizerArgs, '--event', 'evt_unknown', '--json'];
      expect(await runFailing(unknown, database.env)).toMatchObject({
        code: 'not_found',
        message: 'You have no event "evt_unknown".',
      });
    }
    for (const name of ['orders', 'events', 'tickets']) {
      expect(await runFailing([name, 'list', '--organizer', 'unknown', '--json'], database.env)).toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('unknown'),
      });
    }
  });

  test('states the status of a used ticket, and why it cannot be used again', async () => {
    const organizer = await makeOrganizer(database.db);
    const attendees = [{ ticketTypeId: 'run-10', holderName: 'Ada Lovelace', qrValue: `QR ${kind}` }];
    const line = orderLine('one', { orderNumber: 'TTTTTTTT01', status: 'pending' });
    await importAll(database.db, organizer, [...raceLines(), line, orderLine('two', { attendees })]);
    const paidOrder = await payOrder(database.db, organizerScope(organizer.id, systemClock, byOperator), 'TTTTTTTT01');
    const { id } = first(paidOrder.tickets);
    const organizerArgs = ['--organizer', organizer.slug];
    expect((await run('tickets', 'use', id, ...organizerArgs)).stdout).toBe(
      `${id} (10 km, order TTTTTTTT01) is used.\n`,
    );
    const secondUse = await runFailing(['tickets', 'use', id, ...organizerArgs, '--json'], database.env);
    expect(secondUse).toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('was already used at 20'),
    });
    expect((await run('tickets', 'undo', id, ...organizerArgs)).stdout).toBe(
      `${id} (10 km, order TTTTTTTT01) is valid.\n`,
    );
    const usedTicket = await json<Record<string, unknown>>('tickets', 'use', `QR ${kind}`, ...organizerArgs);
    expect(usedTicket).toMatchObject({ status: 'used', usedAt: expect.stringMatching(/Z$/) });
    expect(withoutIds(JSON.stringify(usedTicket))).not.toMatch(/Ada|QR/);
    const unknownTicketError = await runFailing(
      ['tickets', 'use', 'QR-UNKNOWN', ...organizerArgs, '--json'],
      database.env,
    );
    expect(unknownTicketError).toMatchObject({ code: 'not_found', message: expect.not.stringContaining('QR-UNKNOWN') });
  });
});
