import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { CreatedKey } from '../src/features/keys/create-key.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { createDatabase, createEmptyDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { elementAt, first } from './harness/defined.ts';
import { exportLines, importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { fullOrder } from './harness/full-order.ts';
import type { ProgramTag } from './harness/programs.ts';
import { runHere, runJsonHere } from './harness/run-here.ts';
import { processEnv, runCommand, runJson, type ServerProcess, startServer } from './harness/server-process.ts';
import { open } from './harness/sockets.ts';
import { repeatWhile, waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

const settings = { RATE_LIMIT_API: '1000000' };

describeOnBoth('commands while a server runs', (kind) => {
  let database: TestDatabase;
  let server: ServerProcess;
  let folder: string;
  let organizer: Organizer;
  let key: CreatedKey;
  const pendingOrderNumbers = Array.from({ length: 6 }, (_, index) => `PENDING${String(index).padStart(3, '0')}`);

  beforeAll(async () => {
    database = await createDatabase(kind);
    folder = await mkdtemp(join(tmpdir(), 'organizer-beside-'));
    organizer = await makeOrganizer(database.db);
    const orders = pendingOrderNumbers.map((orderNumber) => orderLine(orderNumber, { orderNumber, status: 'pending' }));
    await importAll(database.db, organizer, [...raceLines(), ...orders]);
    server = await startServer({ ...database.env, ...settings });
    key = await runJsonHere<CreatedKey>(
      ['keys', 'create', '--organizer', organizer.slug, '--kind', 'secret', '--name', 'Beside'],
      database.env,
    );
  });
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true });
    await database.drop();
  });

  const sendGet = (path: string, bearer = key.key) =>
    fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } });

  test('1,500 orders are imported and orders are paid while the server responds', async () => {
    const file = join(folder, 'orders.jsonl');
    const orders = Array.from({ length: 1_500 }, (_, index) => fullOrder(index));
    writeFileSync(file, orders.map((order) => `${JSON.stringify(order)}\n`).join(''));
    let isImporting = true;
    const importDone = runJson(['import', file, '--organizer', organizer.slug], database.env).finally(() => {
      isImporting = false;
    });
    const statuses: number[] = [];
    const reading = repeatWhile(
      () => isImporting,
      5,
      async () => statuses.push((await sendGet('/orders?limit=20')).status, (await sendGet('/events')).status),
    );
    const paying = (async () => {
      for (const number of pendingOrderNumbers.slice(0, 4)) {
        await runJson(['orders', 'pay', number, '--organizer', organizer.slug], database.env);
      }
    })();
    expect(await importDone).toMatchObject({ created: { order: 1_500 }, unchanged: 0, failed: 0 });
    await Promise.all([reading, paying]);
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const number of pendingOrderNumbers.slice(0, 4)) {
      expect(await (await sendGet(`/orders/${number}`)).json()).toMatchObject({ status: 'paid' });
    }
    expect(await violations(database.db)).toEqual([]);
  });

  test('an order is paid in the first response after the command', async () => {
    const path = `/orders/${pendingOrderNumbers[4]}`;
    expect(await (await sendGet(path)).json()).toMatchObject({ status: 'pending' });
    await runJsonHere(
      ['orders', 'pay', elementAt(pendingOrderNumbers, 4), '--organizer', organizer.slug],
      database.env,
    );
    expect(await (await sendGet(path)).json()).toMatchObject({ status: 'paid' });
  });

  test('a key works immediately, and stops working after its revocation', async () => {
    const args = ['keys', 'create', '--organizer', organizer.slug, '--kind', 'secret', '--name', 'Brief'];
    const revokedKey = await runJsonHere<CreatedKey>(args, database.env);
    // The server caches the key.
    expect((await sendGet('/orders', revokedKey.key)).status).toBe(200);
    let isRevoking = true;
    const revocation = runJsonHere(['keys', 'revoke', revokedKey.id], database.env).finally(() => {
      isRevoking = false;
    });
    await repeatWhile(
      () => isRevoking,
      5,
      () => sendGet('/orders', revokedKey.key),
    );
    await revocation;
    // keyring.test.ts checks for how long a server can still accept a revoked key.
    await waitUntil(async () => (await sendGet('/orders', revokedKey.key)).status === 401);
  });

  test('a rolled key expires at the end of its grace period', async () => {
    const rolledKey = await runJsonHere<CreatedKey & { previous: { expiresAt: string } }>(
      ['keys', 'roll', key.id, '--grace', '10s'],
      database.env,
    );
    expect((await sendGet('/orders', key.key)).status).toBe(200);
    expect((await sendGet('/orders', rolledKey.key)).status).toBe(200);
    await waitUntil(async () => (await sendGet('/orders', key.key)).status === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(rolledKey.previous.expiresAt));
    expect((await sendGet('/orders', rolledKey.key)).status).toBe(200);
    key = rolledKey;
  });

  test('the command demo adds data that the server returns', async () => {
    const args = ['demo', '--orders', '40', '--force'];
    const { organizers } = await runJsonHere<{ organizers: { slug: string }[] }>(args, database.env);
    const { slug } = first(organizers);
    const demoKey = await runJsonHere<CreatedKey>(
      ['keys', 'create', '--organizer', slug, '--kind', 'secret', '--name', 'Demo'],
      database.env,
    );
    const events = (await (await sendGet('/events', demoKey.key)).json()) as { data: unknown[] };
    expect(events.data.length).toBeGreaterThan(0);
    expect(await violations(database.db)).toEqual([]);
  });

  const tags: ProgramTag[] = kind === 'postgres' ? ['pg_dump'] : [];
  test('a backup has the same data and can replace the database', { tags }, async () => {
    const exportedLines = await exportLines(database.db, organizer.id);
    const restored = await createEmptyDatabase(kind);
    onTestFinished(() => restored.drop());
    await restored.db.destroy();
    const file = kind === 'sqlite' ? join(restored.dataDir, 'copy', 'organizer.db') : join(folder, 'archive');
    mkdirSync(join(restored.dataDir, 'copy'));
    expect(await runCommand(['backup', file, '--json'], database.env)).toMatchObject({ code: 0, stderr: '' });
    if (kind === 'postgres') {
      const target = `--dbname=${restored.databaseUrl}`;
      await promisify(execFile)('pg_restore', ['--no-owner', '--single-transaction', target, file]);
    }
    const env = { ...restored.env, ...(kind === 'sqlite' ? { DATA_DIR: join(restored.dataDir, 'copy') } : {}) };
    copyFileSync(join(database.dataDir, 'master.key'), join(env['DATA_DIR'] ?? '', 'master.key'));
    const { stdout } = await runHere(['export', '--organizer', organizer.slug], env);
    expect(stdout.trimEnd().split('\n')).toEqual(exportedLines);
    const restoredServer = await startServer(env);
    onTestFinished(() => restoredServer.kill());
    const path = `/api/v1/orders/${pendingOrderNumbers[4]}`;
    const response = await fetch(restoredServer.url + path, { headers: { authorization: `Bearer ${key.key}` } });
    expect(await response.json()).toMatchObject({ status: 'paid' });
  });

  test('an export ends quietly if the program that reads it stops early', async () => {
    const line = `"${process.execPath}" "${inject('program')}" export --organizer ${organizer.slug} | head -n 1`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], { env: processEnv(database.env) });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'event', externalId: 'race' });
    expect(stderr).toMatch(/^(database: [^\n]+\n)?$/);
  });
});

describe('a server that is stopped', () => {
  test.concurrent('completes a response that it is sending', async ({ expect, onTestFinished }) => {
    const database = await createDatabase('sqlite');
    onTestFinished(() => database.drop());
    const server = await startServer(database.env);
    onTestFinished(() => server.kill());
    const socket = await open(Number(new URL(server.url).port));
    // The response is larger than the socket buffers, and this client stops reading after the first bytes.
    socket.write('GET /docs/reference.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await once(socket, 'readable');
    const stopPromise = server.stop();
    await waitUntil(async () => !(await responds(server.url)));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('latin1');
    const end = text.indexOf('\r\n\r\n') + 4;
    const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
    expect(text.length - end).toBe(Number(length));
    expect(await stopPromise).toBe(0);
  });

  describe.skipIf(inject('postgresUrl') === null)('while its database is slow', () => {
    /** Runs `work` with a server and a request that waits until `release` unlocks the table `orders`. */
    async function withBlockedRequest(
      work: (parts: {
        server: ServerProcess;
        pendingResponse: Promise<Response>;
        release: () => Promise<unknown>;
      }) => Promise<void>,
    ): Promise<void> {
      const database = await createDatabase('postgres');
      const { id } = await makeOrganizer(database.db);
      const { key } = await makeKey(database.db, id);
      const server = await startServer(database.env);
      const client = new pg.Client({ connectionString: database.databaseUrl! });
      await client.connect();
      await client.query('begin; lock table orders in access exclusive mode');
      const pendingResponse = fetch(`${server.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
      pendingResponse.catch(() => {});
      const waitingLocks = `select from pg_locks where not granted and relation = 'orders'::regclass`;
      await waitUntil(async () => (await client.query(waitingLocks)).rowCount !== 0);
      try {
        await work({ server, pendingResponse, release: () => client.query('rollback') });
      } finally {
        await client.end();
        await server.kill();
        await database.drop();
      }
    }

    test.concurrent('responds to waiting requests, then exits', async ({ expect }) => {
      await withBlockedRequest(async ({ server, pendingResponse, release }) => {
        const stopPromise = server.stop();
        await waitUntil(async () => !(await responds(server.url)));
        await release();
        const response = await pendingResponse;
        expect({ status: response.status, body: await response.json() }).toMatchObject({
          status: 200,
          body: { data: [] },
        });
        expect(await stopPromise).toBe(0);
      });
    });

    test.concurrent('exits even if a request never finishes', async ({ expect }) => {
      await withBlockedRequest(async ({ server, pendingResponse }) => {
        expect(await server.stop()).toBe(0);
        await expect(pendingResponse).rejects.toThrow();
      });
    });
  });
});

function responds(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
