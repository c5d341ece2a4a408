import { userInfo } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { byOperator, listAudit } from '../src/features/audit/index.ts';
import { cancelOrder, payOrder, readOrder, refundOrder, sendTickets } from '../src/features/orders/index.ts';
import {
  createOrganizer,
  type Organizer,
  resumeOrganizer,
  setFeePolicy,
  setHoldLimits,
  suspendOrganizer,
} from '../src/features/organizers/index.ts';
import { retryRefund } from '../src/features/payments/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import { exportOrganizer } from '../src/features/transfer/index.ts';
import {
  addEndpoint,
  changeEndpoint,
  disableEndpointByHand,
  enableEndpoint,
  replayDeliveries,
  resendDelivery,
  rotateSecret,
  sendTest,
} from '../src/features/webhooks/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { newId } from '../src/platform/ids.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { allRows, importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { TestClock } from './harness/test-clock.ts';
import { anyTarget, webhookSecrets } from './harness/webhooks.ts';

const clock = new TestClock();
const fees = {
  platformFeeBps: 250,
  platformFeeFixed: 49,
  paymentFeeBps: 0,
  paymentFeeFixed: 0,
  taxBps: 700,
  taxMode: 'included' as const,
  paidBy: 'organizer' as const,
};

/** The data that the actions change. */
interface TestData {
  readonly db: Db;
  readonly organizer: Organizer;
  readonly eventId: string;
  readonly orders: Record<'pending' | 'paid', string>;
  readonly failedRefund: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

async function createTestData(db: Db): Promise<TestData> {
  const organizer = await makeOrganizer(db, clock);
  const orders = { pending: orderLine('pending', { status: 'pending' }), paid: orderLine('paid') };
  await importAll(db, organizer, [...raceLines(), orders.pending, orders.paid], clock);
  const rows = await db.selectFrom('orders').selectAll().where('organizer_id', '=', organizer.id).execute();
  const numberOf = (name: string) =>
    defined(
      rows.find((row) => row.external_id === name),
      name,
    ).order_number;
  const options = { url: 'https://127.0.0.1/hooks/token-of-the-receiver', events: [], description: 'Ada Lovelace' };
  const endpoint = await addEndpoint(db, organizer.id, options, anyTarget, webhookSecrets, clock, byOperator);
  const delivery = await sendTest(db, organizer.id, endpoint.id, clock, byOperator);
  return {
    db,
    organizer,
    eventId: first(rows).event_id,
    orders: { pending: numberOf('pending'), paid: numberOf('paid') },
    failedRefund: await insertFailedRefund(db, organizer.id, numberOf('paid')),
    endpointId: endpoint.id,
    deliveryId: delivery.id,
  };
}

async function insertFailedRefund(db: Db, organizerId: string, orderNumber: string): Promise<string> {
  const now = timestamp(clock.now());
  const attempts = { attempt_count: 0, next_attempt_at: null, created_at: now, updated_at: now };
  const money = { organizer_id: organizerId, amount: 2_000, currency: 'EUR', reference: null };
  const payment = {
    ...money,
    ...attempts,
    id: newId('pay', clock.now()),
    order_number: orderNumber,
    method: 'stripe' as const,
  };
  const paidPayment = { status: 'paid' as const, charge_reference: 'ch_1', redirect_url: null, paid_at: now };
  await db
    .insertInto('payments')
    .values({ ...payment, ...paidPayment })
    .execute();
  const refund = { ...money, ...attempts, id: newId('rfd', clock.now()), payment_id: payment.id };
  await db
    .insertInto('payment_refunds')
    .values({ ...refund, status: 'failed', error: 'no funds' })
    .execute();
  return refund.id;
}

interface Case {
  readonly action: string;
  readonly subject: (data: TestData) => string;
  readonly details: Record<string, unknown>;
  /** Prepares the data that the action needs. */
  readonly before?: (data: TestData) => Promise<unknown>;
  readonly act: (data: TestData) => Promise<unknown>;
}

const organizerSubject = ({ organizer }: TestData) => organizer.id;
const eventSubject = ({ eventId }: TestData) => eventId;
const endpointSubject = ({ endpointId }: TestData) => endpointId;
const finalize = ({ db, organizer, eventId }: TestData) =>
  finalizeSettlement(db, organizer.id, eventId, clock, byOperator);
const disable = ({ db, organizer, endpointId }: TestData) =>
  disableEndpointByHand(db, organizer.id, endpointId, clock, byOperator);

const suspend = ({ db, organizer }: TestData) => suspendOrganizer(db, organizer.id, clock, byOperator);

const cases: readonly Case[] = [
  {
    action: 'organizer.set_fees',
    subject: organizerSubject,
    details: fees,
    act: ({ db, organizer }) => setFeePolicy(db, organizer.id, fees, clock, byOperator),
  },
  {
    action: 'organizer.set_hold_limits',
    subject: organizerSubject,
    details: { perAddress: 5, perEmail: null },
    act: ({ db, organizer }) => setHoldLimits(db, organizer.id, { perAddress: 5 }, clock, byOperator),
  },
  {
    action: 'organizer.suspend',
    subject: organizerSubject,
    details: {},
    act: suspend,
  },
  {
    action: 'organizer.resume',
    subject: organizerSubject,
    details: {},
    before: suspend,
    act: ({ db, organizer }) => resumeOrganizer(db, organizer.id, clock, byOperator),
  },
  {
    action: 'order.pay',
    subject: ({ orders }) => orders.pending,
    details: { total: 2_000, currency: 'EUR', late: false },
    act: ({ db, organizer, orders }) => payOrder(db, organizer.id, orders.pending, clock, byOperator),
  },
  {
    action: 'order.cancel',
    subject: ({ orders }) => orders.pending,
    details: {},
    act: ({ db, organizer, orders }) => cancelOrder(db, organizer.id, orders.pending, clock, byOperator),
  },
  {
    action: 'order.refund',
    subject: ({ orders }) => orders.paid,
    details: { amount: 2_000, currency: 'EUR', byProvider: 0, items: [expect.stringMatching(/^itm_\w+:1$/)] },
    act: ({ db, organizer, orders }) => refundOrder(db, organizer.id, orders.paid, [], clock, byOperator),
  },
  {
    action: 'order.send_tickets',
    subject: ({ orders }) => orders.paid,
    details: {},
    act: async ({ db, organizer, orders }) => {
      const order = await readOrder(db, organizer.id, orders.paid);
      await sendTickets(db, organizer.id, order, timestamp(clock.now()), byOperator);
    },
  },
  {
    action: 'refund.retry',
    subject: ({ failedRefund }) => failedRefund,
    details: { newRefundId: expect.stringMatching(/^rfd_/), amount: 2_000, currency: 'EUR' },
    act: ({ db, organizer, failedRefund }) =>
      retryRefund(db, organizer.id, failedRefund, timestamp(clock.now()), byOperator),
  },
  {
    action: 'settlement.finalize',
    subject: eventSubject,
    details: { status: 'final', balance: 2_000, currency: 'EUR' },
    act: finalize,
  },
  {
    action: 'settlement.payout',
    subject: eventSubject,
    details: { amount: 1_500, currency: 'EUR', balance: 500 },
    before: finalize,
    act: ({ db, organizer, eventId }) =>
      payOutSettlement(db, organizer.id, eventId, { amount: 1_500, reference: 'to Ada' }, clock, byOperator),
  },
  {
    action: 'webhook.update',
    subject: endpointSubject,
    details: { changed: ['url', 'events'], host: 'hooks.example.com:8443', events: ['order.paid'] },
    act: ({ db, organizer, endpointId }) => {
      const changes = { url: 'https://hooks.example.com:8443/token', events: ['order.paid'] };
      return changeEndpoint(db, organizer.id, endpointId, changes, anyTarget, clock, byOperator);
    },
  },
  { action: 'webhook.disable', subject: endpointSubject, details: {}, act: disable },
  {
    action: 'webhook.enable',
    subject: endpointSubject,
    details: {},
    before: disable,
    act: ({ db, organizer, endpointId }) => enableEndpoint(db, organizer.id, endpointId, clock, byOperator),
  },
  {
    action: 'webhook.rotate',
    subject: endpointSubject,
    details: { previousUntil: timestamp(clock.now() + 60_000) },
    act: ({ db, organizer, endpointId }) =>
      rotateSecret(db, organizer.id, endpointId, 60_000, webhookSecrets, clock, byOperator),
  },
  {
    action: 'webhook.test',
    subject: endpointSubject,
    details: { type: 'ping', deliveryId: expect.stringMatching(/^dlv_/) },
    act: ({ db, organizer, endpointId }) => sendTest(db, organizer.id, endpointId, clock, byOperator),
  },
  {
    action: 'webhook.resend',
    subject: ({ deliveryId }) => deliveryId,
    details: { endpointId: expect.stringMatching(/^whk_/) },
    act: ({ db, organizer, deliveryId }) => resendDelivery(db, organizer.id, deliveryId, clock, byOperator),
  },
  {
    action: 'webhook.replay',
    subject: endpointSubject,
    details: { since: '2026-01-01T00:00:00.000Z', onlyFailed: true, replayed: 1 },
    before: async ({ db, deliveryId }) =>
      db
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', next_attempt_at: null })
        .where('id', '=', deliveryId)
        .execute(),
    act: ({ db, organizer, endpointId }) => {
      const selection = { sinceMs: Date.parse('2026-01-01T00:00:00Z'), onlyFailed: true };
      return replayDeliveries(db, organizer.id, endpointId, selection, clock, byOperator);
    },
  },
  {
    action: 'data.import',
    subject: organizerSubject,
    details: { event: 0, ticketType: 1, addon: 0, order: 2 },
    act: ({ db, organizer }) => {
      const ticketType = { type: 'ticketType' as const, externalId: 'more', eventId: 'race', name: 'More', price: 1 };
      return importAll(db, organizer, [orderLine('first'), ticketType, orderLine('paid'), orderLine('second')], clock);
    },
  },
  {
    action: 'data.export',
    subject: organizerSubject,
    details: {},
    act: ({ db, organizer }) => exportOrganizer(db, organizer.id, async () => {}, clock, byOperator),
  },
];

const otherTables = [
  ...(['payments', 'payment_refunds', 'mails'] as const),
  ...(['webhook_endpoints', 'webhook_secrets', 'webhook_events', 'webhook_deliveries'] as const),
];

/** All rows of an organizer except audit entries. */
async function everything({ db, organizer }: TestData): Promise<unknown> {
  const otherRows = otherTables.map((table) =>
    db.selectFrom(table).selectAll().where('organizer_id', '=', organizer.id).orderBy('id').execute(),
  );
  const organizerRow = await db.selectFrom('organizers').selectAll().where('id', '=', organizer.id).execute();
  return [organizerRow, await allRows(db, organizer.id), await Promise.all(otherRows)];
}

describeOnBoth('the audit of operator actions', (kind) => {
  const database = useDatabase(kind);

  test('names the command line and the operating system user who ran it', async () => {
    expect(byOperator).toEqual({ actor: `cli:${userInfo().username}`, address: null, requestId: null });
  });

  test('records the creation of an organizer and of an endpoint', async () => {
    const { db, organizer, endpointId } = await createTestData(database.db);
    const entries = await listAudit(db, organizer.id, { limit: 100 });
    const { slug, currency, timezone } = organizer;
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...byOperator,
          action: 'organizer.create',
          subject: organizer.id,
          details: { slug, currency, timezone },
        }),
        expect.objectContaining({
          ...byOperator,
          action: 'webhook.add',
          subject: endpointId,
          details: { host: '127.0.0.1', events: ['*'] },
        }),
      ]),
    );
  });

  test.each(cases)(
    'records $action once, with the actor, the subject and the details',
    async ({ action, before, act, ...expected }) => {
      const data = await createTestData(database.db);
      await before?.(data);
      const entries = () => listAudit(database.db, data.organizer.id, { limit: 100 });
      const earlierIds = new Set((await entries()).map(({ id }) => id));
      await act(data);
      const addedEntries = (await entries()).filter(({ id }) => !earlierIds.has(id));
      expect(addedEntries).toEqual([
        {
          ...byOperator,
          id: expect.stringMatching(/^aud_/),
          at: timestamp(clock.now()),
          action,
          subject: expected.subject(data),
          details: expected.details,
        },
      ]);
      expect(JSON.stringify(addedEntries)).not.toMatch(/Ada|example\.com"|token|whsec_/);
    },
  );

  test.each(cases)('$action changes nothing if it cannot be recorded', async ({ before, act }) => {
    const data = await createTestData(database.db);
    await before?.(data);
    const rows = await everything(data);
    await sql`alter table audit_entries rename to audit_entries_renamed`.execute(database.db);
    try {
      await expect(act(data)).rejects.toThrow(/audit_entries/);
    } finally {
      await sql`alter table audit_entries_renamed rename to audit_entries`.execute(database.db);
    }
    expect(await everything(data)).toEqual(rows);
  });

  test('no organizer is created if the creation cannot be recorded', async () => {
    const slug = `unrecorded-${kind}`;
    await sql`alter table audit_entries rename to audit_entries_renamed`.execute(database.db);
    try {
      const options = { name: 'Unrecorded', slug, currency: 'EUR', timezone: 'UTC' };
      await expect(createOrganizer(database.db, clock, options, byOperator)).rejects.toThrow(/audit_entries/);
    } finally {
      await sql`alter table audit_entries_renamed rename to audit_entries`.execute(database.db);
    }
    const organizer = database.db.selectFrom('organizers').select('id').where('slug', '=', slug).executeTakeFirst();
    expect(await organizer).toBeUndefined();
  });

  test('does not record actions that change nothing', async () => {
    const data = await createTestData(database.db);
    const { db, organizer, endpointId, orders } = data;
    const lines = [...raceLines(), orderLine('paid')];
    await disable(data);
    await suspend(data);
    const entries = () => listAudit(db, organizer.id, { limit: 100 });
    const before = await entries();
    await disable(data);
    await suspend(data);
    await importAll(db, organizer, lines, clock);
    const replay = { sinceMs: clock.now() + 1, onlyFailed: true };
    await expect(replayDeliveries(db, organizer.id, endpointId, replay, clock, byOperator)).rejects.toThrow();
    await expect(cancelOrder(db, organizer.id, orders.paid, clock, byOperator)).rejects.toThrow();
    await expect(payOrder(db, organizer.id, orders.paid, clock, byOperator)).rejects.toThrow();
    expect(await entries()).toEqual(before);
    await enableEndpoint(db, organizer.id, endpointId, clock, byOperator);
    const enabled = await entries();
    await enableEndpoint(db, organizer.id, endpointId, clock, byOperator);
    await replayDeliveries(db, organizer.id, endpointId, replay, clock, byOperator);
    expect(await entries()).toEqual(enabled);
  });

  test('does not record what buyers do with their orders', async () => {
    const { db, organizer, orders } = await createTestData(database.db);
    const entries = () => listAudit(db, organizer.id, { limit: 100 });
    const before = await entries();
    await cancelOrder(db, organizer.id, orders.pending, clock, null);
    expect(await entries()).toEqual(before);
  });
});
