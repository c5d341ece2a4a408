import { userInfo } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createSignInLink,
  disableUser,
  ensureUser,
  getUser,
  removeFactorsByOperator,
  setMember,
} from '../src/features/accounts/index.ts';
import { byOperator, listAudit, listServiceAudit } from '../src/features/audit/index.ts';
import { changeEvent } from '../src/features/catalog/change-event.ts';
import { createEvent } from '../src/features/catalog/create-event.ts';
import { duplicateEvent } from '../src/features/catalog/duplicate-event.ts';
import { addons, ticketTypes } from '../src/features/catalog/offer-kinds.ts';
import { orderOffers } from '../src/features/catalog/order-offers.ts';
import { setPoster } from '../src/features/catalog/posters.ts';
import type { EventPatch } from '../src/features/catalog/schema.ts';
import { changeOffer, createOffer } from '../src/features/catalog/write-offer.ts';
import { cancelOrder, payOrder, refundOrder, sendTickets } from '../src/features/orders/index.ts';
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
import { deriveSecrets } from '../src/platform/crypto.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOn, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { insertFailedRefund } from './harness/failed-refund.ts';
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
  const endpoint = await addEndpoint(
    db,
    organizerScope(organizer.id, clock, byOperator),
    options,
    anyTarget,
    webhookSecrets,
  );
  const delivery = await sendTest(db, organizerScope(organizer.id, clock, byOperator), endpoint.id);
  return {
    db,
    organizer,
    eventId: first(rows).event_id,
    orders: { pending: numberOf('pending'), paid: numberOf('paid') },
    failedRefund: await insertFailedRefund(db, organizer.id, numberOf('paid'), clock),
    endpointId: endpoint.id,
    deliveryId: delivery.id,
  };
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
  finalizeSettlement(db, organizerScope(organizer.id, clock, byOperator), eventId);
const disable = ({ db, organizer, endpointId }: TestData) =>
  disableEndpointByHand(db, organizerScope(organizer.id, clock, byOperator), endpointId);

/** `dashboard-organizer.test.ts` has the mails to the owners. */
const mailOwners = async () => {};
const suspend = ({ db, organizer }: TestData) =>
  suspendOrganizer(db, organizerScope(organizer.id, clock, byOperator), mailOwners);
const patchEvent = ({ db, organizer, eventId }: TestData, input: EventPatch) => {
  const body = { input, fieldErrors: [] };
  return db
    .transaction()
    .execute((tx) =>
      changeEvent(tx, organizerScope(organizer.id, clock, byOperator), eventId, body, { ifMatch: null }),
    );
};
const offerIds = async (db: Db, table: 'ticket_types' | 'addons', eventId: string) => {
  const rows = await db.selectFrom(table).select('id').where('event_id', '=', eventId).orderBy('position').execute();
  return rows.map(({ id }) => id);
};

const cases: readonly Case[] = [
  {
    action: 'organizer.set_fees',
    subject: organizerSubject,
    details: fees,
    act: ({ db, organizer }) => setFeePolicy(db, organizerScope(organizer.id, clock, byOperator), fees),
  },
  {
    action: 'organizer.set_hold_limits',
    subject: organizerSubject,
    details: { perAddress: 5, perEmail: null },
    act: ({ db, organizer }) => setHoldLimits(db, organizerScope(organizer.id, clock, byOperator), { perAddress: 5 }),
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
    act: ({ db, organizer }) => resumeOrganizer(db, organizerScope(organizer.id, clock, byOperator), mailOwners),
  },
  {
    action: 'order.pay',
    subject: ({ orders }) => orders.pending,
    details: { total: 2_000, currency: 'EUR', late: false },
    act: ({ db, organizer, orders }) => payOrder(db, organizerScope(organizer.id, clock, byOperator), orders.pending),
  },
  {
    action: 'order.cancel',
    subject: ({ orders }) => orders.pending,
    details: {},
    act: ({ db, organizer, orders }) =>
      cancelOrder(db, organizerScope(organizer.id, clock, byOperator), orders.pending),
  },
  {
    action: 'order.refund',
    subject: ({ orders }) => orders.paid,
    details: { amount: 2_000, currency: 'EUR', byProvider: 0, items: [expect.stringMatching(/^itm_\w+:1$/)] },
    act: ({ db, organizer, orders }) =>
      refundOrder(db, organizerScope(organizer.id, clock, byOperator), orders.paid, []),
  },
  {
    action: 'order.send_tickets',
    subject: ({ orders }) => orders.paid,
    details: {},
    act: ({ db, organizer, orders }) => sendTickets(db, organizerScope(organizer.id, clock, byOperator), orders.paid),
  },
  {
    action: 'refund.retry',
    subject: ({ failedRefund }) => failedRefund,
    details: { newRefundId: expect.stringMatching(/^rfd_/), amount: 2_000, currency: 'EUR' },
    act: ({ db, organizer, failedRefund }) =>
      retryRefund(db, organizerScope(organizer.id, clock, byOperator), failedRefund),
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
      payOutSettlement(db, organizerScope(organizer.id, clock, byOperator), eventId, {
        amount: 1_500,
        reference: 'to Ada',
      }),
  },
  {
    action: 'event.create',
    subject: () => expect.stringMatching(/^evt_/),
    details: { status: 'draft', currency: 'EUR' },
    act: ({ db, organizer }) => {
      const body = { input: { name: 'Ada', startsAt: '2083-06-01T08:00:00Z' }, fieldErrors: [] };
      return db.transaction().execute((tx) => createEvent(tx, organizerScope(organizer.id, clock, byOperator), body));
    },
  },
  {
    action: 'event.update',
    subject: eventSubject,
    details: {
      changed: ['name', 'startsAt', 'venueCity'],
      before: { startsAt: '2083-05-01T06:00:00.000Z' },
      after: { startsAt: '2083-05-01T07:00:00.000Z' },
    },
    act: (data) => patchEvent(data, { name: 'Ada', startsAt: '2083-05-01T07:00:00Z', venue: { city: 'Ada' } }),
  },
  {
    action: 'event.archive',
    subject: eventSubject,
    details: { changed: ['status'], before: { status: 'published' }, after: { status: 'archived' } },
    act: (data) => patchEvent(data, { status: 'archived' }),
  },
  {
    action: 'event.publish',
    subject: eventSubject,
    details: { changed: ['status'], before: { status: 'draft' }, after: { status: 'published' } },
    before: ({ db, eventId }) => db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute(),
    act: (data) => patchEvent(data, { status: 'published' }),
  },
  {
    action: 'event.duplicate',
    subject: () => expect.stringMatching(/^evt_/),
    details: { source: expect.stringMatching(/^evt_/) },
    act: ({ db, organizer, eventId }) => {
      const body = { input: { name: 'Ada', startsAt: '2084-05-01T06:00:00Z' }, fieldErrors: [] };
      return db
        .transaction()
        .execute((tx) => duplicateEvent(tx, organizerScope(organizer.id, clock, byOperator), eventId, body));
    },
  },
  {
    action: 'event.set_poster',
    subject: eventSubject,
    details: { mediaType: 'image/png', bytes: 16 },
    act: ({ db, organizer, eventId }) => {
      const image = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
      const baseUrl = 'https://example.com';
      return db
        .transaction()
        .execute((tx) => setPoster(tx, organizerScope(organizer.id, clock, byOperator), eventId, image, baseUrl));
    },
  },
  {
    action: 'ticket_type.create',
    subject: () => expect.stringMatching(/^tty_/),
    details: { eventId: expect.stringMatching(/^evt_/), price: 500, currency: 'EUR', quantity: 7, status: 'active' },
    act: ({ db, organizer, eventId }) => {
      const body = { input: { name: 'Ada', price: 500, quantity: 7 }, fieldErrors: [] };
      return db
        .transaction()
        .execute((tx) => createOffer(tx, organizerScope(organizer.id, clock, byOperator), ticketTypes, eventId, body));
    },
  },
  {
    action: 'addon.update',
    subject: () => expect.stringMatching(/^add_/),
    details: {
      eventId: expect.stringMatching(/^evt_/),
      changed: ['name', 'price', 'quantity'],
      before: { price: 900, quantity: null },
      after: { price: 950, quantity: 20 },
    },
    act: async ({ db, organizer, eventId }) => {
      const [offerId = ''] = await offerIds(db, 'addons', eventId);
      const body = { input: { name: 'Ada', price: 950, quantity: 20 }, fieldErrors: [] };
      return db
        .transaction()
        .execute((tx) =>
          changeOffer(tx, organizerScope(organizer.id, clock, byOperator), addons, { eventId, offerId }, body, null),
        );
    },
  },
  {
    action: 'ticket_type.reorder',
    subject: eventSubject,
    details: { moved: 2 },
    act: async ({ db, organizer, eventId }) => {
      const ids = (await offerIds(db, 'ticket_types', eventId)).toReversed();
      return db
        .transaction()
        .execute((tx) =>
          orderOffers(tx, organizerScope(organizer.id, clock, byOperator), ticketTypes, { eventId, ids }),
        );
    },
  },
  {
    action: 'webhook.update',
    subject: endpointSubject,
    details: { changed: ['url', 'events'], host: 'hooks.example.com:8443', events: ['order.paid'] },
    act: ({ db, organizer, endpointId }) => {
      const changes = { url: 'https://hooks.example.com:8443/token', events: ['order.paid'] };
      return changeEndpoint(
        db,
        organizerScope(organizer.id, clock, byOperator),
        endpointId,
        changes,
        anyTarget,
        webhookSecrets,
      );
    },
  },
  { action: 'webhook.disable', subject: endpointSubject, details: {}, act: disable },
  {
    action: 'webhook.enable',
    subject: endpointSubject,
    details: {},
    before: disable,
    act: ({ db, organizer, endpointId }) =>
      enableEndpoint(db, organizerScope(organizer.id, clock, byOperator), endpointId),
  },
  {
    action: 'webhook.rotate',
    subject: endpointSubject,
    details: { previousUntil: timestamp(clock.now() + 60_000) },
    act: ({ db, organizer, endpointId }) =>
      rotateSecret(db, organizerScope(organizer.id, clock, byOperator), endpointId, 60_000, webhookSecrets),
  },
  {
    action: 'webhook.test',
    subject: endpointSubject,
    details: { type: 'ping', deliveryId: expect.stringMatching(/^dlv_/) },
    act: ({ db, organizer, endpointId }) => sendTest(db, organizerScope(organizer.id, clock, byOperator), endpointId),
  },
  {
    action: 'webhook.resend',
    subject: ({ deliveryId }) => deliveryId,
    details: { endpointId: expect.stringMatching(/^whk_/) },
    act: ({ db, organizer, deliveryId }) =>
      resendDelivery(db, organizerScope(organizer.id, clock, byOperator), deliveryId),
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
      return replayDeliveries(db, organizerScope(organizer.id, clock, byOperator), endpointId, selection);
    },
  },
  {
    action: 'data.import',
    subject: organizerSubject,
    details: { event: 0, ticketType: 1, addon: 0, question: 0, poster: 0, order: 2 },
    act: ({ db, organizer }) => {
      const ticketType = { type: 'ticketType' as const, externalId: 'more', eventId: 'race', name: 'More', price: 1 };
      return importAll(db, organizer, [orderLine('first'), ticketType, orderLine('paid'), orderLine('second')], clock);
    },
  },
  {
    action: 'data.export',
    subject: organizerSubject,
    details: {},
    act: ({ db, organizer }) => exportOrganizer(db, organizerScope(organizer.id, clock, byOperator), async () => {}),
  },
];

const otherTables = [
  ...(['payments', 'payment_refunds', 'order_mails'] as const),
  ...(['webhook_endpoints', 'webhook_secrets', 'webhook_events', 'webhook_deliveries'] as const),
];

/** All rows of an organizer except audit entries. */
async function storedRows({ db, organizer }: TestData): Promise<unknown> {
  const otherRows = otherTables.map((table) =>
    db.selectFrom(table).selectAll().where('organizer_id', '=', organizer.id).orderBy('id').execute(),
  );
  const organizerRow = await db.selectFrom('organizers').selectAll().where('id', '=', organizer.id).execute();
  return [organizerRow, await allRows(db, organizer.id), await Promise.all(otherRows)];
}

// The suites of the actions run on both databases, and so does the suite of the audit.
describeOn('sqlite', 'the audit of operator actions', (kind) => {
  const database = useDatabase(kind);

  test('names the command line and the operating system user who ran it', async () => {
    const actor = expect.stringMatching(new RegExp(`^cli:([^ ]+ as )?${userInfo().username}$`));
    expect(byOperator).toEqual({ actor, address: null, requestId: null });
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
    const rows = await storedRows(data);
    await sql`alter table audit_entries rename to audit_entries_renamed`.execute(database.db);
    try {
      await expect(act(data)).rejects.toThrow(/audit_entries/);
    } finally {
      await sql`alter table audit_entries_renamed rename to audit_entries`.execute(database.db);
    }
    expect(await storedRows(data)).toEqual(rows);
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
    await patchEvent(data, { status: 'published' });
    const ids = await offerIds(db, 'ticket_types', data.eventId);
    const sequence = { eventId: data.eventId, ids };
    await db
      .transaction()
      .execute((tx) => orderOffers(tx, organizerScope(organizer.id, clock, byOperator), ticketTypes, sequence));
    const replay = { sinceMs: clock.now() + 1, onlyFailed: true };
    await expect(
      replayDeliveries(db, organizerScope(organizer.id, clock, byOperator), endpointId, replay),
    ).rejects.toThrow();
    await expect(cancelOrder(db, organizerScope(organizer.id, clock, byOperator), orders.paid)).rejects.toThrow();
    await expect(payOrder(db, organizerScope(organizer.id, clock, byOperator), orders.paid)).rejects.toThrow();
    expect(await entries()).toEqual(before);
    await enableEndpoint(db, organizerScope(organizer.id, clock, byOperator), endpointId);
    const enabled = await entries();
    await enableEndpoint(db, organizerScope(organizer.id, clock, byOperator), endpointId);
    await replayDeliveries(db, organizerScope(organizer.id, clock, byOperator), endpointId, replay);
    expect(await entries()).toEqual(enabled);
  });

  test('records actions on users in the log of the service, and of the organizers of which they are members', async () => {
    const { db, organizer } = await createTestData(database.db);
    const email = `member-${kind}@example.com`;
    const baseUrl = 'https://tickets.example.com';
    const services = { clock, secrets: deriveSecrets('a master key of 32 characters or more') };
    const user = await ensureUser(db, { email, name: 'Ada Lovelace' }, clock, byOperator);
    await setMember(db, { organizerId: organizer.id, origin: byOperator }, { userId: user.id, role: 'viewer' }, clock);
    await createSignInLink(db, user, { baseUrl, minutes: 5, clock }, byOperator);
    await removeFactorsByOperator(db, user, services, byOperator);
    await disableUser(db, email, clock, byOperator);
    await disableUser(db, email, clock, byOperator);
    const { id: subject } = user;
    const recorded = await listServiceAudit(db, { limit: 100 });
    const actions = ['user.add', 'user.link', 'user.remove_second_factor', 'user.disable'];
    expect(recorded.map(({ action }) => action).sort()).toEqual([...actions].sort());
    expect(recorded).toEqual(actions.map(() => expect.objectContaining({ ...byOperator, subject })));
    const ofOrganizer = (await listAudit(db, organizer.id, { limit: 100 })).filter(
      (entry) => entry.subject === subject,
    );
    expect(ofOrganizer.map(({ action }) => action).sort()).toEqual(['member.set', ...actions.slice(1)].sort());
    expect(JSON.stringify([recorded, ofOrganizer])).not.toMatch(/Ada|example\.com"|token/);

    await sql`alter table service_audit_entries rename to service_audit_renamed`.execute(db);
    try {
      const enabling = db
        .transaction()
        .execute((tx) => ensureUser(tx, { email, name: 'Ada Lovelace' }, clock, byOperator));
      await expect(enabling).rejects.toThrow(/service_audit_entries/);
    } finally {
      await sql`alter table service_audit_renamed rename to service_audit_entries`.execute(db);
    }
    expect(await getUser(db, email)).toMatchObject({ disabledAt: expect.any(String) });
  });

  test('does not record what buyers do with their orders', async () => {
    const { db, organizer, orders } = await createTestData(database.db);
    const entries = () => listAudit(db, organizer.id, { limit: 100 });
    const before = await entries();
    await cancelOrder(db, organizerScope(organizer.id, clock, null), orders.pending);
    expect(await entries()).toEqual(before);
  });
});
