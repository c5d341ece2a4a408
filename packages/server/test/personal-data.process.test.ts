import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { issueBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { addressKey } from '../src/features/otp/codes.ts';
import { systemClock } from '../src/platform/clock.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { type Document, type OwnIds, readingRequests, type TriedRequest, writingRequests } from './every-request.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { runCommand, runJson, type ServerProcess, startServer } from './harness/server-process.ts';
import { exchange } from './harness/sockets.ts';
import { countStates } from './harness/webhooks.ts';
import { createPersonalOrders, type PersonalOrder, type Role } from './personal-orders.ts';

const masterKey = 'a master key that only this test uses';
const settings = {
  LOG_LEVEL: 'trace',
  MASTER_KEY: masterKey,
  // Each request comes from a separate address, for the rate limits.
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_PUBLIC: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_EMBED: '1000000',
  RATE_LIMIT_SEARCH: '1000000',
  RATE_LIMIT_FAILED_AUTH: '1000000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
};
const concurrentRequestsMax = 16;
/** For buyers' tokens; no key is accepted. */
const ownOrder = '/api/public/v1/orders/{orderNumber}';

interface SentRequest {
  readonly request: TriedRequest;
  readonly status: number;
  /** Status line, headers and body. */
  readonly all: string;
}

describeOnBoth('personal values', (kind) => {
  const t = useDatabase(kind);
  let env: Record<string, string>;
  let server: ServerProcess;
  let document: Document;
  let organizer: Organizer;
  let orders: Record<Role, PersonalOrder>;
  let own: OwnIds;
  let keys: Record<'full' | 'personal' | 'onlyPersonal' | 'publishable', string>;

  beforeAll(async () => {
    env = { ...t.env, ...settings };
    organizer = await makeOrganizer(t.db);
    orders = await createPersonalOrders(t.db, organizer);
    const only = (table: 'events' | 'ticket_types' | 'addons' | 'entitlements' | 'tickets') =>
      t.db.selectFrom(table).select('id').where('organizer_id', '=', organizer.id).executeTakeFirstOrThrow();
    const { id } = await only('events');
    own = {
      ...{ id, eventId: id },
      ticketTypeId: (await only('ticket_types')).id,
      addonId: (await only('addons')).id,
      entitlementId: (await only('entitlements')).id,
      ticketId: (await only('tickets')).id,
    };
    const pii = 'orders:read:pii';
    const others = ['events:read', 'tickets:read', 'settlements:read', 'addons:read', 'addons:write'];
    const createKey = async (options: Parameters<typeof makeKey>[2]) =>
      (await makeKey(t.db, organizer.id, options)).key;
    keys = {
      full: await createKey({ granted: ['events:write'] }),
      personal: await createKey({ granted: ['events:write', pii] }),
      onlyPersonal: await createKey({ scopes: others, granted: [pii] }),
      publishable: await createKey({ kind: 'publishable' }),
    };
    server = await startServer(env);
    document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  });
  afterAll(async () => {
    await server.stop();
  });

  const inOrder = () => Object.values(orders);

  /** All personal values so far: those of the orders, and the QR values of their tickets. */
  async function everyValue(): Promise<string[]> {
    const tickets = await t.db.selectFrom('tickets').select('qr_value').execute();
    return [
      ...inOrder().flatMap(({ buyer, holders }) => [...buyer, ...holders]),
      ...tickets.map((row) => row.qr_value),
    ];
  }

  /** Which of the values a text contains, in upper or lower case. */
  function valuesIn(text: string, values: readonly string[]): string[] {
    const lower = text.toLowerCase();
    return values.filter((value) => lower.includes(value.toLowerCase()));
  }

  async function send(request: TriedRequest, key: string | null): Promise<SentRequest> {
    const { method, address, body } = request;
    const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const headers = { ...from, ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...request.headers };
    const response = await fetch(server.url + address, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    const all = `${response.status} ${JSON.stringify([...response.headers])}\n${text}\n${decodedCursor(text)}`;
    return { request, status: response.status, all };
  }

  /** Cursors are base64: their contents are searched too. */
  function decodedCursor(text: string): string {
    const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1] ?? '';
    return Buffer.from(cursor, 'base64url').toString('latin1');
  }

  /** Sends requests concurrently, and returns the answers in the order of the requests. */
  async function sendAll(requests: readonly TriedRequest[], key: string | null): Promise<SentRequest[]> {
    const got: SentRequest[] = [];
    let next = 0;
    const caller = async () => {
      while (next < requests.length) {
        const at = next;
        next += 1;
        got[at] = await send(requests[at]!, key);
      }
    };
    await Promise.all(Array.from({ length: concurrentRequestsMax }, caller));
    return got;
  }

  /** The values that the answers contain although they must not, each with its request. */
  function leaks(got: readonly SentRequest[], values: readonly string[]): string[] {
    return got.flatMap(({ request, all }) => {
      const named = request.named.join(' ').toLowerCase();
      const found = valuesIn(all, values).filter((value) => !named.includes(value.toLowerCase()));
      return found.length === 0 ? [] : [`${request.method} ${request.address} ${request.body ?? ''}: ${found}`];
    });
  }

  test('are in no answer to a caller without both orders:read and orders:read:pii', async () => {
    const requests = readingRequests(document, own, inOrder());
    const values = await everyValue();
    const got = await sendAll(requests, keys.full);
    expect(leaks(got, values)).toEqual([]);
    for (const key of [keys.onlyPersonal, keys.publishable, null]) {
      expect(leaks(await sendAll(requests, key), values)).toEqual([]);
    }
    // Every route of the document was requested, successfully and with errors.
    const reads = Object.entries(document.paths).filter(([, operations]) => 'get' in operations);
    for (const [route] of reads.filter(([at]) => at !== ownOrder)) {
      expect(
        got.filter(({ request, status }) => request.route === route && status === 200),
        route,
      ).not.toEqual([]);
    }
    const statuses = new Set(got.map(({ status }) => status));
    for (const status of [200, 400, 401, 404, 405, 414]) expect(statuses).toContain(status);
    expect(statuses).not.toContain(429);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    const numbers = inOrder().map(({ orderNumber }) => orderNumber);
    expect(numbers.filter((number) => !got.some(({ all }) => all.includes(number)))).toEqual([]);
  });

  test('are in no webhook and in no output of a command, in every state of an order', async () => {
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.behave(respond(500, { body: 'no' }));
    const add = async (url: string) =>
      (await runJson<{ id: string }>(['webhooks', 'add', '--organizer', organizer.slug, '--url', url], env)).id;
    const endpoints = { good: await add(good.url), bad: await add(bad.url) };
    const printed: string[] = [];
    const command = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand(args, env);
      printed.push(stdout, stderr);
      expect({ args, code, stderr }).toMatchObject({ args, code: 0 });
      return stdout;
    };
    const order = (verb: string, { orderNumber }: PersonalOrder, ...more: string[]) =>
      command('orders', verb, orderNumber, '--organizer', organizer.slug, '--json', ...more);

    const { orderNumber } = orders.toExpire;
    const expired = { expires_at: new Date().toISOString() };
    await t.db.updateTable('orders').set(expired).where('order_number', '=', orderNumber).execute();
    const paid = JSON.parse(await order('pay', orders.toBePaid)) as { items: { id: string }[] };
    await order('refund', orders.toBePaid, '--item', paid.items[0]!.id);
    await order('refund', orders.toBePaid);
    await order('cancel', orders.toBeCancelled);
    const written = await sendAll(writingRequests(document, own, inOrder()), keys.full);
    await command('webhooks', 'test', endpoints.good);
    const types = () => new Set(good.bodies().map(({ type }) => type));
    const expected = [
      'order.paid',
      'order.refunded',
      'order.cancelled',
      'order.expired',
      'ticket.issued',
      'ticket.voided',
    ];
    await eventually(() => expect(types()).toEqual(new Set([...types(), ...expected, 'addon.granted', 'ping'])));
    await eventually(async () => expect((await countStates(t.db, endpoints.good))['pending'] ?? 0).toBe(0));
    await eventually(() => expect(bad.requests).not.toEqual([]));

    const { slug } = organizer;
    const json = await command('webhooks', 'deliveries', endpoints.bad, '--json');
    const deliveries = JSON.parse(json) as { id: string; attemptCount: number }[];
    const tried = deliveries.find(({ attemptCount }) => attemptCount > 0)!.id;
    await Promise.all([
      ...[
        ['list', '--organizer', slug],
        ['deliveries', endpoints.good],
        ['attempts', tried],
        ['attempts', tried, '--json'],
      ].map((args) => command('webhooks', ...args)),
      ...[
        ['list', '--organizer', slug, '--json'],
        ['resend', tried],
        ['replay', endpoints.good, '--since', '2000-01-01'],
      ].map((args) => command('webhooks', ...args)),
      ...[['settlements', 'list'], ['keys', 'list'], ['audit']].map((args) => command(...args, '--organizer', slug)),
    ]);
    await eventually(async () => expect((await countStates(t.db, endpoints.good))['pending'] ?? 0).toBe(0));

    const values = await everyValue();
    for (const { headers, path, body } of [...good.requests, ...bad.requests]) {
      expect(valuesIn(`${path} ${JSON.stringify(headers)} ${body}`, values)).toEqual([]);
    }
    expect(valuesIn(printed.join('\n'), values)).toEqual([]);
    expect(leaks(written, values)).toEqual([]);
    expect(written.filter(({ status }) => status >= 500)).toEqual([]);
    // Stored events can be sent again: they contain none either.
    const stored = await t.db.selectFrom('webhook_events').select('body').execute();
    expect(valuesIn(JSON.stringify(stored), values)).toEqual([]);
  });

  test('are only in the detail of their order and in lists with buyers, for a key with both scopes', async () => {
    const values = await everyValue();
    const requests = readingRequests(document, own, inOrder());
    const got = await sendAll(requests, keys.personal);
    const isDetail = ({ request, status }: SentRequest) =>
      request.route === '/api/v1/orders/{orderNumber}' && request.method === 'GET' && status === 200;
    const showsBuyers = ({ request, status }: SentRequest) =>
      request.route === '/api/v1/orders' && status === 200 && /[?&]expand=[^&]*buyer/.test(request.address);
    expect(got.filter(showsBuyers)).not.toEqual([]);
    expect(
      leaks(
        got.filter((one) => !isDetail(one) && !showsBuyers(one)),
        values,
      ),
    ).toEqual([]);
    const issued = await t.db.selectFrom('tickets').select(['order_number', 'qr_value']).execute();
    for (const { orderNumber, buyer, holders } of inOrder()) {
      const details = got.filter((one) => isDetail(one) && one.request.address.endsWith(orderNumber));
      const tickets = issued.filter((ticket) => ticket.order_number === orderNumber);
      // Pending, cancelled and expired orders have no tickets.
      const shown = [...buyer, ...(tickets.length === 0 ? [] : holders), ...tickets.map((ticket) => ticket.qr_value)];
      expect(details).not.toEqual([]);
      for (const { all } of details) expect(new Set(valuesIn(all, values))).toEqual(new Set(shown));
    }
  });

  test('are only in the buyer’s own order, for a buyer’s token', async () => {
    const values = await everyValue();
    const secrets = deriveSecrets(masterKey);
    const issued = await t.db.selectFrom('tickets').select(['order_number', 'qr_value']).execute();
    const requests = readingRequests(document, own, inOrder()).filter(({ address }) =>
      address.startsWith('/api/public/'),
    );
    for (const { orderNumber, email, buyer, holders } of inOrder()) {
      const tokens = [
        reservationTokenOf(secrets, organizer.id, orderNumber),
        issueBuyerToken(secrets, addressKey(email), systemClock.now()).token,
      ];
      const tickets = issued.filter((ticket) => ticket.order_number === orderNumber);
      const shown = [...buyer, ...(tickets.length === 0 ? [] : holders), ...tickets.map((ticket) => ticket.qr_value)];
      for (const token of tokens) {
        const got = await sendAll(requests, token);
        const isOwn = ({ request, status }: SentRequest) =>
          request.route === ownOrder && request.method === 'GET' && status === 200;
        const seen = got.filter(isOwn);
        expect(seen).not.toEqual([]);
        for (const { request, all } of seen) {
          expect(request.address).toContain(orderNumber);
          expect(new Set(valuesIn(all, values))).toEqual(new Set(shown));
        }
        expect(
          leaks(
            got.filter((one) => !isOwn(one)),
            values,
          ),
        ).toEqual([]);
        expect(got.filter(({ status }) => status >= 500)).toEqual([]);
      }
    }
  });

  test('are in no answer to a malformed request', async () => {
    const values = await everyValue();
    const port = Number(new URL(server.url).port);
    const value = orders.paid.buyer[0]!;
    for (const bytes of [
      `${value}\r\n\r\n`,
      `GET /api/v1/orders?email=${value} HTTP/9.9\r\n\r\n`,
      `GET /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${value.repeat(2_000)}\r\n\r\n`,
      `GET /api/v1/orders?email=${value} HTTP/1.1\r\nhost: x\r\n${value}\r\n\r\n`,
      `POST /api/v1/orders?email=${value} HTTP/1.1\r\nhost: x\r\ncontent-length: ${value}\r\n\r\n`,
    ]) {
      const { status, text, headers } = await exchange(port, bytes);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(valuesIn(`${text} ${JSON.stringify([...headers])}`, values)).toEqual([]);
    }
  });

  test('are in no page for operators and developers, in no audit entry and in no log line', async () => {
    const values = await everyValue();
    const queryWithEmail = `?email=${encodeURIComponent(orders.paid.email)}`;
    for (const path of [
      '/metrics',
      '/healthz',
      '/readyz',
      '/docs',
      '/docs/',
      '/docs/errors',
      '/openapi.json',
      '/nothing',
    ]) {
      const { all } = await send(
        { method: 'GET', route: null, address: path + queryWithEmail, named: [] },
        keys.personal,
      );
      expect(valuesIn(all, values), path).toEqual([]);
    }
    const audit = await t.db.selectFrom('audit_entries').selectAll().execute();
    expect(audit.filter(({ action }) => action === 'order.personal_data.read')).not.toEqual([]);
    expect(valuesIn(JSON.stringify(audit), values)).toEqual([]);

    await server.stop(); // Writes the last lines of the log.
    const log = server.output();
    expect(log.split('"msg":"request"').length).toBeGreaterThan(1_000); // All requests above.
    expect(valuesIn(log, values)).toEqual([]);
  });
});
