import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, describeOn, type TestDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { freePort } from '../../../test/harness/ports.ts';
import {
  type Behavior,
  close,
  drip,
  eventually,
  flood,
  hang,
  raw,
  reset,
  respond,
  startReceiver,
} from '../../../test/harness/receiver.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { makeEndpoint, newestDelivery, startWorker } from '../../../test/harness/webhooks.ts';
import { systemClock } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { type AttemptView, type DeliveryView, listAttempts, sendTest } from './index.ts';

/** The timeout for receivers that never complete a response. */
const shortTimeoutMs = 1_000;
const timeoutMs = 30_000;
const noResponse = { responseStatus: null, responseBody: null };

/** The behavior of a receiver, and the fields of the recorded attempt. */
const timeouts: readonly [name: string, behavior: Behavior, attempt: Partial<AttemptView>][] = [
  ['never responds', hang, { ...noResponse, error: 'the response was not complete within 1 s' }],
  [
    'sends its response slowly',
    drip(20),
    {
      responseStatus: 200,
      responseBody: expect.stringMatching(/^\.+$/),
      error: 'the response was not complete within 1 s',
    },
  ],
];

const failures: typeof timeouts = [
  ['resets the connection', reset, { ...noResponse, error: 'the connection was reset (ECONNRESET)' }],
  [
    'closes the connection without a response',
    close,
    { ...noResponse, error: 'the connection was closed before the response was complete (UND_ERR_SOCKET)' },
  ],
  [
    'closes the connection during its response',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    {
      responseStatus: 200,
      responseBody: 'half',
      error: 'the connection was closed before the response was complete (UND_ERR_SOCKET)',
    },
  ],
  [
    'is not an HTTP server',
    raw('SSH-2.0-OpenSSH_9.6\r\n'),
    { ...noResponse, error: expect.stringMatching(/^the response is not valid HTTP \(\w+\)$/) },
  ],
  [
    'responds with 500',
    respond(500, { body: '{"oops":"ü"}' }),
    { responseStatus: 500, responseBody: '{"oops":"ü"}', error: 'answered 500' },
  ],
  ['responds with 410', respond(410), { responseStatus: 410, responseBody: '', error: 'answered 410' }],
  [
    'responds with 429',
    respond(429, { body: 'slow' }),
    { responseStatus: 429, responseBody: 'slow', error: 'answered 429' },
  ],
  ['responds with 304', respond(304), { responseStatus: 304, error: 'answered 304: redirects are not followed' }],
  [
    'responds with NUL and bytes that are not UTF-8',
    respond(500, { body: Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x62, 0xed, 0xa0, 0x80, 0x1b]) }),
    { responseStatus: 500, responseBody: 'a\ufffd\ufffd\ufffdb\ufffd\ufffd\ufffd\u001b', error: 'answered 500' },
  ],
];

const successes: typeof timeouts = [
  ['responds with 200', respond(200, { body: 'thanks' }), { responseStatus: 200, responseBody: 'thanks', error: null }],
  ['responds with 204', respond(204), { responseStatus: 204, responseBody: '', error: null }],
  ['responds with 299', respond(299), { responseStatus: 299, responseBody: '', error: null }],
  [
    'sends an informational response first',
    raw('HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    { responseStatus: 200, responseBody: 'ok', error: null },
  ],
];

describeOn('sqlite', 'an attempt', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  /** Sends a ping to a URL. Returns the delivery and its only attempt. */
  async function deliver(
    url: string,
    options: { allowPrivateNetworks?: boolean; timeoutMs?: number } = {},
  ): Promise<{ delivery: DeliveryView; attempt: AttemptView }> {
    const clock = new TestClock();
    const organizer = await makeOrganizer(database.db, clock);
    const endpoint = await makeEndpoint(database.db, organizer.id, url, { clock });
    const { id } = await sendTest(database.db, organizerScope(organizer.id, clock, byOperator), endpoint.id);
    startWorker(database.db, { clock, timeoutMs, ...options });
    const delivery = await eventually(async () => {
      const latest = await newestDelivery(database.db, organizer.id, endpoint.id);
      expect(latest).toMatchObject({ id, attemptCount: 1 });
      return latest;
    });
    const attempts = await listAttempts(database.db, organizer.id, id);
    expect(attempts).toEqual([
      {
        startedAt: '2026-11-20T09:00:00.000Z',
        latencyMs: expect.any(Number),
        responseStatus: attempts[0]!.responseStatus,
        responseBody: attempts[0]!.responseBody,
        error: attempts[0]!.error,
        problem: attempts[0]!.problem,
        requestUrl: endpoint.url,
        requestHeaders: expect.objectContaining({ 'webhook-id': delivery.eventId }),
      },
    ]);
    return { delivery, attempt: attempts[0]! };
  }

  test.each(timeouts)('fails with an error message if the receiver %s', async (_, behavior, expected) => {
    const receiver = await startReceiver();
    receiver.behave(behavior);
    const { delivery, attempt } = await deliver(receiver.url, { timeoutMs: shortTimeoutMs });
    expect(attempt).toMatchObject(expected);
    expect(delivery.status).toBe('pending');
    expect(receiver.requests).toHaveLength(1);
  });

  test.each(failures)('fails with an error message if the receiver %s', async (name, behavior, expected) => {
    const receiver = await startReceiver();
    receiver.behave(behavior);
    const { delivery, attempt } = await deliver(receiver.url);
    expect(attempt).toMatchObject(expected);
    // 410 Gone is not retried.
    expect(delivery.status).toBe(name === 'responds with 410' ? 'failed' : 'pending');
    expect(receiver.requests).toHaveLength(1);
  });

  test.each(successes)('succeeds if the receiver %s', async (_, behavior, expected) => {
    const receiver = await startReceiver();
    receiver.behave(behavior);
    const { delivery, attempt } = await deliver(receiver.url);
    expect(attempt).toMatchObject(expected);
    expect(delivery).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
  });

  test('times out and closes the connection if the receiver sends its response slowly', async () => {
    const receiver = await startReceiver();
    receiver.behave(drip(20));
    const { attempt } = await deliver(receiver.url, { timeoutMs: shortTimeoutMs });
    expect(attempt.latencyMs).toBeGreaterThanOrEqual(shortTimeoutMs);
    await eventually(() => expect(receiver.inFlight).toBe(0));
  });

  test.each([301, 302, 303, 307, 308])(
    'fails if the receiver redirects with %i, and sends no request to the target',
    async (status) => {
      const target = await startReceiver();
      const receiver = await startReceiver();
      receiver.behave(respond(status, { headers: { location: target.url }, body: 'over there' }));
      const { delivery, attempt } = await deliver(receiver.url);
      const error = `answered ${status}: redirects are not followed`;
      expect(attempt).toMatchObject({ responseStatus: status, responseBody: 'over there', error });
      expect(delivery.status).toBe('pending');
      expect({ receiver: receiver.connections, target: target.connections }).toEqual({ receiver: 1, target: 0 });
    },
  );

  test.each([
    [200, 'succeeded', null],
    [500, 'pending', 'answered 500'],
  ])(
    'stores 4 KiB of a body of 100 MB, and reads little more, if the response status is %i',
    async (status, outcome, error) => {
      const receiver = await startReceiver();
      receiver.behave(flood(100_000_000, status));
      const { delivery, attempt } = await deliver(receiver.url);
      expect(attempt).toMatchObject({ responseStatus: status, responseBody: 'x'.repeat(4_096), error });
      expect(delivery.status).toBe(outcome);
      await eventually(() => expect(receiver.bytesSent).toBeGreaterThan(0));
      // The receiver could write a few megabytes into socket buffers. The worker has read much less.
      expect(receiver.bytesSent).toBeLessThan(20_000_000);
    },
  );

  test('stores at most 4 KiB of the response body', async () => {
    const receiver = await startReceiver();
    for (const bytes of [4_095, 4_096, 4_097]) {
      receiver.behave(respond(500, { body: `${'x'.repeat(bytes - 1)}y` }));
      const { attempt } = await deliver(receiver.url);
      expect(attempt.responseBody).toBe(`${'x'.repeat(bytes - 1)}y`.slice(0, 4_096));
    }
  });

  test('sends no request to a receiver with an untrusted certificate', async () => {
    const receiver = await startReceiver({ tls: 'self-signed' });
    const { attempt } = await deliver(receiver.url);
    const error = 'TLS: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)';
    expect(attempt).toMatchObject({ ...noResponse, error });
    expect(receiver.requests).toEqual([]);
  });

  test('sends no request if the URL is https and the receiver does not support TLS', async () => {
    const receiver = await startReceiver();
    const { attempt } = await deliver(receiver.url.replace('http:', 'https:'));
    expect(attempt).toMatchObject({ ...noResponse, error: expect.stringMatching(/^TLS: .*\(\w+\)$/s) });
    expect(receiver.requests).toEqual([]);
  });

  test('fails with an error message if no receiver listens at the port', async () => {
    const { attempt } = await deliver(`http://127.0.0.1:${await freePort()}/`);
    expect(attempt).toMatchObject({ ...noResponse, error: 'the connection was refused (ECONNREFUSED)' });
  });

  test.each(['127.0.0.1', 'localhost', '127.1', '[::ffff:127.0.0.1]'])(
    'never connects to the private host %s, even if it was registered while private networks were allowed',
    async (host) => {
      const receiver = await startReceiver();
      const url = `http://${host}:${receiver.port}/`;
      const { delivery, attempt } = await deliver(url, { allowPrivateNetworks: false });
      const error = expect.stringMatching(
        /^\S+ .*(is not a public address|an address that is not public) \(ERR_ADDRESS_REFUSED\)$/,
      );
      expect(attempt).toMatchObject({ ...noResponse, error });
      expect(delivery.status).toBe('pending');
      expect(receiver.connections).toBe(0);
    },
  );
});

test('many responses of 100 MB do not increase the memory', async () => {
  const database = await createDatabase('sqlite');
  try {
    const organizer = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    const endpoint = await makeEndpoint(database.db, organizer.id, receiver.url);
    const worker = startWorker(database.db);
    const send = () => sendTest(database.db, organizerScope(organizer.id, systemClock, byOperator), endpoint.id);
    await send();
    await receiver.request(1); // The HTTP client is loaded.
    receiver.behave(flood(100_000_000));
    const memoryBefore = process.memoryUsage().rss;
    for (let i = 0; i < 20; i += 1) await send();
    await receiver.request(21);
    await worker.stop();
    // The memory of the receiver and garbage are included. All responses together are 2 GB.
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(600_000_000);
  } finally {
    await database.drop();
  }
});
