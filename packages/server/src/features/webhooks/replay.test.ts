import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { eventually, respond, startReceiver } from '../../../test/harness/receiver.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { countByStatus, emitMany, makeEndpoint, startWorker, webhookSecrets } from '../../../test/harness/webhooks.ts';
import { timestamp } from '../../platform/clock.ts';
import { dialectOf } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { createLogTo } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { byOperator } from '../audit/index.ts';
import { disableEndpointByOperator, enableEndpoint, replayDeliveries, rotateSecret, sendTest } from './index.ts';
import { webhookJobs } from './jobs.ts';
import { purgeAttempts } from './purge.ts';

const second = 1_000;
const day = 86_400_000;

describeOnBoth('a replay', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());

  async function setUp() {
    const clock = new TestClock();
    const startMs = clock.now();
    const { id: organizerId } = await makeOrganizer(t.db, clock);
    return {
      clock,
      startMs,
      organizerId,
      endpoint: (events: readonly string[] = []) =>
        makeEndpoint(t.db, organizerId, 'https://127.0.0.1/', { clock, events }),
      /** Emits events, a second after the previous call. */
      emit: async (type: string, count = 1) => {
        clock.advance(second);
        return emitMany(t.db, organizerId, count, { type, clock });
      },
    };
  }

  /** An endpoint's deliveries in the order of their events. */
  const deliveriesOf = (endpointId: string) =>
    t.db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'status', 'attempt_count', 'next_attempt_at', 'lease_id'])
      .where('endpoint_id', '=', endpointId)
      .orderBy('event_id')
      .execute();

  /** Sets the status of the delivery of an event. */
  const setStatus = (endpointId: string, eventId: string, status: 'succeeded' | 'failed' | 'cancelled') =>
    t.db
      .updateTable('webhook_deliveries')
      .set({ status, attempt_count: 7, next_attempt_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .execute();

  async function setUpAllStatuses() {
    const s = await setUp();
    const [before] = await s.emit('order.paid'); // Before the endpoint existed.
    await s.emit('order.cancelled');
    const endpoint = await s.endpoint(['order.paid', 'order.refunded']);
    const [failed] = await s.emit('order.paid');
    const [succeeded] = await s.emit('order.refunded');
    const [cancelled] = await s.emit('order.paid');
    const [pending] = await s.emit('order.paid');
    await s.emit('order.expired'); // Not subscribed to.
    await setStatus(endpoint.id, failed!, 'failed');
    await setStatus(endpoint.id, succeeded!, 'succeeded');
    await setStatus(endpoint.id, cancelled!, 'cancelled');
    s.clock.advance(60 * second);
    return {
      ...s,
      target: endpoint,
      before: before!,
      failed: failed!,
      succeeded: succeeded!,
      cancelled: cancelled!,
      pending: pending!,
    };
  }

  const due = (event_id: string, next_attempt_at: string) => ({
    event_id,
    status: 'pending',
    attempt_count: 0,
    next_attempt_at,
    lease_id: null,
  });

  test('without --failed sends all subscribed events that have no pending delivery, also those from before the endpoint existed', async () => {
    const s = await setUpAllStatuses();
    const now = s.clock.now();
    const result = await replayDeliveries(
      t.db,
      s.target.id,
      { sinceMs: s.startMs, onlyFailed: false },
      s.clock,
      byOperator,
    );
    expect(result).toEqual({ id: s.target.id, replayed: 4, lastDueAt: timestamp(now + 30) });
    expect(await deliveriesOf(s.target.id)).toEqual([
      due(s.before, timestamp(now)),
      due(s.failed, timestamp(now + 10)),
      due(s.succeeded, timestamp(now + 20)),
      due(s.cancelled, timestamp(now + 30)),
      due(s.pending, timestamp(s.startMs + 6 * second)),
    ]);
  });

  test('with --failed sends failed and cancelled deliveries, and nothing else', async () => {
    const s = await setUpAllStatuses();
    const now = s.clock.now();
    const result = await replayDeliveries(
      t.db,
      s.target.id,
      { sinceMs: s.startMs, onlyFailed: true },
      s.clock,
      byOperator,
    );
    expect(result).toMatchObject({ replayed: 2, lastDueAt: timestamp(now + 10) });
    const succeeded = { status: 'succeeded', attempt_count: 7, next_attempt_at: null, lease_id: null };
    expect(await deliveriesOf(s.target.id)).toEqual([
      due(s.failed, timestamp(now)),
      { event_id: s.succeeded, ...succeeded },
      due(s.cancelled, timestamp(now + 10)),
      due(s.pending, timestamp(s.startMs + 6 * second)),
    ]);
    // Replayed deliveries are pending: a second replay finds nothing.
    const again = await replayDeliveries(
      t.db,
      s.target.id,
      { sinceMs: s.startMs, onlyFailed: true },
      s.clock,
      byOperator,
    );
    expect(again).toEqual({ id: s.target.id, replayed: 0, lastDueAt: null });
  });

  test('starts with events of exactly the given millisecond', async () => {
    const s = await setUp();
    const endpoint = await s.endpoint();
    for (let i = 0; i < 3; i += 1) await setStatus(endpoint.id, (await s.emit('order.paid'))[0]!, 'failed');
    const replay = async (sinceMs: number) => {
      const { replayed } = await replayDeliveries(
        t.db,
        endpoint.id,
        { sinceMs, onlyFailed: false },
        s.clock,
        byOperator,
      );
      await t.db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', next_attempt_at: null })
        .where('endpoint_id', '=', endpoint.id)
        .execute();
      return replayed;
    };
    const times = [0, 2 * second, 2 * second + 1, 3 * second, 3 * second + 1, day];
    const counts = [];
    for (const ms of times) counts.push(await replay(s.startMs + ms));
    expect(counts).toEqual([3, 2, 1, 1, 0, 0]);
  });

  test('sends a ping again only to its own endpoint', async () => {
    const s = await setUp();
    const [one, other] = [await s.endpoint(['order.paid']), await s.endpoint()];
    const { eventId } = await sendTest(t.db, one.id, s.clock, byOperator);
    await setStatus(one.id, eventId, 'failed');
    const given = { sinceMs: s.startMs, onlyFailed: false };
    expect(await replayDeliveries(t.db, other.id, given, s.clock, byOperator)).toMatchObject({ replayed: 0 });
    expect(await replayDeliveries(t.db, one.id, given, s.clock, byOperator)).toMatchObject({ replayed: 1 });
  });

  test('sends 100 deliveries a second in the order of the events, even for many events', async () => {
    const s = await setUp();
    const otherOrganizer = await setUp();
    await otherOrganizer.emit('order.paid', 10);
    const beforeEndpoint = await s.emit('order.paid', 1_200);
    const endpoint = await s.endpoint();
    const afterEndpoint = await s.emit('order.paid', 1_300);
    await t.db
      .updateTable('webhook_deliveries')
      .set({ status: 'succeeded', next_attempt_at: null })
      .where('endpoint_id', '=', endpoint.id)
      .execute();
    const now = s.clock.now();
    const result = await replayDeliveries(
      t.db,
      endpoint.id,
      { sinceMs: s.startMs, onlyFailed: false },
      s.clock,
      byOperator,
    );
    expect(result).toEqual({ id: endpoint.id, replayed: 2_500, lastDueAt: timestamp(now + 24_990) });
    const rows = await deliveriesOf(endpoint.id);
    const inOrder = [...beforeEndpoint, ...afterEndpoint].sort();
    expect(rows).toEqual(inOrder.map((id, index) => due(id, timestamp(now + index * 10))));
  });

  test('is rejected while the endpoint is disabled, and afterwards sends the cancelled deliveries', async () => {
    const s = await setUp();
    const receiver = await startReceiver();
    receiver.behave(respond(204));
    const endpoint = await makeEndpoint(t.db, s.organizerId, receiver.url, { clock: s.clock });
    const ids = await s.emit('order.paid', 5);
    await disableEndpointByOperator(t.db, endpoint.id, s.clock, byOperator);
    const whileDisabled = await s.emit('order.paid', 3);
    const replay = (onlyFailed: boolean) =>
      replayDeliveries(t.db, endpoint.id, { sinceMs: s.startMs, onlyFailed }, s.clock, byOperator);
    await expect(replay(true)).rejects.toMatchObject({ code: 'invalid_state' });
    await enableEndpoint(t.db, endpoint.id, s.clock, byOperator);
    expect(await replay(true)).toMatchObject({ replayed: 5 });
    const worker = startWorker(t.db, { clock: s.clock });
    await receiver.request(1);
    s.clock.advance(39);
    worker.poll();
    await receiver.request(4);
    s.clock.advance(1);
    worker.poll();
    await eventually(async () => expect(await countByStatus(t.db, endpoint.id)).toEqual({ succeeded: 5 }));
    expect(
      receiver
        .bodies()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
    await worker.stop();
    // All, including the event about the disabled endpoint.
    expect(await replay(false)).toMatchObject({ replayed: ids.length + whileDisabled.length + 1 });
  });
});

describeOnBoth('attempts', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());

  test('are deleted after 30 days, and secrets when they have expired', async () => {
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(t.db, clock);
    const endpoint = await makeEndpoint(t.db, organizerId, 'https://127.0.0.1/', { clock });
    const { id: deliveryId } = await sendTest(t.db, endpoint.id, clock, byOperator);
    // Disabled, so that no attempts are added to those below.
    await disableEndpointByOperator(t.db, endpoint.id, clock, byOperator);
    const attempts = (count: number, ageMs: number) =>
      Array.from({ length: count }, () => ({
        organizer_id: organizerId,
        delivery_id: deliveryId,
        id: newId('att', clock.now() - ageMs),
        started_at: timestamp(clock.now() - ageMs),
        latency_ms: 1,
        response_status: 500,
        response_body: null,
        error: 'answered 500',
      }));
    const rows = [...attempts(1_201, 30 * day + 1), ...attempts(3, 30 * day), ...attempts(2, 0)];
    await dialectOf(t.db).insertMany(t.db, 'webhook_attempts', rows);
    await rotateSecret(t.db, endpoint.id, 5 * second, webhookSecrets, clock, byOperator);
    const countRemaining = async () => {
      const rows = await t.db
        .selectFrom('webhook_attempts')
        .select('started_at')
        .where('delivery_id', '=', deliveryId)
        .execute();
      const secrets = await t.db
        .selectFrom('webhook_secrets')
        .select('id')
        .where('endpoint_id', '=', endpoint.id)
        .execute();
      return { attempts: rows.length, secrets: secrets.length };
    };
    await purgeAttempts(t.db, clock);
    expect(await countRemaining()).toEqual({ attempts: 5, secrets: 2 });
    clock.advance(5 * second + 1);
    // The job does the same.
    const { logger: log } = createLogTo('silent', { write: () => {} });
    for (const job of webhookJobs({ brand: 'SERVICE', allowPrivateNetworks: true })) {
      const running = await job.start({ db: t.db, clock, secrets: webhookSecrets, log, metrics: createMetrics() });
      onTestFinished(async () => {
        await running.drain?.();
      });
    }
    await eventually(async () => expect(await countRemaining()).toEqual({ attempts: 2, secrets: 1 }));
  });
});
