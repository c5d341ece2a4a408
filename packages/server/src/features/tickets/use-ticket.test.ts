import { expect, test } from 'vitest';
import { describeOnBoth, useDatabase } from '../../../test/harness/databases.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from '../../../test/harness/fixtures.ts';
import { TestClock } from '../../../test/harness/test-clock.ts';
import { expectWebhookBody } from '../../../test/harness/webhook-schemas.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
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

/** Creates a ticket in a state; `refunded` is a used ticket that was refunded. */
async function createTicket(db: Db, state: (typeof ticketStatuses)[number] | 'refunded'): Promise<TestTicket> {
  const clock = new TestClock();
  const organizer = await makeOrganizer(db, clock);
  const given = state === 'used' || state === 'refunded' ? { status: 'used' as const, usedAt } : {};
  const attendee = { ticketTypeId: 'run-10', holderName: 'Ada Lovelace', qrValue, ...given };
  await importAll(db, organizer, [...raceLines(), orderLine('one', { attendees: [attendee] })], clock);
  const tickets = db.selectFrom('tickets').select(['id', 'order_number']).where('organizer_id', '=', organizer.id);
  const { id, order_number } = await tickets.executeTakeFirstOrThrow();
  if (state === 'void' || state === 'refunded') {
    await refundOrder(db, organizer.id, order_number, [], clock, byOperator);
  }
  await db.deleteFrom('webhook_events').where('organizer_id', '=', organizer.id).execute();
  clock.advance(60_000);
  return { db, clock, organizer, id };
}

const row = ({ db, organizer, id }: TestTicket) =>
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

const use = ({ db, organizer, clock }: TestTicket, named: string) =>
  useTicket(db, organizer.id, named, clock, byOperator);
const undo = ({ db, organizer, clock }: TestTicket, named: string) =>
  undoTicketUse(db, organizer.id, named, clock, byOperator);

describeOnBoth('a ticket', (kind) => {
  const t = useDatabase(kind);

  test.each([
    ['valid', 'used', 'is valid and was not used: there is no use to undo.'],
    ['used', `was already used at ${usedAt}.`, 'valid'],
    ['void', 'is void: it was refunded.', 'is void: it was refunded.'],
    ['refunded', `was already used at ${usedAt}.`, `was used at ${usedAt} and refunded at 2026-11-20T09:00:00.000Z`],
  ] as const)('that is %s: using it gives "%s", undoing its use "%s"', async (state, useOutcome, undoOutcome) => {
    for (const [act, outcome] of [
      [use, useOutcome],
      [undo, undoOutcome],
    ] as const) {
      const issued = await createTicket(t.db, state);
      const before = await row(issued);
      if (outcome === 'used' || outcome === 'valid') {
        expect(await act(issued, issued.id)).toMatchObject({ id: issued.id, status: outcome });
        expect((await row(issued)).status).toBe(outcome);
        continue;
      }
      const expected = { code: 'invalid_state', detail: expect.stringContaining(`The ticket ${issued.id} ${outcome}`) };
      await expect(act(issued, issued.id)).rejects.toMatchObject(expected);
      expect(await row(issued)).toEqual(before);
      expect(await eventsOf(issued)).toEqual([]);
    }
  });

  test('that is used has the time of its use in its row, the answer, a ticket.used event and the audit log', async () => {
    const issued = await createTicket(t.db, 'valid');
    const now = timestamp(issued.clock.now());
    const ticket = await use(issued, qrValue);
    expect(ticket).toMatchObject({ id: issued.id, status: 'used', usedAt: now, updatedAt: now });
    expect(await row(issued)).toMatchObject({ status: 'used', used_at: now, updated_at: now });
    const [event, ...others] = await eventsOf(issued);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'ticket.used', createdAt: now, data: ticket });
    expectWebhookBody(event!);
    const [entry] = await listAudit(t.db, issued.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({ ...byOperator, action: 'ticket.use', subject: issued.id, details: {}, at: now });
  });

  test('whose use is undone can be used again; only its next use emits an event', async () => {
    const issued = await createTicket(t.db, 'used');
    const now = timestamp(issued.clock.now());
    expect(await undo(issued, qrValue)).toMatchObject({ status: 'valid', usedAt: null, updatedAt: now });
    expect(await eventsOf(issued)).toEqual([]);
    const [entry] = await listAudit(t.db, issued.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({ ...byOperator, action: 'ticket.undo_use', subject: issued.id, details: {}, at: now });
    issued.clock.advance(1_000);
    const again = await use(issued, issued.id);
    expect(again.usedAt).toBe(timestamp(issued.clock.now()));
    expect(await eventsOf(issued)).toMatchObject([{ type: 'ticket.used', data: again }]);
  });

  test('is used by exactly one of many concurrent requests, and its use is undone by exactly one', async () => {
    const issued = await createTicket(t.db, 'valid');
    for (const [act, action] of [
      [use, 'ticket.use'],
      [undo, 'ticket.undo_use'],
    ] as const) {
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => act(issued, index % 2 === 0 ? issued.id : qrValue)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_state' });
      }
      const entries = await listAudit(t.db, issued.organizer.id, { limit: 100 });
      expect(entries.filter((entry) => entry.action === action)).toHaveLength(1);
    }
    expect(await eventsOf(issued)).toHaveLength(1);
  });

  test('of another organizer is not found, by its id or by its QR content, which the error does not contain', async () => {
    const issued = await createTicket(t.db, 'valid');
    const other = { ...issued, organizer: await makeOrganizer(t.db) };
    for (const act of [use, undo]) {
      await expect(act(other, issued.id)).rejects.toMatchObject({ code: 'not_found' });
      const expected = { code: 'not_found', detail: expect.not.stringContaining('Ada') };
      await expect(act(other, qrValue)).rejects.toMatchObject(expected);
    }
    expect(await row(issued)).toMatchObject({ status: 'valid' });
  });

  test('that a process with a clock ahead has changed keeps the later `updatedAt`', async () => {
    const issued = await createTicket(t.db, 'valid');
    const ahead = timestamp(issued.clock.now() + 3_600_000);
    await t.db.updateTable('tickets').set({ updated_at: ahead }).where('id', '=', issued.id).execute();
    expect(await use(issued, issued.id)).toMatchObject({ usedAt: timestamp(issued.clock.now()), updatedAt: ahead });
  });
});
