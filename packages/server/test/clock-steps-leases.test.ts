import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { claimDueMails, mailQueue, releaseMailLeases } from '../src/features/mail/leases.ts';
import type { Renderer } from '../src/features/mail/mail.ts';
import { queueMail } from '../src/features/mail/queue-mail.ts';
import { startMailWorker } from '../src/features/mail/worker.ts';
import { claimDueDeliveries, releaseDeliveryLeases } from '../src/features/webhooks/delivery-rows.ts';
import { getDelivery, sendTest } from '../src/features/webhooks/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { createLogTo } from '../src/platform/log.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { testSecrets } from './harness/app.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined } from './harness/defined.ts';
import { makeOrganizer } from './harness/fixtures.ts';
import { eventually, gate, respond, startReceiver } from './harness/receiver.ts';
import { TestClock } from './harness/test-clock.ts';
import { emitMany, makeEndpoint, newestDelivery, startWorker } from './harness/webhooks.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// Checks the guarantees of docs/adr/0020-two-clocks.md for leases and retries.
describeOnBoth('mails when the system clock is changed by an hour', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  const render: Renderer = async ({ id }) => ({ to: 'ada@example.com', subject: id, text: id, html: id });
  const renderers = {
    otp: render,
    sign_in_link: render,
    invitation: render,
    account_changed: render,
    suspension: render,
    scope_requested: render,
    scope_decided: render,
    key_rolled: render,
    endpoint_failing: render,
    disputed: render,
    tickets: render,
    awaiting_payment: render,
    refunded: render,
    cancelled: render,
    payment_returned: render,
  };
  const rows = () => database.db.selectFrom('mails').selectAll().execute();

  /** Creates an empty queue, and workers with one clock. Their mails are in flight until `finish` is called. */
  async function setUp() {
    await database.db.deleteFrom('mails').execute();
    const clock = new TestClock();
    const startedIds: string[] = [];
    const transportResult = Promise.withResolvers<void>();
    onTestFinished(() => transportResult.resolve());
    const transport = {
      send: async (id: string) => {
        startedIds.push(id);
        await transportResult.promise;
      },
      close: () => {},
    };
    const { logger: log } = createLogTo('silent', { write: () => {} });
    return {
      clock,
      /** Ids of the mails in the order in which they were passed to the transport. */
      started: startedIds,
      /** Ends the sending of the mails in flight: they fail if `error` is passed, otherwise they succeed. */
      finish: (error?: Error) => (error === undefined ? transportResult.resolve() : transportResult.reject(error)),
      startWorker: () => {
        const worker = startMailWorker({
          db: database.db,
          clock,
          secrets: testSecrets,
          log,
          transport,
          renderers,
          prepareMessage: async (_organizerId, message) => message,
        });
        onTestFinished(() => worker.stop());
      },
      /** Queues a mail and returns its id. */
      queue: async () => {
        const earlierIds = (await rows()).map(({ id }) => id);
        await database.db.transaction().execute((tx) => queueMail(tx, { kind: 'tickets' }, timestamp(clock.now())));
        const newRow = (await rows()).find(({ id }) => !earlierIds.includes(id));
        return defined(newRow, 'The queued mail').id;
      },
    };
  }

  test('forward: a process does not send a mail twice, and records its result', async () => {
    const s = await setUp();
    const mailId = await s.queue();
    s.startWorker();
    await eventually(() => expect(s.started).toEqual([mailId]));
    s.clock.step(hourMs);
    // A worker claims all due mails together: the claim of this mail includes the first one, whose lease has expired.
    const nextMail = await s.queue();
    await eventually(() => expect(s.started).toContain(nextMail));
    expect(s.started).toEqual([mailId, nextMail]);
    s.finish(new Error('451'));
    await eventually(async () => expect((await rows()).map((row) => row.attempt_count)).toEqual([1, 1]));
    for (const { next_attempt_at } of await rows()) {
      expect(Date.parse(defined(next_attempt_at, 'next_attempt_at')) - s.clock.now()).toBeLessThanOrEqual(11_000);
    }
  });

  test('forward: two processes send a mail at most twice, with the same Message-ID', async () => {
    const s = await setUp();
    const mailId = await s.queue();
    s.startWorker();
    await eventually(() => expect(s.started).toHaveLength(1));
    s.clock.step(hourMs);
    s.startWorker();
    const nextMail = await s.queue();
    await eventually(() => expect(s.started).toContain(nextMail));
    s.finish();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(s.started.filter((id) => id === mailId).length).toBeLessThanOrEqual(2);
    expect(s.started.filter((id) => id === nextMail)).toHaveLength(1);
  });

  test.for([
    ['is delayed by at most one hour', false],
    ['is sent immediately after a restart', true],
  ] as const)('back: a mail in flight when its process crashed %s', async ([, isRestarted]) => {
    const s = await setUp();
    const mailId = await s.queue();
    expect(await claimDueMails(database.db, s.clock, 1)).toMatchObject([{ id: mailId }]);
    s.clock.step(-hourMs);
    if (isRestarted) await releaseMailLeases(database.db, timestamp(s.clock.now()));
    else {
      s.clock.advance(mailQueue.leaseMs);
      expect(await claimDueMails(database.db, s.clock, 1)).toEqual([]);
      s.clock.advance(hourMs);
    }
    s.startWorker();
    s.finish();
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(s.started).toEqual([mailId]);
  });
});

describeOnBoth('webhooks when the system clock is changed by an hour', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(kind);
  });
  afterAll(() => database.drop());

  /** Creates an endpoint with a pending delivery, and a test clock. */
  async function setUp() {
    const clock = new TestClock();
    const receiver = await startReceiver();
    const { id: organizerId } = await makeOrganizer(database.db, clock);
    const { id: endpointId } = await makeEndpoint(database.db, organizerId, receiver.url, { clock });
    await emitMany(database.db, organizerId, 1, { clock });
    const { id: otherOrganizerId } = await makeOrganizer(database.db, clock);
    const { id: probeEndpointId } = await makeEndpoint(database.db, otherOrganizerId, (await startReceiver()).url, {
      clock,
    });
    const startWorkerWithClock = () => startWorker(database.db, { clock });
    const delivery = () => newestDelivery(database.db, organizerId, endpointId);
    return {
      clock,
      receiver,
      startWorkerWithClock,
      delivery,
      /** Claims deliveries without sending them, like a process that crashes after the claim. */
      claim: () => {
        const [now, leaseExpiresAt] = [timestamp(clock.now()), timestamp(clock.now() + 45_000)];
        const claim = {
          organizerId,
          endpointId,
          now,
          limit: 10,
          leaseId: 'lease of a crashed process',
          leaseExpiresAt,
        };
        return database.db.transaction().execute(async (tx) => claimDueDeliveries(tx, claim));
      },
      waitForSuccess: () => eventually(async () => expect(await delivery()).toMatchObject({ status: 'succeeded' })),
      /** Waits until the worker has claimed all due deliveries: sends a test event to another endpoint and waits for it. */
      waitForClaims: async (worker: { poll(): void }) => {
        const { id } = await sendTest(
          database.db,
          organizerScope(otherOrganizerId, clock, byOperator),
          probeEndpointId,
        );
        worker.poll();
        await eventually(async () => {
          expect(await getDelivery(database.db, otherOrganizerId, id)).toMatchObject({ status: 'succeeded' });
        });
      },
    };
  }

  test('forward: a delivery in flight is sent at most twice, with the same id', async () => {
    const s = await setUp();
    const { held, open } = gate(); // The receiver does not respond until `open` is called.
    s.receiver.behave(held);
    const worker = s.startWorkerWithClock();
    await s.receiver.request(1);
    s.clock.step(hourMs);
    await s.waitForClaims(worker);
    open();
    await s.waitForSuccess();
    await s.waitForClaims(worker);
    const ids = s.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBeLessThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
    expect(await s.delivery()).toMatchObject({ attemptCount: 1 });
  });

  test.for([
    ['is delayed by at most one hour', false],
    ['is sent immediately after a restart', true],
  ] as const)('back: a delivery in flight when its process crashed %s', async ([, isRestarted]) => {
    const s = await setUp();
    expect(await s.claim()).toHaveLength(1);
    s.clock.step(-hourMs);
    if (isRestarted) await releaseDeliveryLeases(database.db, timestamp(s.clock.now()));
    const worker = s.startWorkerWithClock();
    if (!isRestarted) {
      s.clock.advance(45_000);
      await s.waitForClaims(worker);
      expect(s.receiver.requests).toHaveLength(0);
      s.clock.advance(hourMs);
      worker.poll();
    }
    await s.waitForSuccess();
    expect(s.receiver.requests).toHaveLength(1);
  });

  test.for([
    ['back', -hourMs],
    ['forward', hourMs],
  ] as const)(
    '%s: a retry is at most an hour early or late, and attempts are counted correctly',
    async ([direction, step]) => {
      const s = await setUp();
      s.receiver.behave(respond(500));
      const worker = s.startWorkerWithClock();
      await eventually(async () => expect(await s.delivery()).toMatchObject({ status: 'pending', attemptCount: 1 }));
      const nextAttemptMs = async () => Date.parse(defined((await s.delivery()).nextAttemptAt, 'nextAttemptAt'));
      const dueMs = await nextAttemptMs();
      s.clock.step(step);
      if (direction === 'back') {
        s.clock.advance(dueMs - s.clock.now() - 1);
        await s.waitForClaims(worker);
        expect(s.receiver.requests).toHaveLength(1);
        s.clock.advance(1);
      }
      worker.poll();
      await eventually(async () => expect(await s.delivery()).toMatchObject({ status: 'pending', attemptCount: 2 }));
      // The third attempt is due five minutes after the second one, as usual.
      const waitMs = (await nextAttemptMs()) - s.clock.now();
      expect(Math.abs(waitMs - 5 * minuteMs)).toBeLessThanOrEqual(0.1 * 5 * minuteMs);
      s.receiver.behave(respond());
      s.clock.advance(waitMs);
      worker.poll();
      await s.waitForSuccess();
      expect(s.receiver.requests).toHaveLength(3);
      expect(new Set(s.receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    },
  );
});
