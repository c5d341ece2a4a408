import { once } from 'node:events';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deployments } from '../src/deployments/index.ts';
import { checkoutRoutes } from '../src/features/checkout/http.ts';
import { createDeviceRing, deviceAuthenticator, gateRoutes } from '../src/features/gate/http.ts';
import { otpRoutes } from '../src/features/otp/http.ts';
import { gatePlane } from '../src/planes/gate.ts';
import { publicPlane } from '../src/planes/public.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, read, type TestResponse } from './harness/responses.ts';
import { open } from './harness/sockets.ts';
import { TestClock } from './harness/test-clock.ts';
import { testRoutes } from './test-routes.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };
/** The number of requests that one process handles at the same time. */
const maxInFlight = 2_000;
const connections = 20;

let database: TestDatabase;
let app: ComposedApp;
let key: string;
let clock: TestClock;
/** The number of requests to the slow route that are in progress. */
let waitingCount: number;
/** The slow route responds after this promise resolves. */
let gate: PromiseWithResolvers<void>;
/** The time on the clock that the event loop is busy with each request to the slow route. */
let busyMs: number;
let sockets: Socket[];

async function start(kind: 'sqlite' | 'postgres'): Promise<void> {
  database = await createDatabase(kind);
  ({ key } = await makeKey(database.db, (await makeOrganizer(database.db)).id));
  waitingCount = 0;
  gate = Promise.withResolvers();
  busyMs = 0;
  sockets = [];
  clock = new TestClock(new Date().toISOString());
  const slow = testRoutes({
    gate: async () => {
      clock.advance(busyMs);
      waitingCount += 1;
      await gate.promise;
      waitingCount -= 1;
    },
  });
  app = await startComposed(database.db, [slow], rateLimits, { clock, maxWaitMs: 300, planes: sellingPlanes() });
}

/** The planes of buyers and of the devices at the entrance. */
function sellingPlanes() {
  const { selling } = deployments.extended.loadConfig({});
  const checkout = checkoutRoutes({ paymentMethods: [], paymentProviders: [], sandboxProviders: [], selling });
  return [
    publicPlane({ features: [checkout, otpRoutes], perMinute: rateLimits.api }),
    gatePlane({
      features: [gateRoutes({ pairingsPerMinute: rateLimits.failedAuth })],
      authenticator: deviceAuthenticator(createDeviceRing(database.db, clock)),
      perMinute: rateLimits.api,
      failedPerMinute: rateLimits.failedAuth,
    }),
  ];
}
afterEach(async () => {
  gate.resolve();
  for (const socket of sockets) socket.destroy();
  await app.close();
  await database.drop();
});

async function createPublishedEvent(): Promise<{ id: string }> {
  await importAll(database.db, await makeOrganizer(database.db), raceLines());
  return database.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
}

const call = async (path: string) =>
  read(await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${key}` } }));
const callSlowRoute = () => call('/api/v1/slow');

function expectRejected(response: TestResponse): void {
  expectProblem(response, 503, 'unavailable');
  expect(response.headers.get('retry-after')).toBe('1');
}

const slowRequest = () => `GET /api/v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Opens a connection and sends this number of requests to the slow route on it at once. */
async function sendSlowRequests(count: number): Promise<Socket> {
  const socket = await open(app.port);
  socket.on('error', () => {});
  sockets.push(socket);
  socket.write(slowRequest().repeat(count));
  return socket;
}

/** Sends the maximum number of concurrent requests, many on each connection, and waits until all are in progress. */
async function fillServer(): Promise<void> {
  for (let i = 1; i <= connections; i += 1) {
    (await sendSlowRequests(maxInFlight / connections)).resume();
    await vi.waitFor(() => expect(waitingCount).toBe((i * maxInFlight) / connections), { timeout: 120_000 });
  }
}

/** The log lines about an overload. */
const overloadLines = () =>
  app
    .log()
    .split('\n')
    .filter((line) => line.includes('overloaded'))
    .map((line) => JSON.parse(line));

/** Sends requests to the slow route at the same time, and returns how many responses have each status. */
async function countStatuses(requests: number): Promise<Record<string, number>> {
  const opened = await Promise.all(Array.from({ length: requests }, () => open(app.port)));
  sockets.push(...opened);
  const statuses = opened.map(async (socket) => {
    const response = once(socket, 'data');
    socket.write(slowRequest());
    const [chunk] = await response;
    return String(chunk).slice(9, 12);
  });
  const counts: Record<string, number> = {};
  for (const status of await Promise.all(statuses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('on SQLite', () => {
  beforeEach(() => start('sqlite'));

  test('a request gets 503 with Retry-After while 2,000 requests are in progress, and succeeds after they complete', async () => {
    await fillServer();
    const rejectedResponse = await callSlowRoute();
    expectRejected(rejectedResponse);
    expectLimitHeaders(rejectedResponse, rateLimits.api);
    gate.resolve();
    await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 120_000 });
  });

  test('pages and documents also return 503 while 2,000 requests are in progress, and operator endpoints return 200', async () => {
    const { id } = await createPublishedEvent();
    const paths = [
      `/e/${id}`,
      '/e/checkout/assets/style-anything.css',
      '/',
      '/docs',
      '/docs/reference',
      '/openapi.json',
    ];
    await fillServer();
    for (const path of paths) {
      const response = await call(path);
      expectRejected(response);
      expectLimitHeaders(response, rateLimits.failedAuth);
    }
    const head = await fetch(`${app.url}/docs`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([503, '']);
    // One line for all rejections, so that an overload does not fill the disk.
    expect(overloadLines()).toEqual([
      { level: 'warn', time: expect.any(String), msg: 'overloaded: requests are rejected with 503' },
    ]);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(app.url + path)).status).toBe(200);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain(
      `overload_rejections_total ${paths.length + 1}\n`,
    );
    gate.resolve();
    await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 120_000 });
    // The document of this application cannot be generated: its schemas have no names.
    for (const path of paths) {
      if (path !== '/openapi.json') expect((await fetch(app.url + path)).status, path).toBe(200);
    }
  });

  test('while newcomers get 503, buyers with a code or an order can continue, and devices and turnstiles at the entrance can scan', async () => {
    const { id } = await createPublishedEvent();
    const statusOf = async (text: string) => {
      const [method = '', path = ''] = text.split(' ');
      return (await fetch(app.url + path, { method })).status;
    };
    const newcomers = ['GET /events/evt_1', 'POST /otp', 'POST /quote', 'POST /reserve'];
    const begun = ['POST /otp/verify', 'POST /pay', 'POST /cancel', 'GET /own-orders', 'GET /orders/7K3Q9MX2PA'];
    await fillServer();
    for (const text of newcomers) expect(await statusOf(text.replace(' ', ' /api/public/v1')), text).toBe(503);
    expect(await statusOf(`GET /e/${id}?lang=de`)).toBe(503);
    for (const text of begun) {
      // Without a body or a token, but by an existing route.
      expect([400, 401, 415, 422], text).toContain(await statusOf(text.replace(' ', ' /api/public/v1')));
    }
    expect(await statusOf(`GET /e/${id}?lang=de&order=7K3Q9MX2PA`)).toBe(200);
    for (const path of ['gate/v1/scans', 'v1/check-ins']) expect(await statusOf(`POST /api/${path}`), path).toBe(401);
  });

  test('requests that would wait too long for the processor get 503, all others 200, until the queue is short again', async () => {
    gate.resolve();
    busyMs = 10;
    // From the first requests, the server learns how long a request takes. 300 ms are only 30 requests, but 100 can always wait.
    expect(await countStatuses(50)).toEqual({ 200: 50 });
    const counts = await countStatuses(400);
    expect(Object.keys(counts)).toEqual(['200', '503']);
    expect(counts['200']).toBeGreaterThanOrEqual(100);
    expect((await callSlowRoute()).status).toBe(200);
    clock.advance(6_000);
    expect((await callSlowRoute()).status).toBe(200);
    expect(overloadLines()).toEqual([
      { level: 'warn', time: expect.any(String), msg: 'overloaded: requests are rejected with 503' },
      { level: 'info', time: expect.any(String), rejected: counts['503'], msg: 'no longer overloaded' },
    ]);
  });

  test('requests of callers that disconnected before the response no longer count', async () => {
    await fillServer();
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    gate.resolve();
    await vi.waitFor(() => expect(waitingCount).toBe(0), { timeout: 120_000 });
    await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 120_000 });
  });
});

describe('on PostgreSQL', () => {
  beforeEach(() => start('postgres'));

  test('requests get 503 while many wait for a blocked database, and the waiting ones succeed after it responds', async () => {
    const { id } = await createPublishedEvent();
    const transaction = await database.db.startTransaction().execute();
    await sql`lock table events in access exclusive mode`.execute(transaction);
    const page = `${app.url}/e/${id}`;
    const responses: Promise<number>[] = [];
    let hasRejected = false;
    while (!hasRejected) {
      const response = fetch(page).then(({ status }) => status);
      response.then((status) => {
        hasRejected ||= status === 503;
      });
      responses.push(response);
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    }
    await transaction.rollback().execute();
    const statuses = await Promise.all(responses);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    // All others were accepted: the first 100 can always wait.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
    const rejectedCount = statuses.filter((status) => status === 503).length;
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain(`overload_rejections_total ${rejectedCount}\n`);
    await vi.waitFor(async () => expect((await fetch(page)).status).toBe(200), { timeout: 120_000 });
  });
});
