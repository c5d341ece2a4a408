import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from './harness/app.ts';
import { type ComposedApp, startComposed } from './harness/composed-app.ts';
import { useDatabase } from './harness/databases.ts';
import { importAll, makeKey, makeOrganizer, raceLines } from './harness/fixtures.ts';
import { expectLimitHeaders, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';
import { exchange, open } from './harness/sockets.ts';
import { testRoutes } from './test-routes.ts';

const rateLimits = { api: 1_000_000, embed: 1_000_000, failedAuth: 999_999 };

const database = useDatabase('sqlite');
let key: string;
let eventId: string;
let app: ComposedApp;
/** The extended deployment, unchanged. */
let extendedApp: TestApp;

beforeAll(async () => {
  const organizer = await makeOrganizer(database.db);
  ({ key } = await makeKey(database.db, organizer.id));
  await importAll(database.db, organizer, raceLines());
  ({ id: eventId } = await database.db.selectFrom('events').select('id').executeTakeFirstOrThrow());
  app = await startComposed(database.db, [testRoutes()], rateLimits);
  extendedApp = await startApp({ db: database.db, rateLimits });
});
afterAll(async () => {
  await app.close();
  await extendedApp.close();
});

/** Sends a request with these lines in its head to `POST /things`, and reads the response. */
function send(
  lines: readonly string[],
  body = '{"name":"x"}',
  start = 'POST /api/v1/things HTTP/1.1',
): Promise<TestResponse> {
  return exchange(app.port, `${[start, ...lines].join('\r\n')}\r\n\r\n${body}`);
}

const host = 'Host: tickets.example.com';
const close = 'Connection: close';
const json = ['Content-Type: application/json', 'Content-Length: 12'];
const bearer = () => `Authorization: Bearer ${key}`;
const validLines = () => [host, close, bearer(), ...json];

/** Checks the headers that every error has. Some errors are written by the HTTP server itself, before Fastify. */
function expectComplete(response: TestResponse): void {
  expect(Date.parse(response.headers.get('date') ?? '')).not.toBeNaN();
  expect(response.headers.get('request-id')).toMatch(/^\s*req_/);
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(response.text));
  expect(response.headers.get('x-content-type-options')?.trim()).toBe('nosniff');
}

describe('a request head', () => {
  test('is accepted if it is valid, also with "Expect: 100-continue", an IPv6 host or HTTP/1.0', async () => {
    expect((await send(validLines())).status).toBe(200);
    const continuedResponse = await send([...validLines(), 'Expect: 100-continue']);
    expect(continuedResponse.status).toBe(100);
    expect((await send([close, bearer(), ...json, 'Host: [::1]:3000'])).status).toBe(200);
    expect((await send([close, bearer(), ...json], undefined, 'POST /api/v1/things HTTP/1.0')).status).toBe(200);
  });

  const rejectedRequests: [name: string, status: number, code: string, lines: () => string[], start?: string][] = [
    ['without Host', 400, 'invalid_request', () => [close, bearer(), ...json]],
    ['with two Host lines', 400, 'invalid_request', () => [...validLines(), 'host: other.example.com']],
    ['with an invalid Host', 400, 'invalid_request', () => ['Host: a b/c', close, bearer(), ...json]],
    ['with two Authorization lines', 400, 'invalid_request', () => [...validLines(), 'authorization: Bearer x']],
    ['with Expect: banana', 417, 'expectation_failed', () => [...validLines(), 'Expect: banana']],
    ['of HTTP/2.0', 505, 'http_version_not_supported', validLines, 'POST /api/v1/things HTTP/2.0'],
    [
      'with an unknown Transfer-Encoding',
      501,
      'not_implemented',
      () => [host, close, bearer(), 'Content-Type: application/json', 'Transfer-Encoding: gzip, chunked'],
    ],
    [
      'with an unknown Transfer-Encoding without chunked',
      501,
      'not_implemented',
      () => [host, close, bearer(), 'Content-Type: application/json', 'Transfer-Encoding: gzip'],
    ],
  ];
  test.each(rejectedRequests)(
    '%s is rejected with %d and the rate limit headers of the plane',
    async (_, status, code, lines, start) => {
      const response = await send(lines(), undefined, start);
      expectProblem(response, status, code);
      expectComplete(response);
      expectLimitHeaders(response, rateLimits.failedAuth);
      expect(app.log()).not.toMatch(/"level":"(error|warn)"/);
    },
  );

  test('is rejected if it is invalid, also on paths outside the planes', async () => {
    for (const path of ['/healthz', '/docs/errors', '/', '/nothing']) {
      const response = await send([host, host, close], '', `GET ${path} HTTP/1.1`);
      expectProblem(response, 400, 'invalid_request');
      expectLimitHeaders(response, rateLimits.failedAuth);
    }
  });
});

describe('a request that the HTTP server rejects', () => {
  const broken: [name: string, status: number, code: string, bytes: string][] = [
    ['no HTTP', 400, 'invalid_request', 'garbage\r\n\r\n'],
    ['a header without a colon', 400, 'invalid_request', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
    ['a header with NUL', 400, 'invalid_request', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['HTTP/9.9', 505, 'http_version_not_supported', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 505, 'http_version_not_supported', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a head of 40 kB', 431, 'headers_too_large', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['CONNECT', 501, 'not_implemented', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ];
  test.each(broken)(
    '(%s) gets a complete %d response, and the connection is closed',
    async (_, status, code, bytes) => {
      const response = await exchange(app.port, bytes);
      const { requestId } = expectProblem(response, status, code);
      expectComplete(response);
      expectLimitHeaders(response, rateLimits.failedAuth);
      expect(app.log()).toContain(requestId);
    },
  );

  test('gets its response after the responses to earlier requests of the connection', async () => {
    const socket = await open(app.port);
    let receivedText = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      receivedText += chunk;
    });
    socket.write(`GET /api/v1/things HTTP/1.1\r\n${host}\r\n${bearer()}\r\n\r\ngarbage\r\n\r\n`);
    await once(socket, 'close');
    expect(receivedText.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 400']);
  });

  test('gets 408 if it does not arrive in time', async () => {
    const separateApp = await startComposed(database.db, [testRoutes()], rateLimits);
    separateApp.server.requestTimeout = 1_000;
    separateApp.server.headersTimeout = 1_000;
    const incompleteHead = await exchange(separateApp.port, 'GET /api/v1/things HTTP/1.1\r\nHost: x\r\n');
    expectProblem(incompleteHead, 408, 'request_timeout');
    expectComplete(incompleteHead);
    expectLimitHeaders(incompleteHead, rateLimits.failedAuth);
    const incompleteBody = await exchange(
      separateApp.port,
      `POST /api/v1/things HTTP/1.1\r\n${validLines().join('\r\n')}\r\n\r\n{"na`,
    );
    expectProblem(incompleteBody, 408, 'request_timeout');
    expectComplete(incompleteBody);
    // The caller was authenticated, so the limit of its key applies.
    expectLimitHeaders(incompleteBody, rateLimits.api);
    expect(separateApp.log()).not.toContain('"level":"error"');
    await separateApp.close();
  });

  test('gets 400 if a chunk of its body is malformed', async () => {
    const lines = [host, bearer(), 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const response = await send(lines, '5\r\n{"nam\r\nzz\r\n');
    expectProblem(response, 400, 'invalid_request');
    expectLimitHeaders(response, rateLimits.api);
  });

  test('is not logged as an error if the caller disconnects while sending the body', async () => {
    const separateApp = await startComposed(database.db, [testRoutes()], rateLimits);
    const socket = await open(separateApp.port);
    socket.write(`POST /api/v1/things HTTP/1.1\r\n${[host, bearer(), ...json].join('\r\n')}\r\n\r\n{"na`);
    const countConnections = promisify(separateApp.server.getConnections.bind(separateApp.server));
    await vi.waitFor(async () => expect(await countConnections()).toBe(1), { timeout: 120_000 });
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(separateApp.log()).toContain('"status":499'), { timeout: 120_000 });
    await separateApp.close();
    expect(separateApp.log()).not.toMatch(/"level":"(error|warn)"/);
  });
});

describe('a method', () => {
  test('gets 405 with Allow if the path does not have it, for every method that Node parses', async () => {
    const allowed = [
      ['/api/v1/orders', 'GET, HEAD, POST'],
      [`/api/v1/events/${eventId}`, 'GET, HEAD, PATCH, DELETE'],
      ['/api/public/v1/quote', 'POST, OPTIONS'],
      ['/healthz', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
      ['/', 'GET, HEAD'],
      [`/e/${eventId}`, 'GET, HEAD'],
    ] as const;
    for (const [path, allow] of allowed) {
      for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'PUT']) {
        const port = Number(new URL(extendedApp.url).port);
        const head = `${method} ${path} HTTP/1.1\r\n${[host, close, bearer()].join('\r\n')}\r\n\r\n`;
        const response = await exchange(port, head);
        expect(expectProblem(response, 405, 'method_not_allowed').detail).toContain(method);
        expect([method, path, response.headers.get('allow')?.trim()]).toEqual([method, path, allow]);
      }
    }
    const metrics = await (await extendedApp.request('/metrics')).text();
    expect(metrics).toContain('method="other"');
    expect(metrics).not.toMatch(/method="(?:TRACE|PROPFIND|QUERY|PURGE)"/);
  });

  test('HEAD returns 304 without Content-Length', async () => {
    const path = `/api/embed/v1/events/${eventId}`;
    const { headers } = await extendedApp.request(path, { key, headers: { 'accept-encoding': 'identity' } });
    const port = Number(new URL(extendedApp.url).port);
    const lines = [`HEAD ${path} HTTP/1.1`, host, close, bearer(), `If-None-Match: ${headers.get('etag')}`];
    const response = await exchange(port, `${lines.join('\r\n')}\r\n\r\n`);
    expect([response.status, response.headers.get('content-length')]).toEqual([304, null]);
  });
});

describe('a path', () => {
  const get = async (path: string) => read(await extendedApp.request(path, { key }));

  test('gets 404 with a hint if it ends with a slash', async () => {
    for (const path of ['/api/v1/orders/', '/api/v1/events/?limit=1', `/api/v1/events/${eventId}/`, '/healthz/']) {
      const { detail } = expectProblem(await get(path), 404, 'not_found');
      expect(detail).toContain('Remove the slash at its end.');
    }
  });

  test('gets 400 with a hint if it has a repeated parameter', async () => {
    const { detail } = expectProblem(await get('/api/v1/events?limit=1&limit=2'), 400, 'invalid_request');
    expect(detail).toBe('"limit" is sent more than once.');
  });

  test('gets 400 with a hint if a time has a "+" that is not escaped', async () => {
    const problem = async (time: string) => {
      const { errors } = expectProblem(await get(`/api/v1/orders?updatedSince=${time}`), 400, 'invalid_request');
      return errors;
    };
    const message = 'has a space in place of "+": in a URL, write "+" as %2B, or send the time in UTC with Z';
    expect(await problem('2026-11-20T09:00:00+01:00')).toEqual([
      { path: 'updatedSince', code: 'plus_not_escaped', params: {}, message },
    ]);
    for (const time of ['2026-11-20', '2026-11-20+09:00:00Z', '+01:00']) {
      expect(await problem(time)).toMatchObject([{ path: 'updatedSince', code: 'not_a_time' }]);
    }
    expect((await get('/api/v1/orders?updatedSince=2026-11-20T09:00:00%2B01:00')).status).toBe(200);
  });

  test('is rejected if it has percent-escapes that are not UTF-8; the escapes are not replaced', async () => {
    for (const text of ['%ff', '%c3%28', '%e9', '%ed%a0%80', '%c0%80', '%zz', '%']) {
      const { errors } = expectProblem(await get(`/api/v1/orders?limit=2&cursor=${text}`), 400, 'invalid_request');
      expect(errors).toEqual([
        { path: 'cursor', code: 'invalid_escape', params: {}, message: 'has percent-escapes that are not UTF-8' },
      ]);
      expectProblem(await get(`/api/v1/orders/${text}`), 404, 'not_found');
    }
  });
});

describe('the key', () => {
  test('can be the user name of Basic authentication, with any password', async () => {
    for (const credentials of [`${key}:`, `${key}:x`]) {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      const response = await extendedApp.request('/api/v1/events', { headers: { authorization } });
      expect(response.status).toBe(200);
    }
    for (const [credentials, code] of [
      ['sk_wrong:', 'invalid_key'],
      [':', 'missing_key'],
      [key, 'missing_key'],
    ] as const) {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      const response = await read(await extendedApp.request('/api/v1/events', { headers: { authorization } }));
      expectProblem(response, 401, code);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"/);
    }
  });
});

describe('a body', () => {
  const post = async (body: string | Buffer, headers: Record<string, string> = {}) =>
    read(
      await fetch(`${app.url}/api/v1/things`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        body,
      }),
    );
  const latin1 = (text: string) => Buffer.from(text, 'latin1');

  test('gets 400 if it is not well-formed UTF-8', async () => {
    for (const name of [
      'till-\xe9',
      'Caf\xe9',
      '\xff\xfe',
      '\xed\xa0\x80',
      '\xc0\x80',
      '\xf4\x90\x80\x80',
      '\xe2\x82',
    ]) {
      const response = await post(latin1(`{"name":"${name}"}`));
      expect(expectProblem(response, 400, 'invalid_request').detail).toContain('UTF-8');
    }
  });

  test('can start with a byte order mark, which is ignored', async () => {
    expect(jsonOf(await post('\ufeff{"name":"ä"}'))).toEqual({ nameLength: 1, count: null });
    expectProblem(await post('\ufeff\ufeff{"name":"ä"}'), 400, 'invalid_request');
  });

  test('gets 400 if it has a lone surrogate, and the error names the field', async () => {
    for (const name of ['\\ud800', '\\udc00x', 'x\\ud83d']) {
      expect(expectProblem(await post(`{"name":"${name}"}`), 400, 'invalid_request').errors?.[0]?.path).toBe('name');
    }
    expect(jsonOf(await post('{"name":"\\ud83c\\udfab"}'))).toMatchObject({ nameLength: 2 });
  });

  test('gets 415 if it has another charset or a Content-Encoding', async () => {
    for (const charset of ['iso-8859-1', 'utf-16', '"latin1"', 'windows-1252', 'nonsense']) {
      const response = await post('{"name":"x"}', { 'content-type': `application/json; charset=${charset}` });
      expectProblem(response, 415, 'unsupported_media_type');
    }
    for (const coding of ['gzip', 'br', 'zstd', 'deflate', 'gzip, identity', 'nonsense']) {
      const response = await post('{"name":"x"}', { 'content-encoding': coding });
      expectProblem(response, 415, 'unsupported_media_type');
      expect(response.headers.get('accept-encoding')).toBe('identity');
    }
    for (const headers of [
      { 'content-type': 'application/json; charset="UTF-8"' },
      { 'content-type': 'application/json;charset=utf8; x=y' },
      { 'content-encoding': 'identity' },
    ] as Record<string, string>[]) {
      expect((await post('{"name":"x"}', headers)).status).toBe(200);
    }
  });

  test('gets 400 if its fields are named like members of Object.prototype, and the errors name the fields', async () => {
    for (const [body, path] of [
      ['{"name":"x","__proto__":{"count":1}}', '__proto__'],
      ['{"name":"x","\\u005f_proto__":1}', '__proto__'],
      ['{"name":"x","constructor":{"prototype":{}}}', 'constructor'],
      ['{"name":"x","toString":1}', 'toString'],
    ] as const) {
      const { errors } = expectProblem(await post(body), 400, 'invalid_request');
      expect(errors).toEqual([{ path, code: 'unknown_field', params: {}, message: 'is not a field of this object' }]);
    }
  });
});
