import { describe, expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { eventually, type Receiver, respond, startReceiver } from '../../../test/harness/receiver.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { verifySignatureHeader } from '../../../test/harness/verify-webhooks.ts';
import { countByStatus, emitMany, makeEndpoint, newestDelivery, startWorker } from '../../../test/harness/webhooks.ts';
import { timestamp } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import type { CreatedEndpoint, DeliveryView } from './index.ts';
import { disableEndpointByHand, enableEndpoint, getEndpoint, listAttempts, resendDelivery, sendTest } from './index.ts';
import { deliveryDelayMs, parseRetryAfter } from './schedule.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The documented delay after each failed attempt. */
const delays = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

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
  /** Waits until the worker has sent all deliveries that are due now. */
  waitForClaims(): Promise<void>;
  poll(): void;
}

describeOnBoth('retries', (kind) => {
  const database = useDatabase(kind);

  async function setUp(): Promise<RetrySetup> {
    const clock = new TestClock();
    const [{ id: organizerId }, { id: otherOrganizerId }] = [
      await makeOrganizer(database.db, clock),
      await makeOrganizer(database.db, clock),
    ];
    const [receiver, otherReceiver] = [await startReceiver(), await startReceiver()];
    const endpoint = await makeEndpoint(database.db, organizerId, receiver.url, { clock });
    const pingedEndpoint = await makeEndpoint(database.db, otherOrganizerId, otherReceiver.url, { clock });
    const worker = startWorker(database.db, { clock });
    const delivery = () => newestDelivery(database.db, organizerId, endpoint.id);
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
      // One poll finds all endpoints. When a ping that was created now has been sent, all deliveries due before it were claimed.
      waitForClaims: async () => {
        const { id } = await sendTest(
          database.db,
          organizerScope(otherOrganizerId, clock, byOperator),
          pingedEndpoint.id,
        );
        worker.poll();
        await eventually(async () => {
          const latest = await newestDelivery(database.db, otherOrganizerId, pingedEndpoint.id);
          expect(latest).toMatchObject({ id, status: 'succeeded' });
        });
        const leased = database.db.selectFrom('webhook_deliveries').select('id').where('lease_id', 'is not', null);
        await eventually(async () => expect(await leased.execute()).toEqual([]));
      },
      poll: () => worker.poll(),
    };
  }

  test('a delivery that always fails is attempted 10 times on schedule, plus or minus 10%, and can be resent', async () => {
    const setup = await setUp();
    setup.receiver.behave(respond(500, { body: 'no' }));
    await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    setup.poll();
    const times: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { headers, body } = await setup.receiver.request(attempt);
      const { id, status, nextAttemptAt } = await setup.waitForAttempts(attempt);
      times.push(setup.clock.now());
      // Each attempt is signed with its own time, in seconds.
      expect(headers['webhook-timestamp']).toBe(String(Math.floor(setup.clock.now() / 1_000)));
      verifySignatureHeader({ headers, body }, setup.endpoint.secret, setup.clock.now(), 'x-service-signature', 0);
      expect(await listAttempts(database.db, setup.organizerId, id)).toHaveLength(attempt);
      if (attempt === 10) {
        expect({ status, nextAttemptAt }).toEqual({ status: 'failed', nextAttemptAt: null });
        break;
      }
      expect(status).toBe('pending');
      const dueMs = Date.parse(nextAttemptAt!);
      const delay = delays[attempt - 1]!;
      expect(dueMs - setup.clock.now()).toBeGreaterThanOrEqual(delay * 0.9);
      expect(dueMs - setup.clock.now()).toBeLessThanOrEqual(delay * 1.1);
      setup.clock.advance(dueMs - setup.clock.now() - 1);
      await setup.waitForClaims();
      expect(setup.receiver.requests).toHaveLength(attempt);
      setup.clock.advance(1);
      setup.poll();
    }
    const { id } = await setup.delivery();
    const attempts = await listAttempts(database.db, setup.organizerId, id);
    expect(attempts.map(({ startedAt }) => Date.parse(startedAt))).toEqual(times);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ responseStatus: 500, responseBody: 'no', error: 'answered 500' });
    expect(new Set(setup.receiver.bodies().map(({ id }) => id)).size).toBe(1);

    // A resent delivery is retried like a new delivery, and the earlier attempts are still listed.
    expect(
      await resendDelivery(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), id),
    ).toMatchObject({
      id,
      status: 'pending',
      attemptCount: 0,
    });
    setup.poll();
    const afterResend = await setup.waitForAttempts(1);
    const waitMs = Date.parse(afterResend.nextAttemptAt!) - setup.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(delays[0]! * 0.9);
    expect(waitMs).toBeLessThanOrEqual(delays[0]! * 1.1);
    setup.receiver.behave(respond());
    setup.clock.advance(waitMs);
    setup.poll();
    expect(await setup.waitForAttempts(2)).toMatchObject({ status: 'succeeded', nextAttemptAt: null });
    expect(await listAttempts(database.db, setup.organizerId, id)).toHaveLength(12);
    setup.clock.advance(20 * dayMs);
    await setup.waitForClaims();
    expect(setup.receiver.requests).toHaveLength(12);
  });

  test('a successful delivery can be resent, unless its endpoint is disabled', async () => {
    const setup = await setUp();
    await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    const { id } = await setup.waitForAttempts(1);
    await resendDelivery(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), id);
    await setup.receiver.request(2);
    await setup.waitForAttempts(1);
    expect(new Set(setup.receiver.bodies().map((body) => body.id)).size).toBe(1);
    await disableEndpointByHand(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      setup.endpoint.id,
    );
    await expect(
      resendDelivery(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), id),
    ).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(
      sendTest(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), setup.endpoint.id),
    ).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(
      resendDelivery(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), 'dlv_unknown'),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    await enableEndpoint(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), setup.endpoint.id);
    await resendDelivery(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), id);
    await setup.receiver.request(3);
  });

  const afterNinetySeconds = '2026-11-20T09:01:30.000Z';
  test.each([
    [429, '90', afterNinetySeconds],
    [503, '90', afterNinetySeconds],
    [503, 'Fri, 20 Nov 2026 09:01:30 GMT', afterNinetySeconds],
    [429, '999999999999', '2026-11-21T09:00:00.000Z'],
    [503, 'Sat, 20 Nov 2060 09:00:00 GMT', '2026-11-21T09:00:00.000Z'],
  ])(
    'a response %i with Retry-After %s delays its delivery until that time, and other deliveries at most 5 minutes',
    async (status, retryAfter, retryAt) => {
      const setup = await setUp();
      const startedAt = timestamp(setup.clock.now());
      const pausedUntil = [retryAt, '2026-11-20T09:05:00.000Z'].sort()[0]!;
      setup.receiver.behave(respond(status, { headers: { 'retry-after': retryAfter } }));
      await emitMany(database.db, setup.organizerId, 20, { clock: setup.clock });
      await eventually(async () => {
        const rows = await database.db
          .selectFrom('webhook_deliveries')
          .select(['attempt_count', 'lease_id', 'next_attempt_at'])
          .where('endpoint_id', '=', setup.endpoint.id)
          .execute();
        expect(rows).toHaveLength(20);
        for (const { attempt_count, lease_id, next_attempt_at } of rows) {
          const expectedTime = attempt_count > 0 ? retryAt : startedAt;
          expect({ lease_id, next_attempt_at }).toEqual({ lease_id: null, next_attempt_at: expectedTime });
        }
        expect(rows.some(({ attempt_count }) => attempt_count > 0)).toBe(true);
      });
      const countBefore = setup.receiver.requests.length;
      expect(countBefore).toBeLessThan(20);
      setup.receiver.behave(respond());
      setup.clock.advance(Date.parse(pausedUntil) - setup.clock.now() - 1);
      await setup.waitForClaims();
      expect(setup.receiver.requests).toHaveLength(countBefore);
      setup.clock.advance(1);
      setup.poll();
      const unattempted = 20 - countBefore;
      await eventually(async () =>
        expect((await countByStatus(database.db, setup.endpoint.id))['succeeded']).toBeGreaterThanOrEqual(unattempted),
      );
      setup.clock.advance(Date.parse(retryAt) - setup.clock.now());
      setup.poll();
      await eventually(async () =>
        expect(await countByStatus(database.db, setup.endpoint.id)).toEqual({ succeeded: 20 }),
      );
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
  ])(
    'a response %i with Retry-After "%s" has the same effect as a response without this header',
    async (status, retryAfter) => {
      const setup = await setUp();
      setup.receiver.behave(respond(status, { headers: { 'retry-after': retryAfter } }));
      await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
      const { nextAttemptAt } = await setup.waitForAttempts(1);
      if (status === 200) {
        expect(nextAttemptAt).toBeNull();
      } else {
        const waitMs = Date.parse(nextAttemptAt!) - setup.clock.now();
        expect(waitMs).toBeGreaterThanOrEqual(4_500);
        expect(waitMs).toBeLessThanOrEqual(5_500);
      }
    },
  );

  test("a 410 response disables the endpoint, cancels its pending deliveries, and emits an event to the organizer's other endpoints", async () => {
    const setup = await setUp();
    const otherReceiver = await startReceiver();
    const otherEndpoint = await makeEndpoint(database.db, setup.organizerId, otherReceiver.url, {
      events: ['endpoint.disabled'],
      clock: setup.clock,
    });
    setup.receiver.behave(respond(500));
    await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    await setup.waitForAttempts(1); // The second attempt is pending.
    setup.receiver.behave(respond(410));
    await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    expect(await setup.waitForAttempts(1)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const endpoint = await getEndpoint(database.db, setup.organizerId, setup.endpoint.id);
    expect(endpoint).toMatchObject({ status: 'disabled', disabledReason: 'it answered 410 Gone' });
    expect(await countByStatus(database.db, setup.endpoint.id)).toEqual({ failed: 1, cancelled: 1 });
    await eventually(async () => expect(await countByStatus(database.db, otherEndpoint.id)).toEqual({ succeeded: 1 }));
    const [event] = otherReceiver.bodies();
    expect(event).toMatchObject({ type: 'endpoint.disabled', data: { id: setup.endpoint.id, status: 'disabled' } });
    expect(endpoint).toMatchObject(event!.data);

    // It receives no events until it is enabled. Afterwards, it receives new events.
    await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    setup.clock.advance(dayMs);
    await setup.waitForClaims();
    expect(setup.receiver.requests).toHaveLength(2);
    expect(otherReceiver.requests).toHaveLength(1);
    setup.receiver.behave(respond());
    expect(
      await enableEndpoint(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), setup.endpoint.id),
    ).toMatchObject({
      status: 'enabled',
      disabledReason: null,
    });
    const [eventId] = await emitMany(database.db, setup.organizerId, 1, { clock: setup.clock });
    await setup.receiver.request(3);
    expect(setup.receiver.bodies()[2]).toMatchObject({ id: eventId });
    expect(await getEndpoint(database.db, setup.organizerId, otherEndpoint.id)).toMatchObject({ status: 'enabled' });
  });

  test('an endpoint that has been failing for 5 days is disabled, and a success restarts the 5 days', async () => {
    const setup = await setUp();
    const otherReceiver = await startReceiver();
    await makeEndpoint(database.db, setup.organizerId, otherReceiver.url, {
      events: ['endpoint.disabled'],
      clock: setup.clock,
    });
    const startMs = setup.clock.now();
    const attemptAt = async (elapsedMs: number, status: number) => {
      setup.clock.advance(startMs + elapsedMs - setup.clock.now());
      await setup.waitForClaims(); // Retries of earlier deliveries have finished.
      setup.receiver.behave(respond(status));
      await sendTest(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), setup.endpoint.id);
      setup.poll();
      await setup.waitForAttempts(1);
      setup.receiver.behave(respond(500));
      return getEndpoint(database.db, setup.organizerId, setup.endpoint.id);
    };
    expect(await attemptAt(0, 500)).toMatchObject({ status: 'enabled', failingSince: '2026-11-20T09:00:00.000Z' });
    expect(await attemptAt(4 * dayMs, 204)).toMatchObject({ status: 'enabled', failingSince: null });
    expect(await attemptAt(4 * dayMs + hourMs, 500)).toMatchObject({ failingSince: '2026-11-24T10:00:00.000Z' });
    expect(await attemptAt(5 * dayMs, 500)).toMatchObject({ status: 'enabled' });
    const beforeFiveDays = await attemptAt(9 * dayMs + hourMs - 1, 500);
    expect(beforeFiveDays).toMatchObject({ status: 'enabled', failingSince: '2026-11-24T10:00:00.000Z' });
    expect(otherReceiver.requests).toEqual([]);
    const afterFiveDays = await attemptAt(9 * dayMs + hourMs, 503);
    expect(afterFiveDays).toMatchObject({
      status: 'disabled',
      disabledReason: 'every attempt of the last 5 days failed',
    });
    expect(Object.keys(await countByStatus(database.db, setup.endpoint.id)).sort()).not.toContain('pending');
    await otherReceiver.request(1);
    expect(otherReceiver.bodies()).toMatchObject([{ type: 'endpoint.disabled', data: { id: setup.endpoint.id } }]);
    // Enabling the endpoint restarts the 5 days.
    await enableEndpoint(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), setup.endpoint.id);
    expect(await attemptAt(9 * dayMs + 2 * hourMs, 500)).toMatchObject({ status: 'enabled' });
  });
});

describe('the schedule', () => {
  test('has the documented delays, plus or minus 10%', () => {
    for (const [index, delay] of delays.entries()) {
      const ratios = [0, 0.5, 0.999_999].map((random) => deliveryDelayMs(index + 1, random, null)! / delay);
      expect(ratios[0]).toBeCloseTo(0.9, 3);
      expect(ratios[1]).toBeCloseTo(1, 3);
      expect(ratios[2]).toBeCloseTo(1.1, 3);
    }
    expect(deliveryDelayMs(10, 0.5, null)).toBeNull();
    expect(deliveryDelayMs(10, 0.5, 1_000)).toBeNull();
    expect(deliveryDelayMs(1, 0, 90_000)).toBe(90_000);
    expect(deliveryDelayMs(9, 0, 90_000)).toBe(24 * hourMs * 0.9);
  });

  test('limits Retry-After, which is a number of seconds or a date, to one day', () => {
    const now = Date.parse('2026-11-20T09:00:00Z');
    expect(['0', ' 7 ', '86400', '86401', '9'.repeat(400)].map((text) => parseRetryAfter(text, now))).toEqual([
      0,
      7_000,
      dayMs,
      dayMs,
      dayMs,
    ]);
    expect(parseRetryAfter('Fri, 20 Nov 2026 09:00:07 GMT', now)).toBe(7_000);
    expect(parseRetryAfter('Fri, 20 Nov 2026 08:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter('Fri, 31 Dec 9999 23:59:59 GMT', now)).toBe(dayMs);
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
