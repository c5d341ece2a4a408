import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventTypes } from '../src/deployments/webhook-types.ts';
import { byOperator } from '../src/features/audit/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { type CreatedEndpoint, disableEndpointByHand, type EndpointView } from '../src/features/webhooks/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { commandRunner, runHere, runJsonHere } from './harness/run-here.ts';
import { jsonOfCommand, type ServerProcess, startServer } from './harness/server-process.ts';
import { countByStatus, emitMany } from './harness/webhooks.ts';

const webhookSettings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
const oneLine = /^error: [^\n]+\n$/;

/** A delivery as the commands print it. */
interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
}

test('webhooks --help names every command', async () => {
  const { code, stdout } = await runHere(['webhooks', '--help'], {});
  const commands = ['add', 'list', 'failing', 'update', 'rotate', 'enable', 'disable', 'test'];
  const listedNames = stdout.match(/^ {2}[a-z]+ (?=\[)/gm)?.map((name) => name.trim());
  expect({ code, listedNames }).toEqual({
    code: 0,
    listedNames: [...commands, 'deliveries', 'attempts', 'resend', 'replay', 'help'],
  });
});

describe('commands on endpoints', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let organizer: Organizer;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    env = { ...database.env, ...webhookSettings };
    organizer = await makeOrganizer(database.db);
  });
  afterAll(() => database.drop());

  const run = (...args: string[]) => runHere(['webhooks', ...args], env);
  const json = async <T>(...args: string[]) => jsonOfCommand<T>(args, await run(...args, '--json'));
  const add = (url: string, ...args: string[]) =>
    json<CreatedEndpoint>('add', '--organizer', organizer.slug, '--url', url, ...args);

  /** Runs a command that must fail, and returns the line that it prints. */
  async function errorLine(args: readonly string[], commandEnv = env): Promise<string> {
    const { code, stdout, stderr } = await runHere(['webhooks', ...args], commandEnv);
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    expect(stderr).toMatch(oneLine);
    return stderr;
  }

  test('an endpoint is added, listed, changed, disabled and enabled', async () => {
    const newOrganizer = await makeOrganizer(database.db);
    const options = ['--organizer', newOrganizer.slug, '--url', 'http://127.0.0.1:9999/hooks'];
    const created = await json<CreatedEndpoint>(
      'add',
      ...options,
      '--events',
      'order.paid',
      '--events',
      'order.refunded',
    );
    expect(created).toMatchObject({
      id: expect.stringMatching(/^whk_[0-9a-hjkmnp-tv-z]{26}$/),
      url: 'http://127.0.0.1:9999/hooks',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      events: ['order.paid', 'order.refunded'],
    });
    const forAllEvents = await json<CreatedEndpoint>('add', ...options, '--description', 'CRM');
    expect(forAllEvents).toMatchObject({ events: ['*'], description: 'CRM' });
    const asText = await run('add', ...options, '--events', '*');
    expect(asText.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect(asText.stderr).toMatch(/^Store it safely: it is not shown again\. whk_\w+, events: \*\n/);

    const listedRows = await json<EndpointView[]>('list', '--organizer', newOrganizer.slug);
    expect(listedRows.map(({ id }) => id).slice(1)).toEqual([forAllEvents.id, created.id]);
    expect(JSON.stringify(listedRows)).not.toContain('whsec_');
    const { secret: _, publicKey, ...view } = created;
    expect(publicKey).toBeNull();
    expect(listedRows[2]).toEqual({ ...view, failingSince: null, ed25519: false });
    expect(await json('list', '--organizer', organizer.slug)).toEqual([]);

    const url = 'https://10.0.0.1/changed';
    const updated = await json<EndpointView>(
      'update',
      created.id,
      '--url',
      url,
      '--events',
      'ping',
      '--description',
      'x',
      '--ed25519',
      '--throttle',
      '10/second',
      '--header',
      'Authorization: Bearer a:b',
      '--header',
      'X-Tenant: c',
    );
    const newOptions = {
      throttle: { deliveries: 10, per: 'second' },
      headers: [{ name: 'Authorization' }, { name: 'X-Tenant' }],
    };
    expect(updated).toMatchObject({ id: created.id, url, events: ['ping'], description: 'x', ...newOptions });
    const newKey = { publicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/), expiresAt: null };
    expect(await json('public-keys', created.id)).toMatchObject([newKey]);
    const reset = await json(
      'update',
      created.id,
      ...['--events', '*', '--no-throttle', '--no-header', '--header', 'x-tenant'],
    );
    expect(reset).toMatchObject({
      url,
      events: ['*'],
      description: 'x',
      throttle: null,
      headers: [{ name: 'x-tenant' }],
    });
    const disabled = await json<EndpointView>('disable', created.id);
    expect(disabled).toMatchObject({ id: created.id, status: 'disabled', disabledReason: 'disabled by hand' });
    expect(await json('disable', created.id)).toEqual(disabled);
    expect(await errorLine(['test', created.id])).toContain('is disabled');
    expect(await json('enable', created.id)).toMatchObject({ status: 'enabled', disabledReason: null });
    const { stdout } = await run('list', '--organizer', newOrganizer.slug);
    expect(stdout).toMatch(/^id +status +url +events +only for +throttle +headers +description\n/);
    expect(stdout).toContain(url);
  });

  test('invalid input is rejected with one line that states the reason', async () => {
    const addArgs = (url: string) => ['add', '--organizer', organizer.slug, '--url', url];
    const { id } = await add('http://127.0.0.1:9999/');
    const cases: [args: string[], message: string, commandEnv?: Record<string, string>][] = [
      [addArgs('example.com'), 'url: Give a full URL such as https://example.com/hooks.'],
      [
        addArgs('http://example.com/'),
        'url: Begin the URL with https://. For development, run this command with WEBHOOK_ALLOW_HTTP=true to allow http.',
        database.env,
      ],
      [
        addArgs('https://127.0.0.1/'),
        'url: 127.0.0.1 is not a public address. For development, WEBHOOK_ALLOW_PRIVATE_NETWORKS=true allows private networks',
        database.env,
      ],
      [['update', id, '--url', 'http://a.example:25/'], 'run this command with WEBHOOK_ALLOW_HTTP=true', database.env],
      [['update', id, '--url', 'http://a.example/'], 'run this command with WEBHOOK_ALLOW_HTTP=true', database.env],
      [
        [...addArgs('https://10.0.0.1/'), '--events', 'order.paid,order.lost'],
        'events: "order.lost" is not an event type',
      ],
      [
        [...addArgs('https://10.0.0.1/'), '--events', ''],
        "'--events <types>' argument '' is invalid. It must not be empty. For all types, leave the option out.",
      ],
      [[...addArgs('https://10.0.0.1/'), '--event-ids', ' , '], 'For all events, leave the option out.'],
      [['update', id, '--events', ''], 'For all types, use "*".'],
      [['update', id, '--event-ids', ''], 'For all events, use --no-event-ids.'],
      [['add', '--organizer', 'nobody', '--url', 'https://10.0.0.1/'], 'nobody'],
      [['update', id, '--throttle', 'fast'], '10/second'],
      [['rotate', id, '--grace', '8d'], 'from 0 to 7 days'],
      [['deliveries', id, '--status', 'lost'], 'pending, succeeded, failed, cancelled'],
      [['replay', id, '--since', 'yesterday'], '2026-11-20T09:00:00Z'],
      ...['update', 'test'].map((name): [string[], string] => {
        const options = name === 'update' ? ['--events', '*'] : [];
        return [[name, 'whk_unknown', ...options], 'There is no endpoint "whk_unknown"'];
      }),
      [['replay', 'whk_unknown', '--since', '2026-11-20'], 'There is no endpoint "whk_unknown"'],
      [['attempts', 'dlv_unknown'], 'There is no delivery "dlv_unknown"'],
      [['resend', 'dlv_unknown'], 'There is no delivery "dlv_unknown"'],
    ];
    for (const [args, message, commandEnv] of cases) expect(await errorLine(args, commandEnv)).toContain(message);
    expect(await json('list', '--organizer', organizer.slug)).toMatchObject([{ id, url: 'http://127.0.0.1:9999/' }]);
  });

  test('an endpoint can receive all documented types', async () => {
    const { events } = await add('https://10.0.0.1/', '--events', eventTypes.toReversed().join(','));
    expect(events).toEqual(eventTypes);
  });
});

describeOnBoth('webhook commands', (kind) => {
  let database: TestDatabase;
  let server: ServerProcess;
  let env: Record<string, string>;
  let organizer: Organizer;
  beforeAll(async () => {
    database = await createDatabase(kind);
    env = { ...database.env, ...webhookSettings };
    organizer = await makeOrganizer(database.db);
    server = await startServer(env);
  });
  afterAll(async () => {
    await server.kill();
    await database.drop();
  });

  const runOnDatabase = commandRunner(kind);
  const run = (...args: string[]) => runOnDatabase(['webhooks', ...args], env);
  const json = async <T>(...args: string[]) => jsonOfCommand<T>(args, await run(...args, '--json'));
  const add = (url: string, ...args: string[]) =>
    json<CreatedEndpoint>('add', '--organizer', organizer.slug, '--url', url, ...args);

  test('test prints its result; deliveries and attempts are listed; a delivery is sent again', async () => {
    const receiver = await startReceiver();
    const { id } = await add(receiver.url, '--events', 'order.paid');
    // The receiver accepts the first event, and rejects all attempts of other events.
    const [accept, reject] = [respond(200, { body: 'thanks' }), respond(500, { body: 'not\nnow' })];
    let firstId: string | undefined;
    receiver.behave((response, request) => {
      const { id: eventId } = JSON.parse(request.body.toString()) as { id: string };
      firstId ??= eventId;
      (eventId === firstId ? accept : reject)(response, request);
    });
    const good = await json<Delivery & { attempt: object }>('test', id);
    const successfulAttempt = { responseStatus: 200, responseBody: 'thanks', error: null };
    expect(good).toMatchObject({ eventType: 'ping', status: 'succeeded', attemptCount: 1, attempt: successfulAttempt });
    const bad = await run('test', id);
    expect(bad).toMatchObject({ code: 0, stdout: expect.stringMatching(/^dlv_\w+: answered 500 after \d+ ms\.\n$/) });
    expect(receiver.bodies().slice(0, 2)).toMatchObject([{ type: 'ping' }, { type: 'ping' }]);

    const listedRows = await json<Delivery[]>('deliveries', id);
    expect(listedRows.map(({ status }) => status)).toEqual(['pending', 'succeeded']);
    expect(listedRows[1]).not.toHaveProperty('organizerId');
    expect(await json('deliveries', id, '--status', 'succeeded')).toEqual([listedRows[1]]);
    expect(await json('deliveries', id, '--status', 'failed')).toEqual([]);
    expect(await json('deliveries', id, '--limit', '1')).toMatchObject([{ id: first(listedRows).id }]);
    const failedAttempt = {
      latencyMs: expect.any(Number),
      responseStatus: 500,
      responseBody: 'not\nnow',
      error: 'answered 500',
    };
    const [firstAttempt] = await json<object[]>('attempts', first(listedRows).id);
    expect(firstAttempt).toMatchObject(failedAttempt);
    const { stdout } = await run('attempts', first(listedRows).id);
    expect(stdout).toMatch(/^started +ms +status +error +response\n\S+Z +\d+ +500 +answered 500 +not\\nnow\n/);

    expect(await json('resend', good.id)).toMatchObject({ id: good.id, status: 'pending', attemptCount: 0 });
    await eventually(() => expect(receiver.bodies().filter((body) => body.id === good.eventId)).toHaveLength(2));
    await eventually(async () => expect(await countByStatus(database.db, id)).toEqual({ pending: 1, succeeded: 1 }));
    await json('disable', id);
    expect(await json('deliveries', id, '--status', 'cancelled')).toHaveLength(1);
  });

  test('another master key is rejected with one line, and no secret is encrypted with it', async () => {
    const { id } = await add('https://10.0.0.1/');
    const secrets = () => database.db.selectFrom('webhook_secrets').selectAll().orderBy('ciphertext').execute();
    const before = await secrets();
    const envWithOtherKey = { ...env, MASTER_KEY: 'another key of at least 32 characters' };
    for (const args of [
      ['add', '--organizer', organizer.slug, '--url', 'https://10.0.0.1/'],
      ['rotate', id],
    ]) {
      const { code, stdout, stderr } = await runOnDatabase(['webhooks', ...args], envWithOtherKey);
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
      expect(stderr).toMatch(oneLine);
      expect(stderr).toMatch(
        /^error: MASTER_KEY is not the master key that this database was used with: .* Restore the right key\./,
      );
    }
    expect(await secrets()).toEqual(before);
  });

  test('a secret is rotated while a server runs; it signs with both secrets during the grace period, and stores none in plain text', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await add(receiver.url);
    const countSignatures = async () => {
      const before = receiver.requests.length;
      await emitMany(database.db, organizer.id, 1);
      const { headers } = await receiver.request(before + 1);
      return String(headers['x-service-signature']).split('v1=').length - 1;
    };
    expect(await countSignatures()).toBe(1);
    const earliestMs = Date.now() + 86_400_000;
    const rotated = await json<{ id: string; secret: string; previousUntil: string }>('rotate', id);
    expect(Object.keys(rotated)).toEqual(['id', 'secret', 'publicKey', 'previousUntil']);
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousUntil)).toBeGreaterThanOrEqual(earliestMs);
    expect(Date.parse(rotated.previousUntil)).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(await countSignatures()).toBe(2);
    await json('rotate', id, '--grace', '0s');
    expect(await countSignatures()).toBe(1);

    const everything = await databaseContents();
    expect(everything.includes(id)).toBe(true);
    for (const text of [secret, rotated.secret]) {
      const bytes = Buffer.from(text.slice('whsec_'.length), 'base64');
      for (const encoding of [text.slice('whsec_'.length), bytes, bytes.toString('hex'), bytes.toString('base64url')]) {
        expect(everything.includes(encoding)).toBe(false);
      }
    }
    expect(everything.includes('whsec_')).toBe(false);
    expect(server.output()).toContain('listening');
    expect(server.output()).not.toContain('whsec_');
    await disableEndpointByHand(database.db, organizerScope(organizer.id, systemClock, byOperator), id);
  });

  test('missed events are replayed', async () => {
    const receiver = await startReceiver();
    const since = new Date().toISOString();
    const before = await emitMany(database.db, organizer.id, 3);
    await emitMany(database.db, organizer.id, 2, { type: 'order.expired' });
    const { id } = await add(receiver.url, '--events', 'order.paid');
    receiver.behaveNext(respond(410));
    const [failedId] = await emitMany(database.db, organizer.id, 1);
    await eventually(async () => expect(await countByStatus(database.db, id)).toEqual({ failed: 1 }));
    const rejectedResult = await run('replay', id, '--since', since);
    expect(rejectedResult).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: .* is disabled[^\n]*\n$/),
    });
    await json('enable', id);
    const replayed = await json('replay', id, '--since', since, '--failed');
    expect(replayed).toEqual({ id, replayed: 1, lastDueAt: expect.stringMatching(/Z$/) });
    await receiver.request(2);
    expect(receiver.bodies().map((body) => body.id)).toEqual([failedId, failedId]);
    await eventually(async () => expect(await countByStatus(database.db, id)).toEqual({ succeeded: 1 }));
    expect(await json('replay', id, '--since', since)).toMatchObject({ replayed: 4 });
    await receiver.request(6);
    const receivedIds = receiver.bodies().map((body) => body.id);
    expect(receivedIds.slice(2).sort()).toEqual([...before, failedId].sort());
    const nothingReplayed = await run('replay', id, '--since', '2999-01-01');
    expect(nothingReplayed.stdout).toBe('There was nothing to replay.\n');
  });

  /** The content of the database: its files, or all rows of all tables. */
  async function databaseContents(): Promise<Buffer> {
    if (kind === 'sqlite') {
      const files = readdirSync(database.dataDir).filter((name) => name.startsWith('organizer.db'));
      return Buffer.concat(files.map((name) => readFileSync(join(database.dataDir, name))));
    }
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public'`.execute(database.db);
    const rows = tables.rows.map(({ name }) =>
      sql<{ row: string }>`select r::text as row from ${sql.table(name)} as r`.execute(database.db),
    );
    return Buffer.from((await Promise.all(rows)).flatMap((result) => result.rows.map(({ row }) => row)).join('\n'));
  }
});

test('a server with another MASTER_KEY logs an error, and sends no webhooks', async () => {
  const database = await createDatabase('sqlite');
  const envWithKey = (letter: string) => {
    return { ...database.env, ...webhookSettings, MASTER_KEY: letter + '0123456789abcdef'.repeat(2) };
  };
  const servers: ServerProcess[] = [];
  try {
    const organizer = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    const args = ['webhooks', 'add', '--organizer', organizer.slug, '--url', receiver.url];
    const { id } = await runJsonHere<CreatedEndpoint>(args, envWithKey('a'));
    await emitMany(database.db, organizer.id, 3);
    const serverWithOtherKey = await startServer(envWithKey('b'));
    servers.push(serverWithOtherKey);
    await eventually(() =>
      expect(serverWithOtherKey.output()).toMatch(/"level":"error".*encrypted under another MASTER_KEY/),
    );
    const waitingDelivery = { status: 'pending', attemptCount: 0 };
    expect(await runJsonHere(['webhooks', 'deliveries', id], database.env)).toMatchObject([
      waitingDelivery,
      waitingDelivery,
      waitingDelivery,
    ]);
    expect(receiver.connections).toBe(0);
    expect(await serverWithOtherKey.stop()).toBe(0);
    const serverWithKey = await startServer(envWithKey('a'));
    servers.push(serverWithKey);
    await receiver.request(3);
    expect(serverWithKey.output()).not.toContain('MASTER_KEY');
  } finally {
    for (const server of servers) await server.kill();
    await database.drop();
  }
});
