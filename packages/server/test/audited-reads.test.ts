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
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { open } from './harness/sockets.ts';

const buyer = { email: 'Ada.Byron@example.com', name: 'Ada "Byron" Kīng', phone: '+44 20 7946 0000' };
const attendees = [
  { ticketTypeId: 'run-10', holderName: 'Zuse\nKonrad', bib: 'B-77', category: 'Masters forty', qrValue: 'QR-OF-ZUSE' },
  { ticketTypeId: 'run-10', qrValue: 'QR-OF-NOBODY', bib: 'B-78' },
];
const personalFields = ['buyer', 'holderName', 'bib', 'category', 'qrValue'];
const personalValues = [...Object.values(buyer), 'Zuse', 'B-77', 'Masters forty', 'QR-OF', 'B-78', 'Byron'];
const rateLimit = 1_000_000;

type Detail = Record<string, unknown> & { tickets: Record<string, unknown>[] };

describeOnBoth('personal data of an order', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db, rateLimits: { api: rateLimit }, trustProxy: ['127.0.0.1'] }));
  /** The same database over connections that the application does not use. */
  let other: Db;
  let organizerId: string;
  let numbers: { full: string; bare: string; others: string };
  let keys: Record<'plain' | 'personal' | 'personalAlone', { id: string; key: string }>;

  beforeAll(async () => {
    other = openDatabase(t);
    const [own, foreign] = [await makeOrganizer(t.db), await makeOrganizer(t.db)];
    organizerId = own.id;
    const items = [{ kind: 'ticket' as const, ticketTypeId: 'run-10', quantity: 2 }];
    await importAll(t.db, own, [
      ...raceLines(),
      orderLine('full', { buyer, items, attendees }),
      orderLine('bare', { buyer: { email: 'only@example.com' } }),
    ]);
    await importAll(t.db, foreign, [...raceLines(), orderLine('others')]);
    numbers = { full: await numberOf('full'), bare: await numberOf('bare'), others: await numberOf('others') };
    const granted = ['orders:read:pii'];
    keys = {
      plain: await makeKey(t.db, organizerId),
      personal: await makeKey(t.db, organizerId, { granted }),
      personalAlone: await makeKey(t.db, organizerId, { scopes: ['tickets:read'], granted }),
    };
  });
  afterAll(async () => {
    await other.destroy();
  });

  async function numberOf(externalId: string): Promise<string> {
    const find = t.db.selectFrom('orders').select('order_number').where('external_id', '=', externalId);
    return (await find.executeTakeFirstOrThrow()).order_number;
  }

  const ask = async (number: string, { key }: { key: string } = keys.personal, init: RequestInit = {}) =>
    read(await app.request(`/api/v1/orders/${number}`, { ...init, key }));

  /** The audit entries of reads, as another connection sees them. */
  const reads = async (): Promise<AuditEntry[]> =>
    (await listAudit(other, organizerId, { limit: 10_000 })).filter(
      ({ action }) => action === 'order.personal_data.read',
    );

  function expectNoPersonalData(text: string): void {
    for (const value of personalValues) expect(text.toLowerCase()).not.toContain(value.toLowerCase());
  }

  test('is shown to a key with both scopes, missing values as null', async () => {
    const full = jsonOf<Detail>(await ask(numbers.full));
    expect(full['buyer']).toEqual(buyer);
    const shown = full.tickets.map(({ holderName, bib, category, qrValue }) => ({
      holderName,
      bib,
      category,
      qrValue,
    }));
    const [zuse, nobody] = attendees.map(({ ticketTypeId: _, ...rest }) => rest);
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(expect.arrayContaining([zuse, { ...nobody, holderName: null, category: null }]));
    const bare = jsonOf<Detail>(await ask(numbers.bare));
    expect(bare['buyer']).toEqual({ email: 'only@example.com', name: null, phone: null });
    expect(bare.tickets).toEqual([expect.objectContaining({ holderName: null, category: null })]);
  });

  test('is missing for a key with only orders:read, and no audit entry is written', async () => {
    const before = await reads();
    const answer = await ask(numbers.full, keys.plain);
    const plain = jsonOf<Detail>(answer);
    expect(answer.status).toBe(200);
    expect(Object.keys(plain)).not.toContain('buyer');
    for (const ticket of plain.tickets) for (const field of personalFields) expect(ticket).not.toHaveProperty(field);
    expectNoPersonalData(answer.text);
    expect(await reads()).toEqual(before);
  });

  test('is rejected for a key with only orders:read:pii, which only extends orders:read', async () => {
    const before = await reads();
    const problem = expectProblem(await ask(numbers.full, keys.personalAlone), 403, 'insufficient_scope');
    expect(problem.detail).toContain(' orders:read,');
    expect(await reads()).toEqual(before);
  });

  test('is missing in the baseline for every key, and no audit entry is written', async () => {
    const before = await reads();
    const baseline = await startApp({ db: t.db, deployment: 'baseline' });
    const path = `/api/v1/orders/${numbers.full}`;
    const [granted, plain] = [keys.personal, keys.plain].map(async ({ key }) =>
      read(await baseline.request(path, { key })),
    );
    expect((await granted!).text).toBe((await plain!).text);
    expect((await plain!).text).toBe((await ask(numbers.full, keys.plain)).text);
    await baseline.close();
    expect(await reads()).toEqual(before);
  });

  test('is recorded in the audit: who read what, from where and when, but no value', async () => {
    const startedAt = new Date().toISOString();
    const headers = { 'x-forwarded-for': '198.51.100.23' };
    const answer = await ask(numbers.full.toLowerCase(), keys.personal, { headers });
    const [entry] = await reads();
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      actor: keys.personal.id,
      action: 'order.personal_data.read',
      subject: numbers.full,
      details: { fields: personalFields },
      address: '198.51.100.23',
      requestId: answer.headers.get('request-id'),
    });
    expect(entry!.at >= startedAt && entry!.at <= new Date().toISOString()).toBe(true);
    expectNoPersonalData(JSON.stringify(await other.selectFrom('audit_entries').selectAll().execute()));
  });

  test('is recorded for HEAD too', async () => {
    const before = await reads();
    const answer = await ask(numbers.full, keys.personal, { method: 'HEAD' });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    const [entry, ...rest] = await reads();
    expect(entry).toMatchObject({ subject: numbers.full, requestId: answer.headers.get('request-id') });
    expect(rest).toEqual(before);
  });

  test('each of many simultaneous reads is recorded once', async () => {
    const before = await reads();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(numbers.full)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const recorded = (await reads()).slice(0, -before.length).map(({ requestId }) => requestId);
    expect(recorded.sort()).toEqual(answers.map(({ headers }) => headers.get('request-id')).sort());
  });

  test('requests that show nothing are not recorded', async () => {
    const before = await reads();
    for (const number of ['ZZZZZZZZZZ', 'nothing', numbers.others]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await ask(number, keys.personal, { method })).status).toBe(404);
      }
    }
    expect((await ask(`${numbers.full}?colour=1`)).status).toBe(400);
    expect((await ask(numbers.full, keys.personal, { method: 'DELETE' })).status).toBe(405);
    expect(await reads()).toEqual(before);
  });

  /** Locks the audit table until `release` is called. */
  async function lockAudit(): Promise<{ untilBlocked(): Promise<void>; release(): Promise<void> }> {
    if (kind === 'sqlite') {
      const holder = new DatabaseSync(sqliteFile(t.dataDir));
      holder.exec('begin immediate');
      return {
        untilBlocked: async () => {}, // SQLite does not show waiting transactions.
        release: async () => {
          holder.exec('commit');
          holder.close();
        },
      };
    }
    const client = new pg.Client({ connectionString: t.databaseUrl! });
    await client.connect();
    await client.query('begin; lock table audit_entries in share row exclusive mode');
    const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
      where not granted and relation = 'audit_entries'::regclass`;
    return {
      untilBlocked: () =>
        vi.waitFor(async () => expect((await waiting.execute(other)).rows).toEqual([{ count: 1 }]), {
          timeout: 10_000,
        }),
      release: async () => {
        await client.query('commit');
        await client.end();
      },
    };
  }

  test('is sent only after the audit entry is committed: no byte is sent before', async () => {
    const before = await reads();
    const audit = await lockAudit();
    const socket = await open(Number(new URL(app.url).port));
    let received = '';
    const firstByte = once(socket, 'data').then(async ([chunk]) => {
      received += chunk;
      return reads(); // What another connection finds at this moment.
    });
    socket.write(
      `GET /api/v1/orders/${numbers.full} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keys.personal.key}\r\n\r\n`,
    );
    await audit.untilBlocked();
    // Other reads of the order are answered meanwhile.
    for (let i = 0; i < 100; i += 1) expect((await ask(numbers.full, keys.plain)).status).toBe(200);
    expect(received).toBe('');
    expect(await reads()).toEqual(before);
    await audit.release();
    const atFirstByte = await firstByte;
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(atFirstByte.slice(1)).toEqual(before);
    expect(atFirstByte[0]!.requestId).toBe(/^request-id: (\S+)/im.exec(received)![1]);
    socket.destroy();
  });

  async function expectNoData(answer: TestResponse): Promise<void> {
    expectProblem(answer, 503, 'unavailable');
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expectLimitHeaders(answer, rateLimit);
    expectNoPersonalData(answer.text + JSON.stringify([...answer.headers]));
    expect(answer.text).not.toContain(numbers.full);
  }

  test.each(auditFailures(kind))('is not shown if the read cannot be recorded: $name', async ({ inject, undo }) => {
    const before = await reads();
    for (const text of inject) await sql.raw(text).execute(t.db);
    try {
      await expectNoData(await ask(numbers.full));
      const head = await ask(numbers.full, keys.personal, { method: 'HEAD' });
      expect({ status: head.status, text: head.text }).toEqual({ status: 503, text: '' });
      for (const answer of await Promise.all(Array.from({ length: 20 }, () => ask(numbers.full)))) {
        await expectNoData(answer);
      }
      // These are not recorded; one of them can fail on a connection that was just closed.
      await vi.waitFor(async () => expectProblem(await ask('ZZZZZZZZZZ'), 404, 'not_found'));
      await vi.waitFor(async () => expect((await ask(numbers.full, keys.plain)).status).toBe(200));
    } finally {
      for (const text of undo) await sql.raw(text).execute(t.db);
    }
    expect(await reads()).toEqual(before);
    await vi.waitFor(async () => expect((await ask(numbers.full)).status).toBe(200));
    expect(await reads()).toHaveLength(before.length + 1);
    expectNoPersonalData(app.log());
  });

  test('is not shown if the database is locked for too long', async () => {
    const before = await reads();
    const audit = await lockAudit();
    const refused = ask(numbers.full);
    await audit.untilBlocked();
    if (kind === 'postgres') {
      await sql`select pg_cancel_backend(pid) from pg_locks where not granted and relation = 'audit_entries'::regclass`.execute(
        other,
      );
    }
    await expectNoData(await refused);
    await audit.release();
    expect(await reads()).toEqual(before);
  });
});
