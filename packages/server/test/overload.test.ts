import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, read } from './harness/responses.ts';
import { exchange, open } from './harness/sockets.ts';
import { testRoutes } from './test-routes.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };
/** The number of requests that one process handles at the same time. */
const maxInFlight = 2_000;
const connections = 20;

let database: TestDatabase;
let app: ComposedApp;
let key: string;
/** The number of requests to the slow route that are in progress. */
let waitingCount: number;
/** The slow route responds after this promise resolves. */
let gate: PromiseWithResolvers<void>;
let sockets: Socket[];

beforeEach(async () => {
  database = await createDatabase('sqlite');
  ({ key } = await makeKey(database.db, (await makeOrganizer(database.db)).id));
  waitingCount = 0;
  gate = Promise.withResolvers();
  sockets = [];
  const slow = testRoutes({
    gate: async () => {
      waitingCount += 1;
      await gate.promise;
      waitingCount -= 1;
    },
  });
  app = await startComposed(database.db, [slow], rateLimits);
});
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

const callSlowRoute = async () =>
  read(await fetch(`${app.url}/api/v1/slow`, { headers: { authorization: `Bearer ${key}` } }));

/** Sends the maximum number of concurrent requests, many on each connection, and waits until all are in progress. */
async function fillServer(): Promise<void> {
  const request = `GET /api/v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  for (let i = 0; i < connections; i += 1) {
    const socket = await open(app.port);
    socket.on('error', () => {});
    socket.resume();
    socket.write(request.repeat(maxInFlight / connections));
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(waitingCount).toBe(maxInFlight), { timeout: 30_000 });
}

test('a request gets 503 with Retry-After while 2,000 requests are in progress, and succeeds after they complete', async () => {
  await fillServer();
  const rejectedResponse = await callSlowRoute();
  expectProblem(rejectedResponse, 503, 'unavailable');
  expect(rejectedResponse.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expectLimitHeaders(rejectedResponse, rateLimits.api);
  gate.resolve();
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 30_000 });
});

test('pages and documents also return 503 while 2,000 requests are in progress, and operator endpoints return 200', async () => {
  const { id } = await createPublishedEvent();
  const paths = [`/e/${id}`, '/e/assets/any/style.css', '/', '/docs', '/docs/reference', '/openapi.json'];
  await fillServer();
  for (const path of paths) {
    const rejectedResponse = await read(await fetch(app.url + path));
    expectProblem(rejectedResponse, 503, 'unavailable');
    expect(rejectedResponse.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  // Log lines of rejected requests are short, so that many of them do not fill the disk: no stack.
  const warnings = app.log().match(/.*"level":"warn".*/g) ?? [];
  expect(warnings).toHaveLength(paths.length);
  for (const line of warnings) {
    expect(JSON.parse(line)).toEqual({
      level: 'warn',
      time: expect.any(String),
      requestId: expect.any(String),
      msg: 'The server is processing too many requests. Try again shortly.',
    });
  }
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(app.url + path)).status).toBe(200);
  gate.resolve();
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 30_000 });
  // The document of this application cannot be generated: its schemas have no names.
  for (const path of paths) {
    if (path !== '/openapi.json') expect((await fetch(app.url + path)).status, path).toBe(200);
  }
});

test('2,000 or more of 4,000 concurrent requests for a page succeed, and the others get 503 with Retry-After', async () => {
  const { id } = await createPublishedEvent();
  expect((await fetch(`${app.url}/e/${id}`)).status).toBe(200);
  const responses = await Promise.all(
    Array.from({ length: 2 * maxInFlight }, () => exchange(app.port, `GET /e/${id} HTTP/1.0\r\n\r\n`)),
  );
  const rejectedResponses = responses.filter(({ status }) => status !== 200);
  expect(rejectedResponses.length).toBeGreaterThan(0);
  expect(responses.length - rejectedResponses.length).toBeGreaterThanOrEqual(maxInFlight);
  for (const response of rejectedResponses) {
    expectProblem(response, 503, 'unavailable');
    expect(response.headers.get('retry-after')?.trim()).toBe('1');
  }
  await vi.waitFor(async () => expect((await fetch(`${app.url}/e/${id}`)).status).toBe(200), { timeout: 30_000 });
});

test('requests of callers that disconnected before the response no longer count', async () => {
  await fillServer();
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  gate.resolve();
  await vi.waitFor(() => expect(waitingCount).toBe(0), { timeout: 30_000 });
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 30_000 });
});
