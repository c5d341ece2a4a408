import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { open } from '../../../test/harness/sockets.ts';
import { waitUntil } from '../../../test/harness/wait.ts';
import type { ApiError } from '../../errors/index.ts';
import type { RateLimitResult } from '../limits/limiter.ts';
import { respondAfterCommits } from './respond-after-commits.ts';
import { RowStreams } from './row-streams.ts';

/** A page of a list without an end. */
const page = JSON.stringify({ data: [{ text: 'x'.repeat(100_000) }], hasMore: true, nextCursor: 'next' });

let app: FastifyInstance;
let streams: RowStreams;
let pagesRead: number;
/** The number of requests for a stream. */
let opened: number;
let checks: { isPermitted: boolean; count: () => RateLimitResult };
const admitted = { allowed: true, limit: 1, remaining: 0, windowSeconds: 60, resetSeconds: 60 };

beforeEach(async () => {
  pagesRead = 0;
  opened = 0;
  checks = { isPermitted: true, count: () => admitted };
  streams = new RowStreams({ count: () => checks.count(), isStillPermitted: async () => checks.isPermitted });
  app = fastify();
  respondAfterCommits(app, () => null);
  app.setErrorHandler<ApiError>((error, _request, reply) => {
    reply.code(error.status).headers(error.headers).send(error.detail);
  });
  app.get<{ Querystring: { key?: string } }>('/', (request, reply) =>
    streams.send(request, reply, request.query.key ?? 'a key', async ({ cursor }) => {
      if (cursor === undefined) opened += 1;
      pagesRead += 1;
      return page;
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const port = () => (app.server.address() as AddressInfo).port;
const get = (signal?: AbortSignal) => fetch(`http://127.0.0.1:${port()}/`, signal ? { signal } : {});

async function openClient(path = '/') {
  const client = await open(port());
  client.on('error', () => {});
  client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/jsonl\r\n\r\n`);
  return client;
}

/** Reads until a client can open a stream again. */
async function expectEnd(): Promise<void> {
  await waitUntil(async () => {
    const stop = new AbortController();
    const { status } = await get(stop.signal);
    stop.abort();
    return status === 200;
  });
}

test('reads no pages for a client that does not read, and none after it has disconnected', async () => {
  const client = await openClient();
  client.pause();
  let read = -1;
  // The connection can take some megabytes.
  await waitUntil(
    () => {
      const isUnchanged = pagesRead === read;
      read = pagesRead;
      return pagesRead > 0 && isUnchanged;
    },
    { intervalMs: 200 },
  );
  expect(pagesRead).toBeLessThan(200);
  client.destroy();
  await expectEnd();
});

test('is rejected while another one of the same owner is open', async () => {
  const client = await openClient();
  await waitUntil(() => pagesRead > 0);
  const second = await get();
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await second.text()).toContain('has an open stream');
  client.destroy();
  await expectEnd();
});

test('is rejected while the process has 50 streams', async () => {
  const clients = await Promise.all(Array.from({ length: 50 }, (_, index) => openClient(`/?key=${index}`)));
  await waitUntil(() => opened === 50);
  expect((await get()).status).toBe(503);
  for (const client of clients) client.destroy();
  await expectEnd();
});

test('waits while the rate limit is reached, and ends when the sender loses a permission', async () => {
  let rejected = 0;
  checks.count = () => {
    rejected += 1;
    return { ...admitted, allowed: rejected > 3, resetSeconds: 0 };
  };
  const client = await openClient();
  client.resume();
  await waitUntil(() => pagesRead > 10);
  expect(rejected).toBeGreaterThan(3);
  checks.isPermitted = false;
  await new Promise((resolve) => client.once('close', resolve));
});

test('is closed when the server stops, also while its client does not read', async () => {
  const client = await openClient();
  client.pause();
  await waitUntil(() => pagesRead > 1);
  streams.stop();
  await expectEnd();
  expect(opened).toBeGreaterThan(1);
  client.destroy();
});

test('is closed when the server stops, also while it waits for the rate limit', async () => {
  checks.count = () => ({ ...admitted, allowed: false, resetSeconds: 60 });
  const client = await openClient();
  client.resume();
  await waitUntil(() => pagesRead === 2);
  const closed = new Promise((resolve) => client.once('close', resolve));
  streams.stop();
  await closed;
  expect(pagesRead).toBe(2);
});
