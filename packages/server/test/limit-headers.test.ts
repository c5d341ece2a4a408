import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { useApp } from './harness/app.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { useDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { limitOf } from './harness/limit-fields.ts';
import { read, type TestResponse } from './harness/responses.ts';
import { exchange } from './harness/sockets.ts';
import { testRoutes } from './test-routes.ts';

describe('the rate limit headers', () => {
  const database = useDatabase('sqlite');
  const app = useApp(() => ({ db: database.db }));
  let organizerId: string;
  let eventId: string;
  let createError: () => unknown;
  let serverWithTestRoutes: ComposedApp;

  beforeAll(async () => {
    const organizer = await makeOrganizer(database.db);
    organizerId = organizer.id;
    await importAll(database.db, organizer, raceLines());
    ({ id: eventId } = await database.db.selectFrom('events').select('id').executeTakeFirstOrThrow());
    const routes = testRoutes({ createError: () => createError() });
    serverWithTestRoutes = await startComposed(database.db, [routes], {});
  });
  afterAll(async () => {
    await serverWithTestRoutes.close();
  });

  const newKey = async (scopes?: string[]) => (await makeKey(database.db, organizerId, scopes ? { scopes } : {})).key;

  async function send(path: string, init: RequestInit & { key?: string } = {}): Promise<TestResponse> {
    return read(await app.request(path, init));
  }

  // The limits are the defaults of RATE_LIMIT_API and RATE_LIMIT_EMBED.
  test.each([
    { apiPrefix: '/api/v1', limit: 120 },
    { apiPrefix: '/api/embed/v1', limit: 240 },
  ])('state the limit of the key in every kind of response under $apiPrefix', async ({ apiPrefix, limit }) => {
    const key = await newKey();
    const keyWithoutEventsRead = await newKey(['orders:read']);
    const responses: [status: number, TestResponse][] = [
      [200, await send(`${apiPrefix}/events`, { key })],
      [200, await send(`${apiPrefix}/events`, { key, method: 'HEAD' })],
      [400, await send(`${apiPrefix}/events?limit=0`, { key })],
      [404, await send(`${apiPrefix}/events/nothing`, { key })],
      [404, await send(`${apiPrefix}/nothing`, { key })],
      [405, await send(`${apiPrefix}/events`, { key, method: 'DELETE' })],
      [414, await send(`${apiPrefix}/events?cursor=${'x'.repeat(9_000)}`, { key })],
    ];
    for (const [index, [status, response]] of responses.entries()) {
      expect(response.status, response.text).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit, remaining: limit - 1 - index, retryAfter: null });
    }
    const rejectedResponse = await send(`${apiPrefix}/events`, { key: keyWithoutEventsRead });
    expect(rejectedResponse.status).toBe(403);
    expect(limitOf(rejectedResponse)).toMatchObject({ limit, remaining: limit - 1 });
  });

  test('are in a 304 response, and the conditional request counts toward the limit', async () => {
    const key = await newKey();
    const path = `/api/embed/v1/events/${eventId}`;
    const initial = await send(path, { key });
    const unchanged = await send(path, {
      key,
      headers: { 'if-none-match': defined(initial.headers.get('etag'), 'ETag') },
    });
    expect(unchanged.status).toBe(304);
    expect(limitOf(unchanged)).toMatchObject({ limit: 240, remaining: 238 });
  });

  test('state the limit of failed authentication in a 401 response, with a separate count for each API', async () => {
    for (const apiPrefix of ['/api/v1', '/api/embed/v1']) {
      for (const [index, auth] of [{}, { key: generateKey('secret') }].entries()) {
        const response = await send(`${apiPrefix}/events`, auth);
        expect(response.status).toBe(401);
        expect(limitOf(response)).toMatchObject({ limit: 30, remaining: 29 - index, retryAfter: null });
      }
    }
  });

  test('state the limit of the IP address in responses outside of the planes, which are not counted', async () => {
    const { remaining } = limitOf(await send('/api/v1/events'));
    const { port } = new URL(app.url);
    const requests: [status: number, response: Promise<TestResponse>][] = [
      [404, send('/nothing')],
      [405, send('/healthz', { method: 'DELETE' })],
      [405, send('/docs/nothing', { method: 'POST' })],
      [404, send('/payments/nobody/webhook', { method: 'POST' })],
      [400, exchange(Number(port), 'garbage\r\n\r\n')],
      [431, exchange(Number(port), `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)],
    ];
    for (const [status, sent] of requests) {
      const response = await sent;
      expect(response.status, response.text).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit: 30, remaining, retryAfter: null });
    }
  });

  test('are in a 429 response whose `Retry-After` equals its `RateLimit-Reset`, with a separate limit for each API', async () => {
    const key = await newKey();
    for (const [apiPrefix, limit] of [
      ['/api/embed/v1', 240],
      ['/api/v1', 120],
    ] as const) {
      for (let i = 0; i < limit; i += 1) {
        expect((await send(`${apiPrefix}/events?limit=1`, { key })).status, `request ${i + 1} of ${apiPrefix}`).toBe(
          200,
        );
      }
      const rejectedResponse = await send(`${apiPrefix}/events`, { key });
      expect(rejectedResponse.status).toBe(429);
      const { retryAfter, ...limitFields } = limitOf(rejectedResponse);
      expect(limitFields).toMatchObject({ limit, remaining: 0 });
      expect(retryAfter).toBe(limitFields.reset);
    }
  });

  test.each([
    [409, () => new ApiError('event_archived', {})],
    [500, () => new Error('An injected failure.')],
    [503, () => new ApiError('database_unavailable', {})],
  ] as const)('are in a %d response', async (status, createErrorOfCase) => {
    createError = createErrorOfCase;
    const headers = { authorization: `Bearer ${await newKey()}` };
    const response = await read(await fetch(`${serverWithTestRoutes.url}/api/v1/throw`, { headers }));
    expect(response.status).toBe(status);
    expect(limitOf(response)).toMatchObject({ limit: 120, remaining: 119 });
  });

  test('are in a 413 and in a 415 response', async () => {
    const key = await newKey();
    const rejectedBodies = [
      [413, 'application/json', ' '.repeat(1024 * 1024 + 1)],
      [415, 'text/plain', 'hello'],
    ] as const;
    for (const [index, [status, type, body]] of rejectedBodies.entries()) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const response = await read(
        await fetch(`${serverWithTestRoutes.url}/api/v1/things`, { method: 'POST', headers, body }),
      );
      expect(response.status).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit: 120, remaining: 119 - index });
    }
  });
});
