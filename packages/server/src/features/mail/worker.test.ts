import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { freePort } from '../../../test/harness/ports.ts';
import { startSmtpServer } from '../../../test/harness/smtp.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { responseDelay, waitUntil } from '../../../test/harness/wait.ts';
import { withoutIds } from '../../../test/harness/without-ids.ts';
import { timestamp } from '../../platform/clock.ts';
import { deriveSecrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { createLogTo } from '../../platform/log.ts';
import { smtpTransport } from '../../platform/mail/smtp.ts';
import { MailRejected, type MailTransport } from '../../platform/mail/transport.ts';
import { claimDueMails, mailTables } from './leases.ts';
import type { DueMail, Renderer, Renderers } from './mail.ts';
import { listMailsOfOrder } from './order-mails.ts';
import { type NewMail, queueMail, queueMailWithPayload } from './queue-mail.ts';
import { type MailOutcome, startMailWorker } from './worker.ts';

const waitOptions = { timeout: 120_000, interval: 10 };
/** The poll interval of the worker. */
const pollMs = 1_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const from = 'Tickets <tickets@example.com>';
const email = 'ada.lovelace@example.org';
const secrets = deriveSecrets('a master key of 32 characters or more');

const ofOrder = { organizerId: 'org_1', orderNumber: 'ORDER' };
const noOrder = {};
/** The order number of e-mails whose renderer returns null. */
const droppedOrder = 'DROPPED';

/** Renders an e-mail whose text is the input of the renderer. */
const renderInput: Renderer = async ({ kind, orderNumber, money, payload }) => {
  if (orderNumber === droppedOrder) return null;
  return {
    to: email,
    subject: `Subject of ${orderNumber}`,
    text: JSON.stringify({ kind, money, payload }),
    html: '<p>See the text.</p>',
  };
};

function renderersWith(render: Renderer): Renderers {
  return {
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
}

/** Creates a transport that awaits `beforeSend` for each e-mail, then records its id. */
function createRecorder(beforeSend: (id: string) => Promise<void> = async () => {}) {
  const sentIds: string[] = [];
  const transport: MailTransport = {
    send: async (id) => {
      await beforeSend(id);
      sentIds.push(id);
    },
    close: () => {},
  };
  return { sentIds, transport };
}

describeOnBoth('the mail worker', (kind) => {
  const database = useDatabase(kind);
  let clock: TestClock;

  beforeEach(async () => {
    clock = new TestClock();
    for (const table of mailTables) await database.db.deleteFrom(table).execute();
  });

  const now = () => timestamp(clock.now());
  const readRows = async () => {
    const rows = await Promise.all(mailTables.map((table) => database.db.selectFrom(table).selectAll().execute()));
    return rows.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const readRow = async () => (await readRows())[0]!;

  async function queue(
    count: number,
    mail: Partial<NewMail> = {},
    order: Partial<NewMail> = ofOrder,
  ): Promise<string[]> {
    await database.db.transaction().execute(async (tx) => {
      for (let i = 0; i < count; i += 1) await queueMail(tx, { kind: 'tickets', ...order, ...mail }, now());
    });
    return (await readRows()).map(({ id }) => id);
  }

  /** Starts a worker that is stopped at the end of the test. */
  function startWorker(transport: MailTransport, options: { render?: Renderer; db?: Db } = {}) {
    const lines: string[] = [];
    const outcomes: MailOutcome[] = [];
    const worker = startMailWorker({
      db: options.db ?? database.db,
      clock,
      secrets,
      log: createLogTo('debug', { write: (line) => lines.push(line) }).logger,
      metrics: { countMail: (_kind, outcome) => outcomes.push(outcome) },
      transport,
      renderers: renderersWith(options.render ?? renderInput),
      prepareMessage: async (_organizerId, message) => message,
    });
    onTestFinished(() => worker.stop());
    const logEntries = () => lines.map((line) => JSON.parse(line) as { level: string; mailId: string; code: string });
    return { ...worker, stop: () => worker.stop(), outcomes, logEntries, log: () => lines.join('') };
  }

  async function startServer(replies = {}) {
    const server = await startSmtpServer({ replies });
    onTestFinished(() => server.close());
    const transport = smtpTransport(server.url, from);
    onTestFinished(() => transport.close());
    return { server, transport };
  }

  const waitUntilEmpty = () => vi.waitFor(async () => expect(await readRows()).toEqual([]), waitOptions);
  const waitForAttempts = (count: number) =>
    vi.waitFor(async () => {
      for (const { attempt_count } of await readRows()) expect(attempt_count).toBe(count);
    }, waitOptions);

  /** Waits until a worker has claimed all due e-mails: queues an e-mail without content, and waits until it is deleted. */
  async function waitForPoll(): Promise<void> {
    const idsBefore = (await readRows()).map(({ id }) => id);
    await queue(1, { orderNumber: droppedOrder });
    await vi.waitFor(async () => expect((await readRows()).map(({ id }) => id)).toEqual(idsBefore), waitOptions);
  }

  test('sends a queued e-mail with its payload, then deletes it', async () => {
    const { server, transport } = await startServer();
    const money = { amount: 1_250, currency: 'EUR' };
    await database.db.transaction().execute(async (tx) => {
      await queueMailWithPayload(tx, secrets, { kind: 'otp' }, { to: email, code: '492817' }, now());
      await queueMail(tx, { kind: 'refunded', organizerId: 'org_1', orderNumber: 'ORDER', money }, now());
    });
    const queuedMails = await readRows();
    expect(JSON.stringify(queuedMails)).not.toMatch(/492817|example\.org/);
    const { outcomes } = startWorker(transport);
    await waitUntilEmpty();
    const texts = server.mails.map(({ parsed }) => JSON.parse(parsed.text!) as Partial<DueMail>);
    expect(texts).toHaveLength(2);
    expect(texts).toContainEqual({ kind: 'otp', money: null, payload: { to: email, code: '492817' } });
    expect(texts).toContainEqual({ kind: 'refunded', money, payload: null });
    const ids = server.mails.map(({ parsed }) => parsed.messageId).sort();
    expect(ids).toEqual(queuedMails.map(({ id }) => `<${id}@example.com>`));
    await vi.waitFor(() => expect(outcomes).toEqual(['sent', 'sent']), waitOptions);
    expect(await listMailsOfOrder(database.db, 'org_1', 'ORDER')).toMatchObject([
      { id: queuedMails.find(({ kind: name }) => name === 'refunded')?.id, kind: 'refunded', status: 'sent' },
    ]);
    expect(await database.db.selectFrom('sent_mails').select('order_number').execute()).toHaveLength(1);
  });

  test('sends an e-mail as soon as it is committed, and no e-mail that was rolled back', async () => {
    const { sentIds, transport } = createRecorder();
    // The poll timer does nothing: the worker polls only when a commit is announced.
    const startTimer = setInterval;
    const timers = vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation((run, ms) => startTimer(ms === pollMs ? () => {} : run, ms));
    onTestFinished(() => {
      timers.mockRestore();
    });
    startWorker(transport);
    expect(timers.mock.calls.filter(([, ms]) => ms === pollMs)).toHaveLength(1);
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'tickets' }, now());
      throw new Error('rolled back on purpose');
    });
    await expect(rolledBack).rejects.toThrow('rolled back on purpose');
    for (let count = 1; count <= 6; count += 1) {
      await queue(1);
      await waitUntil(() => sentIds.length >= count);
    }
    expect(sentIds).toHaveLength(6);
  });

  test('retries after temporary failures on schedule, and logs them once, without the e-mail address', async () => {
    const { server, transport } = await startServer({
      rcptTo: () => ({ code: 451, text: `4.7.1 <${email}>: greylisted` }),
    });
    await queue(1);
    const { outcomes, log, logEntries } = startWorker(transport);
    for (const [attempts, seconds] of [10, 60, 300].entries()) {
      await waitForAttempts(attempts + 1);
      const { next_attempt_at, status, error } = await readRow();
      expect({ status, error }).toEqual({ status: 'pending', error: '451 4.7.1' });
      const delayMs = Date.parse(next_attempt_at!) - clock.now();
      expect(delayMs).toBeGreaterThanOrEqual(seconds * 900);
      expect(delayMs).toBeLessThanOrEqual(seconds * 1_100);
      clock.advance(delayMs - 1);
      await waitForPoll();
      expect(await readRow()).toMatchObject({ next_attempt_at, attempt_count: attempts + 1 });
      expect(server.attempts()).toBe(attempts + 1);
      clock.advance(1);
    }
    server.replies = {};
    await waitUntilEmpty();
    expect(server.mails).toHaveLength(1);
    const outcomesOfMail = outcomes.filter((outcome) => outcome !== 'dropped'); // Without the e-mails of `waitForPoll`.
    expect(outcomesOfMail).toEqual(['postponed', 'postponed', 'postponed', 'sent']);
    expect(logEntries()).toMatchObject([{ level: 'warn', code: '451 4.7.1' }]);
    expect(withoutIds(log())).not.toMatch(/ada|lovelace|Subject/i);
  });

  test('marks an e-mail as failed after its last attempt, and deletes its payload', async () => {
    const { transport } = await startServer({ data: () => ({ code: 452, text: `no room for ${email}` }) });
    await database.db
      .transaction()
      .execute((tx) => queueMailWithPayload(tx, secrets, { kind: 'cancelled' }, { to: email }, now()));
    await database.db.updateTable('mails').set({ attempt_count: 8 }).execute();
    const { log, logEntries } = startWorker(transport);
    await vi.waitFor(async () => expect((await readRow()).status).toBe('failed'), waitOptions);
    expect(await readRow()).toMatchObject({ attempt_count: 9, next_attempt_at: null, payload: null, error: '452' });
    expect(logEntries()).toMatchObject([
      { level: 'error', mailId: (await readRow()).id, kind: 'cancelled', code: '452' },
    ]);
    expect(withoutIds(log())).not.toMatch(/ada|lovelace/i);
  });

  test('does not retry a permanent failure', async () => {
    const { server, transport } = await startServer({ rcptTo: () => ({ code: 550, text: `5.1.1 <${email}>?` }) });
    await database.db
      .transaction()
      .execute((tx) => queueMailWithPayload(tx, secrets, { kind: 'cancelled' }, { to: email }, now()));
    const { log, outcomes } = startWorker(transport);
    await vi.waitFor(async () => expect((await readRow()).status).toBe('failed'), waitOptions);
    expect(await readRow()).toMatchObject({
      attempt_count: 1,
      next_attempt_at: null,
      payload: null,
      error: '550 5.1.1',
    });
    clock.advance(2 * dayMs);
    await waitForPoll();
    expect(await readRow()).toMatchObject({ status: 'failed', attempt_count: 1 });
    expect(server.attempts()).toBe(1);
    await vi.waitFor(() => expect(outcomes).toEqual(['failed', 'dropped']), waitOptions);
    expect(withoutIds(log())).not.toMatch(/ada|lovelace|Subject/i);
  });

  test('loses no e-mail while the mail server is unavailable, and sends each e-mail once afterwards', async () => {
    const port = await freePort();
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, from);
    onTestFinished(() => transport.close());
    const queuedIds = await queue(30);
    startWorker(transport);
    await waitForAttempts(1);
    const server = await startSmtpServer({ port });
    onTestFinished(() => server.close());
    clock.advance(11_000);
    await waitUntilEmpty();
    expect(server.mails.map(({ parsed }) => parsed.messageId).sort()).toEqual(
      queuedIds.map((id) => `<${id}@example.com>`),
    );
  });

  test('sends each e-mail once, even with several workers', async () => {
    const queuedIds = await queue(200);
    const { sentIds, transport } = createRecorder(() => responseDelay(2));
    const otherDb = openDatabase({ databaseUrl: database.databaseUrl, dataDir: database.dataDir });
    onTestFinished(() => otherDb.destroy());
    for (const db of [database.db, otherDb, database.db]) startWorker(transport, { db });
    await waitUntilEmpty();
    expect(sentIds.sort()).toEqual(queuedIds);
  });

  test('sends five e-mails at the same time', async () => {
    let inFlightCount = 0;
    let maxInFlight = 0;
    const { transport } = createRecorder(async () => {
      inFlightCount += 1;
      maxInFlight = Math.max(maxInFlight, inFlightCount);
      await responseDelay(20);
      inFlightCount -= 1;
    });
    await queue(50);
    startWorker(transport);
    await waitUntilEmpty();
    expect(maxInFlight).toBe(5);
  });

  test('sends one-time codes before e-mails that were queued earlier', async () => {
    const otherIds = await queue(60);
    clock.advance(10 * minuteMs);
    const [otpId] = (await queue(1, { kind: 'otp' }, noOrder)).filter((id) => !otherIds.includes(id));
    const { sentIds, transport } = createRecorder(() => responseDelay(1));
    startWorker(transport);
    await waitUntilEmpty();
    expect(sentIds.indexOf(otpId!)).toBeLessThan(5);
  });

  test('sends e-mails about orders after 10 s even if there are always codes to send', async () => {
    const [orderMailId] = await queue(1);
    const { sentIds, transport } = createRecorder(async (id) => {
      if (id === orderMailId) return;
      await database.db.transaction().execute((tx) => queueMail(tx, { kind: 'otp' }, now()));
    });
    await queue(20, { kind: 'otp' }, noOrder);
    const worker = startWorker(transport);
    await waitUntil(() => sentIds.length > 50);
    expect(sentIds).not.toContain(orderMailId);
    clock.advance(10_000);
    await waitUntil(() => sentIds.includes(orderMailId!));
    await worker.stop();
  });

  test('drops e-mails that have expired and e-mails whose renderer returns null', async () => {
    const { sentIds, transport } = createRecorder();
    await queue(1, { kind: 'otp', expiresAt: timestamp(clock.now() + 1_000) }, noOrder);
    await queue(1, { orderNumber: 'NOT_NEEDED' });
    const [unexpiredId] = (await queue(1, { kind: 'cancelled', expiresAt: timestamp(clock.now() + 1_001) })).slice(-1);
    clock.advance(1_000);
    const { outcomes } = startWorker(transport, {
      render: async (mail) => (mail.orderNumber === 'NOT_NEEDED' ? null : renderInput(mail)),
    });
    await waitUntilEmpty();
    expect(sentIds).toEqual([unexpiredId]);
    await vi.waitFor(() => expect([...outcomes].sort()).toEqual(['dropped', 'expired', 'sent']), waitOptions);
  });

  test('counts an error of a renderer as a failed attempt, and logs the source line of the error but not its message', async () => {
    const { sentIds, transport } = createRecorder();
    await queue(1);
    let isBroken = true;
    const { log, logEntries } = startWorker(transport, {
      render: async (mail) => {
        if (isBroken) throw new TypeError(`no such order of ${email}\n    at ${email}`);
        return renderInput(mail);
      },
    });
    await waitForAttempts(1);
    expect(await readRow()).toMatchObject({ status: 'pending', error: 'TypeError' });
    expect(logEntries()).toMatchObject([
      { level: 'warn', code: 'TypeError', at: expect.stringContaining('worker.test.ts') },
    ]);
    expect(withoutIds(log())).not.toMatch(/ada|lovelace/i);
    isBroken = false;
    clock.advance(11_000);
    await waitUntilEmpty();
    expect(sentIds).toHaveLength(1);
  });

  test('sends the e-mails of a crashed worker after their lease has expired', async () => {
    const [id] = await queue(1);
    expect(await claimDueMails(database.db, clock, 20)).toMatchObject([{ id }]);
    const { sentIds, transport } = createRecorder();
    startWorker(transport);
    clock.advance(2 * minuteMs - 1);
    const { next_attempt_at } = await readRow();
    await waitForPoll();
    expect((await readRow()).next_attempt_at).toBe(next_attempt_at);
    expect(sentIds).toEqual([]);
    clock.advance(1);
    await waitUntilEmpty();
    expect(sentIds).toEqual([id]);
  });

  test('does not start to send an e-mail if its lease could expire before the e-mail is sent', async () => {
    const release = Promise.withResolvers<void>();
    onTestFinished(() => release.resolve());
    const remainingLeaseMs: number[] = [];
    const { sentIds, transport } = createRecorder(async (id) => {
      const { next_attempt_at } = await database.db
        .selectFrom('order_mails')
        .select('next_attempt_at')
        .where('organizer_id', '=', ofOrder.organizerId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      remainingLeaseMs.push(Date.parse(next_attempt_at!) - clock.now());
      await release.promise;
    });
    const queuedIds = await queue(10);
    startWorker(transport);
    await vi.waitFor(() => expect(remainingLeaseMs).toHaveLength(5), waitOptions);
    clock.advance(minuteMs);
    release.resolve();
    await waitUntilEmpty();
    expect(sentIds.sort()).toEqual(queuedIds);
    expect(Math.min(...remainingLeaseMs)).toBeGreaterThan(minuteMs);
  });

  test('waits for e-mails in flight when it is stopped, and releases the others', async () => {
    const release = Promise.withResolvers<void>();
    const startedIds: string[] = [];
    const { sentIds, transport } = createRecorder((id) => {
      startedIds.push(id);
      return release.promise;
    });
    await queue(20);
    const worker = startWorker(transport);
    await vi.waitFor(() => expect(startedIds).toHaveLength(5), waitOptions);
    let isStopped = false;
    const stopped = worker.stop().then(() => {
      isStopped = true;
    });
    const releasedMails = async () => (await readRows()).filter(({ next_attempt_at }) => next_attempt_at === now());
    await vi.waitFor(async () => expect(await releasedMails()).toHaveLength(15), waitOptions);
    expect(isStopped).toBe(false);
    release.resolve();
    await stopped;
    expect(sentIds.sort()).toEqual(startedIds.sort());
    const remainingRows = await readRows();
    expect(remainingRows).toHaveLength(15);
    for (const { next_attempt_at, attempt_count } of remainingRows) {
      expect({ next_attempt_at, attempt_count }).toEqual({ next_attempt_at: now(), attempt_count: 0 });
    }
  });

  test('stops even if the mail server never responds', async () => {
    const { transport } = createRecorder(() => new Promise(() => {}));
    await queue(1);
    const worker = startWorker(transport);
    await vi.waitFor(async () => expect((await readRow()).next_attempt_at! > now()).toBe(true), waitOptions);
    await worker.stop();
    expect(await readRow()).toMatchObject({ status: 'pending', attempt_count: 0 });
  });

  test('marks an e-mail as failed if the transport rejects it', async () => {
    await queue(1);
    startWorker(createRecorder(() => Promise.reject(new MailRejected('554'))).transport);
    await vi.waitFor(
      async () => expect(await readRow()).toMatchObject({ status: 'failed', error: '554' }),
      waitOptions,
    );
  });
});
