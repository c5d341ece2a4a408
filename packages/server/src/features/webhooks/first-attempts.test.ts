import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { makeOrganizer } from '../../../test/harness/fixtures.ts';
import { eventually, gate, respond, startReceiver } from '../../../test/harness/receiver.ts';
import {
  anyTarget,
  countByStatus,
  emitMany,
  makeEndpoint,
  startWorker,
  webhookSecrets,
} from '../../../test/harness/webhooks.ts';
import { type ServiceClock, systemClock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { deliveryLeaseMs } from './delivery-rows.ts';
import { changeEndpoint, emit } from './index.ts';

const event = { type: 'order.paid', data: '{}' };

describeOnBoth('the deliveries of a new event', (kind) => {
  const database = useDatabase(kind);

  async function setUp(options: { throttle?: { deliveries: number; per: 'second' } } = {}) {
    const { id: organizerId } = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    const { id: endpointId } = await makeEndpoint(database.db, organizerId, receiver.url, options);
    const emitCounted = (count: number, db = database.db) => emitAndCount(db, organizerId, count);
    const deliveries = () =>
      database.db.selectFrom('webhook_deliveries').selectAll().where('organizer_id', '=', organizerId).execute();
    const statusCounts = () => countByStatus(database.db, endpointId);
    return { organizerId, receiver, endpointId, emitCounted, deliveries, statusCounts };
  }

  /** Emits events in one transaction. Returns how many of their deliveries the transaction has claimed. */
  function emitAndCount(db: Db, organizerId: string, count: number): Promise<number> {
    return db.transaction().execute(async (tx) => {
      await emit(tx, organizerId, Array(count).fill(event), timestamp(systemClock.now()));
      const rows = await tx
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('organizer_id', '=', organizerId)
        .where('attempt_count', '=', 0)
        .where('lease_id', 'is not', null)
        .execute();
      return rows.length;
    });
  }

  test('are claimed in its transaction, and sent once after the commit, to the current URL', async () => {
    const s = await setUp();
    startWorker(database.db);
    expect(await s.emitCounted(3)).toBe(3);
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 3 }));
    const other = await startReceiver();
    await changeEndpoint(
      database.db,
      organizerScope(s.organizerId, systemClock, byOperator),
      s.endpointId,
      { url: other.url },
      anyTarget,
      webhookSecrets,
    );
    expect(await s.emitCounted(2)).toBe(2);
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 5 }));
    expect([s.receiver.requests.length, other.requests.length]).toEqual([3, 2]);
    for (const { lease_id, attempt_count } of await s.deliveries()) {
      expect({ lease_id, attempt_count }).toEqual({ lease_id: null, attempt_count: 1 });
    }
  });

  test('are not sent if its transaction is rolled back, and take no slot', async () => {
    const s = await setUp();
    startWorker(database.db);
    for (let round = 0; round < 2; round += 1) {
      const rolledBack = database.db.transaction().execute(async (tx) => {
        await emit(tx, s.organizerId, Array(100).fill(event), timestamp(systemClock.now()));
        throw new Error('rolled back on purpose');
      });
      await expect(rolledBack).rejects.toThrow('rolled back on purpose');
    }
    expect(await s.emitCounted(8)).toBe(8);
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 8 }));
    expect(s.receiver.requests).toHaveLength(8);
  });

  test('wait in the database if the endpoint has no free slot, and each is sent once', async () => {
    const s = await setUp();
    const { held, open } = gate();
    s.receiver.behave(held);
    startWorker(database.db);
    expect(await s.emitCounted(100)).toBe(8);
    await s.receiver.request(8);
    open();
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 100 }));
    expect(s.receiver.requests).toHaveLength(100);
  });

  test('wait in the database if the endpoint is throttled or paused', async () => {
    const throttled = await setUp({ throttle: { deliveries: 1_000, per: 'second' } });
    const paused = await setUp();
    paused.receiver.behaveNext(respond(503, { headers: { 'retry-after': '3600' } }));
    startWorker(database.db);
    expect(await throttled.emitCounted(2)).toBe(0);
    await eventually(async () => expect(await throttled.statusCounts()).toEqual({ succeeded: 2 }));
    expect(await paused.emitCounted(1)).toBe(1);
    await eventually(async () => expect((await paused.deliveries())[0]!.attempt_count).toBe(1));
    expect(await paused.emitCounted(1)).toBe(0);
    expect(paused.receiver.requests).toHaveLength(1);
  });

  test('are sent by the worker of another process if their own process has none', async () => {
    const s = await setUp();
    const otherDb = openDatabase(database);
    onTestFinished(() => otherDb.destroy());
    startWorker(database.db);
    expect(await s.emitCounted(5, otherDb)).toBe(0);
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 5 }));
  });

  test('are released if the worker stops before the commit', async () => {
    const s = await setUp();
    const worker = startWorker(database.db);
    let stopped: Promise<void> | undefined;
    await database.db.transaction().execute(async (tx) => {
      await emit(tx, s.organizerId, [event, event], timestamp(systemClock.now()));
      stopped = worker.stop();
    });
    await stopped;
    for (const { status, lease_id, attempt_count } of await s.deliveries()) {
      expect({ status, lease_id, attempt_count }).toEqual({ status: 'pending', lease_id: null, attempt_count: 0 });
    }
    expect(s.receiver.requests).toHaveLength(0);
    startWorker(database.db);
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 2 }));
  });

  test('are sent after their lease if the process is killed after the commit', async () => {
    const s = await setUp();
    const script = join(import.meta.dirname, '../../../test/harness/emit-and-die.ts');
    const env = { PATH: process.env['PATH'] ?? '', ...database.env };
    const child = spawn(process.execPath, [script, s.organizerId], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const [delivery] = await s.deliveries();
    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 0, lease_id: expect.any(String) });
    const worker = startWorker(database.db);
    const other = await setUp();
    expect(await other.emitCounted(1)).toBe(1);
    await eventually(async () => expect(await other.statusCounts()).toEqual({ succeeded: 1 }));
    await worker.stop();
    expect(s.receiver.requests).toHaveLength(0);
    startWorker(database.db, { clock: clockAfterLease });
    await eventually(async () => expect(await s.statusCounts()).toEqual({ succeeded: 1 }));
    expect(s.receiver.requests).toHaveLength(1);
  });
});

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  const database = useDatabase('postgres');

  test('the worker of another process claims announced deliveries without searching for them', async () => {
    // Without its timer, the worker searches only when it starts and when it begins to listen.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { id: organizerId } = await makeOrganizer(database.db);
    const receiver = await startReceiver();
    const { id: endpointId } = await makeEndpoint(database.db, organizerId, receiver.url);
    let searches = 0;
    const workerDb = openDatabase(database, (_seconds, text) => {
      if (text.includes('from webhook_endpoints as e) as endpoints')) searches += 1;
    });
    onTestFinished(() => workerDb.destroy());
    startWorker(workerDb);
    let delivered = 0;
    const countSearchesOfOne = async () => {
      const before = searches;
      await emitMany(database.db, organizerId, 1);
      delivered += 1;
      await eventually(async () =>
        expect(await countByStatus(database.db, endpointId)).toEqual({ succeeded: delivered }),
      );
      return searches - before;
    };
    await eventually(async () => expect(await countSearchesOfOne()).toBe(0));
    expect(searches).toBeGreaterThan(0);
  });
});

/** The clock of a worker that starts when the leases of now have expired. */
const clockAfterLease: ServiceClock = {
  ...systemClock,
  now: () => systemClock.now() + deliveryLeaseMs,
  of: () => clockAfterLease,
};
