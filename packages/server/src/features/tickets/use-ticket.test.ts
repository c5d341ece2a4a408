import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../../../test/harness/fixtures.ts';
import { countLockWaits } from '../../../test/harness/lock-waits.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { waitUntil } from '../../../test/harness/wait.ts';
import { expectWebhookBody } from '../../../test/harness/webhook-schemas.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { organizerScope } from '../../platform/scope.ts';
import { byOperator, listAudit } from '../audit/index.ts';
import { refundOrder } from '../orders/index.ts';
import type { Organizer } from '../organizers/index.ts';
import { undoTicketUse, useTicket } from './index.ts';
import type { ticketStatuses } from './states.ts';

const usedAt = '2026-11-20T08:30:00.000Z';
const qrValue = 'QR of "Ada"';

interface TestTicket {
  readonly db: Db;
  readonly clock: TestClock;
  readonly organizer: Organizer;
  readonly id: string;
}

/** Creates a ticket with a status. The state `refunded` is a used ticket that was refunded. */
async function createTicket(db: Db, state: (typeof ticketStatuses)[number] | 'refunded'): Promise<TestTicket> {
  const clock = new TestClock();
  const organizer = await makeOrganizer(db, clock);
  const useFields = state === 'used' || state === 'refunded' ? { status: 'used' as const, usedAt } : {};
  const attendee = { ticketTypeId: 'run-10', holderName: 'Ada Lovelace', qrValue, ...useFields };
  await importAll(db, organizer, [...raceLines(), orderLine('one', { attendees: [attendee] })], clock);
  const tickets = db.selectFrom('tickets').select(['id', 'order_number']).where('organizer_id', '=', organizer.id);
  const { id, order_number } = await tickets.executeTakeFirstOrThrow();
  if (state === 'void' || state === 'refunded') {
    await refundOrder(db, organizerScope(organizer.id, clock, byOperator), order_number, []);
  }
  await db.deleteFrom('webhook_events').where('organizer_id', '=', organizer.id).execute();
  clock.advance(60_000);
  return { db, clock, organizer, id };
}

const readRow = ({ db, organizer, id }: TestTicket) =>
  db
    .selectFrom('tickets')
    .select(['status', 'used_at', 'updated_at', 'refunded_at'])
    .where('organizer_id', '=', organizer.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function eventsOf({ db, organizer }: TestTicket) {
  const events = db.selectFrom('webhook_events').select('body').where('organizer_id', '=', organizer.id);
  return (await events.orderBy('sequence').execute()).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

const use = ({ db, organizer, clock }: TestTicket, idOrQrValue: string) =>
  useTicket(db, organizerScope(organizer.id, clock, byOperator), idOrQrValue);
const undo = ({ db, organizer, clock }: TestTicket, idOrQrValue: string) =>
  undoTicketUse(db, organizerScope(organizer.id, clock, byOperator), idOrQrValue);

describeOnBoth('a ticket', (kind) => {
  const database = useDatabase(kind);

  test.each([
    ['valid', 'used', 'is valid and was not used: there is no use to undo.'],
    ['used', `was already used at ${usedAt}.`, 'valid'],
    ['void', 'is void: it was refunded.', 'is void: it was refunded.'],
    ['refunded', `was already used at ${usedAt}.`, `was used at ${usedAt} and refunded at 2026-11-20T09:00:00.000Z`],
  ] as const)(
    'state %s: the result of a use is "%s", the result of an undo is "%s"',
    async (state, useOutcome, undoOutcome) => {
      for (const [action, outcome] of [
        [use, useOutcome],
        [undo, undoOutcome],
      ] as const) {
        const testTicket = await createTicket(database.db, state);
        const rowBefore = await readRow(testTicket);
        if (outcome === 'used' || outcome === 'valid') {
          expect(await action(testTicket, testTicket.id)).toMatchObject({ id: testTicket.id, status: outcome });
          expect((await readRow(testTicket)).status).toBe(outcome);
          continue;
        }
        const expectedError = {
          code: 'invalid_state',
          detail: expect.stringContaining(`The ticket ${testTicket.id} ${outcome}`),
        };
        await expect(action(testTicket, testTicket.id)).rejects.toMatchObject(expectedError);
        expect(await readRow(testTicket)).toEqual(rowBefore);
        expect(await eventsOf(testTicket)).toEqual([]);
      }
    },
  );

  if (kind === 'postgres') {
    test('is void after a refund that waited for the undo of its use', async () => {
      const testTicket = await createTicket(database.db, 'used');
      const { db, organizer, clock, id } = testTicket;
      const { order_number: orderNumber } = await db
        .selectFrom('tickets')
        .select('order_number')
        .where('organizer_id', '=', organizer.id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const refund = await db.transaction().execute(async (tx) => {
        const unused = { status: 'valid' as const, used_at: null };
        await tx
          .updateTable('tickets')
          .set(unused)
          .where('organizer_id', '=', organizer.id)
          .where('id', '=', id)
          .execute();
        const refunding = refundOrder(db, organizerScope(organizer.id, clock, byOperator), orderNumber, []);
        await waitUntil(async () => (await countLockWaits(db)) > 0);
        return { refunding };
      });
      await refund.refunding;
      expect(await readRow(testTicket)).toMatchObject({ status: 'void', refunded_at: timestamp(clock.now()) });
    });
  }

  test('has the time of its use in its row, the result, a ticket.used event and the audit log', async () => {
    const testTicket = await createTicket(database.db, 'valid');
    const now = timestamp(testTicket.clock.now());
    const ticket = await use(testTicket, qrValue);
    expect(ticket).toMatchObject({ id: testTicket.id, status: 'used', usedAt: now, updatedAt: now });
    expect(await readRow(testTicket)).toMatchObject({ status: 'used', used_at: now, updated_at: now });
    const [event, ...others] = await eventsOf(testTicket);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'ticket.used', createdAt: now, data: { ...ticket, gate: null } });
    expectWebhookBody(event!);
    const [entry] = await listAudit(database.db, testTicket.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({ ...byOperator, action: 'ticket.use', subject: testTicket.id, details: {}, at: now });
  });

  test('can be used again after its use is undone, and each change emits an event', async () => {
    const testTicket = await createTicket(database.db, 'used');
    const now = timestamp(testTicket.clock.now());
    expect(await undo(testTicket, qrValue)).toMatchObject({ status: 'valid', usedAt: null, updatedAt: now });
    const [undone] = await eventsOf(testTicket);
    expect(undone).toMatchObject({ type: 'ticket.check_in_undone', data: { id: testTicket.id, status: 'valid' } });
    expectWebhookBody(undone!);
    const [entry] = await listAudit(database.db, testTicket.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({
      ...byOperator,
      action: 'ticket.undo_use',
      subject: testTicket.id,
      details: {},
      at: now,
    });
    testTicket.clock.advance(1_000);
    const ticketUsedAgain = await use(testTicket, testTicket.id);
    expect(ticketUsedAgain.usedAt).toBe(timestamp(testTicket.clock.now()));
    expect(await eventsOf(testTicket)).toMatchObject([
      { type: 'ticket.check_in_undone' },
      { type: 'ticket.used', data: ticketUsedAgain },
    ]);
  });

  test('is used by exactly one of many concurrent requests, and its use is undone by exactly one', async () => {
    const testTicket = await createTicket(database.db, 'valid');
    for (const [run, action] of [
      [use, 'ticket.use'],
      [undo, 'ticket.undo_use'],
    ] as const) {
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => run(testTicket, index % 2 === 0 ? testTicket.id : qrValue)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_state' });
      }
      const entries = await listAudit(database.db, testTicket.organizer.id, { limit: 100 });
      expect(entries.filter((entry) => entry.action === action)).toHaveLength(1);
    }
    expect((await eventsOf(testTicket)).map(({ type }) => type)).toEqual(['ticket.used', 'ticket.check_in_undone']);
  });

  test('is not found by another organizer, and the error does not contain the content of the QR code', async () => {
    const testTicket = await createTicket(database.db, 'valid');
    const otherOrganizerTicket = { ...testTicket, organizer: await makeOrganizer(database.db) };
    for (const action of [use, undo]) {
      await expect(action(otherOrganizerTicket, testTicket.id)).rejects.toMatchObject({ code: 'not_found' });
      const expectedError = { code: 'not_found', detail: expect.not.stringContaining('Ada') };
      await expect(action(otherOrganizerTicket, qrValue)).rejects.toMatchObject(expectedError);
    }
    expect(await readRow(testTicket)).toMatchObject({ status: 'valid' });
  });

  test('does not replace a later `updatedAt` that a process with a clock ahead has written', async () => {
    const testTicket = await createTicket(database.db, 'valid');
    const laterTime = timestamp(testTicket.clock.now() + 3_600_000);
    await database.db.updateTable('tickets').set({ updated_at: laterTime }).where('id', '=', testTicket.id).execute();
    expect(await use(testTicket, testTicket.id)).toMatchObject({
      usedAt: timestamp(testTicket.clock.now()),
      updatedAt: laterTime,
    });
  });
});
