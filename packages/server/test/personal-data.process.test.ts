import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailForm } from '#shared/email-form';
import { byOperator } from '../src/features/audit/index.ts';
import { createQuestion } from '../src/features/catalog/write-question.ts';
import { reservationTokenOf } from '../src/features/checkout/reservation-token.ts';
import { consumeUnits } from '../src/features/entitlements/index.ts';
import { refundOrder } from '../src/features/orders/index.ts';
import type { Organizer } from '../src/features/organizers/index.ts';
import { issueBuyerToken } from '../src/features/otp/buyer-tokens.ts';
import { createPayment, manualMethod } from '../src/features/payments/index.ts';
import { sendTest } from '../src/features/webhooks/index.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import { deriveSecrets } from '../src/platform/crypto.ts';
import { organizerScope } from '../src/platform/scope.ts';
import {
  type Document,
  type ExistingIds,
  readingRequests,
  streamRoute,
  type TestRequest,
  writingRequests,
} from './every-request.ts';
import { Collector } from './harness/collector.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import { eventually, respond, startReceiver } from './harness/receiver.ts';
import { runHere, runJsonHere } from './harness/run-here.ts';
import { type ServerProcess, startServer } from './harness/server-process.ts';
import { exchange } from './harness/sockets.ts';
import { countByStatus, emitMany } from './harness/webhooks.ts';
import { createPersonalOrders, type PersonalOrder, type Role } from './personal-orders.ts';

const masterKey = 'a master key that only this test uses';
const settings = {
  LOG_LEVEL: 'trace',
  MASTER_KEY: masterKey,
  // Each request can then have a different client IP address, because of the rate limits.
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_PUBLIC: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_EMBED: '1000000',
  RATE_LIMIT_SEARCH: '1000000',
  RATE_LIMIT_FAILED_AUTH: '1000000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
};
const maxConcurrentRequests = 16;
/** This route accepts tokens of buyers, but no API keys. */
const attendeesRoute = '/api/v1/attendees';
const ticketRoute = '/api/v1/tickets/{id}';
const buyerOrderRoute = '/api/public/v1/orders/{orderNumber}';

interface SentRequest {
  readonly request: TestRequest;
  readonly status: number;
  /** The status, the headers, the body and the decoded cursor, as one text. */
  readonly responseText: string;
}

describeOnBoth('personal values', (kind) => {
  const database = useDatabase(kind);
  let env: Record<string, string>;
  let server: ServerProcess;
  let collector: Collector;
  let document: Document;
  let organizer: Organizer;
  let orders: Record<Role, PersonalOrder>;
  let ids: ExistingIds;
  let keys: Record<'full' | 'personal' | 'onlyPersonal' | 'publishable', string>;

  beforeAll(async () => {
    collector = await Collector.start();
    env = { ...database.env, ...settings, ...collector.env };
    organizer = await makeOrganizer(database.db);
    orders = await createPersonalOrders(database.db, organizer);
    const findOnlyRow = (table: 'events' | 'ticket_types' | 'addons' | 'entitlements' | 'tickets') =>
      database.db.selectFrom(table).select('id').where('organizer_id', '=', organizer.id).executeTakeFirstOrThrow();
    const { id } = await findOnlyRow('events');
    const { toBePaid, used } = orders;
    const payment = { orderNumber: toBePaid.orderNumber, method: manualMethod, amount: 9_900, currency: 'EUR' };
    const { id: paymentId } = await createPayment(database.db, organizer.id, payment, timestamp(systemClock.now()));
    const amount = { amount: 1, reason: 'The start was an hour late' };
    const { refundId } = await refundOrder(
      database.db,
      organizerScope(organizer.id, systemClock, byOperator),
      used.orderNumber,
      amount,
    );
    const url = 'https://127.0.0.1/';
    const added = ['webhooks', 'add', '--organizer', organizer.slug, '--url', url];
    const { id: endpointId } = await runJsonHere<{ id: string }>(added, env);
    const scope = organizerScope(organizer.id, systemClock, byOperator);
    const { id: entitlementId } = await findOnlyRow('entitlements');
    const consumed = { entitlementId, units: 1, ref: 'before all' };
    const { consumption } = await database.db.transaction().execute((tx) => consumeUnits(tx, scope, consumed));
    const asked = { askedOf: 'holder', kind: 'text', label: 'Club' } as const;
    const question = await database.db.transaction().execute((tx) => createQuestion(tx, scope, id, asked));
    ids = {
      paymentId,
      refundId,
      id,
      eventId: id,
      ticketTypeId: (await findOnlyRow('ticket_types')).id,
      addonId: (await findOnlyRow('addons')).id,
      questionId: question.id,
      entitlementId,
      consumptionId: consumption.id,
      ticketId: (await findOnlyRow('tickets')).id,
      webhookEventId: first(await emitMany(database.db, organizer.id, 1)),
      endpointId,
      deliveryId: (await sendTest(database.db, scope, endpointId)).id,
      url,
    };
    const pii = 'orders:read:pii';
    const otherScopes = ['events:read', 'tickets:read', 'settlements:read', 'addons:read', 'addons:write'];
    const createKey = async (options: Parameters<typeof makeKey>[2]) =>
      (await makeKey(database.db, organizer.id, options)).key;
    keys = {
      full: await createKey({ granted: ['events:write', 'orders:write', 'webhooks:write', 'tickets:write'] }),
      personal: await createKey({ granted: ['events:write', 'orders:write', pii] }),
      onlyPersonal: await createKey({ scopes: otherScopes, granted: [pii] }),
      publishable: await createKey({ kind: 'publishable' }),
    };
    server = await startServer(env);
    document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  });
  afterAll(async () => {
    await server.stop();
    await collector.stop();
  });

  const allOrders = () => Object.values(orders);

  /** The personal values of all orders, and the current QR values of all tickets. */
  async function personalValues(): Promise<string[]> {
    const tickets = await database.db.selectFrom('tickets').select('qr_value').execute();
    return [
      ...allOrders().flatMap(({ buyer, holders }) => [...buyer, ...holders]),
      ...tickets.map((row) => row.qr_value),
    ];
  }

  /** The values that a string contains, in upper or lower case. */
  function valuesIn(text: string, values: readonly string[]): string[] {
    const lower = text.toLowerCase();
    return values.filter((value) => lower.includes(value.toLowerCase()));
  }

  async function send(request: TestRequest, key: string | null): Promise<SentRequest> {
    const { method, target, body } = request;
    const clientIp = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const headers = { ...clientIp, ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...request.headers };
    const response = await fetch(server.url + target, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    const responseText = `${response.status} ${JSON.stringify([...response.headers])}\n${text}\n${decodedCursor(text)}`;
    return { request, status: response.status, responseText };
  }

  /** The content of the cursor in a response. A cursor is base64, so personal values in it would not be found. */
  function decodedCursor(text: string): string {
    const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1] ?? '';
    return Buffer.from(cursor, 'base64url').toString('latin1');
  }

  /** Sends requests concurrently. The responses are in the same order as the requests. */
  async function sendAll(requests: readonly TestRequest[], key: string | null): Promise<SentRequest[]> {
    const responses: SentRequest[] = [];
    let next = 0;
    const worker = async () => {
      while (next < requests.length) {
        const index = next;
        next += 1;
        responses[index] = await send(elementAt(requests, index), key);
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentRequests }, worker));
    return responses;
  }

  /** One line for each response with personal values that its request did not contain. */
  function leaks(responses: readonly SentRequest[], values: readonly string[]): string[] {
    return responses.flatMap(({ request, responseText }) => {
      const requestText = request.valuesInRequest.join(' ').toLowerCase();
      const found = valuesIn(responseText, values).filter((value) => !requestText.includes(value.toLowerCase()));
      return found.length === 0 ? [] : [`${request.method} ${request.target} ${request.body ?? ''}: ${found}`];
    });
  }

  test('are in no response to a caller whose scopes do not include them', async () => {
    const requests = readingRequests(document, ids, allOrders());
    const values = await personalValues();
    const responses = await sendAll(requests, keys.full);
    expect(leaks(responses, values)).toEqual([]);
    // Scopes do not depend on the database. Requests without a key are rejected before anything is read.
    for (const key of kind === 'sqlite' ? [keys.onlyPersonal, keys.publishable] : []) {
      // A list of attendees and the answers of a ticket need only orders:read:pii, and what reads tickets.
      const shownRoutes = key === keys.onlyPersonal ? [attendeesRoute, ticketRoute] : [];
      const others = requests.filter(({ route }) => route === null || !shownRoutes.includes(route));
      expect(leaks(await sendAll(others, key), values)).toEqual([]);
    }
    // Every documented route returned 200 at least once, and there were errors too.
    const readableRoutes = Object.entries(document.paths).filter(([, operations]) => 'get' in operations);
    for (const [route] of readableRoutes.filter(
      ([path]) => ![buyerOrderRoute, streamRoute, attendeesRoute].includes(path),
    )) {
      expect(
        responses.filter(({ request, status }) => request.route === route && status === 200),
        route,
      ).not.toEqual([]);
    }
    const statuses = new Set(responses.map(({ status }) => status));
    for (const status of [200, 400, 401, 404, 405, 414]) expect(statuses).toContain(status);
    expect(statuses).not.toContain(429);
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    const numbers = allOrders().map(({ orderNumber }) => orderNumber);
    expect(numbers.filter((number) => !responses.some(({ responseText }) => responseText.includes(number)))).toEqual(
      [],
    );
  });

  test('are in no webhook and no output of a command, in every state of an order', async () => {
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.behave(respond(500, { body: 'no' }));
    const addEndpoint = async (url: string) =>
      (await runJsonHere<{ id: string }>(['webhooks', 'add', '--organizer', organizer.slug, '--url', url], env)).id;
    const endpoints = { good: await addEndpoint(good.url), bad: await addEndpoint(bad.url) };
    const output: string[] = [];
    const runLogged = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(args, env);
      output.push(stdout, stderr);
      expect({ args, code, stderr }).toMatchObject({ args, code: 0 });
      return stdout;
    };
    const changeOrder = (action: string, { orderNumber }: PersonalOrder, ...options: string[]) =>
      runLogged('orders', action, orderNumber, '--organizer', organizer.slug, '--json', ...options);

    const { orderNumber } = orders.toExpire;
    const expiry = { expires_at: new Date().toISOString() };
    await database.db.updateTable('orders').set(expiry).where('order_number', '=', orderNumber).execute();
    const paidOrder = JSON.parse(await changeOrder('pay', orders.toBePaid)) as { tickets: { id: string }[] };
    await changeOrder('invalidate-links', orders.toBePaid, '--replace-qr-codes');
    await changeOrder('refund', orders.toBePaid, '--ticket', first(paidOrder.tickets).id);
    await changeOrder('refund', orders.toBePaid);
    await changeOrder('cancel', orders.toBeCancelled);
    const writeResponses = await sendAll(writingRequests(document, ids, allOrders()), keys.full);
    await runLogged('webhooks', 'test', endpoints.good);
    const types = () => new Set(good.bodies().map(({ type }) => type));
    const expected = [
      'order.paid',
      'order.refunded',
      'order.cancelled',
      'order.expired',
      'order.updated',
      'payment.received',
      'refund.created',
      'ticket.issued',
      'ticket.updated',
      'ticket.voided',
    ];
    await eventually(() => expect(types()).toEqual(new Set([...types(), ...expected, 'addon.granted', 'ping'])));
    await eventually(async () => expect((await countByStatus(database.db, endpoints.good))['pending'] ?? 0).toBe(0));
    await eventually(() => expect(bad.requests).not.toEqual([]));

    const { slug } = organizer;
    const json = await runLogged('webhooks', 'deliveries', endpoints.bad, '--json');
    const deliveries = JSON.parse(json) as { id: string; attemptCount: number }[];
    const attemptedId = defined(
      deliveries.find(({ attemptCount }) => attemptCount > 0),
      'The attempted delivery',
    ).id;
    await Promise.all([
      ...[
        ['list', '--organizer', slug],
        ['deliveries', endpoints.good],
        ['attempts', attemptedId],
        ['attempts', attemptedId, '--json'],
      ].map((args) => runLogged('webhooks', ...args)),
      ...[
        ['list', '--organizer', slug, '--json'],
        ['resend', attemptedId],
        ['replay', endpoints.good, '--since', '2000-01-01'],
      ].map((args) => runLogged('webhooks', ...args)),
      ...[['settlements', 'list'], ['keys', 'list'], ['audit']].map((args) => runLogged(...args, '--organizer', slug)),
    ]);
    await eventually(async () => expect((await countByStatus(database.db, endpoints.good))['pending'] ?? 0).toBe(0));

    const values = await personalValues();
    for (const { headers, path, body } of [...good.requests, ...bad.requests]) {
      expect(valuesIn(`${path} ${JSON.stringify(headers)} ${body}`, values)).toEqual([]);
    }
    expect(valuesIn(output.join('\n'), values)).toEqual([]);
    expect(leaks(writeResponses, values)).toEqual([]);
    expect(writeResponses.filter(({ status }) => status >= 500)).toEqual([]);
    // Stored events can be sent again, so they must not contain personal values.
    const storedBodies = await database.db.selectFrom('webhook_events').select('body').execute();
    expect(valuesIn(JSON.stringify(storedBodies), values)).toEqual([]);
  });

  // The fields that a caller gets do not depend on the database. Its errors, in responses and logs, do.
  if (kind === 'sqlite') {
    test('are only in the details of orders and tickets, attendees and lists expanded with buyers, for a key with both scopes', async () => {
      const values = await personalValues();
      const requests = readingRequests(document, ids, allOrders());
      const responses = await sendAll(requests, keys.personal);
      const isDetail = ({ request, status }: SentRequest) =>
        request.route === '/api/v1/orders/{orderNumber}' && request.method === 'GET' && status === 200;
      const showsBuyers = ({ request, status }: SentRequest) =>
        request.route === '/api/v1/orders' && status === 200 && /[?&]expand=[^&]*buyer/.test(request.target);
      const isOfAttendees = ({ request, status }: SentRequest) => request.route === attendeesRoute && status === 200;
      // A ticket shows the answers of its holder, and nothing else.
      const isTicket = ({ request, responseText }: SentRequest) =>
        request.route === ticketRoute &&
        valuesIn(responseText, values).every((value) => allOrders().some(({ answers }) => answers.includes(value)));
      for (const shows of [showsBuyers, isOfAttendees]) expect(responses.filter(shows)).not.toEqual([]);
      const answered = responses.filter((response) => isTicket(response) && leaks([response], values).length > 0);
      expect(answered.map(({ status }) => status)).toContain(200);
      expect(
        leaks(
          responses.filter(
            (response) => ![isDetail, showsBuyers, isOfAttendees, isTicket].some((shows) => shows(response)),
          ),
          values,
        ),
      ).toEqual([]);
      const issued = await database.db.selectFrom('tickets').select(['order_number', 'qr_value']).execute();
      for (const { orderNumber, buyer, holders } of allOrders()) {
        const details = responses.filter(
          (response) => isDetail(response) && response.request.target.endsWith(orderNumber),
        );
        const tickets = issued.filter((ticket) => ticket.order_number === orderNumber);
        // Pending, cancelled and expired orders have no tickets.
        const expectedValues = [
          ...buyer,
          ...(tickets.length === 0 ? [] : holders),
          ...tickets.map((ticket) => ticket.qr_value),
        ];
        expect(details).not.toEqual([]);
        for (const { responseText } of details)
          expect(new Set(valuesIn(responseText, values))).toEqual(new Set(expectedValues));
      }
    });

    test('are only in the buyer’s order, for a token of a buyer', async () => {
      const values = await personalValues();
      const secrets = deriveSecrets(masterKey);
      const issued = await database.db.selectFrom('tickets').select(['order_number', 'qr_value']).execute();
      const links = await database.db.selectFrom('orders').select(['order_number', 'link_version']).execute();
      const versions = new Map(links.map((row) => [row.order_number, row.link_version]));
      const requests = readingRequests(document, ids, allOrders()).filter(({ target }) =>
        target.startsWith('/api/public/'),
      );
      for (const { orderNumber, email, buyer, holders } of [orders.used, orders.waiting]) {
        const tokens = [
          reservationTokenOf(secrets, { organizerId: organizer.id, orderNumber, version: versions.get(orderNumber)! }),
          issueBuyerToken(secrets, emailForm(email), systemClock.now()).token,
        ];
        const tickets = issued.filter((ticket) => ticket.order_number === orderNumber);
        const expectedValues = [
          ...buyer,
          ...(tickets.length === 0 ? [] : holders),
          ...tickets.map((ticket) => ticket.qr_value),
        ];
        for (const token of tokens) {
          const responses = await sendAll(requests, token);
          const isOwnOrder = ({ request, status }: SentRequest) =>
            request.route === buyerOrderRoute && request.method === 'GET' && status === 200;
          const ownOrderResponses = responses.filter(isOwnOrder);
          expect(ownOrderResponses).not.toEqual([]);
          for (const { request, responseText } of ownOrderResponses) {
            expect(request.target).toContain(orderNumber);
            expect(new Set(valuesIn(responseText, values))).toEqual(new Set(expectedValues));
          }
          expect(
            leaks(
              responses.filter((response) => !isOwnOrder(response)),
              values,
            ),
          ).toEqual([]);
          expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
        }
      }
    });
  }

  test('are in no response to a malformed request', async () => {
    const values = await personalValues();
    const port = Number(new URL(server.url).port);
    const value = first(orders.paid.buyer);
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

  test('are in no page for operators and developers, no audit entry, no log line and no trace', async () => {
    const values = await personalValues();
    const queryWithEmail = `?email=${encodeURIComponent(orders.paid.email)}`;
    for (const path of [
      '/metrics',
      '/healthz',
      '/readyz',
      '/docs',
      '/docs/',
      '/docs/errors',
      '/docs/reference',
      '/llms.txt',
      '/openapi.json',
      '/nothing',
    ]) {
      const { responseText } = await send(
        { method: 'GET', route: null, target: path + queryWithEmail, valuesInRequest: [] },
        keys.personal,
      );
      expect(valuesIn(responseText, values), path).toEqual([]);
    }
    const audit = await database.db.selectFrom('audit_entries').selectAll().execute();
    expect(audit.filter(({ action }) => action === 'order.personal_data.read')).not.toEqual([]);
    expect(valuesIn(JSON.stringify(audit), values)).toEqual([]);

    await server.stop(); // The server writes its last log lines.
    const log = server.output();
    expect(log.split('"msg":"request"').length).toBeGreaterThan(1_000); // The log has the requests of all tests above.
    expect(valuesIn(log, values)).toEqual([]);
    expect(collector.spans().length).toBeGreaterThan(1_000);
    expect(valuesIn(collector.bodies.join('\n'), values)).toEqual([]);
  });
});
