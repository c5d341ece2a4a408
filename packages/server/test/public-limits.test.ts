import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../src/errors/index.ts';
import { useDatabase } from './harness/databases.ts';
import { elementAt } from './harness/defined.ts';
import { limitOf } from './harness/limit-fields.ts';
import { startPublicComposed } from './harness/public-composed.ts';
import { type Buyer, PublicSite, reservation, type Shop } from './harness/public-site.ts';
import { expectProblem, read, type TestResponse } from './harness/responses.ts';
import { testRoutes } from './test-routes.ts';

const minuteMs = 60_000;
const exposedHeaders = [
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'],
  ...['retry-after', 'request-id', 'location', 'idempotent-replayed', 'date'],
];
const corsHeaders = (response: TestResponse) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));

const database = useDatabase('sqlite');
let site: PublicSite;
let shop: Shop;

beforeAll(async () => {
  site = await PublicSite.start(database.db, { rateLimits: { public: 60 } });
  shop = await site.shop();
});
afterAll(async () => {
  await site.close();
});

const eventPath = () => `/events/${shop.event.id}`;
const remainingOf = (response: TestResponse) => limitOf(response).remaining;
/** Sends `count` requests, one after the other. */
async function sendMany(buyer: Buyer, count: number, path = '/nothing'): Promise<TestResponse[]> {
  const responses: TestResponse[] = [];
  for (let i = 0; i < count; i += 1) responses.push(await buyer.get(path));
  return responses;
}

/** Checks a 429 response, and returns how many seconds to wait. */
function waitSecondsOf(response: TestResponse, windowSeconds = 60): number {
  const { detail } = expectProblem(response, 429, 'rate_limited');
  const { remaining, reset, retryAfter } = limitOf(response, windowSeconds);
  expect({ remaining, retryAfter }).toEqual({ remaining: 0, retryAfter: reset });
  expect(detail).toContain(`Wait ${reset} s`);
  return reset;
}

/** Sends requests that return every status of the public API. Returns the responses with the expected statuses. */
async function requestEveryStatus(buyer: Buyer): Promise<[status: number, TestResponse][]> {
  const reserved = await buyer.send('POST', '/reserve', { body: reservation(shop) });
  const textHeaders = { 'content-type': 'text/plain' };
  const largeCart = { ...reservation(shop), items: [{ ticketTypeId: shop.tenKm.id, quantity: 1_000 }] };
  return [
    [201, reserved],
    [200, await buyer.get(eventPath())],
    [200, await buyer.send('HEAD', eventPath())],
    [400, await buyer.post('/quote', {})],
    [401, await buyer.get('/orders/7K3Q9MX2PA')],
    [404, await buyer.get('/events/x')],
    [404, await buyer.get('/nothing')],
    [405, await buyer.send('DELETE', '/quote')],
    [409, await buyer.post('/reserve', largeCart)],
    [413, await buyer.send('POST', '/quote', { raw: new Uint8Array(1024 * 1024 + 1).fill(32) })],
    [414, await buyer.get(`/events/${'x'.repeat(9_000)}`)],
    [415, await buyer.send('POST', '/quote', { raw: 'x', headers: textHeaders })],
  ];
}

describe('the limit of an IP address', () => {
  test('is stated in responses of every status, and all of them count', async () => {
    const responses = await requestEveryStatus(site.buyer());
    for (const [index, [status, response]] of responses.entries()) {
      expect(response.status, response.text).toBe(status);
      expect(limitOf(response)).toMatchObject({ limit: 60, remaining: 59 - index, reset: 60, retryAfter: null });
    }
  });

  test.each([
    [409, () => new ApiError('event_archived', {})],
    [500, () => new Error('An injected failure.')],
    [503, () => new ApiError('database_unavailable', {})],
  ] as const)('is stated in a response with status %d', async (status, createError) => {
    const app = await startPublicComposed(database.db, [testRoutes({ createError, isOpen: true })]);
    const response = await read(await fetch(`${app.url}/api/public/v1/throw`));
    await app.close();
    expect(response.status).toBe(status);
    expect(limitOf(response)).toMatchObject({ limit: 60, remaining: 59, retryAfter: status === 503 ? 1 : null });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.text).not.toContain('injected');
  });

  test('is 60 a minute for all endpoints together', async () => {
    const buyer = site.buyer();
    const responses = await requestEveryStatus(buyer);
    const verify = await buyer.post('/otp/verify', { email: 'a@example.com', code: '000000' });
    expect(remainingOf(verify)).toBe(59 - responses.length);
    const laterResponses = await sendMany(buyer, 59 - responses.length, eventPath());
    expect(laterResponses.map(({ status }) => status)).toEqual(Array(laterResponses.length).fill(200));
    expect(remainingOf(elementAt(laterResponses, -1))).toBe(0);
    site.clock.advance(12_345);
    for (const [, response] of await requestEveryStatus(buyer)) {
      if (response.text === '')
        expect(response.status).toBe(429); // The response to HEAD has no body.
      else expect(waitSecondsOf(response)).toBe(48);
    }
    expect(waitSecondsOf(await buyer.post('/otp/verify', { email: 'a@example.com', code: '000000' }))).toBe(48);
    const metrics = await (await site.app.request('/metrics')).text();
    expect(metrics).toMatch(/rate_limit_refusals_total\{plane="public",limit="address"\} [1-9]/);
  });

  test('resets exactly at the stated time', async () => {
    const buyer = site.buyer();
    await sendMany(buyer, 1);
    site.clock.advance(20_001);
    await sendMany(buyer, 59);
    expect(waitSecondsOf(await buyer.get(eventPath()))).toBe(40);
    site.clock.advance(minuteMs - 20_001 - 1);
    expect(waitSecondsOf(await buyer.get(eventPath()))).toBe(1);
    site.clock.advance(1);
    expect(limitOf(await buyer.get(eventPath()))).toMatchObject({ remaining: 59, reset: 60 });
  });

  test('allows exactly 60 of 90 concurrent requests', async () => {
    const buyer = site.buyer();
    const responses = await Promise.all(Array.from({ length: 90 }, () => buyer.get(eventPath())));
    const passed = responses.filter(({ status }) => status === 200);
    expect(passed.map(remainingOf).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    for (const response of responses) if (response.status !== 200) waitSecondsOf(response);
  });

  test('counts IPv6 addresses by their /64 network, and all forms of an IPv4 address together', async () => {
    const remainingFor = async (address: string) => remainingOf(await site.buyer(address).get(eventPath()));
    expect(await remainingFor('2001:db8:1:2::1')).toBe(59);
    expect(await remainingFor('2001:0DB8:1:2:ffff::9')).toBe(58);
    expect(await remainingFor('2001:db8:1:3::1')).toBe(59);
    expect(await remainingFor('203.0.113.7')).toBe(59);
    expect(await remainingFor('::ffff:203.0.113.7')).toBe(58);
    expect(await remainingFor('6.6.6.6, 203.0.113.7')).toBe(57); // Only the last IP address counts. The proxy added it.
  });

  test('counts the client IP address from a trusted proxy, with or without a port', async () => {
    const remainingFor = async (address: string) => remainingOf(await site.buyer(address).get(eventPath()));
    for (const [index, address] of ['9.9.9.9:1111', '9.9.9.9:2222', '9.9.9.9'].entries()) {
      expect(await remainingFor(address)).toBe(59 - index);
    }
    for (const [index, address] of ['[2001:db8:9::1]:443', '[2001:db8:9::1]:444', '2001:db8:9::2'].entries()) {
      expect(await remainingFor(address)).toBe(59 - index);
    }
  });

  test('applies to the IP address of the connection if no proxy is trusted', async () => {
    const siteWithoutProxy = await PublicSite.start(database.db, { trustProxy: [], rateLimits: { public: 60 } });
    for (const expected of [59, 58, 57])
      expect(remainingOf(await siteWithoutProxy.buyer().get(eventPath()))).toBe(expected);
    await siteWithoutProxy.close();
  });

  test('is separate from the limit of failed authentication on the other planes', async () => {
    const buyer = site.buyer('203.0.113.80');
    await sendMany(buyer, 61);
    const headers = { 'x-forwarded-for': '203.0.113.80' };
    for (const plane of ['/api/v1', '/api/embed/v1']) {
      const response = await read(await site.app.request(`${plane}/events`, { headers }));
      expect(limitOf(response)).toMatchObject({ limit: 30, remaining: 29 });
    }
  });
});

describe('POST /otp', () => {
  const bodyOf = (name: string) => ({ email: `${name}@example.com` });

  test('has a separate limit of 5 a minute', async () => {
    const buyer = site.buyer();
    await sendMany(buyer, 61);
    const responses = [await buyer.post('/otp', bodyOf('own-1')), await buyer.post('/otp', {})];
    responses.push(await buyer.send('POST', '/otp', { raw: 'x', headers: { 'content-type': 'text/plain' } }));
    responses.push(await buyer.post('/otp', bodyOf('own-2')), await buyer.post('/otp', bodyOf('own-3')));
    expect(responses.map(({ status }) => status)).toEqual([202, 400, 415, 202, 202]);
    expect(responses.map((response) => limitOf(response))).toEqual(
      [4, 3, 2, 1, 0].map((left) => ({ limit: 5, remaining: left, reset: 60, retryAfter: null })),
    );
    site.clock.advance(minuteMs - 1);
    expect(waitSecondsOf(await buyer.post('/otp', bodyOf('own-4')))).toBe(1);
    expect((await site.codes()).map(({ to }) => to)).not.toContain('own-4@example.com');
    site.clock.advance(1);
    expect(limitOf(await buyer.post('/otp', bodyOf('own-4')))).toMatchObject({ limit: 5, remaining: 4 });
    expect(remainingOf(await buyer.get(eventPath()))).toBe(59);
  });

  test('sends 5 codes an hour from one IP address to one e-mail address, in upper or lower case; other IP addresses are not affected', async () => {
    const spellings = [
      'Hour.Ü@example.com',
      'hour.ü@example.com',
      'HOUR.Ü@EXAMPLE.COM',
      'hour.u\u0308@example.com',
      'hOUR.Ü@example.Com',
    ];
    const buyer = site.buyer();
    const startMs = site.clock.now();
    for (const [index, to] of spellings.entries()) {
      const response = await buyer.post('/otp', { email: to });
      expect(response.status).toBe(202);
      expect(limitOf(response)).toMatchObject({ limit: 5, remaining: 4 });
      if (index < 4) site.clock.advance(10 * minuteMs);
    }
    const sentCount = (await site.codes()).length;
    for (const to of spellings.slice(1)) {
      const response = await buyer.post('/otp', { email: to });
      expect(response.headers.get('ratelimit-policy')).toBe('5;w=3600');
      expect(waitSecondsOf(response, 3_600)).toBe(1_200);
    }
    expect((await site.codes()).length).toBe(sentCount);
    expect((await site.buyer().post('/otp', { email: spellings[0] })).status).toBe(202);
    site.clock.advance(minuteMs);
    expect((await buyer.post('/otp', bodyOf('hour-2'))).status).toBe(202);
    expect((await site.codes()).length).toBe(sentCount + 2);
    site.clock.advance(startMs + 60 * minuteMs - 1 - site.clock.now());
    expect(waitSecondsOf(await buyer.post('/otp', { email: spellings[0] }), 3_600)).toBe(1);
    site.clock.advance(1);
    expect((await buyer.post('/otp', { email: spellings[0] })).status).toBe(202);
  });

  test('sends 30 codes an hour to one e-mail address, from all IP addresses together', async () => {
    const to = bodyOf('all-senders');
    for (let sentCount = 0; sentCount < 30; sentCount += 1)
      expect((await site.buyer().post('/otp', to)).status).toBe(202);
    const response = await site.buyer().post('/otp', to);
    expect(response.headers.get('ratelimit-policy')).toBe('30;w=3600');
    expect(waitSecondsOf(response, 3_600)).toBe(3_600);
    site.clock.advance(60 * minuteMs);
    expect((await site.buyer().post('/otp', to)).status).toBe(202);
  });

  test('counts all spellings of one e-mail address together', async () => {
    const spellings = [
      'Wide.K@Shop.example.com',
      'wide.k@\uff53\uff48\uff4f\uff50.example.com',
      'WIDE.K@SHOP\uff0eEXAMPLE\u3002COM',
      'wide.\u212a@shop.example.com',
      'wide.k@\uff33\uff28\uff2f\uff30\uff61example.com',
    ];
    const before = (await site.codes()).length;
    const buyer = site.buyer();
    for (const to of spellings) expect((await buyer.post('/otp', { email: to })).status, to).toBe(202);
    const newCodes = (await site.codes()).slice(0, -before || undefined);
    expect(newCodes.map(({ to }) => to)).toEqual(spellings.map(() => 'wide.k@shop.example.com'));
    site.clock.advance(minuteMs);
    for (const to of spellings.slice(1)) waitSecondsOf(await buyer.post('/otp', { email: to }), 3_600);
    expect((await buyer.post('/otp', { email: 'wide.q@shop.example.com' })).status).toBe(202);
  });

  test('sends 30 codes an hour even for fifty concurrent requests', async () => {
    const sendRequest = () => site.buyer().post('/otp', bodyOf('concurrent'));
    const responses = await Promise.all(Array.from({ length: 50 }, sendRequest));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(30);
    for (const response of responses) if (response.status !== 202) waitSecondsOf(response, 3_600);
    expect((await site.codes()).filter(({ to }) => to === 'concurrent@example.com')).toHaveLength(30);
  });
});

describe('pages of other sites', () => {
  const origin = 'https://organizer.example.org';
  const sendPreflight = (buyer: Buyer, path: string, method: string) =>
    buyer.send('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
  const headerList = (response: TestResponse, name: string) =>
    (response.headers.get(name) ?? '').toLowerCase().split(/, */).sort();

  test('get the methods of a path with a preflight request, which does not count', async () => {
    const buyer = site.buyer();
    await sendMany(buyer, 3);
    const paths = { '/quote': 'POST', '/reserve': 'POST', '/otp': 'POST', '/otp/verify': 'POST', '/pay': 'POST' };
    const readable = { [eventPath()]: 'GET', '/orders/7K3Q9MX2PA': 'GET' };
    for (const [path, method] of Object.entries({ ...paths, '/cancel': 'POST', ...readable })) {
      for (let i = 0; i < 10; i += 1) expect((await sendPreflight(buyer, path, method)).status).toBe(204);
      const response = await sendPreflight(buyer, path, method);
      expect(response.text).toBe('');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(headerList(response, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(headerList(response, 'access-control-allow-headers')).toEqual([
        'authorization',
        'content-type',
        'idempotency-key',
      ]);
      expect(response.headers.get('access-control-max-age')).toBe('86400');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
      expect(limitOf(response)).toMatchObject({ limit: 60, remaining: 57 });
    }
    expect(remainingOf(await buyer.get(eventPath()))).toBe(56);
  });

  test('can read responses of every status, with the rate limit headers', async () => {
    const buyer = site.buyer();
    const limited = site.buyer();
    await sendMany(limited, 60);
    const responses = (await requestEveryStatus(buyer)).map(([, response]) => response);
    responses.push(await limited.get(eventPath()));
    responses.push(await limited.post('/otp', { email: 'cors@example.com' }));
    expect(responses.slice(-2).map(({ status }) => status)).toEqual([429, 202]);
    for (const response of responses) {
      expect(response.headers.get('access-control-allow-origin'), response.text).toBe('*');
      expect(headerList(response, 'access-control-expose-headers')).toEqual([...exposedHeaders].sort());
    }
  });

  test('over the limit, get responses to preflight requests, and can read the 429', async () => {
    const buyer = site.buyer();
    await sendMany(buyer, 61);
    const response = await sendPreflight(buyer, '/quote', 'POST');
    expect(response.status).toBe(204);
    expect(limitOf(response)).toMatchObject({ remaining: 0, retryAfter: null });
    waitSecondsOf(await buyer.post('/quote', {}));
  });

  test('get no CORS headers on planes with keys, and 404 for unknown paths', async () => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    const { key } = shop.organizerApi;
    for (const plane of ['/api/v1', '/api/embed/v1']) {
      for (const method of ['OPTIONS', 'GET']) {
        for (const credentials of [{}, { key }]) {
          const response = await read(await site.app.request(`${plane}/events`, { method, headers, ...credentials }));
          expect(response.status).toBe('key' in credentials ? (method === 'GET' ? 200 : 405) : 401);
          expect(corsHeaders(response)).toEqual([]);
        }
      }
    }
    expectProblem(await sendPreflight(site.buyer(), '/nothing', 'POST'), 404, 'not_found');
  });
});
