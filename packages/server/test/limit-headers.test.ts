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
import { throwawayFeature } from './throwaway-feature.ts';

describe('the rate limit headers', () => {
  const t = useDatabase('sqlite');
  const app = useApp(() => ({ db: t.db }));
  let organizerId: string;
  let eventId: string;
  let thrown: () => unknown;
  let composed: ComposedApp;

  beforeAll(async () => {
    const organizer = await makeOrganizer(t.db);
    organizerId = organizer.id;
    await importAll(t.db, organizer, raceLines());
    ({ id: eventId } = await t.db.selectFrom('events').select('id').executeTakeFirstOrThrow());
    const rateLimits = { api: 120, embed: 240, failedAuth: 30 };
    composed = await startComposed(t.db, [throwawayFeature({ thrown: () => thrown() })], rateLimits);
  });
  afterAll(async () => {
    await composed.close();
  });

  const newKey = async (scopes?: string[]) => (await makeKey(t.db, organizerId, scopes ? { scopes } : {})).key;

  async function send(path: string, init: RequestInit & { key?: string } = {}): Promise<TestResponse> {
    return read(await app.request(path, init));
  }

  test.each([
    { plane: '/api/v1', limit: 120 },
    { plane: '/api/embed/v1', limit: 240 },
  ])('state the limit of the key in every kind of response of $plane', async ({ plane, limit }) => {
    const key = await newKey();
    const withoutScope = await newKey(['orders:read']);
    const responses: [status: number, TestResponse][] = [
      [200, await send(`${plane}/events`, { key })],
      [200, await send(`${plane}/events`, { key, method: 'HEAD' })],
      [400, await send(`${plane}/events?limit=0`, { key })],
      [404, await send(`${plane}/events/nothing`, { key })],
      [404, await send(`${plane}/nothing`, { key })],
      [405, await send(`${plane}/events`, { key, method: 'DELETE' })],
      [414, await send(`${plane}/events?cursor=${'x'.repeat(9_000)}`, { key })],
    ];
    for (const [index, [status, response]] of responses.entries()) {
      expect(response.status, response.text).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit, remaining: limit - 1 - index, retryAfter: null });
    }
    const rejected = await send(`${plane}/events`, { key: withoutScope });
    expect(rejected.status).toBe(403);
    expect(limitOf(rejected)).toMatchObject({ limit, remaining: limit - 1 });
  });

  test('are in a 304 response, which also counts as a request', async () => {
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

  test('state the limit of failed authentication in a 401 response, separately for each plane', async () => {
    for (const plane of ['/api/v1', '/api/embed/v1']) {
      for (const [index, auth] of [{}, { key: generateKey('secret') }].entries()) {
        const response = await send(`${plane}/events`, auth);
        expect(response.status).toBe(401);
        expect(limitOf(response)).toMatchObject({ limit: 30, remaining: 29 - index, retryAfter: null });
      }
    }
  });

  test('are in a 429 response with an equal `Retry-After`, separately for each plane', async () => {
    const key = await newKey();
    for (const [plane, limit] of [
      ['/api/embed/v1', 240],
      ['/api/v1', 120],
    ] as const) {
      for (let i = 0; i < limit; i += 1) {
        expect((await send(`${plane}/events?limit=1`, { key })).status, `request ${i + 1} of ${plane}`).toBe(200);
      }
      const rejected = await send(`${plane}/events`, { key });
      expect(rejected.status).toBe(429);
      const { retryAfter, ...stated } = limitOf(rejected);
      expect(stated).toMatchObject({ limit, remaining: 0 });
      expect(retryAfter).toBe(stated.reset);
    }
  });

  test.each([
    [409, () => new ApiError('event_archived', {})],
    [500, () => new Error('An injected failure.')],
    [503, () => new ApiError('database_unavailable', {})],
  ] as const)('are in a %d response', async (status, createError) => {
    thrown = createError;
    const headers = { authorization: `Bearer ${await newKey()}` };
    const response = await read(await fetch(`${composed.url}/api/v1/boom`, { headers }));
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
      const response = await read(await fetch(`${composed.url}/api/v1/things`, { method: 'POST', headers, body }));
      expect(response.status).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit: 120, remaining: 119 - index });
    }
  });
});
