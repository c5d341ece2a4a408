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
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { disableEndpointByHand, enableEndpoint, replayDeliveries, rotateSecret, sendTest } from './index.ts';
import { webhookJobs } from './jobs.ts';
import { purgeAttempts } from './purge.ts';

const secondMs = 1_000;
const dayMs = 86_400_000;

describeOnBoth('a replay', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  async function setUp() {
    const clock = new TestClock();
    const startMs = clock.now();
    const { id: organizerId } = await makeOrganizer(database.db, clock);
    return {
      clock,
      startMs,
      organizerId,
      createEndpoint: (events: readonly string[] = []) =>
        makeEndpoint(database.db, organizerId, 'https://127.0.0.1/', { clock, events }),
      /** Advances the clock by a second, then emits events. */
      emit: async (type: string, count = 1) => {
        clock.advance(secondMs);
        return emitMany(database.db, organizerId, count, { type, clock });
      },
    };
  }

  /** Returns an endpoint's deliveries in the order of their events. */
  const deliveriesOf = (endpointId: string) =>
    database.db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'status', 'attempt_count', 'next_attempt_at', 'lease_id'])
      .where('endpoint_id', '=', endpointId)
      .orderBy('event_id')
      .execute();

  /** Sets the delivery status of an event. */
  const setStatus = (endpointId: string, eventId: string, status: 'succeeded' | 'failed' | 'cancelled') =>
    database.db
      .updateTable('webhook_deliveries')
      .set({ status, attempt_count: 7, next_attempt_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .execute();

  /** Creates an endpoint and events whose deliveries have different statuses. Returns the ids of the events. */
  async function setUpAllStatuses() {
    const setup = await setUp();
    const [beforeEndpoint] = await setup.emit('order.paid'); // Before the endpoint exists.
    await setup.emit('order.cancelled');
    const endpoint = await setup.createEndpoint(['order.paid', 'order.refunded']);
    const [failed] = await setup.emit('order.paid');
    const [succeeded] = await setup.emit('order.refunded');
    const [cancelled] = await setup.emit('order.paid');
    const [pending] = await setup.emit('order.paid');
    await setup.emit('order.expired'); // The endpoint does not subscribe to this type.
    await setStatus(endpoint.id, failed!, 'failed');
    await setStatus(endpoint.id, succeeded!, 'succeeded');
    await setStatus(endpoint.id, cancelled!, 'cancelled');
    setup.clock.advance(60 * secondMs);
    return {
      ...setup,
      endpointId: endpoint.id,
      beforeEndpoint: beforeEndpoint!,
      failed: failed!,
      succeeded: succeeded!,
      cancelled: cancelled!,
      pending: pending!,
    };
  }

  const dueDelivery = (event_id: string, next_attempt_at: string) => ({
    event_id,
    status: 'pending',
    attempt_count: 0,
    next_attempt_at,
    lease_id: null,
  });

  test('sends all subscribed events without a pending delivery if onlyFailed is not set, even events older than the endpoint', async () => {
    const setup = await setUpAllStatuses();
    const now = setup.clock.now();
    const result = await replayDeliveries(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      setup.endpointId,
      { sinceMs: setup.startMs, onlyFailed: false },
    );
    expect(result).toEqual({ id: setup.endpointId, replayed: 4, lastDueAt: timestamp(now + 30) });
    expect(await deliveriesOf(setup.endpointId)).toEqual([
      dueDelivery(setup.beforeEndpoint, timestamp(now)),
      dueDelivery(setup.failed, timestamp(now + 10)),
      dueDelivery(setup.succeeded, timestamp(now + 20)),
      dueDelivery(setup.cancelled, timestamp(now + 30)),
      dueDelivery(setup.pending, timestamp(setup.startMs + 6 * secondMs)),
    ]);
  });

  test('sends only failed and cancelled deliveries if onlyFailed is set', async () => {
    const setup = await setUpAllStatuses();
    const now = setup.clock.now();
    const result = await replayDeliveries(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      setup.endpointId,
      { sinceMs: setup.startMs, onlyFailed: true },
    );
    expect(result).toMatchObject({ replayed: 2, lastDueAt: timestamp(now + 10) });
    const succeeded = { status: 'succeeded', attempt_count: 7, next_attempt_at: null, lease_id: null };
    expect(await deliveriesOf(setup.endpointId)).toEqual([
      dueDelivery(setup.failed, timestamp(now)),
      { event_id: setup.succeeded, ...succeeded },
      dueDelivery(setup.cancelled, timestamp(now + 10)),
      dueDelivery(setup.pending, timestamp(setup.startMs + 6 * secondMs)),
    ]);
    // Replayed deliveries are pending: a second replay finds nothing.
    const secondReplay = await replayDeliveries(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      setup.endpointId,
      { sinceMs: setup.startMs, onlyFailed: true },
    );
    expect(secondReplay).toEqual({ id: setup.endpointId, replayed: 0, lastDueAt: null });
  });

  test('includes events that were created exactly at sinceMs', async () => {
    const setup = await setUp();
    const endpoint = await setup.createEndpoint();
    for (let i = 0; i < 3; i += 1) await setStatus(endpoint.id, (await setup.emit('order.paid'))[0]!, 'failed');
    const replay = async (sinceMs: number) => {
      const { replayed } = await replayDeliveries(
        database.db,
        organizerScope(setup.organizerId, setup.clock, byOperator),
        endpoint.id,
        { sinceMs, onlyFailed: false },
      );
      await database.db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', next_attempt_at: null })
        .where('endpoint_id', '=', endpoint.id)
        .execute();
      return replayed;
    };
    const times = [0, 2 * secondMs, 2 * secondMs + 1, 3 * secondMs, 3 * secondMs + 1, dayMs];
    const counts = [];
    for (const ms of times) counts.push(await replay(setup.startMs + ms));
    expect(counts).toEqual([3, 2, 1, 1, 0, 0]);
  });

  test('sends a ping again only to the endpoint that it was created for', async () => {
    const setup = await setUp();
    const [pingedEndpoint, otherEndpoint] = [await setup.createEndpoint(['order.paid']), await setup.createEndpoint()];
    const { eventId } = await sendTest(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      pingedEndpoint.id,
    );
    await setStatus(pingedEndpoint.id, eventId, 'failed');
    const options = { sinceMs: setup.startMs, onlyFailed: false };
    expect(
      await replayDeliveries(
        database.db,
        organizerScope(setup.organizerId, setup.clock, byOperator),
        otherEndpoint.id,
        options,
      ),
    ).toMatchObject({
      replayed: 0,
    });
    expect(
      await replayDeliveries(
        database.db,
        organizerScope(setup.organizerId, setup.clock, byOperator),
        pingedEndpoint.id,
        options,
      ),
    ).toMatchObject({
      replayed: 1,
    });
  });

  test('schedules 100 deliveries per second in the order of their events, even for many events', async () => {
    const setup = await setUp();
    const otherOrganizer = await setUp();
    await otherOrganizer.emit('order.paid', 10);
    const beforeEndpoint = await setup.emit('order.paid', 1_200);
    const endpoint = await setup.createEndpoint();
    const afterEndpoint = await setup.emit('order.paid', 1_300);
    await database.db
      .updateTable('webhook_deliveries')
      .set({ status: 'succeeded', next_attempt_at: null })
      .where('endpoint_id', '=', endpoint.id)
      .execute();
    const now = setup.clock.now();
    const result = await replayDeliveries(
      database.db,
      organizerScope(setup.organizerId, setup.clock, byOperator),
      endpoint.id,
      { sinceMs: setup.startMs, onlyFailed: false },
    );
    expect(result).toEqual({ id: endpoint.id, replayed: 2_500, lastDueAt: timestamp(now + 24_990) });
    const rows = await deliveriesOf(endpoint.id);
    const sortedEventIds = [...beforeEndpoint, ...afterEndpoint].sort();
    expect(rows).toEqual(sortedEventIds.map((id, index) => dueDelivery(id, timestamp(now + index * 10))));
    const changedLater = await database.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('endpoint_id', '=', endpoint.id)
      .where((eb) => eb.or([eb('created_at', '>', timestamp(now)), eb('updated_at', '>', timestamp(now))]))
      .execute();
    expect(changedLater).toEqual([]);
  });

  test('is rejected while the endpoint is disabled, and sends the cancelled deliveries after it is enabled', async () => {
    const setup = await setUp();
    const receiver = await startReceiver();
    receiver.behave(respond(204));
    const endpoint = await makeEndpoint(database.db, setup.organizerId, receiver.url, { clock: setup.clock });
    const ids = await setup.emit('order.paid', 5);
    await disableEndpointByHand(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), endpoint.id);
    const idsWhileDisabled = await setup.emit('order.paid', 3);
    const replay = (onlyFailed: boolean) =>
      replayDeliveries(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), endpoint.id, {
        sinceMs: setup.startMs,
        onlyFailed,
      });
    await expect(replay(true)).rejects.toMatchObject({ code: 'invalid_state' });
    await enableEndpoint(database.db, organizerScope(setup.organizerId, setup.clock, byOperator), endpoint.id);
    expect(await replay(true)).toMatchObject({ replayed: 5 });
    const worker = startWorker(database.db, { clock: setup.clock });
    await receiver.request(1);
    setup.clock.advance(39);
    worker.poll();
    await receiver.request(4);
    setup.clock.advance(1);
    worker.poll();
    await eventually(async () => expect(await countByStatus(database.db, endpoint.id)).toEqual({ succeeded: 5 }));
    expect(
      receiver
        .bodies()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
    await worker.stop();
    // All events, including the event about the disabled endpoint.
    expect(await replay(false)).toMatchObject({ replayed: ids.length + idsWhileDisabled.length + 1 });
  });
});

describeOnBoth('the purge', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  test('deletes attempts after 30 days, and expired secrets', async () => {
    const clock = new TestClock();
    const { id: organizerId } = await makeOrganizer(database.db, clock);
    const endpoint = await makeEndpoint(database.db, organizerId, 'https://127.0.0.1/', { clock });
    const { id: deliveryId } = await sendTest(database.db, organizerScope(organizerId, clock, byOperator), endpoint.id);
    // Disabled: no other attempts are added.
    await disableEndpointByHand(database.db, organizerScope(organizerId, clock, byOperator), endpoint.id);
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
        request_url: null,
        request_headers: null,
        problem: null,
      }));
    const rows = [...attempts(1_201, 30 * dayMs + 1), ...attempts(3, 30 * dayMs), ...attempts(2, 0)];
    await dialectOf(database.db).insertMany(database.db, 'webhook_attempts', rows);
    await rotateSecret(
      database.db,
      organizerScope(organizerId, clock, byOperator),
      endpoint.id,
      5 * secondMs,
      webhookSecrets,
    );
    const countRemaining = async () => {
      const rows = await database.db
        .selectFrom('webhook_attempts')
        .select('started_at')
        .where('delivery_id', '=', deliveryId)
        .execute();
      const secrets = await database.db
        .selectFrom('webhook_secrets')
        .select('id')
        .where('endpoint_id', '=', endpoint.id)
        .execute();
      return { attempts: rows.length, secrets: secrets.length };
    };
    await purgeAttempts(database.db, clock);
    expect(await countRemaining()).toEqual({ attempts: 5, secrets: 2 });
    clock.advance(5 * secondMs + 1);
    // The job deletes them too.
    const { logger: log } = createLogTo('silent', { write: () => {} });
    for (const job of webhookJobs({ brand: 'SERVICE', allowPrivateNetworks: true })) {
      const running = await job.start({
        db: database.db,
        clock,
        secrets: webhookSecrets,
        log,
        metrics: createMetrics(),
      });
      onTestFinished(async () => {
        await running.drain?.();
      });
    }
    await eventually(async () => expect(await countRemaining()).toEqual({ attempts: 2, secrets: 1 }));
  });
});
