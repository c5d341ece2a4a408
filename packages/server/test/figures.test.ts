import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { up as createFigures } from '../migrations/0008-figures.ts';
import { byOperator } from '../src/features/audit/index.ts';
import { queueMail } from '../src/features/mail/index.ts';
import { payOrder, refundOrder } from '../src/features/orders/index.ts';
import { type Organizer, setFeePolicy } from '../src/features/organizers/index.ts';
import { countEntries } from '../src/features/sales-figures/count-entries.ts';
import { findUncountedEvents } from '../src/features/sales-figures/index.ts';
import { startFiguresWorker } from '../src/features/sales-figures/worker.ts';
import { systemClock, timestamp } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { newId } from '../src/platform/ids.ts';
import { createLogTo } from '../src/platform/log.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { useApp } from './harness/app.ts';
import { signIn } from './harness/dashboard.ts';
import { createDatabase, describeOnBoth, useDatabase } from './harness/databases.ts';
import { insertFailedRefund } from './harness/failed-refund.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import { expectFieldProblem } from './harness/responses.ts';
import { waitUntil } from './harness/wait.ts';

const { logger: log } = createLogTo('silent', { write: () => {} });
const feePolicy = {
  platformFeeBps: 250,
  platformFeeFixed: 49,
  paymentFeeBps: 150,
  paymentFeeFixed: 25,
  taxBps: 1_900,
  taxMode: 'included',
  paidBy: 'buyer',
} as const;

/** Counts all entries, as the worker does. */
async function countAll(db: Db): Promise<void> {
  for (let events = await findUncountedEvents(db); events.length > 0; events = await findUncountedEvents(db)) {
    for (const event of events) await countEntries(db, event);
  }
}

/** The sums of an organizer by scope, and the sums of its ledger. */
async function sumsOf(db: Db, organizerId: string) {
  const columns = sql`cast(sum(orders) as bigint) as orders, cast(sum(units) as bigint) as units,
    cast(sum(gross) as bigint) as gross, cast(sum(refunds) as bigint) as refunds, cast(sum(fees) as bigint) as fees,
    cast(sum(taxes) as bigint) as taxes, cast(sum(paid_out) as bigint) as paid_out`;
  type Sums = Record<'orders' | 'units' | 'gross' | 'refunds' | 'fees' | 'taxes' | 'paid_out', number>;
  const { rows } = await sql<Sums & { scope: string }>`select scope, ${columns} from figure_days
    where organizer_id = ${organizerId} group by scope order by scope`.execute(db);
  const ledger = await sql<Sums>`select ${columns} from (
      select orders_paid as orders, tickets_sold as units, gross, refunds, platform_fees + payment_fees as fees, taxes, paid_out
      from ledger_entries where organizer_id = ${organizerId}
    ) as entries`.execute(db);
  return { byScope: new Map(rows.map(({ scope, ...sums }) => [scope, sums])), ledger: ledger.rows[0]! };
}

async function expectCountedOnce(db: Db, organizer: Organizer): Promise<void> {
  const { byScope, ledger } = await sumsOf(db, organizer.id);
  expect(ledger.gross).toBeGreaterThan(0);
  expect(byScope.get('organizer')).toEqual(ledger);
  expect(byScope.get('event')).toEqual(ledger);
  const { gross, refunds, fees, taxes } = ledger;
  expect(byScope.get('offer')).toMatchObject({ gross, refunds, fees, taxes });
}

describeOnBoth('the figures', (kind) => {
  const t = useDatabase(kind);
  const app = useApp(() => ({ db: t.db }));
  let organizer: Organizer;
  beforeEach(async () => {
    organizer = await makeOrganizer(t.db);
    await setFeePolicy(t.db, organizerScope(organizer.id, systemClock, byOperator), feePolicy);
  });

  /** Imports pending orders of two ticket types and an add-on. Returns their numbers. */
  async function importPending(count: number, prefix = ''): Promise<string[]> {
    const items = [
      { kind: 'ticket', ticketTypeId: `${prefix}run-10`, quantity: 2 },
      { kind: 'ticket', ticketTypeId: `${prefix}run-21`, quantity: 1 },
      { kind: 'addon', addonId: `${prefix}beer`, quantity: 3 },
    ] as const;
    const lines = Array.from({ length: count }, (_, index) =>
      orderLine(`${prefix}order-${index}`, { status: 'pending', items: [...items] }, prefix),
    );
    await importAll(t.db, organizer, [...raceLines({ prefix }), ...lines]);
    const orders = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .where('external_id', 'like', `${prefix}order-%`)
      .execute();
    return orders.map(({ order_number }) => order_number);
  }

  const pay = (orderNumber: string) =>
    payOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), orderNumber);
  const refundTicket = async (orderNumber: string) => {
    const ticket = await t.db
      .selectFrom('tickets')
      .select('id')
      .where('organizer_id', '=', organizer.id)
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    return refundOrder(t.db, organizerScope(organizer.id, systemClock, byOperator), orderNumber, [
      { ticketId: ticket.id },
    ]);
  };

  test('count each ledger entry once, while two workers run and orders are paid and refunded concurrently', async () => {
    const numbers = [...(await importPending(15, 'a-')), ...(await importPending(15, 'b-'))];
    const otherDb = openDatabase(t);
    const workers = [startFiguresWorker({ db: t.db, log }), startFiguresWorker({ db: otherDb, log })];
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (const [index, number] of numbers.entries()) {
        if (index % 4 !== lane) continue;
        await pay(number);
        if (index % 3 === 0) await refundTicket(number);
      }
    });
    await Promise.all(lanes);
    await waitUntil(async () => (await findUncountedEvents(t.db)).length === 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    await otherDb.destroy();
    await expectCountedOnce(t.db, organizer);
    const entries = await t.db
      .selectFrom('ledger_entries')
      .select(['event_id', 'position'])
      .where('organizer_id', '=', organizer.id)
      .orderBy('event_id')
      .orderBy('position')
      .execute();
    for (const positions of Map.groupBy(entries, ({ event_id }) => event_id).values()) {
      expect(positions.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    }
  });

  test('do not change if a worker crashes before its commit, and are complete after its restart', async () => {
    for (const number of await importPending(3)) await pay(number);
    const crash: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') throw new Error('crash');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const [event] = (await findUncountedEvents(t.db)).filter(({ organizerId }) => organizerId === organizer.id);
    await expect(countEntries(t.db.withPlugin(crash), event!)).rejects.toThrow('crash');
    expect((await sumsOf(t.db, organizer.id)).byScope.size).toBe(0);
    await countAll(t.db);
    await expectCountedOnce(t.db, organizer);
    expect(await countEntries(t.db, event!)).toBe(false);
    await expectCountedOnce(t.db, organizer);
  });

  test('of other events are counted although the entries of one event cannot be counted', async () => {
    // The worker finds this event first.
    await importAll(t.db, organizer, [...raceLines(), orderLine('one')]);
    const setLines = (lines: string) =>
      t.db.updateTable('ledger_entries').set({ lines }).where('organizer_id', '=', organizer.id).execute();
    await setLines('{');
    const other = await makeOrganizer(t.db);
    await importAll(t.db, other, [...raceLines(), orderLine('one')]);
    const worker = startFiguresWorker({ db: t.db, log });
    await waitUntil(async () => (await sumsOf(t.db, other.id)).byScope.size > 0);
    await worker.stop();
    await expectCountedOnce(t.db, other);
    expect((await sumsOf(t.db, organizer.id)).byScope.size).toBe(0);
    await setLines('[]');
  });

  test('have the previous amount of each shown event, and the best events of each currency', async () => {
    const [line] = raceLines();
    const indexes = Array.from({ length: 52 }, (_, index) => index);
    await importAll(
      t.db,
      organizer,
      indexes.map((index) => ({ ...line!, externalId: `race-${index}` })),
    );
    const events = await t.db.selectFrom('events').select('id').where('organizer_id', '=', organizer.id).execute();
    const counts = { orders: 1, units: 1, units_refunded: 0, refunds: 0, fees: 0, taxes: 0, paid_out: 0, outside: 0 };
    const rows = events.flatMap(({ id: event_id }, index) => {
      const currency = index === 51 ? 'JPY' : 'EUR';
      const key = { organizer_id: organizer.id, scope: 'event' as const, currency, event_id, offer_id: '' };
      // The event that sold most in the period sold least before. The event in yen has the lowest amount.
      const [before, now] = index === 0 ? [1_000, 3_000] : index === 51 ? [20, 10] : [2_000, 2_000];
      return [
        { ...key, ...counts, day: '2026-11-19', gross: before },
        { ...key, ...counts, day: '2026-11-20', gross: now },
      ];
    });
    const organizerRows = rows.slice(-3).map((row) => ({ ...row, scope: 'organizer' as const, event_id: '' }));
    await t.db
      .insertInto('figure_days')
      .values([...rows, ...organizerRows.slice(1)])
      .execute();
    const viewer = await signIn({ url: app.url, db: t.db }, { organizer, role: 'viewer' });
    const { currencies } = JSON.parse((await viewer.get('/overview?from=2026-11-20&to=2026-11-20')).text);
    expect(
      currencies.map(({ currency, events: best }: { currency: string; events: object[] }) => [currency, best.length]),
    ).toEqual([
      ['EUR', 50],
      ['JPY', 1],
    ]);
    const [eur, jpy] = currencies;
    expect(eur.events[0]).toMatchObject({ gross: 3_000, previousGross: 1_000 });
    expect(jpy.events[0]).toMatchObject({ gross: 10, previousGross: 20 });
  });

  test('of a period stand beside the period before, by event and ticket type, in days of the organizer', async () => {
    await setFeePolicy(t.db, organizerScope(organizer.id, systemClock, byOperator), {
      ...feePolicy,
      platformFeeBps: 0,
      platformFeeFixed: 0,
      paymentFeeBps: 0,
      paymentFeeFixed: 0,
      taxBps: 0,
    });
    const half = [{ kind: 'ticket', ticketTypeId: 'run-21', quantity: 1 }] as const;
    await importAll(t.db, organizer, [
      ...raceLines(),
      // In Berlin, these are 19, 20 and 21 November.
      orderLine('one', { paidAt: '2026-11-19T22:59:59Z' }),
      orderLine('two', { paidAt: '2026-11-19T23:00:00Z' }),
      orderLine('three', { paidAt: '2026-11-21T22:00:00Z', items: [...half] }),
      orderLine('four', { status: 'refunded', paidAt: '2026-11-21T08:00:00Z', updatedAt: '2026-11-21T09:00:00Z' }),
    ]);
    await countAll(t.db);
    const viewer = await signIn({ url: app.url, db: t.db }, { organizer, role: 'viewer' });
    const response = await viewer.get('/overview?from=2026-11-20&to=2026-11-21');
    expect(response.status).toBe(200);
    const body = JSON.parse(response.text);
    const zero = { orders: 0, tickets: 0, ticketsRefunded: 0, gross: 0, refunds: 0, fees: 0, taxes: 0, net: 0 };
    const one = { ...zero, orders: 1, tickets: 1, gross: 2_000, net: 2_000 };
    const last = { ...zero, orders: 2, tickets: 2, ticketsRefunded: 1, gross: 5_500, refunds: 2_000, net: 3_500 };
    const total = { ...last, orders: 3, tickets: 3, gross: 7_500, net: 5_500 };
    expect(body).toMatchObject({ previousFrom: '2026-11-18', previousTo: '2026-11-19', timezone: 'Europe/Berlin' });
    const { currencies } = body;
    const eventId = expect.stringMatching(/^evt_/);
    const names = { eventId, eventName: 'Race ', kind: 'ticket', offerId: expect.stringMatching(/^tty_/) };
    expect(currencies).toEqual([
      {
        currency: 'EUR',
        total,
        previous: one,
        balance: 7_500,
        balanceBefore: 0,
        days: [
          { day: '2026-11-20', ...one, balance: 4_000 },
          { day: '2026-11-21', ...last, balance: 7_500 },
        ],
        previousDays: [{ day: '2026-11-19', ...one, balance: 2_000 }],
        events: [{ eventId, name: 'Race ', previousGross: 2_000, ...total }],
        offers: [
          { ...names, name: '10 km', ...total, orders: 2, tickets: 2, gross: 4_000, net: 2_000 },
          { ...names, name: 'Half', ...zero, orders: 1, tickets: 1, gross: 3_500, net: 3_500 },
        ],
      },
    ]);
    const other = await makeOrganizer(t.db);
    expect(
      (await viewer.request(`/dashboard/api/organizers/${other.slug}/overview?from=2026-11-20&to=2026-11-21`)).status,
    ).toBe(404);
    for (const query of [
      'from=2026-11-21&to=2026-11-20',
      'from=2026-02-30&to=2026-03-01',
      'from=2024-01-01&to=2026-01-01',
    ]) {
      expect(JSON.parse((await viewer.get(`/overview?${query}`)).text)).toMatchObject({ reason: 'invalid_period' });
    }
    // The period before would begin before the year 0.
    expectFieldProblem(await viewer.get('/overview?from=0000-01-01&to=1000-01-02'), 'from');
  });

  test('what needs attention is limited to what the role may read', async () => {
    await importAll(t.db, organizer, [
      ...raceLines({ quantity: 1 }),
      orderLine('sold'),
      orderLine('open', {
        status: 'pending',
        createdAt: '2026-11-01T09:00:00Z',
        items: [{ kind: 'ticket', ticketTypeId: 'run-21', quantity: 1 }],
      }),
    ]);
    const soldOut = ['10 km', 'Half'].map((name) => expect.objectContaining({ name }));
    const read = async (role: 'owner' | 'developer' | 'viewer') =>
      JSON.parse((await (await signIn({ url: app.url, db: t.db }, { organizer, role })).get('/attention')).text);
    const all = {
      unpayable: false,
      failingEndpoints: [],
      failedMails: [],
      failedRefunds: [],
      openDisputes: [],
      refundsWithoutTickets: [],
      unpaidOrders: 1,
      unpaidUnitsOfOneSource: null,
      soldOut,
    };
    expect(await read('owner')).toEqual(all);
    const noOrders = {
      failedMails: null,
      failedRefunds: null,
      openDisputes: null,
      refundsWithoutTickets: null,
      unpaidOrders: null,
    };
    expect(await read('developer')).toEqual({ ...all, ...noOrders });
    expect(await read('viewer')).toEqual({ ...all, ...noOrders, failingEndpoints: null });
  });

  test('failed refunds and mails need attention until they are sent again', async () => {
    await importAll(t.db, organizer, [...raceLines(), orderLine('one')]);
    const { order_number: orderNumber } = await t.db
      .selectFrom('orders')
      .select('order_number')
      .where('organizer_id', '=', organizer.id)
      .executeTakeFirstOrThrow();
    const refundId = await insertFailedRefund(t.db, organizer.id, orderNumber, systemClock);
    const now = timestamp(systemClock.now());
    await t.db
      .transaction()
      .execute((tx) => queueMail(tx, { kind: 'tickets', organizerId: organizer.id, orderNumber }, now));
    const mail = () => t.db.updateTable('order_mails').where('organizer_id', '=', organizer.id);
    await mail().set({ status: 'failed', next_attempt_at: null, error: 'no such mailbox' }).execute();
    const client = await signIn({ url: app.url, db: t.db }, { organizer, role: 'manager' });
    const attention = async () => JSON.parse((await client.get('/attention')).text);
    expect(await attention()).toMatchObject({
      failedMails: [orderNumber],
      failedRefunds: [{ id: refundId, orderNumber, amount: 2_000, currency: 'EUR' }],
    });
    expect((await client.post(`/refunds/${refundId}/retry`)).status).toBe(200);
    expect((await client.post(`/refunds/${refundId}/retry`)).status).toBe(409);
    const sent = { organizer_id: organizer.id, id: newId('mal', Date.now()), order_number: orderNumber };
    const sentAt = timestamp(systemClock.now() + 1_000);
    await t.db
      .insertInto('sent_mails')
      .values({ ...sent, kind: 'tickets', created_at: now, sent_at: sentAt })
      .execute();
    expect(await attention()).toMatchObject({ failedMails: [], failedRefunds: [] });
  });
});

describeOnBoth('the migration to figures', (kind) => {
  let t: Awaited<ReturnType<typeof createDatabase>>;
  beforeEach(async () => {
    t = await createDatabase(kind);
  });
  afterEach(() => t.drop());

  test('numbers the entries of a ledger and stores their items', async () => {
    const organizer = await makeOrganizer(t.db);
    await importAll(t.db, organizer, [
      ...raceLines(),
      orderLine('one', {
        items: [
          { kind: 'ticket', ticketTypeId: 'run-10', quantity: 2 },
          { kind: 'addon', addonId: 'beer', quantity: 1 },
        ],
      }),
      orderLine('two', { status: 'refunded' }),
    ]);
    const entries = () =>
      t.db.selectFrom('ledger_entries').select(['id', 'event_id', 'kind', 'lines']).orderBy('id').execute();
    const parsed = async () =>
      (await entries()).map(({ lines, ...entry }) => ({ ...entry, lines: JSON.parse(lines!) }));
    const before = await parsed();
    const run = (text: string) => sql.raw(text).execute(t.db);
    for (const table of ['figure_days', 'figure_watermarks']) await run(`drop table ${table}`);
    for (const index of ['ledger_entries_by_position', 'mails_failed', 'payment_refunds_failed'])
      await run(`drop index ${index}`);
    await run('alter table ledger_entries drop column position');
    await run('alter table ledger_entries drop column lines');
    await run('alter table settlements drop column entry_count');
    await run('create index ledger_entries_of_event on ledger_entries (organizer_id, event_id, id)');

    await createFigures(t.db as unknown as Kysely<never>);
    await run('alter table figure_days add column outside integer not null default 0'); // A later migration adds it.
    expect(await parsed()).toEqual(before);
    await countAll(t.db);
    await expectCountedOnce(t.db, organizer);
    expect((await findUncountedEvents(t.db)).length).toBe(0);
  });
});
