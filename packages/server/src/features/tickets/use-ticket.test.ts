import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, describeOnBoth, type TestDatabase } from '../../../test/harness/databases.ts';
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

interface Scene {
  readonly db: Db;
  readonly clock: TestClock;
  readonly organizer: Organizer;
  readonly id: string;
}

/** A ticket in a state; `refunded` is a used one whose price was paid back. */
async function makeTicket(db: Db, state: (typeof ticketStatuses)[number] | 'refunded'): Promise<Scene> {
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

const row = ({ db, organizer, id }: Scene) =>
  db
    .selectFrom('tickets')
    .select(['status', 'used_at', 'updated_at', 'refunded_at'])
    .where('organizer_id', '=', organizer.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function eventsOf({ db, organizer }: Scene) {
  const events = db.selectFrom('webhook_events').select('body').where('organizer_id', '=', organizer.id);
  return (await events.orderBy('sequence').execute()).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

const use = ({ db, organizer, clock }: Scene, named: string) => useTicket(db, organizer.id, named, clock, byOperator);
const undo = ({ db, organizer, clock }: Scene, named: string) =>
  undoTicketUse(db, organizer.id, named, clock, byOperator);

describeOnBoth('a ticket', (kind) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await createDatabase(kind);
  });
  afterAll(() => t.drop());

  test.each([
    ['valid', 'used', 'is valid and was not used: there is no use to undo.'],
    ['used', `was already used at ${usedAt}.`, 'valid'],
    ['void', 'is void: it was refunded.', 'is void: it was refunded.'],
    ['refunded', `was already used at ${usedAt}.`, `was used at ${usedAt} and refunded at 2026-11-20T09:00:00.000Z`],
  ] as const)('that is %s: using it gives "%s", undoing its use "%s"', async (state, ofUse, ofUndo) => {
    for (const [act, outcome] of [
      [use, ofUse],
      [undo, ofUndo],
    ] as const) {
      const scene = await makeTicket(t.db, state);
      const before = await row(scene);
      if (outcome === 'used' || outcome === 'valid') {
        expect(await act(scene, scene.id)).toMatchObject({ id: scene.id, status: outcome });
        expect((await row(scene)).status).toBe(outcome);
        continue;
      }
      const refusal = { code: 'invalid_state', detail: expect.stringContaining(`The ticket ${scene.id} ${outcome}`) };
      await expect(act(scene, scene.id)).rejects.toMatchObject(refusal);
      expect(await row(scene)).toEqual(before);
      expect(await eventsOf(scene)).toEqual([]);
    }
  });

  test('that is used tells when, in its row, the answer, a ticket.used event and the audit', async () => {
    const scene = await makeTicket(t.db, 'valid');
    const now = timestamp(scene.clock.now());
    const ticket = await use(scene, qrValue);
    expect(ticket).toMatchObject({ id: scene.id, status: 'used', usedAt: now, updatedAt: now });
    expect(await row(scene)).toMatchObject({ status: 'used', used_at: now, updated_at: now });
    const [event, ...others] = await eventsOf(scene);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'ticket.used', createdAt: now, data: ticket });
    expectWebhookBody(event!);
    const [entry] = await listAudit(t.db, scene.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({ ...byOperator, action: 'ticket.use', subject: scene.id, details: {}, at: now });
  });

  test('whose use is undone is valid and can be used again, which is the only event then', async () => {
    const scene = await makeTicket(t.db, 'used');
    const now = timestamp(scene.clock.now());
    expect(await undo(scene, qrValue)).toMatchObject({ status: 'valid', usedAt: null, updatedAt: now });
    expect(await eventsOf(scene)).toEqual([]);
    const [entry] = await listAudit(t.db, scene.organizer.id, { limit: 1 });
    expect(entry).toMatchObject({ ...byOperator, action: 'ticket.undo_use', subject: scene.id, details: {}, at: now });
    scene.clock.advance(1_000);
    const again = await use(scene, scene.id);
    expect(again.usedAt).toBe(timestamp(scene.clock.now()));
    expect(await eventsOf(scene)).toMatchObject([{ type: 'ticket.used', data: again }]);
  });

  test('is used by exactly one of many at once, and undone by exactly one', async () => {
    const scene = await makeTicket(t.db, 'valid');
    for (const [act, action] of [
      [use, 'ticket.use'],
      [undo, 'ticket.undo_use'],
    ] as const) {
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => act(scene, index % 2 === 0 ? scene.id : qrValue)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_state' });
      }
      const entries = await listAudit(t.db, scene.organizer.id, { limit: 100 });
      expect(entries.filter((entry) => entry.action === action)).toHaveLength(1);
    }
    expect(await eventsOf(scene)).toHaveLength(1);
  });

  test('of another organizer is not found, by its id or by its QR content, which is not repeated', async () => {
    const scene = await makeTicket(t.db, 'valid');
    const other = { ...scene, organizer: await makeOrganizer(t.db) };
    for (const act of [use, undo]) {
      await expect(act(other, scene.id)).rejects.toMatchObject({ code: 'not_found' });
      const refusal = { code: 'not_found', detail: expect.not.stringContaining('Ada') };
      await expect(act(other, qrValue)).rejects.toMatchObject(refusal);
    }
    expect(await row(scene)).toMatchObject({ status: 'valid' });
  });

  test('that a process with a clock ahead has changed keeps that time of its last change', async () => {
    const scene = await makeTicket(t.db, 'valid');
    const ahead = timestamp(scene.clock.now() + 3_600_000);
    await t.db.updateTable('tickets').set({ updated_at: ahead }).where('id', '=', scene.id).execute();
    expect(await use(scene, scene.id)).toMatchObject({ usedAt: timestamp(scene.clock.now()), updatedAt: ahead });
  });
});
