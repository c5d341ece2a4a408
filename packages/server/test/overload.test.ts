import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { createDatabase, type TestDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, read } from './harness/responses.ts';
import { exchange, open } from './harness/sockets.ts';
import { throwawayFeature } from './throwaway-feature.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };
/** The number of requests that one process handles at the same time. */
const maxInFlight = 2_000;
const connections = 20;

let t: TestDatabase;
let app: ComposedApp;
let key: string;
/** The number of requests to the slow route that are in progress. */
let waitingCount: number;
/** The slow route responds after this promise resolves. */
let gate: PromiseWithResolvers<void>;
let sockets: Socket[];

beforeEach(async () => {
  t = await createDatabase('sqlite');
  ({ key } = await makeKey(t.db, (await makeOrganizer(t.db)).id));
  waitingCount = 0;
  gate = Promise.withResolvers();
  sockets = [];
  const slow = throwawayFeature({
    gate: async () => {
      waitingCount += 1;
      await gate.promise;
      waitingCount -= 1;
    },
  });
  app = await startComposed(t.db, [slow], rateLimits);
});
afterEach(async () => {
  gate.resolve();
  for (const socket of sockets) socket.destroy();
  await app.close();
  await t.drop();
});

async function createPublishedEvent(): Promise<{ id: string }> {
  await importAll(t.db, await makeOrganizer(t.db), raceLines());
  return t.db.selectFrom('events').select('id').executeTakeFirstOrThrow();
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
  await vi.waitFor(() => expect(waitingCount).toBe(maxInFlight), { timeout: 10_000 });
}

test('with 2,000 requests in progress, the next gets 503 with Retry-After, and succeeds after they complete', async () => {
  await fillServer();
  const rejected = await callSlowRoute();
  expectProblem(rejected, 503, 'unavailable');
  expect(rejected.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expectLimitHeaders(rejected, rateLimits.api);
  gate.resolve();
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 10_000 });
});

test('with 2,000 requests in progress, pages and documents return 503 too, and operator endpoints return 200', async () => {
  const { id } = await createPublishedEvent();
  const paths = [`/e/${id}`, '/e/assets/any/style.css', '/', '/docs', '/docs/errors', '/openapi.json'];
  await fillServer();
  for (const path of paths) {
    const rejected = await read(await fetch(app.url + path));
    expectProblem(rejected, 503, 'unavailable');
    expect(rejected.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
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
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 10_000 });
  // The document of this application cannot be generated: its schemas have no names.
  for (const path of paths) {
    if (path !== '/openapi.json') expect((await fetch(app.url + path)).status, path).toBe(200);
  }
});

test('of 4,000 concurrent requests for a page, 2,000 or more succeed, and the others get 503 with Retry-After', async () => {
  const { id } = await createPublishedEvent();
  expect((await fetch(`${app.url}/e/${id}`)).status).toBe(200);
  const responses = await Promise.all(
    Array.from({ length: 2 * maxInFlight }, () => exchange(app.port, `GET /e/${id} HTTP/1.0\r\n\r\n`)),
  );
  const rejected = responses.filter(({ status }) => status !== 200);
  expect(rejected.length).toBeGreaterThan(0);
  expect(responses.length - rejected.length).toBeGreaterThanOrEqual(maxInFlight);
  for (const response of rejected) {
    expectProblem(response, 503, 'unavailable');
    expect(response.headers.get('retry-after')?.trim()).toBe('1');
  }
  await vi.waitFor(async () => expect((await fetch(`${app.url}/e/${id}`)).status).toBe(200), { timeout: 10_000 });
});

test('requests of callers that disconnected before the response no longer count', async () => {
  await fillServer();
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  gate.resolve();
  await vi.waitFor(() => expect(waitingCount).toBe(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect((await callSlowRoute()).status).toBe(200), { timeout: 10_000 });
});
