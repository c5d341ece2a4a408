import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from './harness/app.ts';
import { useDatabase } from './harness/databases.ts';
import { defined, elementAt } from './harness/defined.ts';
import { importAll, makeKey, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { makeDevice, makeGate } from './harness/gates.ts';
import { exchange, open } from './harness/sockets.ts';
import { waitUntil } from './harness/wait.ts';

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
type Coding = keyof typeof decoders;
const codings = Object.keys(decoders) as Coding[];

const database = useDatabase('sqlite');
const app = useApp(() => ({ db: database.db, rateLimits: { api: 1_000_000, embed: 1_000_000, public: 1_000_000 } }));
let key: string;
let personalDataKey: string;
let eventId: string;
let orderNumber: string;
let deviceToken: string;
let gateId: string;

beforeAll(async () => {
  const organizer = await makeOrganizer(database.db);
  // Enough rows for a list that is compressed on another thread.
  const orders = Array.from({ length: 150 }, (_, i) =>
    orderLine(`order-${i}`, { items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: 3 }] }),
  );
  const attendees = orders.slice(0, 10).map((_, i) => ({ ticketTypeId: 'run-10', holderName: `Grace Hopper ${i}` }));
  const group = orderLine('group', {
    items: [{ kind: 'ticket', ticketTypeId: 'run-10', quantity: attendees.length }],
    attendees,
  });
  await importAll(database.db, organizer, [...raceLines(), ...orders, group]);
  ({ key } = await makeKey(database.db, organizer.id));
  ({ key: personalDataKey } = await makeKey(database.db, organizer.id, { granted: ['orders:read:pii'] }));
  ({ id: eventId } = await database.db.selectFrom('events').select('id').executeTakeFirstOrThrow());
  ({ order_number: orderNumber } = await database.db
    .selectFrom('orders')
    .select('order_number')
    .executeTakeFirstOrThrow());
  ({ token: deviceToken } = await makeDevice(database.db, organizer));
  ({ id: gateId } = await makeGate(database.db, organizer));
});

/** Sends a request, and returns the response without decoding its body. */
async function raw(
  path: string,
  options: { coding?: string; key?: string; method?: string; ifNoneMatch?: string } = {},
) {
  const lines = [
    `${options.method ?? 'GET'} ${path} HTTP/1.0`,
    ...(options.coding === undefined ? [] : [`Accept-Encoding: ${options.coding}`]),
    ...(options.key === undefined ? [] : [`Authorization: Bearer ${options.key}`]),
    ...(options.ifNoneMatch === undefined ? [] : [`If-None-Match: ${options.ifNoneMatch}`]),
  ];
  const { status, headers, text } = await exchange(
    Number(new URL(app.url).port),
    `${lines.join('\r\n')}\r\n\r\n`,
    'latin1',
  );
  const body = Buffer.from(text, 'latin1');
  expect(headers.get('content-length')?.trim()).toBe(
    options.method === 'HEAD' || status === 304 ? headers.get('content-length')?.trim() : String(body.length),
  );
  const header = (name: string) => headers.get(name)?.trim() ?? null;
  return { status, body, header };
}

/** The server's side of the next connection in this process. */
function nextServerSocket(): Promise<Socket> {
  return new Promise((resolve) => {
    const onSocket = (message: unknown) => {
      unsubscribe('net.server.socket', onSocket);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe('net.server.socket', onSocket);
  });
}

describe('responses of 1 kB and more', () => {
  test('use the accepted content coding, and have the same content in every coding', async () => {
    const longList = '/api/v1/orders?limit=100&expand=tickets';
    for (const path of ['/api/v1/events', '/api/v1/orders?limit=2', longList, '/metrics']) {
      const plain = await raw(path, { key });
      expect([plain.status, plain.header('content-encoding')]).toEqual([200, null]);
      const isLong = plain.body.length >= 1_024;
      // A response of this length is compressed on another thread.
      if (path === longList) expect(plain.body.length).toBeGreaterThan(40_000);
      expect(plain.header('vary')).toBe(isLong ? 'accept-encoding' : null);
      for (const coding of codings) {
        const { body, header } = await raw(path, { key, coding });
        expect([path, header('content-encoding')]).toEqual([path, isLong ? coding : null]);
        expect(header('vary')).toBe(isLong ? 'accept-encoding' : null);
        const text = isLong ? decoders[coding](body) : body;
        if (path !== '/metrics') expect(text.equals(plain.body)).toBe(true);
        if (isLong) expect(body.length).toBeLessThan(plain.body.length / 2);
      }
      const uncompressed = await raw(path, { key, coding: 'gzip;q=0, br;q=0, zstd;q=0' });
      expect(uncompressed.header('content-encoding')).toBeNull();
    }
  });

  test('are complete if the client reads them only when its connection has no space left', async () => {
    const path = '/api/v1/orders?limit=100';
    const { body } = await raw(path, { key });
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const requestCount = 1_000; // More bytes than the buffers of a connection have space for.
    const accepted = nextServerSocket();
    const socket = await open(Number(new URL(app.url).port));
    const lastRequest = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    socket.write(request.repeat(requestCount - 1) + lastRequest);
    const serverSocket = await accepted;
    await waitUntil(() => serverSocket.writableLength > 0);
    const received = (await buffer(socket)).toString('latin1').split(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n/);
    expect(received.filter((text) => text !== '')).toHaveLength(requestCount);
    expect(new Set(received)).toEqual(new Set(['', body.toString('latin1')]));
  });

  test('have the same headers for HEAD as for GET', async () => {
    const send = (method: string) => raw('/api/v1/orders?limit=100&expand=tickets', { key, coding: 'br', method });
    const [get, head] = await Promise.all([send('GET'), send('HEAD')]);
    for (const name of ['content-length', 'content-encoding', 'vary', 'content-type']) {
      expect(head.header(name)).toBe(get.header(name));
    }
  });

  test('have a different ETag for each coding, and a 304 response has the ETag of the request', async () => {
    const path = `/api/embed/v1/events/${eventId}`;
    const tags = new Set<string>();
    for (const coding of [undefined, ...codings]) {
      const codingOption = coding === undefined ? {} : { coding };
      const { status, body, header } = await raw(path, { key, ...codingOption });
      expect([status, body.length > 0]).toEqual([200, true]);
      const tag = defined(header('etag'), 'ETag');
      tags.add(tag);
      expect(tag).toMatch(/^"[^"]+"$/);
      for (const method of ['GET', 'HEAD']) {
        const { status, header } = await raw(path, { key, ...codingOption, method, ifNoneMatch: tag });
        expect([status, header('etag'), header('vary')]).toEqual([304, tag, 'accept-language, accept-encoding']);
        expect([header('content-length'), header('content-encoding')]).toEqual([null, null]);
      }
    }
    expect(tags.size).toBe(4);
    const [plainTag, zstdTag] = [elementAt([...tags], 0), elementAt([...tags], 1)];
    expect((await raw(path, { key, ifNoneMatch: zstdTag })).status).toBe(200);
    expect((await raw(path, { key, coding: 'gzip', ifNoneMatch: zstdTag })).status).toBe(200);
    expect((await raw(path, { key, coding: 'gzip', ifNoneMatch: plainTag })).status).toBe(304);
  });
});

describe('responses with secrets or personal data', () => {
  test('are never compressed', async () => {
    const path = `/api/v1/orders/${orderNumber}`;
    const responseWithoutPersonalData = await raw(path, { key, coding: 'gzip' });
    const personal = await raw(path, { key: personalDataKey, coding: 'gzip' });
    expect([responseWithoutPersonalData.status, personal.status]).toEqual([200, 200]);
    expect(personal.body.length).toBeGreaterThan(1_024);
    expect(responseWithoutPersonalData.header('content-encoding')).toBe('gzip');
    expect([personal.header('content-encoding'), personal.header('vary')]).toEqual([null, null]);
  });

  test('are never compressed at a gate', async () => {
    const found = await raw('/api/gate/v1/search?q=grace', { key: deviceToken, coding: 'gzip' });
    expect(found.body.toString()).toContain('Grace Hopper 9');
    expect(found.body.length).toBeGreaterThan(1_024);
    expect([found.header('content-encoding'), found.header('vary')]).toEqual([null, null]);
    const scans = Array.from({ length: 10 }, (_, i) => ({
      qrValue: 'unknown',
      gateId,
      nonce: `number-${i}`,
      direction: 'entry',
      scannedAt: '2026-11-20T09:00:00Z',
      offline: true,
      deviceResult: 'refused',
      deviceReason: 'unknown',
    }));
    const batch = await app.request('/api/gate/v1/scans/batch', {
      key: deviceToken,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify({ scans }),
    });
    expect([batch.status, batch.headers.get('content-encoding')]).toEqual([200, null]);
    expect((await batch.text()).length).toBeGreaterThan(1_024);
  });
});

describe('a file that is compressed in advance', () => {
  test('is sent in the accepted coding', async () => {
    const page = (await raw(`/e/${eventId}`)).body.toString();
    const style = defined(/rel="stylesheet"[^>]* href="([^"]+)"/.exec(page)?.[1], 'The URL of the style sheet');
    for (const path of [style, '/openapi.json']) {
      const plain = await raw(path);
      for (const [coding, expected] of [
        ['br', 'br'],
        ['gzip', 'gzip'],
        ['gzip;q=0', null],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['*;q=0', null],
        ['gzippy', null],
      ] as const) {
        const { body, header } = await raw(path, { coding });
        expect([path, coding, header('content-encoding')]).toEqual([path, coding, expected]);
        expect(header('vary')).toBe('accept-encoding');
        expect((expected === null ? body : decoders[expected](body)).equals(plain.body)).toBe(true);
      }
    }
  });
});

describe('the OpenAPI document', () => {
  test('can be read by scripts of every website, and can be cached', async () => {
    const { header } = await raw('/openapi.json', { coding: 'br' });
    expect(header('access-control-allow-origin')).toBe('*');
    expect(header('cache-control')).toBe('public, max-age=300');
    const tag = defined(header('etag'), 'ETag');
    for (const coding of ['br', 'gzip', 'identity']) {
      const unchanged = await raw('/openapi.json', { coding, ifNoneMatch: tag });
      expect([unchanged.status, unchanged.body.length, unchanged.header('etag')]).toEqual([304, 0, tag]);
    }
  });
});
