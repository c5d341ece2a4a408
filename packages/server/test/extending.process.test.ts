import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { issueBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { systemClock } from '../src/platform/clock.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { applyBlock, copySource, repository, sourceBlocks } from './harness/documented-source.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { jsonOf, read, type TestResponse } from './harness/responses.ts';
import { runJson, type ServerProcess, startServer } from './harness/server-process.ts';

/*
 * The examples of docs/extending.md, applied to a copy of the source. Each test uses one of the extensions.
 */

const page = readFileSync(join(repository, 'docs/extending.md'), 'utf8');
const masterKey = 'a master key that only the tests use';
const secrets = deriveSecrets(masterKey);

let folder: string;
let server: ServerProcess;
let organizerId: string;
let key: string;
let eventId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organizer-extended-'));
  copySource(folder);
  for (const block of sourceBlocks(page)) applyBlock(folder, block);
  const program = join(folder, 'packages/server/bin/organizer.js');
  const env = {
    DATA_DIR: join(folder, 'data'),
    DEPLOYMENT: 'extended',
    MASTER_KEY: masterKey,
    PAYMENTS: 'account',
    TRUST_PROXY: '',
  };
  await runJson(['migrate'], env, program);
  const db = openDatabase({ databaseUrl: null, dataDir: env.DATA_DIR });
  organizerId = (await makeOrganizer(db)).id;
  ({ key } = await makeKey(db, organizerId, { granted: ['events:write'] }));
  await db.destroy();
  // The job of the page deletes this old announcement.
  const oldAnnouncement = { id: 'ann_old', eventId: 'evt_old', createdAt: '2020-01-01T00:00:00.000Z' };
  withDatabase({ enableForeignKeyConstraints: false }, (db) =>
    db
      .prepare('insert into announcements values (?, ?, ?, ?, ?)')
      .run(organizerId, oldAnnouncement.id, oldAnnouncement.eventId, '', oldAnnouncement.createdAt),
  );
  server = await startServer(env, [], program);
  const body = { name: 'Marathon', startsAt: '2099-05-01T08:00:00Z', status: 'published' };
  eventId = jsonOf<{ id: string }>(await send('POST', '/api/v1/events', body)).id;
}, 180_000);
afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

function withDatabase<T>(options: ConstructorParameters<typeof DatabaseSync>[1], work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'data/organizer.db'), options);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const rowsOf = (query: string) => withDatabase({ readOnly: true }, (db) => db.prepare(query).all());

async function send(method: string, path: string, body?: object, token = key): Promise<TestResponse> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return read(await fetch(`${server.url}${path}`, { method, headers, ...init }));
}

const announce = (text: string) => send('POST', '/api/v1/announcements', { eventId, text });

describe('the page about extending', () => {
  test('has code that compiles with the rest of the source', async () => {
    const tsc = join(repository, 'node_modules/.bin/tsc');
    // Several threads would check the same types, and other suites need the processors.
    const args = ['-p', folder, '--singleThreaded'];
    const { stdout } = await promisify(execFile)(tsc, args).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }, 180_000);

  test('lists exactly its sections in its table', () => {
    const linkedSections = [...page.matchAll(/^\| \[[^\]]+\]\(#([\w-]+)\) \|/gm)].map(([, anchor]) => anchor);
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    expect(linkedSections).toEqual(sections);
  });

  test('adds a migration with a table, and endpoints that use it', async () => {
    const response = await announce('The start is at 10:00.');
    expect(response.status, response.text).toBe(200);
    const announcement = jsonOf(response);
    expect(announcement).toMatchObject({ eventId, text: 'The start is at 10:00.' });
    const list = jsonOf<{ data: object[] }>(await send('GET', '/api/v1/announcements?limit=1'));
    expect(list.data).toEqual([announcement]);
    expect((await send('GET', '/api/v1/announcements?limit=101')).status).toBe(400);
  });

  test('adds an error with a reason and parameters', async () => {
    const problem = jsonOf(await announce('x'.repeat(201)));
    expect(problem).toMatchObject({
      status: 409,
      code: 'invalid_state',
      reason: 'announcement_too_long',
      params: { maxLength: 200 },
      detail: 'An announcement can have at most 200 characters. Shorten it.',
    });
    const { errorsPage } = await import(join(folder, 'packages/server/src/platform/http/errors-page.ts'));
    expect(errorsPage(server.url)).toContain('announcement_too_long');
  });

  test('adds an event type that is emitted in the transaction of the change', async () => {
    const { id } = jsonOf<{ id: string }>(await announce('Registration is open.'));
    const rows = rowsOf("select body from webhook_events where type = 'announcement.published' order by sequence desc");
    expect(JSON.parse(String(rows[0]?.['body']))).toMatchObject({ type: 'announcement.published', data: { id } });
  });

  test('adds a job that runs in the background', async () => {
    await vi.waitFor(() => expect(rowsOf("select id from announcements where id = 'ann_old'")).toEqual([]), {
      timeout: 60_000,
    });
  });

  test('adds a plane with its own authentication for a feature that also accepts API keys', async () => {
    const partner = await import(join(folder, 'packages/server/src/features/announcements/partner-authenticator.ts'));
    const token: string = partner.partnerToken(secrets, organizerId);
    const path = '/api/partner/v1/announcements';
    await announce('For partners.');
    const response = await send('GET', `${path}?limit=1`, undefined, token);
    expect(jsonOf(response)).toMatchObject({ data: [{ text: 'For partners.' }] });
    expect(response.headers.get('ratelimit-limit')).toBe('30');
    expect((await send('GET', path, undefined, `${token}x`)).status).toBe(401);
    expect((await send('GET', '/api/v1/announcements', undefined, token)).status).toBe(401);
  });

  test('adds a payment provider, and a field of orders', async () => {
    const type = { name: 'Run', price: 2_000, quantity: 10 };
    const ticketType = jsonOf<{ id: string }>(await send('POST', `/api/v1/events/${eventId}/ticket-types`, type));
    const email = 'ada@example.com';
    const cart = { eventId, items: [{ ticketTypeId: ticketType.id, quantity: 1 }], buyer: { email } };
    const reserved = jsonOf<{ orderNumber: string; reservationToken: string; paymentMethods: string[] }>(
      await send('POST', '/api/public/v1/reserve', cart),
    );
    expect(reserved.paymentMethods).toEqual(['account']);
    const { orderNumber, reservationToken } = reserved;
    const buyerToken = issueBuyerToken(secrets, email, systemClock.now()).token;
    const payment = { orderNumber, reservationToken, buyerToken, method: 'account' };
    const payResponse = await send('POST', '/api/public/v1/pay', payment);
    expect(jsonOf(payResponse), payResponse.text).toMatchObject({ status: 'paid' });
    const order = jsonOf(await send('GET', `/api/v1/orders/${orderNumber}`));
    expect(order).toMatchObject({ status: 'paid', salesChannel: 'checkout' });
    const apiDocument = JSON.stringify(await (await fetch(`${server.url}/openapi.json`)).json());
    expect(apiDocument).toContain('"salesChannel"');
    expect(apiDocument).toContain('/api/partner/v1');
  });

  test('adds a language of the checkout', async () => {
    const pageIn = async (language: string) =>
      (await fetch(`${server.url}/e/${eventId}`, { headers: { 'accept-language': language } })).text();
    expect(await pageIn('da-DK, da;q=0.9, en;q=0.8')).toContain('<html lang="da"');
    expect(await pageIn('pt')).toContain('<html lang="en"');
  });
});
