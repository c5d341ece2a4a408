import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { eventually, gate, hang, reset, respond, startReceiver } from '../../../test/harness/receiver.ts';
import { countByStatus, emitMany, makeEndpoint, startWorker, webhookSecrets } from '../../../test/harness/webhooks.ts';
import { systemClock } from '../../platform/clock.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { disableEndpointByHand, rotateSecret } from './index.ts';

describeOnBoth('several endpoints', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  async function setUp(count: number) {
    const { id: organizerId } = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    const endpoint = await makeEndpoint(database.db, organizerId, receiver.url);
    const eventIds = await emitMany(database.db, organizerId, count);
    return { organizerId, receiver, endpoint, eventIds, statusCounts: () => countByStatus(database.db, endpoint.id) };
  }

  test('an endpoint that never responds, with 2,000 pending deliveries, does not delay other endpoints', async () => {
    const unresponsive = await setUp(2_000);
    const { held, open } = gate(reset);
    unresponsive.receiver.behave(held);
    const worker = startWorker(database.db);
    await unresponsive.receiver.request(8);
    const healthy = await setUp(300);
    await eventually(async () => expect(await healthy.statusCounts()).toEqual({ succeeded: 300 }));
    expect(new Set(healthy.receiver.bodies().map(({ id }) => id))).toEqual(new Set(healthy.eventIds));
    expect(unresponsive.receiver.requests).toHaveLength(8);
    const stopped = worker.stop();
    open(); // So that `stop` does not wait for these requests.
    await stopped;
    expect(await unresponsive.statusCounts()).toEqual({ pending: 2_000 });
    // Deliveries that were claimed and not attempted are released.
    const leased = database.db.selectFrom('webhook_deliveries').select('id').where('lease_id', 'is not', null);
    expect(await leased.execute()).toEqual([]);
    await disableEndpointByHand(
      database.db,
      organizerScope(unresponsive.organizerId, systemClock, byOperator),
      unresponsive.endpoint.id,
    );
  });

  test('an endpoint that always fails, with 2,000 pending deliveries, soon gets only occasional requests', async () => {
    const failingSetup = await setUp(2_000);
    failingSetup.receiver.behave(respond(500));
    startWorker(database.db);
    await failingSetup.receiver.request(16);
    const healthy = await setUp(300);
    await eventually(async () => expect(await healthy.statusCounts()).toEqual({ succeeded: 300 }));
    expect(failingSetup.receiver.requests.length).toBeLessThan(40);
    await disableEndpointByHand(
      database.db,
      organizerScope(failingSetup.organizerId, systemClock, byOperator),
      failingSetup.endpoint.id,
    );
  });

  test('many endpoints that never respond do not delay other endpoints', async () => {
    const unresponsive = await Promise.all(Array.from({ length: 60 }, () => setUp(10)));
    const { held, open } = gate(reset);
    for (const { receiver } of unresponsive) receiver.behave(held);
    startWorker(database.db);
    await Promise.all(unresponsive.map(({ receiver }) => receiver.request(1)));
    const healthy = await setUp(300);
    await eventually(async () => expect(await healthy.statusCounts()).toEqual({ succeeded: 300 }));
    for (const { receiver } of unresponsive) expect(receiver.requests).toHaveLength(8);
    for (const { organizerId, endpoint } of unresponsive)
      await disableEndpointByHand(database.db, organizerScope(organizerId, systemClock, byOperator), endpoint.id);
    open(); // So that the worker can stop immediately.
  });

  test('a slow endpoint gets at most 128 concurrent requests, and each delivery once', async () => {
    const slowSetup = await setUp(400);
    slowSetup.receiver.behave(respond(200, { delayMs: 10 }));
    startWorker(database.db);
    await eventually(async () => expect(await slowSetup.statusCounts()).toEqual({ succeeded: 400 }));
    expect(slowSetup.receiver.maxInFlight).toBeGreaterThan(8);
    expect(slowSetup.receiver.maxInFlight).toBeLessThanOrEqual(128);
    expect(
      slowSetup.receiver
        .bodies()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...slowSetup.eventIds].sort());
  });

  test('an endpoint that fails for a short time gets all deliveries afterwards', async () => {
    const tested = await setUp(300);
    tested.receiver.behaveNext(...Array(60).fill(respond()), ...Array(16).fill(reset));
    startWorker(database.db);
    await eventually(async () => expect(await tested.statusCounts()).toEqual({ succeeded: 300 }));
  });

  test('after an endpoint is disabled, it receives exactly the requests that are under way', async () => {
    const tested = await setUp(500);
    const { held, open } = gate();
    tested.receiver.behave(held);
    const worker = startWorker(database.db);
    await tested.receiver.request(1);
    const ofOrganizer = (table: 'webhook_attempts' | 'webhook_deliveries') =>
      database.db.selectFrom(table).selectAll().where('organizer_id', '=', tested.organizerId);
    const underWay = await ofOrganizer('webhook_deliveries').where('lease_id', 'is not', null).execute();
    await disableEndpointByHand(
      database.db,
      organizerScope(tested.organizerId, systemClock, byOperator),
      tested.endpoint.id,
    );
    open();
    await eventually(async () => expect(await ofOrganizer('webhook_attempts').execute()).toHaveLength(underWay.length));
    const healthy = await setUp(100);
    await eventually(async () => expect(await healthy.statusCounts()).toEqual({ succeeded: 100 }));
    await worker.stop();
    const received = tested.receiver.bodies().map(({ id }) => id);
    expect(received.sort()).toEqual(underWay.map(({ event_id }) => event_id).sort());
    expect(await tested.statusCounts()).toEqual({ cancelled: 500 });
    expect(worker.log()).toBe('');
  });

  test('an endpoint whose secret is rotated without a grace period gets all deliveries', async () => {
    const tested = await setUp(300);
    const { held, open } = gate();
    tested.receiver.behave(held);
    startWorker(database.db);
    await tested.receiver.request(8);
    await rotateSecret(
      database.db,
      organizerScope(tested.organizerId, systemClock, byOperator),
      tested.endpoint.id,
      0,
      webhookSecrets,
    );
    open();
    await eventually(async () => expect(await tested.statusCounts()).toEqual({ succeeded: 300 }));
  });
});

describe('a worker that stops', () => {
  test('releases deliveries in flight without counting an attempt', async () => {
    const database = await createDatabase('sqlite');
    try {
      const { id } = await makeOrganizer(database.db);
      const receiver = await startReceiver();
      receiver.behave(hang);
      const endpoint = await makeEndpoint(database.db, id, receiver.url);
      await emitMany(database.db, id, 100);
      const stoppedWorker = startWorker(database.db);
      await receiver.request(8);
      await stoppedWorker.stop();
      const rows = await database.db.selectFrom('webhook_deliveries').selectAll().execute();
      for (const { status, attempt_count, lease_id } of rows) {
        expect({ status, attempt_count, lease_id }).toEqual({ status: 'pending', attempt_count: 0, lease_id: null });
      }
      expect(await database.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
      receiver.behave(respond());
      startWorker(database.db);
      await eventually(async () => expect(await countByStatus(database.db, endpoint.id)).toEqual({ succeeded: 100 }));
    } finally {
      await database.drop();
    }
  });
});
