import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, Organizer, OrganizerError, RateLimitError, TimeoutError } from '../src/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response, a failed connection, or a request without a response. */
type Step = Response | 'connection failed' | 'no response';

const ok = () => new Response('{"data":[],"hasMore":false,"nextCursor":null}');

function failure(status: number, headers: Record<string, string> = {}): Response {
  return new Response('{"code":"any","detail":"Any."}', { status, headers });
}

/** A client whose requests have these outcomes, one after the other. `sent` has the headers and the body of each request. */
function clientWith(...steps: Step[]) {
  const sent: string[] = [];
  const client = new Organizer({
    baseUrl: 'https://tickets.example.com',
    fetch: async (_url, init) => {
      sent.push(`${new Headers(init?.headers).get('idempotency-key') ?? ''} ${init?.body ?? ''}`);
      const step = steps.shift();
      if (step instanceof Response) return step;
      if (step !== 'no response') throw new TypeError('fetch failed');
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    },
  });
  return { client, sent };
}

const consumption = { entitlementId: 'ent_1', units: 1, ref: 'till-1' };
const ticketType = { name: '10 km', price: 2_000 };

describe('a request is repeated', () => {
  test.each([429, 503])(
    'after status %i, when the time in Retry-After is over and within a further second',
    async (status) => {
      const { client, sent } = clientWith(failure(status, { 'retry-after': '7' }), ok());
      const page = client.orders.list().page();
      await vi.advanceTimersByTimeAsync(6_999);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1_001);
      expect(await page).toMatchObject({ hasMore: false });
      expect(sent).toHaveLength(2);
    },
  );

  test('after a date in Retry-After', async () => {
    const { client, sent } = clientWith(
      failure(503, { 'retry-after': new Date(Date.parse('2030-01-01T00:00:30Z')).toUTCString() }),
      ok(),
    );
    vi.setSystemTime('2030-01-01T00:00:00Z');
    const page = client.orders.list().page();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(sent).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(await page).toMatchObject({ hasMore: false });
  });

  test.each<[string, Step]>([
    ['a failed connection', 'connection failed'],
    ['a timeout', 'no response'],
    ['status 502', failure(502)],
    ['status 503 without Retry-After', failure(503)],
  ])('with the same Idempotency-Key or ref after %s', async (_name, step) => {
    for (const call of [
      (client: Organizer) => client.ticketTypes.create('evt_1', ticketType),
      (client: Organizer) => client.entitlements.consume(consumption),
    ]) {
      const { client, sent } = clientWith(step instanceof Response ? step.clone() : step, ok());
      const result = call(client);
      await vi.runAllTimersAsync();
      await result;
      expect(sent).toHaveLength(2);
      expect(sent[1]).toBe(sent[0]);
      expect(sent[0]).toMatch(/^([0-9a-f]{32} .*10 km|.*till-1)/);
    }
  });

  test('with a different Idempotency-Key for each call', async () => {
    const { client, sent } = clientWith(ok(), ok(), ok());
    await client.ticketTypes.create('evt_1', ticketType);
    await client.ticketTypes.create('evt_1', ticketType);
    await client.ticketTypes.create('evt_1', ticketType, { idempotencyKey: 'import-7' });
    expect(new Set(sent).size).toBe(3);
    expect(sent[2]).toMatch(/^import-7 /);
  });

  test('until it has failed five times, with growing pauses', async () => {
    const { client, sent } = clientWith();
    const error = client.orders.get('7K3Q9MX2PA').catch((reason) => reason);
    await vi.advanceTimersByTimeAsync(249);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(251);
    expect(sent).toHaveLength(2);
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(5);
  });
});

describe('a request is not repeated', () => {
  test.each<[string, Step, (client: Organizer) => Promise<unknown>]>([
    [
      'after a longer Retry-After than a minute',
      failure(429, { 'retry-after': '3600' }),
      ({ orders }) => orders.get('1'),
    ],
    ['after a status that is final', failure(409), ({ orders }) => orders.get('1')],
    [
      'after too many requests with a wrong key',
      new Response('{"code":"too_many_failed_attempts","detail":"Any."}', {
        status: 429,
        headers: { 'retry-after': '1' },
      }),
      ({ orders }) => orders.get('1'),
    ],
    [
      'if a first success would make the second attempt fail',
      'connection failed',
      ({ events }) => events.update('evt_1', { name: 'Race' }, { ifMatch: '"1"' }),
    ],
    [
      'if a second e-mail would be sent',
      'connection failed',
      ({ checkout }) => checkout.requestCode({ email: 'a@example.com' }),
    ],
    [
      'if a first attempt may have been committed',
      new Response('{"code":"unavailable","reason":"commit_outcome_unknown","detail":"Any."}', {
        status: 503,
        headers: { 'retry-after': '1' },
      }),
      ({ events }) => events.update('evt_1', { name: 'Race' }, { ifMatch: '"1"' }),
    ],
    ['without retries', 'connection failed', ({ orders }) => orders.get('1', { maxRetries: 0 })],
  ])('%s', async (_name, step, call) => {
    const { client, sent } = clientWith(step, ok());
    const error = call(client).catch((reason) => reason);
    await vi.runAllTimersAsync();
    expect(await error).toBeInstanceOf(OrganizerError);
    expect(sent).toHaveLength(1);
  });
});

test('a request that is not repeated after a failed connection is repeated after 503, when nothing was processed', async () => {
  const { client, sent } = clientWith(failure(503, { 'retry-after': '1' }), ok());
  const result = client.events.update('evt_1', { name: 'Race' }, { ifMatch: '"1"' });
  await vi.runAllTimersAsync();
  await result;
  expect(sent).toHaveLength(2);
});

test('a timeout and a signal end a request, also while it waits for a retry', async () => {
  const { client } = clientWith('no response');
  const timeout = client.orders.get('1', { timeoutMs: 5_000, maxRetries: 0 }).catch((reason) => reason);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await timeout).toBeInstanceOf(TimeoutError);

  const reason = new Error('The user closed the page.');
  for (const step of ['no response', failure(429, { 'retry-after': '30' })] as const) {
    const controller = new AbortController();
    const { client: other, sent } = clientWith(step);
    const aborted = other.orders.get('1', { signal: controller.signal }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    await expect(other.orders.get('1', { signal: controller.signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  }
});

test('an error has the facts of the response, and the client has the last rate limit', async () => {
  const headers = {
    'request-id': 'req_1',
    'ratelimit-limit': '120',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '42',
  };
  const problem = {
    code: 'rate_limited',
    detail: 'Wait.',
    reason: 'rate_limited',
    params: {},
    errors: [{ path: 'limit' }],
  };
  const { client } = clientWith(
    new Response(JSON.stringify(problem), { status: 429, headers }),
    new Response('<html>', { status: 403 }),
    new Response('<html>'),
  );
  expect(client.rateLimit).toBeNull();
  const options = { maxRetries: 0 };
  const rateLimit = { limit: 120, remaining: 0, resetSeconds: 42 };
  const limited = await client.orders.get('1', options).catch((error) => error);
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited).toMatchObject({
    name: 'RateLimitError',
    message: 'Wait.',
    status: 429,
    code: 'rate_limited',
    requestId: 'req_1',
    rateLimit,
    errors: [{ path: 'limit' }],
  });
  expect(client.rateLimit).toEqual(rateLimit);
  await expect(client.orders.get('1', options)).rejects.toMatchObject({
    code: 'unexpected_response',
    requestId: null,
    status: 403,
  });
  await expect(client.orders.get('1', options).withResponse()).rejects.toThrow('Check baseUrl');
  expect(client.rateLimit).toEqual(rateLimit);
});
