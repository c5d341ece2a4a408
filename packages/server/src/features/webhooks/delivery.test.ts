import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { importAll, makeOrganizer, raceLines } from '../../../test/harness/fixtures.ts';
import { eventually, type Received, startReceiver } from '../../../test/harness/receiver.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { verifySignatureHeader } from '../../../test/harness/verify-webhooks.ts';
import {
  anyTarget,
  countByStatus,
  emitMany,
  makeEndpoint,
  startWorker,
  webhookSecrets,
} from '../../../test/harness/webhooks.ts';
import { systemClock } from '../../platform/clock.ts';
import { deriveSecrets } from '../../platform/crypto.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointSettings,
  listDeliveries,
  listPublicKeys,
  replayDeliveries,
  rotateSecret,
  sendTest,
} from './index.ts';
import { signature, signingSecret } from './signature.ts';

const hourMs = 3_600_000;

/** Verifies a request with the package `standardwebhooks`. */
function verifyByStandard({ headers, body }: Received, secret: string, atMs: number): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs }); // The package uses the system clock.
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

/** Whether one of the `v1a` signatures of a request was made with the private key of `whpk_…`. */
function isSignedBy({ headers, body }: Received, publicKey: string): boolean {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  return String(headers['webhook-signature'])
    .split(' ')
    .some((part) => part.startsWith('v1a,') && verify(null, text, key, Buffer.from(part.slice(4), 'base64')));
}

/** Returns the names of the secrets that verify a request. Both packages must have the same result. */
function verifyingSecrets(request: Received, secrets: Record<string, string>, atMs: number): string[] {
  return Object.keys(secrets).filter((name) => {
    const isValid = (verify: typeof verifyByStandard) => {
      try {
        verify(request, secrets[name]!, atMs);
        return true;
      } catch {
        return false;
      }
    };
    const [byHeader, byStandard] = [isValid(verifySignatureHeader), isValid(verifyByStandard)];
    expect(byHeader, name).toBe(byStandard);
    return byHeader;
  });
}

describeOnBoth('a delivery', (kind) => {
  const database = useDatabase(kind);

  async function setUp() {
    const clock = new TestClock('2026-11-20T09:00:00.789Z');
    const organizer = await makeOrganizer(database.db, clock);
    const receiver = await startReceiver();
    const endpoint = await makeEndpoint(database.db, organizer.id, `${receiver.url}?shop=1&name=a%20b`, { clock });
    return { clock, organizer, receiver, endpoint };
  }

  test('is a POST of the stored event, with the documented headers', async () => {
    const { clock, organizer, receiver } = await setUp();
    const [eventId] = await emitMany(database.db, organizer.id, 1, { clock });
    startWorker(database.db, { clock });
    const request = await receiver.request(1);
    const { body, sequence } = await database.db
      .selectFrom('webhook_events')
      .selectAll()
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    expect(request).toMatchObject({ method: 'POST', path: `${new URL(receiver.url).pathname}?shop=1&name=a%20b` });
    expect(request.body.toString()).toBe(body);
    const data = { orderNumber: 'AAAAAAAA01' };
    const createdAt = '2026-11-20T09:00:00.789Z';
    expect(body).toBe(JSON.stringify({ id: eventId, type: 'order.paid', apiVersion: 'v1', createdAt, sequence, data }));
    const seconds = Math.floor(clock.now() / 1_000);
    expect(request.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(request.body.length),
      'user-agent': expect.stringMatching(/^\S+\/\d/),
      'x-service-signature': expect.stringMatching(new RegExp(`^t=${seconds},v1=[0-9a-f]{64}$`)),
      'webhook-id': eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  test.each([
    ['a plain event', {}],
    [
      'an event with characters beyond ASCII',
      { name: 'Zoë Müller-Łódź 日本 🏃‍♀️', note: '\u2028\u0000"\\\u007f\ufeff' },
    ],
    ['an event of one mebibyte', { text: 'ü日🏃'.repeat(116_509) }],
  ])('is signed in two formats, which common packages can verify: %s', async (_, data) => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    await emitMany(database.db, organizer.id, 1, { clock, data });
    startWorker(database.db, { clock });
    const request = await receiver.request(1);
    const body = JSON.parse(request.body.toString()) as object;
    expect(body).toMatchObject({ type: 'order.paid', data });
    expect(verifySignatureHeader(request, endpoint.secret, clock.now())).toEqual(body);
    expect(verifyByStandard(request, endpoint.secret, clock.now())).toEqual(body);

    const otherSecret = (await makeEndpoint(database.db, organizer.id, receiver.url, { clock })).secret;
    const changedRequest = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
    const tooLateMs = clock.now() + 302_000;
    for (const verify of [verifySignatureHeader, verifyByStandard]) {
      expect(() => verify(request, otherSecret, clock.now())).toThrow();
      expect(() => verify(changedRequest, endpoint.secret, clock.now())).toThrow();
      expect(() => verify(request, endpoint.secret, tooLateMs)).toThrow(/timestamp|tolerance/i);
    }
  });

  test('has the brand in the name of its signature header', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    await emitMany(database.db, organizer.id, 1, { clock });
    startWorker(database.db, { clock, brand: 'Ticket-Box' });
    const request = await receiver.request(1);
    expect(request.headers).not.toHaveProperty('x-service-signature');
    const event = verifySignatureHeader(request, endpoint.secret, clock.now(), 'x-ticket-box-signature');
    expect(event).toMatchObject({ type: 'order.paid' });
  });

  test('is signed with the old and the new secret during the grace period, then only with the new secret', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    const worker = startWorker(database.db, { clock });
    let count = 0;
    const deliverNext = async () => {
      await emitMany(database.db, organizer.id, 1, { clock });
      worker.poll();
      count += 1;
      // The result must be recorded before the clock advances. Otherwise the lease would expire, and the delivery would be repeated.
      await eventually(async () => expect(await countByStatus(database.db, endpoint.id)).toEqual({ succeeded: count }));
      return receiver.request(count);
    };
    const secrets = { first: endpoint.secret } as Record<string, string>;
    expect(verifyingSecrets(await deliverNext(), secrets, clock.now())).toEqual(['first']);

    const rotated = await rotateSecret(
      database.db,
      organizerScope(organizer.id, clock, byOperator),
      endpoint.id,
      hourMs,
      webhookSecrets,
    );
    expect(rotated).toEqual({
      id: endpoint.id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      publicKey: null,
      previousUntil: '2026-11-20T10:00:00.789Z',
    });
    secrets['second'] = rotated.secret;
    const requestInGracePeriod = await deliverNext();
    expect(requestInGracePeriod.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(requestInGracePeriod.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect(verifyingSecrets(requestInGracePeriod, secrets, clock.now())).toEqual(['first', 'second']);

    // A rotation during the grace period does not change when the first secret expires.
    clock.advance(hourMs / 2);
    secrets['third'] = (
      await rotateSecret(
        database.db,
        organizerScope(organizer.id, clock, byOperator),
        endpoint.id,
        24 * hourMs,
        webhookSecrets,
      )
    ).secret;
    expect(verifyingSecrets(await deliverNext(), secrets, clock.now())).toEqual(['first', 'second', 'third']);
    clock.advance(hourMs / 2 - 1);
    expect(verifyingSecrets(await deliverNext(), secrets, clock.now())).toEqual(['first', 'second', 'third']);
    clock.advance(1);
    expect(verifyingSecrets(await deliverNext(), secrets, clock.now())).toEqual(['second', 'third']);
    clock.advance(24 * hourMs);
    const lastRequest = await deliverNext();
    expect(lastRequest.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(verifyingSecrets(lastRequest, secrets, clock.now())).toEqual(['third']);

    // Without a grace period the old secret expires immediately.
    secrets['fourth'] = (
      await rotateSecret(database.db, organizerScope(organizer.id, clock, byOperator), endpoint.id, 0, webhookSecrets)
    ).secret;
    expect(verifyingSecrets(await deliverNext(), secrets, clock.now())).toEqual(['fourth']);
  });

  test('is also signed with Ed25519 if its endpoint uses it, and a rotation replaces the key', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    const { db } = database;
    const worker = startWorker(db, { clock });
    let count = 0;
    const deliverNext = async () => {
      await emitMany(db, organizer.id, 1, { clock });
      worker.poll();
      count += 1;
      await eventually(async () => expect(await countByStatus(db, endpoint.id)).toEqual({ succeeded: count }));
      return receiver.request(count);
    };
    const listKeys = () => listPublicKeys(db, { organizerId: organizer.id, clock }, endpoint.id, webhookSecrets);
    expect(await listKeys()).toEqual([]);
    await changeEndpoint(
      db,
      organizerScope(organizer.id, clock, byOperator),
      endpoint.id,
      { ed25519: true },
      anyTarget,
      webhookSecrets,
    );
    const [first] = await listKeys();
    expect(first!.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const request = await deliverNext();
    expect(isSignedBy(request, first!.publicKey)).toBe(true);
    expect(verifyingSecrets(request, { secret: endpoint.secret }, clock.now())).toEqual(['secret']);
    expect(isSignedBy({ ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) }, first!.publicKey)).toBe(
      false,
    );
    const otherEndpoint = await addEndpoint(
      db,
      organizerScope(organizer.id, clock, byOperator),
      { url: receiver.url, events: ['ping'], description: null, ed25519: true },
      anyTarget,
      webhookSecrets,
    );
    expect(isSignedBy(request, otherEndpoint.publicKey!)).toBe(false);

    const second = await rotateSecret(
      db,
      organizerScope(organizer.id, clock, byOperator),
      endpoint.id,
      hourMs,
      webhookSecrets,
    );
    expect((await listKeys()).map(({ publicKey }) => publicKey)).toEqual([second.publicKey, first!.publicKey]);
    const requestInGracePeriod = await deliverNext();
    expect(isSignedBy(requestInGracePeriod, first!.publicKey)).toBe(true);
    expect(isSignedBy(requestInGracePeriod, second.publicKey!)).toBe(true);
    clock.advance(hourMs);
    const lastRequest = await deliverNext();
    expect(isSignedBy(lastRequest, first!.publicKey)).toBe(false);
    expect(isSignedBy(lastRequest, second.publicKey!)).toBe(true);
    await changeEndpoint(
      db,
      organizerScope(organizer.id, clock, byOperator),
      endpoint.id,
      { ed25519: false },
      anyTarget,
      webhookSecrets,
    );
    expect((await deliverNext()).headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  test.each([-1, 7 * 24 * hourMs + 1])(
    'is signed with the old secret after a rejected rotation with a grace period of %i ms',
    async (graceMs) => {
      const { clock, organizer, receiver, endpoint } = await setUp();
      const rotation = rotateSecret(
        database.db,
        organizerScope(organizer.id, clock, byOperator),
        endpoint.id,
        graceMs,
        webhookSecrets,
      );
      await expect(rotation).rejects.toMatchObject({ code: 'invalid_request' });
      await emitMany(database.db, organizer.id, 1, { clock });
      startWorker(database.db, { clock });
      expect(verifyingSecrets(await receiver.request(1), { only: endpoint.secret }, clock.now())).toEqual(['only']);
    },
  );

  test('is sent once for each event and endpoint, even with several workers', async () => {
    const organizer = await makeOrganizer(database.db);
    const receivers = await Promise.all([startReceiver(), startReceiver()]);
    const endpoints = [];
    for (const { url } of receivers) endpoints.push(await makeEndpoint(database.db, organizer.id, url));
    const ids = await emitMany(database.db, organizer.id, 300);
    for (let i = 0; i < 3; i += 1) startWorker(database.db);
    for (const { id } of endpoints) {
      await eventually(async () => expect(await countByStatus(database.db, id)).toEqual({ succeeded: 300 }));
    }
    for (const receiver of receivers) {
      expect(
        receiver
          .bodies()
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
    }
  });

  test('is created only for the event types that the endpoint subscribes to', async () => {
    const organizer = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    await makeEndpoint(database.db, organizer.id, receiver.url, { events: ['order.paid'] });
    startWorker(database.db);
    await emitMany(database.db, organizer.id, 1);
    await receiver.request(1);
    await emitMany(database.db, organizer.id, 1, { type: 'order.cancelled' });
    await emitMany(database.db, organizer.id, 1);
    await receiver.request(2);
    expect(receiver.bodies().map(({ type }) => type)).toEqual(['order.paid', 'order.paid']);
  });

  test('is created only if it belongs to an event in the filter of the endpoint, also by a replay', async () => {
    const { db } = database;
    const organizer = await makeOrganizer(db);
    await importAll(db, organizer, raceLines());
    const { id: eventId } = await db
      .selectFrom('events')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    const receiver = await startReceiver();
    const data = (fields: object) => ({ orderNumber: 'AAAAAAAA01', ...fields });
    const emitAll = async () => [
      await emitMany(db, organizer.id, 1, { data: data({ eventId }) }),
      await emitMany(db, organizer.id, 1, { data: data({ eventId: 'evt_other' }) }),
      await emitMany(db, organizer.id, 1, { type: 'event.updated', data: { id: eventId } }),
      await emitMany(db, organizer.id, 1, { type: 'event.updated', data: { id: 'evt_other' } }),
      await emitMany(db, organizer.id, 1, { type: 'endpoint.disabled', data: { id: 'whk_other' } }),
    ];
    const past = await emitAll();
    const sinceMs = systemClock.now() - hourMs;
    const endpoint = await makeEndpoint(db, organizer.id, receiver.url, { eventIds: [eventId] });
    const current = await emitAll();
    await replayDeliveries(db, organizerScope(organizer.id, systemClock, byOperator), endpoint.id, {
      sinceMs,
      onlyFailed: false,
    });
    const deliveries = await listDeliveries(db, organizer.id, endpoint.id, { limit: 100 });
    const expectedIds = [past, current].flatMap(([order, , event]) => [...order!, ...event!]);
    expect(deliveries.map((delivery) => delivery.eventId).sort()).toEqual(expectedIds.sort());
  });

  test('has the custom headers of its endpoint, whose values are stored only encrypted', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    const { db } = database;
    const worker = startWorker(db, { clock });
    const change = (changes: Partial<EndpointSettings>) =>
      changeEndpoint(
        db,
        organizerScope(organizer.id, clock, byOperator),
        endpoint.id,
        changes,
        anyTarget,
        webhookSecrets,
      );
    const deliverNext = async (number: number) => {
      await emitMany(db, organizer.id, 1, { clock });
      worker.poll();
      await eventually(async () => expect(await countByStatus(db, endpoint.id)).toEqual({ succeeded: number }));
      return (await receiver.request(number)).headers;
    };
    const secret = 'Bearer 5ecret-of-the-receiver';
    const headers = [
      { name: 'Authorization', value: secret },
      { name: 'X-Tenant', value: 'a b\t{"c":"d"}' },
    ];
    expect((await change({ headers })).headers).toEqual([{ name: 'Authorization' }, { name: 'X-Tenant' }]);
    const sent = await deliverNext(1);
    expect(sent).toMatchObject({ authorization: secret, 'x-tenant': headers[1]!.value });
    expect(sent['webhook-signature']).toMatch(/^v1,/);

    await change({ headers: [{ name: 'authorization' }] });
    const kept = await deliverNext(2);
    expect(kept['authorization']).toBe(secret);
    expect(kept).not.toHaveProperty('x-tenant');

    // Who cannot read the values must not be able to send them to another server.
    const url = 'https://127.0.0.2/hooks';
    for (const changes of [{ url }, { url, headers: [{ name: 'Authorization' }] }]) {
      await expect(change(changes)).rejects.toMatchObject({
        fields: [{ path: 'headers.0.value', code: 'header_value_missing' }],
      });
    }
    expect(await change({ url: `${receiver.url}?other=path` })).toMatchObject({ headers: [{ name: 'authorization' }] });

    for (const table of ['webhook_endpoints', 'webhook_attempts', 'audit_entries'] as const) {
      const rows = await db.selectFrom(table).selectAll().where('organizer_id', '=', organizer.id).execute();
      expect(rows.length, table).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toContain('5ecret');
    }
    expect((await change({ headers: [] })).headers).toEqual([]);
    expect(await deliverNext(3)).not.toHaveProperty('authorization');
    await worker.stop();
    expect(worker.log()).toBe('');
  });

  test('waits for its slot if its endpoint is throttled, in all workers together, and delays no other endpoint', async () => {
    const { db } = database;
    const clock = new TestClock('2026-11-20T09:00:00.789Z');
    const organizer = await makeOrganizer(db, clock);
    const [slow, fast] = await Promise.all([startReceiver(), startReceiver()]);
    const throttle = { deliveries: 100, per: 'second' } as const;
    const throttled = await makeEndpoint(db, organizer.id, slow.url, { clock, throttle });
    const unthrottled = await makeEndpoint(db, organizer.id, fast.url, { clock });
    const workers = [startWorker(db, { clock }), startWorker(db, { clock })];
    const nextSlot = () =>
      db
        .selectFrom('webhook_endpoints')
        .select('next_slot_at')
        .where('organizer_id', '=', organizer.id)
        .where('id', '=', throttled.id)
        .executeTakeFirstOrThrow();
    // All slots of the first second are claimed, by any of the workers, while the clock stands still.
    for (const [count, next_slot_at] of [
      [4, '2026-11-20T09:00:00.829Z'],
      [8, '2026-11-20T09:00:00.869Z'],
    ] as const) {
      await emitMany(db, organizer.id, 4, { clock });
      for (const worker of workers) worker.poll();
      await eventually(async () => expect(await nextSlot()).toEqual({ next_slot_at }));
      await eventually(async () => expect(await countByStatus(db, unthrottled.id)).toEqual({ succeeded: count }));
    }
    for (let sent = 1; sent <= 8; sent += 1) {
      await slow.request(sent);
      expect(slow.requests).toHaveLength(sent);
      clock.advance(10);
    }
    await eventually(async () => expect(await countByStatus(db, throttled.id)).toEqual({ succeeded: 8 }));
  });

  test('is sent only to the tested endpoint if it is a ping, even if the endpoint does not subscribe to pings', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    const testedEndpoint = await makeEndpoint(database.db, organizer.id, receiver.url, {
      events: ['order.paid'],
      clock,
    });
    const { id } = await sendTest(database.db, organizerScope(organizer.id, clock, byOperator), testedEndpoint.id);
    startWorker(database.db, { clock });
    await eventually(async () => expect(await countByStatus(database.db, testedEndpoint.id)).toEqual({ succeeded: 1 }));
    expect(receiver.bodies()).toMatchObject([{ type: 'ping', data: { endpointId: testedEndpoint.id } }]);
    expect(await listDeliveries(database.db, organizer.id, testedEndpoint.id, { limit: 2 })).toMatchObject([
      { id, eventType: 'ping' },
    ]);
    expect(await listDeliveries(database.db, organizer.id, endpoint.id, { limit: 2 })).toEqual([]);
  });

  test('is not attempted if its secret was encrypted under another master key, and the error is logged', async () => {
    const { clock, organizer, receiver, endpoint } = await setUp();
    await emitMany(database.db, organizer.id, 3, { clock });
    const failingWorker = startWorker(database.db, {
      clock,
      secrets: deriveSecrets('not the key that it was encrypted with'),
    });
    const logEntry = await eventually(() => {
      const logLine = failingWorker
        .log()
        .split('\n')
        .find((text) => text.includes('MASTER_KEY'));
      expect(logLine).toBeDefined();
      return JSON.parse(logLine!) as Record<string, unknown>;
    });
    expect(logEntry).toMatchObject({ level: 'error', endpointId: endpoint.id });
    await failingWorker.stop();
    expect(failingWorker.log()).not.toContain('whsec_');
    const [unattempted] = await listDeliveries(database.db, organizer.id, endpoint.id, { limit: 1 });
    expect(unattempted).toMatchObject({
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: '2026-11-20T09:00:00.789Z',
    });
    expect(receiver.connections).toBe(0);
    const workingWorker = startWorker(database.db, { clock });
    await eventually(async () => expect(await countByStatus(database.db, endpoint.id)).toEqual({ succeeded: 3 }));
    expect(workingWorker.log()).toBe('');
  });
});

describe('signature', () => {
  test('returns an HMAC of the seconds, a dot and the body, with the whole text of the secret as the key', () => {
    // Computed by openssl: printf '1795168800.{"a":"ü"}' | openssl dgst -sha256 -hmac whsec_dGhpcyBpcyBubyBzZWNyZXQ=
    const secret = signingSecret('whsec_dGhpcyBpcyBubyBzZWNyZXQ=', null);
    expect(signature([secret], 1_795_168_800, Buffer.from('{"a":"ü"}'))).toBe(
      't=1795168800,v1=2a971b306220b007a8305d5bcb08998d5e560469eb2a10b5c9b58d7f9984bb3c',
    );
  });
});
