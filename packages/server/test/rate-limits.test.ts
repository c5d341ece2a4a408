import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { revokeKey } from '../src/features/keys/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import {
  expectLimitHeaders,
  expectNoLimitHeaders,
  expectProblem,
  read,
  type TestResponse,
} from './harness/responses.ts';
import { TestClock } from './harness/test-clock.ts';

const path = '/api/v1/events';

describeOnBoth('rate limits', (kind) => {
  const t = useDatabase(kind);
  let organizerId: string;
  let clock: TestClock;
  let app: TestApp;

  beforeAll(async () => {
    organizerId = (await makeOrganizer(t.db)).id;
  });
  afterEach(() => app.close());

  const send = async (at: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<TestResponse> =>
    read(await app.request(at, key === undefined ? init : { ...init, key }));

  /** Sends `count` requests, one after the other. */
  async function times(count: number, at: string, given: RequestInit & { key?: string } = {}): Promise<TestResponse[]> {
    const responses: TestResponse[] = [];
    for (let i = 0; i < count; i += 1) responses.push(await send(at, given));
    return responses;
  }

  const newKey = async () => (await makeKey(t.db, organizerId)).key;
  const remaining = (responses: readonly TestResponse[]) =>
    responses.map((response) => Number(response.headers.get('ratelimit-remaining')));
  const downTo0From = (first: number) => Array.from({ length: first + 1 }, (_, i) => first - i);

  function expectRefusal(response: TestResponse, code: 'rate_limited' | 'too_many_failed_attempts'): number {
    expectProblem(response, 429, code);
    const wait = response.headers.get('retry-after');
    expect(wait).toMatch(/^([1-9]|[1-5]\d|60)$/);
    return Number(wait);
  }

  describe('in extended', () => {
    beforeEach(async () => {
      clock = new TestClock();
      app = await startApp({ db: t.db, clock });
    });

    test('a key has 120 requests a minute, and each response states how many are left', async () => {
      const key = await newKey();
      const responses = await times(120, path, { key });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(remaining(responses)).toEqual(downTo0From(119));
      clock.advance(12_345);
      const refused = await send(path, { key });
      expectLimitHeaders(refused, 120);
      expect(expectRefusal(refused, 'rate_limited')).toBe(48);
      expect(refused.headers.get('ratelimit-reset')).toBe('48');
      expect(remaining([refused])).toEqual([0]);
      // The limit is checked before the path and the method.
      expectRefusal(await send('/api/v1/nothing', { key }), 'rate_limited');
      expectRefusal(await send(path, { key, method: 'DELETE' }), 'rate_limited');
    });

    test('the count restarts exactly when the window ends', async () => {
      const key = await newKey();
      await times(120, path, { key });
      clock.advance(59_999);
      expect(expectRefusal(await send(path, { key }), 'rate_limited')).toBe(1);
      clock.advance(1);
      const response = await send(path, { key });
      expect(response.status).toBe(200);
      expectLimitHeaders(response, 120);
      expect(remaining([response])).toEqual([119]);
    });

    test('after the seconds of `Retry-After` the next request passes', async () => {
      const key = await newKey();
      await send(path, { key });
      clock.advance(20_001);
      await times(119, path, { key });
      const wait = expectRefusal(await send(path, { key }), 'rate_limited');
      clock.advance((wait - 1) * 1000);
      expectRefusal(await send(path, { key }), 'rate_limited');
      clock.advance(1000);
      expect((await send(path, { key })).status).toBe(200);
    });

    test('all requests of a key count, also those with errors, and only those of this key', async () => {
      const [key, other] = [await newKey(), await newKey()];
      const responses = [
        await send(path, { key }),
        await send(`${path}?limit=0`, { key }),
        await send(`${path}/nothing`, { key }),
        await send('/api/v1/nothing', { key }),
        await send(path, { key, method: 'DELETE' }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 400, 404, 404, 405]);
      expect(remaining(responses)).toEqual([119, 118, 117, 116, 115]);
      expect(remaining([await send(path, { key: other })])).toEqual([119]);
    });

    test('after 30 bad keys in a minute the next is 429, and a valid key from the same address still works', async () => {
      const good = await newKey();
      const responses = await times(30, path, { key: generateKey('secret') });
      for (const response of responses) {
        expectProblem(response, 401, 'invalid_key');
        expectLimitHeaders(response, 30);
      }
      expect(remaining(responses)).toEqual(downTo0From(29));
      clock.advance(59_999);
      const refused = await send(path, { key: generateKey('secret') });
      expectLimitHeaders(refused, 30);
      expect(expectRefusal(refused, 'too_many_failed_attempts')).toBe(1);
      expect(refused.headers.get('ratelimit-reset')).toBe('1');

      const response = await send(path, { key: good });
      expect(response.status).toBe(200);
      expectLimitHeaders(response, 120);
      expect(remaining([response])).toEqual([119]);

      clock.advance(1);
      expectProblem(await send(path, { key: generateKey('secret') }), 401, 'invalid_key');
    });

    test('missing, mistyped, unknown and revoked keys count together', async () => {
      const revoked = await makeKey(t.db, organizerId);
      await revokeKey(t.db, revoked.id, clock, byOperator);
      const responses = [
        await send(path),
        await send('/api/v1/nothing'),
        await send(path, { headers: { authorization: 'Basic abc' } }),
        await send(path, { key: 'sk_mistyped' }),
        await send(path, { key: generateKey('publishable') }),
        await send(path, { key: revoked.key }),
      ];
      expect(remaining(responses)).toEqual([29, 28, 27, 26, 25, 24]);
    });

    test('requests with a valid key never count as failed, also if the response is an error', async () => {
      const key = await newKey();
      const { key: publishable } = await makeKey(t.db, organizerId, { kind: 'publishable' });
      await times(125, path, { key });
      expect((await send('/api/v1/orders', { key: publishable })).status).toBe(403);
      await times(40, '/api/v1/nothing', { key: publishable });
      expect(remaining([await send(path)])).toEqual([29]);
    });
  });

  describe('behind proxies', () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const left = async (address: string) => remaining([await send(path, from(address))])[0];

    test('without a trusted proxy, `X-Forwarded-For` is ignored', async () => {
      app = await startApp({ db: t.db });
      expect(await left('203.0.113.1')).toBe(29);
      expect(await left('203.0.113.2')).toBe(28);
    });

    test('`X-Forwarded-For` of another address than the trusted proxy is ignored', async () => {
      app = await startApp({ db: t.db, trustProxy: ['192.0.2.1'] });
      expect(await left('203.0.113.1')).toBe(29);
      expect(await left('203.0.113.2')).toBe(28);
    });

    test('behind a trusted proxy each address is counted separately, IPv6 by its /64', async () => {
      app = await startApp({ db: t.db, trustProxy: ['127.0.0.1'] });
      expect(await left('203.0.113.1')).toBe(29);
      expect(await left('203.0.113.2')).toBe(29);
      expect(await left('::ffff:203.0.113.2')).toBe(28);
      expect(await left('2001:db8:1:2::1')).toBe(29);
      expect(await left('2001:db8:1:2:ffff::9')).toBe(28);
      expect(await left('2001:db8:1:3::1')).toBe(29);
    });

    test('only the addresses that trusted proxies added count', async () => {
      app = await startApp({ db: t.db, trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] });
      expect(await left('6.6.6.6, 203.0.113.1')).toBe(29);
      expect(await left('7.7.7.7, 203.0.113.1, 10.1.2.3')).toBe(28);
    });

    test('other text than an address in `X-Forwarded-For` does not break the request', async () => {
      app = await startApp({ db: t.db, trustProxy: ['127.0.0.1'] });
      for (const odd of ['203.0.113.9:4711', '[2001:db8::1]:443', 'unknown', 'a:b', '']) {
        expectProblem(await send(path, from(odd)), 401, 'missing_key');
      }
    });
  });

  describe('in baseline', () => {
    beforeEach(async () => {
      clock = new TestClock();
      app = await startApp({ db: t.db, clock, deployment: 'baseline' });
    });

    test('a key has 120 requests a minute, and only the 429 states when to retry', async () => {
      const { key } = await makeKey(t.db, organizerId, { deployment: 'baseline' });
      const responses = await times(120, path, { key });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      clock.advance(18_000);
      const refused = await send(path, { key });
      expect(expectRefusal(refused, 'rate_limited')).toBe(42);
      for (const response of [...responses, refused]) expectNoLimitHeaders(response);
      clock.advance(42_000);
      expect((await send(path, { key })).status).toBe(200);
    });

    test('bad keys are not counted', async () => {
      for (const response of await times(40, path, { key: generateKey('secret') })) {
        expectProblem(response, 401, 'invalid_key');
        expectNoLimitHeaders(response);
      }
    });
  });
});
