import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { revokeKey } from '../src/features/keys/index.ts';
import { generateKey } from '../src/features/keys/key-format.ts';
import { adapterOf } from '../src/platform/database/dialect.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { describeOn, useDatabase } from './harness/databases.ts';
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

// Counts are in memory. Redis has its own suite.
describeOn('sqlite', 'rate limits', (kind) => {
  const database = useDatabase(kind);
  let organizerId: string;
  let clock: TestClock;
  let app: TestApp;

  beforeAll(async () => {
    organizerId = (await makeOrganizer(database.db)).id;
  });
  afterEach(() => app.close());

  const send = async (target: string, { key, ...init }: RequestInit & { key?: string } = {}): Promise<TestResponse> =>
    read(await app.request(target, key === undefined ? init : { ...init, key }));

  /** Sends `count` requests, one after the other. */
  async function sendMany(
    count: number,
    target: string,
    options: RequestInit & { key?: string } = {},
  ): Promise<TestResponse[]> {
    const responses: TestResponse[] = [];
    for (let i = 0; i < count; i += 1) responses.push(await send(target, options));
    return responses;
  }

  const newKey = async () => (await makeKey(database.db, organizerId)).key;
  const remainingCounts = (responses: readonly TestResponse[]) =>
    responses.map((response) => Number(response.headers.get('ratelimit-remaining')));
  const countdownFrom = (start: number) => Array.from({ length: start + 1 }, (_, i) => start - i);

  /** Checks a 429 response, and returns how many seconds to wait. */
  function expectRejected(response: TestResponse, code: 'rate_limited' | 'too_many_failed_attempts'): number {
    expectProblem(response, 429, code);
    const waitSeconds = response.headers.get('retry-after');
    expect(waitSeconds).toMatch(/^([1-9]|[1-5]\d|60)$/);
    return Number(waitSeconds);
  }

  // A deployment is a composition of planes, jobs, commands and settings: see src/deployments/.
  describe('in the extended deployment', () => {
    beforeEach(async () => {
      clock = new TestClock();
      app = await startApp({ db: database.db, clock });
    });

    test('a key has 120 requests a minute, and each response states how many remain', async () => {
      const key = await newKey();
      const responses = await sendMany(120, path, { key });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(remainingCounts(responses)).toEqual(countdownFrom(119));
      clock.advance(12_345);
      const rejectedResponse = await send(path, { key });
      expectLimitHeaders(rejectedResponse, 120);
      expect(expectRejected(rejectedResponse, 'rate_limited')).toBe(48);
      expect(rejectedResponse.headers.get('ratelimit-reset')).toBe('48');
      expect(remainingCounts([rejectedResponse])).toEqual([0]);
      // The limit is checked before the path and the method.
      expectRejected(await send('/api/v1/nothing', { key }), 'rate_limited');
      expectRejected(await send(path, { key, method: 'DELETE' }), 'rate_limited');
    });

    test('the count restarts exactly when the window ends', async () => {
      const key = await newKey();
      await sendMany(120, path, { key });
      clock.advance(59_999);
      expect(expectRejected(await send(path, { key }), 'rate_limited')).toBe(1);
      clock.advance(1);
      const response = await send(path, { key });
      expect(response.status).toBe(200);
      expectLimitHeaders(response, 120);
      expect(remainingCounts([response])).toEqual([119]);
    });

    test('a request after the time in `Retry-After` is accepted', async () => {
      const key = await newKey();
      await send(path, { key });
      clock.advance(20_001);
      await sendMany(119, path, { key });
      const waitSeconds = expectRejected(await send(path, { key }), 'rate_limited');
      clock.advance((waitSeconds - 1) * 1000);
      expectRejected(await send(path, { key }), 'rate_limited');
      clock.advance(1000);
      expect((await send(path, { key })).status).toBe(200);
    });

    test('all requests of a key count, including those with errors, but not the requests of other keys', async () => {
      const [key, other] = [await newKey(), await newKey()];
      const responses = [
        await send(path, { key }),
        await send(`${path}?limit=0`, { key }),
        await send(`${path}/nothing`, { key }),
        await send('/api/v1/nothing', { key }),
        await send(path, { key, method: 'DELETE' }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 400, 404, 404, 405]);
      expect(remainingCounts(responses)).toEqual([119, 118, 117, 116, 115]);
      expect(remainingCounts([await send(path, { key: other })])).toEqual([119]);
    });

    test('after 30 requests with invalid keys in a minute, the next one gets 429; a valid key from the same IP address is still accepted', async () => {
      const validKey = await newKey();
      const responses = await sendMany(30, path, { key: generateKey('secret') });
      for (const response of responses) {
        expectProblem(response, 401, 'invalid_key');
        expectLimitHeaders(response, 30);
      }
      expect(remainingCounts(responses)).toEqual(countdownFrom(29));
      clock.advance(59_999);
      const rejectedResponse = await send(path, { key: generateKey('secret') });
      expectLimitHeaders(rejectedResponse, 30);
      expect(expectRejected(rejectedResponse, 'too_many_failed_attempts')).toBe(1);
      expect(rejectedResponse.headers.get('ratelimit-reset')).toBe('1');

      const response = await send(path, { key: validKey });
      expect(response.status).toBe(200);
      expectLimitHeaders(response, 120);
      expect(remainingCounts([response])).toEqual([119]);

      clock.advance(1);
      expectProblem(await send(path, { key: generateKey('secret') }), 401, 'invalid_key');
    });

    /** Counts the statements that look up keys. */
    function countLookUps(): () => number {
      const read = vi.spyOn(adapterOf(database.db), 'read');
      onTestFinished(() => read.mockRestore());
      return () => read.mock.calls.filter(([{ sql }]) => sql.includes('key_hash')).length;
    }

    test('after too many unknown keys, an IP address causes few look-ups; a valid key from there is still accepted', async () => {
      const [usedKey, unusedKey] = [await newKey(), await newKey()];
      expect((await send(path, { key: usedKey })).status).toBe(200);
      const lookUps = countLookUps();
      // A burst: the requests are sent before the first failed attempt is counted.
      const burst = await Promise.all(Array.from({ length: 200 }, () => send(path, { key: generateKey('secret') })));
      expect(burst.filter(({ status }) => status === 401)).toHaveLength(30);
      for (const response of burst.filter(({ status }) => status !== 401)) {
        expectRejected(response, 'too_many_failed_attempts');
        expectLimitHeaders(response, 30);
      }
      expect(lookUps()).toBe(30 + 5);
      await sendMany(50, path, { key: generateKey('secret') });
      expect(lookUps()).toBe(30 + 5);
      // A key that was used before is read again, although the process has read 5 unknown keys in this second.
      clock.advance(900);
      expect((await send(path, { key: usedKey })).status).toBe(200);
      expectRejected(await send(path, { key: unusedKey }), 'too_many_failed_attempts');
      clock.advance(100);
      expect((await send(path, { key: unusedKey })).status).toBe(200);
    });

    test('many valid keys that are used for the first time at the same time are accepted', async () => {
      const keys = await Promise.all(Array.from({ length: 40 }, newKey));
      const responses = await Promise.all(keys.map((key) => send(path, { key })));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    });

    test('missing, mistyped, unknown and revoked keys count together', async () => {
      const revokedKey = await makeKey(database.db, organizerId);
      await revokeKey(database.db, { organizerId, origin: byOperator }, revokedKey.id, clock);
      const responses = [
        await send(path),
        await send('/api/v1/nothing'),
        await send(path, { headers: { authorization: 'Basic abc' } }),
        await send(path, { key: 'sk_mistyped' }),
        await send(path, { key: generateKey('publishable') }),
        await send(path, { key: revokedKey.key }),
      ];
      expect(remainingCounts(responses)).toEqual([29, 28, 27, 26, 25, 24]);
    });

    test('requests with a valid key never count as failed authentication, even if the response is an error', async () => {
      const key = await newKey();
      const { key: publishable } = await makeKey(database.db, organizerId, { kind: 'publishable' });
      await sendMany(125, path, { key });
      expect((await send('/api/v1/orders', { key: publishable })).status).toBe(403);
      await sendMany(40, '/api/v1/nothing', { key: publishable });
      expect(remainingCounts([await send(path)])).toEqual([29]);
    });
  });

  describe('behind proxies', () => {
    const forwardedFor = (value: string) => ({ headers: { 'x-forwarded-for': value } });
    const remainingFor = async (value: string) => remainingCounts([await send(path, forwardedFor(value))])[0];

    test('`X-Forwarded-For` is ignored if no proxy is trusted', async () => {
      app = await startApp({ db: database.db });
      expect(await remainingFor('203.0.113.1')).toBe(29);
      expect(await remainingFor('203.0.113.2')).toBe(28);
    });

    test('`X-Forwarded-For` is ignored if it was not sent by the trusted proxy', async () => {
      app = await startApp({ db: database.db, trustProxy: ['192.0.2.1'] });
      expect(await remainingFor('203.0.113.1')).toBe(29);
      expect(await remainingFor('203.0.113.2')).toBe(28);
    });

    test('behind a trusted proxy each IP address is counted separately, IPv6 by its /64 network', async () => {
      app = await startApp({ db: database.db, trustProxy: ['127.0.0.1'] });
      expect(await remainingFor('203.0.113.1')).toBe(29);
      expect(await remainingFor('203.0.113.2')).toBe(29);
      expect(await remainingFor('::ffff:203.0.113.2')).toBe(28);
      expect(await remainingFor('2001:db8:1:2::1')).toBe(29);
      expect(await remainingFor('2001:db8:1:2:ffff::9')).toBe(28);
      expect(await remainingFor('2001:db8:1:3::1')).toBe(29);
    });

    test('only IP addresses that trusted proxies added are used', async () => {
      app = await startApp({ db: database.db, trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] });
      expect(await remainingFor('6.6.6.6, 203.0.113.1')).toBe(29);
      expect(await remainingFor('7.7.7.7, 203.0.113.1, 10.1.2.3')).toBe(28);
    });

    test('a value in `X-Forwarded-For` that is not an IP address does not change the response', async () => {
      app = await startApp({ db: database.db, trustProxy: ['127.0.0.1'] });
      for (const value of ['203.0.113.9:4711', '[2001:db8::1]:443', 'unknown', 'a:b', '']) {
        expectProblem(await send(path, forwardedFor(value)), 401, 'missing_key');
      }
    });
  });

  describe('in the baseline deployment', () => {
    beforeEach(async () => {
      clock = new TestClock();
      app = await startApp({ db: database.db, clock, deployment: 'baseline' });
    });

    test('a key has 120 requests a minute; only the 429 response states when to retry', async () => {
      const { key } = await makeKey(database.db, organizerId, { deployment: 'baseline' });
      const responses = await sendMany(120, path, { key });
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      clock.advance(18_000);
      const rejectedResponse = await send(path, { key });
      expect(expectRejected(rejectedResponse, 'rate_limited')).toBe(42);
      for (const response of [...responses, rejectedResponse]) expectNoLimitHeaders(response);
      clock.advance(42_000);
      expect((await send(path, { key })).status).toBe(200);
    });

    test('invalid keys are not counted', async () => {
      for (const response of await sendMany(40, path, { key: generateKey('secret') })) {
        expectProblem(response, 401, 'invalid_key');
        expectNoLimitHeaders(response);
      }
    });
  });
});
