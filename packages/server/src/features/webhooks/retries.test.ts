import { describe, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { eventually, type Receiver, respond, startReceiver } from '../../../test/harness/receiver.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { verifySignatureHeader } from '../../../test/harness/verify-webhooks.ts';
import { countByStatus, emitMany, makeEndpoint, newestDelivery, startWorker } from '../../../test/harness/webhooks.ts';
import { byOperator } from '../audit/index.ts';
import type { CreatedEndpoint, DeliveryView } from './index.ts';
import {
  disableEndpointByOperator,
  enableEndpoint,
  getEndpoint,
  listAttempts,
  resendDelivery,
  sendTest,
} from './index.ts';
import { deliveryDelayMs, parseRetryAfter } from './schedule.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The documented delay after each failed attempt. */
const delays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** A worker with a test clock, and an endpoint. */
interface RetrySetup {
  readonly clock: TestClock;
  readonly organizerId: string;
  readonly receiver: Receiver;
  readonly endpoint: CreatedEndpoint;
  /** The newest delivery to the endpoint. */
  delivery(): Promise<DeliveryView>;
  /** Waits until the newest delivery has this many finished attempts, and returns it. */
  waitForAttempts(count: number): Promise<DeliveryView>;
  /** Waits until the worker has sent everything that is due now. */
  waitForClaims(): Promise<void>;
  poll(): void;
}

describeOnBoth('retries', (kind) => {
  const t = useDatabase(kind);

  async function setUp(): Promise<RetrySetup> {
    const clock = new TestClock();
    const [{ id: organizerId }, { id: otherOrganizerId }] = [
      await makeOrganizer(t.db, clock),
      await makeOrganizer(t.db, clock),
    ];
    const [receiver, otherReceiver] = [await startReceiver(), await startReceiver()];
    const endpoint = await makeEndpoint(t.db, organizerId, receiver.url, { clock });
    const probe = await makeEndpoint(t.db, otherOrganizerId, otherReceiver.url, { clock });
    const worker = startWorker(t.db, { clock });
    const delivery = () => newestDelivery(t.db, organizerId, endpoint.id);
    return {
      clock,
      organizerId,
      receiver,
      endpoint,
      delivery,
      waitForAttempts: (count) =>
        eventually(async () => {
          const latest = await delivery();
          expect(latest.attemptCount).toBe(count);
          return latest;
        }),
      // One poll finds all endpoints: once a later ping has been sent, all earlier deliveries have been seen.
      waitForClaims: async () => {
        const { id } = await sendTest(t.db, probe.id, clock, byOperator);
        worker.poll();
        await eventually(async () => {
          const latest = await newestDelivery(t.db, otherOrganizerId, probe.id);
          expect(latest).toMatchObject({ id, status: 'succeeded' });
        });
        const leased = t.db.selectFrom('webhook_deliveries').select('id').where('lease_id', 'is not', null);
        await eventually(async () => expect(await leased.execute()).toEqual([]));
      },
      poll: () => worker.poll(),
    };
  }

  test('a delivery that always fails gets 10 attempts on schedule, plus or minus 10%, and can be resent', async () => {
    const s = await setUp();
    s.receiver.behave(respond(500, { body: 'no' }));
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    s.poll();
    const times: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { headers, body } = await s.receiver.request(attempt);
      const { id, status, nextAttemptAt } = await s.waitForAttempts(attempt);
      times.push(s.clock.now());
      // Each attempt is signed with its own time, in seconds.
      expect(headers['webhook-timestamp']).toBe(String(Math.floor(s.clock.now() / 1_000)));
      verifySignatureHeader({ headers, body }, s.endpoint.secret, s.clock.now(), 'x-service-signature', 0);
      expect(await listAttempts(t.db, s.organizerId, id)).toHaveLength(attempt);
      if (attempt === 10) {
        expect({ status, nextAttemptAt }).toEqual({ status: 'failed', nextAttemptAt: null });
        break;
      }
      expect(status).toBe('pending');
      const dueMs = Date.parse(nextAttemptAt!);
      const delay = delays[attempt - 1]!;
      expect(dueMs - s.clock.now()).toBeGreaterThanOrEqual(delay * 0.9);
      expect(dueMs - s.clock.now()).toBeLessThanOrEqual(delay * 1.1);
      s.clock.advance(dueMs - s.clock.now() - 1);
      await s.waitForClaims();
      expect(s.receiver.requests).toHaveLength(attempt);
      s.clock.advance(1);
      s.poll();
    }
    const { id } = await s.delivery();
    const attempts = await listAttempts(t.db, s.organizerId, id);
    expect(attempts.map(({ startedAt }) => Date.parse(startedAt))).toEqual(times);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ responseStatus: 500, responseBody: 'no', error: 'answered 500' });
    expect(new Set(s.receiver.bodies().map(({ id }) => id)).size).toBe(1);

    // A resent delivery gets as many attempts as a new one, and earlier attempts are still listed.
    expect(await resendDelivery(t.db, id, s.clock, byOperator)).toMatchObject({
      id,
      status: 'pending',
      attemptCount: 0,
    });
    s.poll();
    const again = await s.waitForAttempts(1);
    const waitMs = Date.parse(again.nextAttemptAt!) - s.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(delays[0]! * 0.9);
    expect(waitMs).toBeLessThanOrEqual(delays[0]! * 1.1);
    s.receiver.behave(respond());
    s.clock.advance(waitMs);
    s.poll();
    expect(await s.waitForAttempts(2)).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
    expect(await listAttempts(t.db, s.organizerId, id)).toHaveLength(12);
    s.clock.advance(20 * day);
    await s.waitForClaims();
    expect(s.receiver.requests).toHaveLength(12);
  });

  test('a delivery that succeeded can be resent, one to a disabled endpoint cannot', async () => {
    const s = await setUp();
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    const { id } = await s.waitForAttempts(1);
    await resendDelivery(t.db, id, s.clock, byOperator);
    await s.receiver.request(2);
    await s.waitForAttempts(1);
    expect(new Set(s.receiver.bodies().map((body) => body.id)).size).toBe(1);
    await disableEndpointByOperator(t.db, s.endpoint.id, s.clock, byOperator);
    await expect(resendDelivery(t.db, id, s.clock, byOperator)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(sendTest(t.db, s.endpoint.id, s.clock, byOperator)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(resendDelivery(t.db, 'dlv_unknown', s.clock, byOperator)).rejects.toMatchObject({ code: 'not_found' });
    await enableEndpoint(t.db, s.endpoint.id, s.clock, byOperator);
    await resendDelivery(t.db, id, s.clock, byOperator);
    await s.receiver.request(3);
  });

  const afterNinetySeconds = '2026-11-20T09:01:30.000Z';
  test.each([
    [429, '90', afterNinetySeconds],
    [503, '90', afterNinetySeconds],
    [503, 'Fri, 20 Nov 2026 09:01:30 GMT', afterNinetySeconds],
    [429, '999999999999', '2026-11-21T09:00:00.000Z'],
    [503, 'Sat, 20 Nov 2060 09:00:00 GMT', '2026-11-21T09:00:00.000Z'],
  ])(
    '%i with Retry-After %s delays its retry until then, and other deliveries to the endpoint for at most 5 minutes',
    async (status, retryAfter, until) => {
      const s = await setUp();
      const pausedUntil = [until, '2026-11-20T09:05:00.000Z'].sort()[0]!;
      s.receiver.behave(respond(status, { headers: { 'retry-after': retryAfter } }));
      await emitMany(t.db, s.organizerId, 20, { clock: s.clock });
      await eventually(async () => {
        const rows = await t.db
          .selectFrom('webhook_deliveries')
          .select(['attempt_count', 'lease_id', 'next_attempt_at'])
          .where('endpoint_id', '=', s.endpoint.id)
          .execute();
        expect(rows).toHaveLength(20);
        for (const { attempt_count, lease_id, next_attempt_at } of rows) {
          const due = attempt_count > 0 ? until : pausedUntil;
          expect({ lease_id, next_attempt_at }).toEqual({ lease_id: null, next_attempt_at: due });
        }
      });
      const before = s.receiver.requests.length;
      expect(before).toBeLessThan(20);
      s.receiver.behave(respond());
      s.clock.advance(Date.parse(pausedUntil) - s.clock.now() - 1);
      await s.waitForClaims();
      expect(s.receiver.requests).toHaveLength(before);
      s.clock.advance(1);
      s.poll();
      const untried = 20 - before;
      await eventually(async () =>
        expect((await countByStatus(t.db, s.endpoint.id))['succeeded']).toBeGreaterThanOrEqual(untried),
      );
      s.clock.advance(Date.parse(until) - s.clock.now());
      s.poll();
      await eventually(async () => expect(await countByStatus(t.db, s.endpoint.id)).toEqual({ succeeded: 20 }));
    },
  );

  test.each([
    [500, '90'],
    [200, '90'],
    [429, 'soon'],
    [429, '-90'],
    [503, '1.5'],
    [503, ''],
    [429, 'Fri, 20 Nov 2026 08:00:00 GMT'],
    [429, '1'],
  ])('%i with Retry-After "%s" is retried as if it had none', async (status, retryAfter) => {
    const s = await setUp();
    s.receiver.behave(respond(status, { headers: { 'retry-after': retryAfter } }));
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    const { nextAttemptAt } = await s.waitForAttempts(1);
    if (status === 200) {
      expect(nextAttemptAt).toBeNull();
    } else {
      const waitMs = Date.parse(nextAttemptAt!) - s.clock.now();
      expect(waitMs).toBeGreaterThanOrEqual(4_500);
      expect(waitMs).toBeLessThanOrEqual(5_500);
    }
  });

  test("410 disables the endpoint, cancels its pending deliveries, and emits an event to the organizer's others", async () => {
    const s = await setUp();
    const otherReceiver = await startReceiver();
    const other = await makeEndpoint(t.db, s.organizerId, otherReceiver.url, {
      events: ['endpoint.disabled'],
      clock: s.clock,
    });
    s.receiver.behave(respond(500));
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    await s.waitForAttempts(1); // The second attempt is pending.
    s.receiver.behave(respond(410));
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    expect(await s.waitForAttempts(1)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const endpoint = await getEndpoint(t.db, s.endpoint.id);
    expect(endpoint).toMatchObject({ status: 'disabled', disabledReason: 'it answered 410 Gone' });
    expect(await countByStatus(t.db, s.endpoint.id)).toEqual({ failed: 1, cancelled: 1 });
    await eventually(async () => expect(await countByStatus(t.db, other.id)).toEqual({ succeeded: 1 }));
    const { organizerId: _, failingSince: __, ...shown } = endpoint;
    expect(otherReceiver.bodies()).toMatchObject([{ type: 'endpoint.disabled', data: shown }]);

    // It receives nothing until it is enabled, then the later events.
    await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    s.clock.advance(day);
    await s.waitForClaims();
    expect(s.receiver.requests).toHaveLength(2);
    expect(otherReceiver.requests).toHaveLength(1);
    s.receiver.behave(respond());
    expect(await enableEndpoint(t.db, s.endpoint.id, s.clock, byOperator)).toMatchObject({
      status: 'enabled',
      disabledReason: null,
    });
    const [eventId] = await emitMany(t.db, s.organizerId, 1, { clock: s.clock });
    await s.receiver.request(3);
    expect(s.receiver.bodies()[2]).toMatchObject({ id: eventId });
    expect(await getEndpoint(t.db, other.id)).toMatchObject({ status: 'enabled' });
  });

  test('an endpoint that has been failing for 5 days is disabled too, and a success restarts this time', async () => {
    const s = await setUp();
    const otherReceiver = await startReceiver();
    await makeEndpoint(t.db, s.organizerId, otherReceiver.url, { events: ['endpoint.disabled'], clock: s.clock });
    const startMs = s.clock.now();
    const attemptAt = async (elapsedMs: number, status: number) => {
      s.clock.advance(startMs + elapsedMs - s.clock.now());
      await s.waitForClaims(); // Retries of earlier deliveries have finished by then.
      s.receiver.behave(respond(status));
      await sendTest(t.db, s.endpoint.id, s.clock, byOperator);
      s.poll();
      await s.waitForAttempts(1);
      s.receiver.behave(respond(500));
      return getEndpoint(t.db, s.endpoint.id);
    };
    expect(await attemptAt(0, 500)).toMatchObject({ status: 'enabled', failingSince: '2026-11-20T09:00:00.000Z' });
    expect(await attemptAt(4 * day, 204)).toMatchObject({ status: 'enabled', failingSince: null });
    expect(await attemptAt(4 * day + hour, 500)).toMatchObject({ failingSince: '2026-11-24T10:00:00.000Z' });
    expect(await attemptAt(5 * day, 500)).toMatchObject({ status: 'enabled' });
    const before = await attemptAt(9 * day + hour - 1, 500);
    expect(before).toMatchObject({ status: 'enabled', failingSince: '2026-11-24T10:00:00.000Z' });
    expect(otherReceiver.requests).toEqual([]);
    const after = await attemptAt(9 * day + hour, 503);
    expect(after).toMatchObject({ status: 'disabled', disabledReason: 'every attempt of the last 5 days failed' });
    expect(Object.keys(await countByStatus(t.db, s.endpoint.id)).sort()).not.toContain('pending');
    await otherReceiver.request(1);
    expect(otherReceiver.bodies()).toMatchObject([{ type: 'endpoint.disabled', data: { id: s.endpoint.id } }]);
    // Enabling it restarts the five days.
    await enableEndpoint(t.db, s.endpoint.id, s.clock, byOperator);
    expect(await attemptAt(9 * day + 2 * hour, 500)).toMatchObject({ status: 'enabled' });
  });
});

describe('the schedule', () => {
  test('has the documented delays, plus or minus 10%', () => {
    for (const [index, delay] of delays.entries()) {
      const middle = [0, 0.5, 0.999_999].map((random) => deliveryDelayMs(index + 1, random, null)! / delay);
      expect(middle[0]).toBeCloseTo(0.9, 3);
      expect(middle[1]).toBeCloseTo(1, 3);
      expect(middle[2]).toBeCloseTo(1.1, 3);
    }
    expect(deliveryDelayMs(10, 0.5, null)).toBeNull();
    expect(deliveryDelayMs(10, 0.5, 1_000)).toBeNull();
    expect(deliveryDelayMs(1, 0, 90_000)).toBe(90_000);
    expect(deliveryDelayMs(9, 0, 90_000)).toBe(24 * hour * 0.9);
  });

  test('Retry-After is parsed as seconds or as a date, at most a day ahead', () => {
    const now = Date.parse('2026-11-20T09:00:00Z');
    expect(['0', ' 7 ', '86400', '86401', '9'.repeat(400)].map((text) => parseRetryAfter(text, now))).toEqual([
      0,
      7_000,
      day,
      day,
      day,
    ]);
    expect(parseRetryAfter('Fri, 20 Nov 2026 09:00:07 GMT', now)).toBe(7_000);
    expect(parseRetryAfter('Fri, 20 Nov 2026 08:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', now)).toBe(day);
    for (const text of [
      undefined,
      '',
      'soon',
      '-1',
      '1.5',
      '7s',
      '2026-11-20T09:00:07Z',
      'Fri, 99 Nov 2026 09:00:00 GMT',
    ]) {
      expect(parseRetryAfter(text, now), text).toBeNull();
    }
  });
});
