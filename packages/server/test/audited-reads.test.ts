import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuditEntry, listAudit } from '../src/features/audit/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { sqliteFile } from '../src/platform/database/sqlite.ts';
import { startApp, useApp } from './harness/app.ts';
import { auditFailures } from './harness/audit-failures.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { open } from './harness/sockets.ts';

const buyer = { email: 'Ada.Byron@example.com', name: 'Ada "Byron" Kīng', phone: '+44 20 7946 0000' };
const attendees = [
  {
    ticketTypeId: 'run-10',
    holderName: 'Zuse\nKonrad',
    bib: 'B-77',
    category: 'Masters forty',
    qrValue: 'QR-OF-ZUSE',
    fields: { 'Emergency contact': 'Zuse senior' },
  },
  { ticketTypeId: 'run-10', qrValue: 'QR-OF-UNNAMED', bib: 'B-78' },
];
const personalFields = ['buyer', 'holderName', 'bib', 'category', 'qrValue', 'fields', 'answers'];
const personalValues = [...Object.values(buyer), 'Zuse', 'B-77', 'Masters forty', 'QR-OF', 'B-78', 'Byron'];
const rateLimit = 1_000_000;

type Detail = Record<string, unknown> & { tickets: Record<string, unknown>[] };

describeOnBoth('personal data of an order', (kind) => {
  const database = useDatabase(kind);
  const app = useApp(() => ({ db: database.db, rateLimits: { api: rateLimit }, trustProxy: ['127.0.0.1'] }));
  /** Connections to the same database that the application does not use. */
  let otherDb: Db;
  let organizerId: string;
  let orderNumbers: { full: string; bare: string; foreign: string };
  let keys: Record<'plain' | 'personal' | 'personalOnly', { id: string; key: string }>;

  beforeAll(async () => {
    otherDb = openDatabase(database);
    const [ownOrganizer, otherOrganizer] = [await makeOrganizer(database.db), await makeOrganizer(database.db)];
    organizerId = ownOrganizer.id;
    const items = [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 }];
    await importAll(database.db, ownOrganizer, [
      ...raceLines(),
      orderLine('full', { buyer, items, attendees }),
      orderLine('bare', { buyer: { email: 'only@example.com' } }),
    ]);
    await importAll(database.db, otherOrganizer, [...raceLines(), orderLine('foreign')]);
    orderNumbers = { full: await numberOf('full'), bare: await numberOf('bare'), foreign: await numberOf('foreign') };
    const grantedScopes = ['orders:read:pii'];
    keys = {
      plain: await makeKey(database.db, organizerId),
      personal: await makeKey(database.db, organizerId, { granted: grantedScopes }),
      personalOnly: await makeKey(database.db, organizerId, { scopes: ['tickets:read'], granted: grantedScopes }),
    };
  });
  afterAll(async () => {
    await otherDb.destroy();
  });

  async function numberOf(externalId: string): Promise<string> {
    const find = database.db.selectFrom('orders').select('order_number').where('external_id', '=', externalId);
    return (await find.executeTakeFirstOrThrow()).order_number;
  }

  const readOrder = async (number: string, { key }: { key: string } = keys.personal, init: RequestInit = {}) =>
    read(await app.request(`/api/v1/orders/${number}`, { ...init, key }));

  /** The audit entries of reads, read on a separate connection. */
  const reads = async (): Promise<AuditEntry[]> =>
    (await listAudit(otherDb, organizerId, { limit: 10_000 })).filter(
      ({ action }) => action === 'order.personal_data.read',
    );

  function expectNoPersonalData(text: string): void {
    for (const value of personalValues) expect(text.toLowerCase()).not.toContain(value.toLowerCase());
  }

  test('is returned for a key with both scopes; missing values are null', async () => {
    const full = jsonOf<Detail>(await readOrder(orderNumbers.full));
    expect(full['buyer']).toEqual({ ...buyer, answers: [] });
    const returnedAttendees = full.tickets.map(({ holderName, bib, category, qrValue, fields }) => ({
      holderName,
      bib,
      category,
      qrValue,
      fields,
    }));
    const [named, unnamed] = attendees.map(({ ticketTypeId: _, ...personal }) => personal);
    expect(returnedAttendees).toHaveLength(2);
    expect(returnedAttendees).toEqual(
      expect.arrayContaining([named, { ...unnamed, holderName: null, category: null }]),
    );
    const orderWithoutNames = jsonOf<Detail>(await readOrder(orderNumbers.bare));
    expect(orderWithoutNames['buyer']).toEqual({
      ...{ email: 'only@example.com', name: null, phone: null, answers: [] },
    });
    expect(orderWithoutNames.tickets).toEqual([expect.objectContaining({ holderName: null, category: null })]);
    expect(orderWithoutNames.tickets[0]).not.toHaveProperty('fields');
  });

  test('is not returned for a key with only orders:read, and no audit entry is written', async () => {
    const readsBefore = await reads();
    const response = await readOrder(orderNumbers.full, keys.plain);
    const orderWithoutPersonalData = jsonOf<Detail>(response);
    expect(response.status).toBe(200);
    expect(Object.keys(orderWithoutPersonalData)).not.toContain('buyer');
    for (const ticket of orderWithoutPersonalData.tickets)
      for (const field of personalFields) expect(ticket).not.toHaveProperty(field);
    expectNoPersonalData(response.text);
    expect(await reads()).toEqual(readsBefore);
  });

  test('cannot be read with a key that has only orders:read:pii, because this scope only extends orders:read', async () => {
    const readsBefore = await reads();
    const problem = expectProblem(await readOrder(orderNumbers.full, keys.personalOnly), 403, 'insufficient_scope');
    expect(problem.detail).toContain(' orders:read,');
    expect(await reads()).toEqual(readsBefore);
  });

  test('is not returned by the baseline deployment for any key, and no audit entry is written', async () => {
    const readsBefore = await reads();
    const baseline = await startApp({ db: database.db, deployment: 'baseline' });
    const path = `/api/v1/orders/${orderNumbers.full}`;
    const [granted, withoutPersonalData] = [keys.personal, keys.plain].map(async ({ key }) =>
      read(await baseline.request(path, { key })),
    );
    expect((await granted!).text).toBe((await withoutPersonalData!).text);
    expect((await withoutPersonalData!).text).toBe((await readOrder(orderNumbers.full, keys.plain)).text);
    await baseline.close();
    expect(await reads()).toEqual(readsBefore);
  });

  test('is audited when it is read: which key read which fields, when and from which IP address, but not their values', async () => {
    const startedAt = new Date().toISOString();
    const headers = { 'x-forwarded-for': '198.51.100.23' };
    const response = await readOrder(orderNumbers.full.toLowerCase(), keys.personal, { headers });
    const [entry] = await reads();
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      actor: keys.personal.id,
      action: 'order.personal_data.read',
      subject: orderNumbers.full,
      details: { fields: personalFields },
      address: '198.51.100.23',
      requestId: response.headers.get('request-id'),
    });
    expect(entry!.at >= startedAt && entry!.at <= new Date().toISOString()).toBe(true);
    expectNoPersonalData(JSON.stringify(await otherDb.selectFrom('audit_entries').selectAll().execute()));
  });

  test('is audited when it is read with HEAD too', async () => {
    const readsBefore = await reads();
    const response = await readOrder(orderNumbers.full, keys.personal, { method: 'HEAD' });
    expect({ status: response.status, text: response.text }).toEqual({ status: 200, text: '' });
    const [entry, ...earlierReads] = await reads();
    expect(entry).toMatchObject({ subject: orderNumbers.full, requestId: response.headers.get('request-id') });
    expect(earlierReads).toEqual(readsBefore);
  });

  test('has one audit entry for each of many concurrent reads', async () => {
    const readsBefore = await reads();
    const responses = await Promise.all(Array.from({ length: 40 }, () => readOrder(orderNumbers.full)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const recordedRequestIds = (await reads()).slice(0, -readsBefore.length).map(({ requestId }) => requestId);
    expect(recordedRequestIds.sort()).toEqual(responses.map(({ headers }) => headers.get('request-id')).sort());
  });

  test('has no audit entry for a request that does not return it', async () => {
    const readsBefore = await reads();
    for (const number of ['ZZZZZZZZZZ', 'nothing', orderNumbers.foreign]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await readOrder(number, keys.personal, { method })).status).toBe(404);
      }
    }
    expect((await readOrder(`${orderNumbers.full}?colour=1`)).status).toBe(400);
    expect((await readOrder(orderNumbers.full, keys.personal, { method: 'DELETE' })).status).toBe(405);
    expect(await reads()).toEqual(readsBefore);
  });

  /** Locks the audit table until `release` is called. */
  async function lockAudit(): Promise<{ untilBlocked(): Promise<void>; release(): Promise<void> }> {
    if (kind === 'sqlite') {
      const lockingDb = new DatabaseSync(sqliteFile(database.dataDir));
      lockingDb.exec('begin immediate');
      return {
        untilBlocked: async () => {}, // SQLite does not show waiting transactions.
        release: async () => {
          lockingDb.exec('commit');
          lockingDb.close();
        },
      };
    }
    const client = new pg.Client({ connectionString: database.databaseUrl! });
    await client.connect();
    await client.query('begin; lock table audit_entries in share row exclusive mode');
    const waitingLocks = sql<{ count: number }>`select count(*) as count from pg_locks
      where not granted and relation = 'audit_entries'::regclass`;
    return {
      untilBlocked: () =>
        vi.waitFor(async () => expect((await waitingLocks.execute(otherDb)).rows).toEqual([{ count: 1 }]), {
          timeout: 120_000,
        }),
      release: async () => {
        await client.query('commit');
        await client.end();
      },
    };
  }

  test('is sent only after the audit entry is committed', async () => {
    const readsBefore = await reads();
    const audit = await lockAudit();
    const socket = await open(Number(new URL(app.url).port));
    let receivedText = '';
    const firstByte = once(socket, 'data').then(async ([chunk]) => {
      receivedText += chunk;
      return reads(); // The committed entries at this moment.
    });
    socket.write(
      `GET /api/v1/orders/${orderNumbers.full} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keys.personal.key}\r\n\r\n`,
    );
    try {
      await audit.untilBlocked();
      // Other reads of the order get a response in the meantime. On SQLite, the first request waits at most 5 s for the lock.
      for (let i = 0; i < 10; i += 1) expect((await readOrder(orderNumbers.full, keys.plain)).status).toBe(200);
      expect(receivedText).toBe('');
      expect(await reads()).toEqual(readsBefore);
    } finally {
      await audit.release();
    }
    const readsAtFirstByte = await firstByte;
    expect(receivedText).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(readsAtFirstByte.slice(1)).toEqual(readsBefore);
    expect(first(readsAtFirstByte).requestId).toBe(/^request-id: (\S+)/im.exec(receivedText)?.[1]);
    socket.destroy();
  });

  async function expectNoData(response: TestResponse): Promise<void> {
    expectProblem(response, 503, 'unavailable');
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expectLimitHeaders(response, rateLimit);
    expectNoPersonalData(response.text + JSON.stringify([...response.headers]));
    expect(response.text).not.toContain(orderNumbers.full);
  }

  test.each(auditFailures(kind))(
    'is not returned if the audit entry cannot be written: $name',
    async ({ inject, undo }) => {
      const readsBefore = await reads();
      for (const text of inject) await sql.raw(text).execute(database.db);
      try {
        await expectNoData(await readOrder(orderNumbers.full));
        const head = await readOrder(orderNumbers.full, keys.personal, { method: 'HEAD' });
        expect({ status: head.status, text: head.text }).toEqual({ status: 503, text: '' });
        for (const response of await Promise.all(Array.from({ length: 20 }, () => readOrder(orderNumbers.full)))) {
          await expectNoData(response);
        }
        // These requests are not audited. The first ones can fail if their database connection was just closed.
        await vi.waitFor(async () => expectProblem(await readOrder('ZZZZZZZZZZ'), 404, 'not_found'), {
          timeout: 120_000,
        });
        await vi.waitFor(async () => expect((await readOrder(orderNumbers.full, keys.plain)).status).toBe(200), {
          timeout: 120_000,
        });
      } finally {
        for (const text of undo) await sql.raw(text).execute(database.db);
      }
      expect(await reads()).toEqual(readsBefore);
      await vi.waitFor(async () => expect((await readOrder(orderNumbers.full)).status).toBe(200), { timeout: 120_000 });
      expect(await reads()).toHaveLength(readsBefore.length + 1);
      expectNoPersonalData(app.log());
    },
  );

  test('is not returned if the database is locked for too long', async () => {
    const readsBefore = await reads();
    const audit = await lockAudit();
    const blockedRead = readOrder(orderNumbers.full);
    await audit.untilBlocked();
    if (kind === 'postgres') {
      await sql`select pg_cancel_backend(pid) from pg_locks where not granted and relation = 'audit_entries'::regclass`.execute(
        otherDb,
      );
    }
    await expectNoData(await blockedRead);
    await audit.release();
    expect(await reads()).toEqual(readsBefore);
  });
});
