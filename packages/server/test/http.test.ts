import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from './harness/app.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { makeKey, makeOrganizer } from './harness/fixtures.ts';
import {
  expectFieldProblem,
  expectLimitHeaders,
  expectProblem,
  jsonOf,
  read,
  type TestResponse,
} from './harness/responses.ts';
import { exchange } from './harness/sockets.ts';
import { createOrganizerData, keyedRoutes, type OrganizerData, pathOf } from './keyed-routes.ts';
import { testRoutes } from './test-routes.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };
const mebibyte = 1024 * 1024;

const database = useDatabase('sqlite');
let key: string;

beforeAll(async () => {
  ({ key } = await makeKey(database.db, (await makeOrganizer(database.db)).id));
});

describe('a body', () => {
  let app: ComposedApp;

  beforeAll(async () => {
    app = await startComposed(database.db, [testRoutes()], rateLimits);
  });
  afterAll(() => app.close());

  interface PostOptions {
    readonly type?: string;
    readonly method?: string;
    readonly path?: string;
    readonly key?: string | null;
  }

  async function post(body: RequestInit['body'], options: PostOptions = {}): Promise<TestResponse> {
    const { type = 'application/json', method = 'POST', path = '/things' } = options;
    const headers = new Headers(type === '' ? {} : { 'content-type': type });
    if (options.key !== null) headers.set('authorization', `Bearer ${options.key ?? key}`);
    // If the body is sent as bytes, fetch does not add a content type.
    const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const init = { method, headers, body: content, duplex: 'half' } as RequestInit;
    const response = await read(await fetch(`${app.url}/api/v1${path}`, init));
    expectLimitHeaders(response, response.status === 401 ? rateLimits.failedAuth : rateLimits.api);
    return response;
  }

  const streamOf = (byteCount: number) =>
    new ReadableStream({
      start(controller) {
        for (let start = 0; start < byteCount; start += 65_536) controller.enqueue(new Uint8Array(65_536).fill(32));
        controller.close();
      },
    });

  test('is accepted with a JSON content type, in every spelling of the type', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      expect(jsonOf(await post('{"name":"ä€🎫","count":3}', { type }))).toEqual({ nameLength: 4, count: 3 });
    }
  });

  test('is rejected with 400 if it is not well-formed JSON', async () => {
    for (const body of ['', '{"name":', '{"name":"x"} x', "{'name':'x'}", 'nope', '['.repeat(100_000)]) {
      const problem = expectProblem(await post(body), 400, 'invalid_request');
      expect(problem.errors).toBeUndefined();
      expect(problem.detail).toContain('JSON');
    }
    expectProblem(await post('{"name":"x","__proto__":{"count":1}}'), 400, 'invalid_request');
    expectProblem(await post('{"name":"x","constructor":{"prototype":{}}}'), 400, 'invalid_request');
  });

  test('is rejected with 400 if it is missing or not an object', async () => {
    for (const body of ['null', '[]', '"x"', '5', 'true']) expectProblem(await post(body), 400, 'invalid_request');
    expectProblem(await post(null, { type: '' }), 400, 'invalid_request');
  });

  test('is rejected with 400 if a field is missing, is unknown or has a wrong type, and the error names the field', async () => {
    expectFieldProblem(await post('{}'), 'name');
    expectFieldProblem(await post('{"name":"x","colour":"red"}'), 'colour');
    expectFieldProblem(await post('{"name":"x","count":1.5}'), 'count');
    expectFieldProblem(await post('{"name":"x","count":[1]}'), 'count');
    expectFieldProblem(await post('{"name":{}}'), 'name');
  });

  test('is not converted: numbers, strings and null keep their types', async () => {
    expectFieldProblem(await post('{"name":5}'), 'name');
    expectFieldProblem(await post('{"name":null}'), 'name');
    expectFieldProblem(await post('{"name":"x","count":"5"}'), 'count');
    expectFieldProblem(await post('{"name":"x","count":true}'), 'count');
    expectFieldProblem(await post('{"name":"x","count":null}'), 'count');
  });

  test('is rejected with 415 if its content type is not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expectProblem(await post('{"name":"x"}', { type }), 415, 'unsupported_media_type');
    }
    for (const type of ['application/xml', 'text/json', 'application/octet-stream', 'nonsense', '']) {
      expectProblem(await post('{"name":"x"}', { type }), 415, 'unsupported_media_type');
    }
  });

  test('can have 1 MiB; a body that is one byte longer is rejected with 413', async () => {
    const full = JSON.stringify({ name: 'x'.repeat(mebibyte - '{"name":""}'.length) });
    expect((await post(full)).status).toBe(200);
    expectProblem(await post(`${full} `), 413, 'payload_too_large');
    expectProblem(await post(streamOf(mebibyte + 65_536)), 413, 'payload_too_large');
  });

  test('that is too long does not cost a proxy the answer, if it sends the whole body before it reads', async () => {
    const size = 8 * mebibyte;
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    const head = ['POST /api/v1/things HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, `Content-Length: ${size}`];
    socket.write(`${[...head, 'Content-Type: application/json'].join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < size; sent += mebibyte) {
      await new Promise<void>((resolve, reject) =>
        socket.write(Buffer.alloc(mebibyte, 32), (error) => (error ? reject(error) : resolve())),
      );
    }
    const [answer] = await once(socket.resume(), 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('is read only after the checks of key, path and method', async () => {
    const bodies = [
      ['{"name":', 'application/json'],
      ['x', 'text/plain'],
      [' '.repeat(mebibyte + 1), 'application/json'],
    ] as const;
    for (const [body, type] of bodies) {
      expectProblem(await post(body, { type, key: null }), 401, 'missing_key');
      expectProblem(await post(body, { type, path: '/nothing' }), 404, 'not_found');
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await post(body, { type, method });
        expectProblem(response, 405, 'method_not_allowed');
        expect(response.headers.get('allow')).toBe('POST');
      }
      const response = await post(body, { type, path: '/slow' });
      expectProblem(response, 405, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});

describe('an unexpected error', () => {
  const secret = 'the-secret-of-the-house';
  const leaks: [string, unknown][] = [
    ['an error', new Error(secret)],
    ['an error with a status', Object.assign(new Error(secret), { statusCode: 418, code: 'E_TEAPOT' })],
    ['an error with another cause', new Error('outside', { cause: new TypeError(secret) })],
    ['an object', { message: secret, statusCode: 400 }],
  ];

  test.each(leaks)('is logged completely, and the response contains only the request id: %s', async (_, error) => {
    const app = await startComposed(database.db, [testRoutes({ createError: () => error })], rateLimits);
    const response = await read(
      await fetch(`${app.url}/api/v1/throw`, { headers: { authorization: `Bearer ${key}` } }),
    );
    const { requestId } = expectProblem(response, 500, 'internal_error');
    expectLimitHeaders(response, rateLimits.api);
    expect(response.text).not.toContain(secret);
    expect(response.text).not.toContain('throw');
    await app.close();
    const errors = app
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    expect(errors).toHaveLength(1);
    expect(JSON.parse(first(errors))).toMatchObject({ requestId, msg: 'internal_error' });
    expect(errors[0]).toContain(secret);
    if (error instanceof Error) expect(errors[0]).toContain('http.test.ts');
  });
});

describe('a URL', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ db: database.db, rateLimits });
  });
  afterAll(() => app.close());

  const send = async (path: string, init: RequestInit & { key?: string } = { key }) =>
    read(await app.request(path, init));

  test('is rejected with 414 if it has more than 8,192 characters, or with 401 if the request also has no key', async () => {
    const padded = (start: string, length: number) => start.padEnd(length, 'x');
    for (const start of ['/api/v1/events?cursor=', '/api/v1/events/', '/api/v1/nothing']) {
      expectProblem(await send(padded(start, 9_000)), 414, 'uri_too_long');
      expectProblem(await send(padded(start, 9_000), {}), 401, 'missing_key');
    }
    expectProblem(await send(padded('/api/v1/events?cursor=', 8_193)), 414, 'uri_too_long');
    expectProblem(await send(padded('/api/v1/events?cursor=', 8_192)), 400, 'invalid_request');
  });

  test('is rejected with 404 if it has invalid escapes, or with 401 if the request also has no key', async () => {
    for (const path of ['/%zz', '/%ff', '/%', '/%c3%28', '/events/%zz', '/events/%ff', '/orders/%e2%82', '/%u0041']) {
      expectProblem(await send(`/api/v1${path}`), 404, 'not_found');
      expectProblem(await send(`/api/v1${path}`, {}), 401, 'missing_key');
    }
  });

  test('is rejected with 404 if it is outside every plane, even without a key', async () => {
    for (const path of ['/nothing', '/api', '/api/v1x/events', '/API/v1/events', '/api/v2/events', '/%zz']) {
      const response = await send(path, {});
      expectProblem(response, 404, 'not_found');
    }
  });

  test('has the same response to HEAD as to GET, without the body', async () => {
    for (const auth of [{ key }, {}]) {
      for (const path of ['/api/v1/events', '/api/v1/events?limit=0', '/api/v1/orders/7K3Q9MX2PA', '/api/v1/nothing']) {
        const [head, get] = [await send(path, { ...auth, method: 'HEAD' }), await send(path, auth)];
        expect(head.text).toBe('');
        expect(head.status).toBe(get.status);
        for (const name of ['content-type', 'content-length', 'www-authenticate', 'ratelimit-policy']) {
          expect(head.headers.get(name), `${name} of ${path}`).toBe(get.headers.get(name));
        }
      }
    }
  });

  test('is rejected with 400 if it repeats a parameter, and the error names the parameter', async () => {
    const repeatedParameters = {
      '/api/v1/events': { limit: '1', cursor: 'x', updatedSince: '2026-01-01T00:00:00Z' },
      '/api/v1/orders': { limit: '1', paidSince: '2026-01-01T00:00:00Z' },
      '/api/v1/tickets': { cursor: 'x' },
      '/api/v1/settlements': { limit: '1' },
    };
    for (const [path, parameters] of Object.entries(repeatedParameters)) {
      for (const [name, value] of Object.entries(parameters)) {
        expectFieldProblem(await send(`${path}?${name}=${value}&${name}=${value}`), name);
      }
    }
  });
});

describe('data on a connection', () => {
  let app: ComposedApp;

  beforeAll(async () => {
    app = await startComposed(database.db, [testRoutes()], rateLimits);
  });
  afterAll(() => app.close());

  test('get a response with status 400 if they are not HTTP, and the connection is closed', async () => {
    const noise = Uint8Array.from({ length: 512 }, (_, i) => (i * 89) % 256);
    for (const bytes of ['garbage\r\n\r\n', noise, 'GET /\u0000 HTTP/1.1\r\n\r\n']) {
      expectProblem(await exchange(app.port, bytes), 400, 'invalid_request');
    }
    const twoLengths =
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectProblem(await exchange(app.port, twoLengths), 400, 'invalid_request');
  });

  test('get a response with status 431 if they have 40 KB of headers', async () => {
    const longCookie = `GET /api/v1/things HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`;
    expectProblem(await exchange(app.port, longCookie), 431, 'headers_too_large');
    const longPath = `GET /api/v1/${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expectProblem(await exchange(app.port, longPath), 431, 'headers_too_large');
  });
});

describeOnBoth('the log', (kind) => {
  const logDatabase = useDatabase(kind);
  let app: TestApp;
  let organizerData: OrganizerData;

  beforeAll(async () => {
    app = await startApp({ db: logDatabase.db, rateLimits });
    organizerData = await createOrganizerData(logDatabase.db);
  });
  afterAll(async () => {
    await app.close();
  });

  test('names the route of each request, but contains no keys, e-mail addresses or query strings', async () => {
    const validKey = (await makeKey(logDatabase.db, organizerData.organizer.id)).key;
    const email = 'ada.lovelace@example.com';
    let requestCount = 0;
    const send = async (path: string, init: RequestInit & { key?: string }) => {
      await read(await app.request(path, init));
      requestCount += 1;
    };
    for (const path of Object.keys(keyedRoutes).map((name) => pathOf(name, organizerData))) {
      for (const auth of [{ key: validKey }, { key: `${validKey}x` }, {}]) {
        await send(`${path}?email=${email}`, auth);
        await send(`${path}?limit=1&eventId=unlisted`, auth);
        await send(path, { ...auth, method: 'POST', body: email });
      }
    }
    await send(`/api/v1/orders/${validKey}`, { key: validKey });
    await send(`/api/v1/events/${encodeURIComponent(email)}`, { key: validKey });
    await send(`/${email}/${validKey}?token=${validKey}`, {});
    await send(`/api/v1/orders/x%00${email}`, { key: validKey });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const path of ['/otp', '/otp/verify', '/quote', '/reserve', '/pay', '/cancel']) {
      await send(`/api/public/v1${path}?email=${email}`, { ...post, body: JSON.stringify({ email, code: email }) });
      await send(`/api/public/v1${path}`, { ...post, body: JSON.stringify({ email, code: '493027' }) });
    }
    for (const path of [
      `/events/${organizerData.eventId}`,
      `/events/${email}`,
      `/orders/${organizerData.orderNumber}`,
      `/${email}`,
    ]) {
      await send(`/api/public/v1${path}?email=${email}`, { key: validKey });
    }

    const lines = app
      .log()
      .split('\n')
      .filter((line) => line !== '');
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(requestCount);
    for (const request of requests) {
      const { requestId, method, route, status, ms } = request;
      expect(requestId).toMatch(/^req_/);
      expect(method).toMatch(/^(GET|POST)$/);
      expect(route).toMatch(/^(unknown|\/api(\/embed|\/public)?\/v1(\/:?[a-zA-Z-]+)+)$/);
      expect([typeof status, typeof ms]).toEqual(['number', 'number']);
    }
    const log = lines.join('\n');
    for (const secret of [
      validKey.slice(3),
      validKey.slice(3, 20),
      email,
      'lovelace',
      'unlisted',
      'limit=',
      '?',
      '@example',
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
