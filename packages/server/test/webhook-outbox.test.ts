import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, lockOrder, markPaid, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import { disableEndpointByHand, emit, listEndpoints } from '../src/features/webhooks/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { importAll, makeOrganizer, orderLine, raceLines } from './harness/fixtures.ts';
import {
  attendees,
  deliveriesOf,
  type EventBody,
  eventsOf,
  expectNoPersonalData,
  setUpOutbox,
} from './harness/outbox-setup.ts';
import { TestClock } from './harness/test-clock.ts';
import { makeEndpoint } from './harness/webhooks.ts';

const paidTypes = [
  'order.paid',
  ...Array(3).fill('ticket.issued'),
  'addon.granted',
  'settlement.updated',
  'payment.received',
];

describeOnBoth('the outbox', (kind) => {
  const database = useDatabase(kind);
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ db: database.db });
  });
  afterAll(async () => {
    await app.close();
  });

  const setUp = (order: Parameters<typeof setUpOutbox>[2] = {}) => setUpOutbox(database.db, app, order);
  const typesOf = (events: readonly EventBody[]) => events.map(({ type }) => type);
  const dataOf = (events: readonly EventBody[], type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => data);
  const byId = <T extends { id: string }>(rows: readonly T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

  test('a payment emits the order, its tickets, its entitlements and the settlement, as the API returns them', async () => {
    const s = await setUp();
    await payOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number);
    const events = await s.events();
    expect(typesOf(events)).toEqual(paidTypes);
    expect(new Set(events.map(({ createdAt }) => createdAt))).toEqual(new Set(['2026-11-20T09:00:01.000Z']));
    expect(dataOf(events, 'order.paid')).toEqual([await s.order()]);
    const tickets = dataOf(events, 'ticket.issued') as { id: string }[];
    expect(byId(tickets)).toEqual(byId(await s.tickets()));
    expect(dataOf(events, 'settlement.updated')).toEqual([await s.settlement()]);
    const units = { unitsTotal: 10, unitsConsumed: 0, unitsRemaining: 10, consumed: false };
    expect(dataOf(events, 'addon.granted')).toEqual([expect.objectContaining({ orderNumber: s.number, ...units })]);
    await expectNoPersonalData(database.db, s.organizer.id);
  });

  test('a partial refund emits only the tickets that became void', async () => {
    const s = await setUp();
    const { tickets, items: bought } = await payOrder(
      database.db,
      organizerScope(s.organizer.id, s.clock, byOperator),
      s.number,
    );
    const before = (await s.events()).length;
    s.clock.advance(1_000);
    const [refundedTicket, usedTicket] = [first(tickets), elementAt(tickets, 1)];
    await refundOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number, [
      { ticketId: refundedTicket.id },
    ]);
    const events = (await s.events()).slice(before);
    expect(typesOf(events)).toEqual(['order.refunded', 'ticket.voided', 'settlement.updated', 'refund.created']);
    expect(dataOf(events, 'order.refunded')).toEqual([await s.order()]);
    expect(first(events).data).toMatchObject({ status: 'partially_refunded' });
    expect(dataOf(events, 'ticket.voided')).toEqual((await s.tickets()).filter(({ id }) => id === refundedTicket.id));
    expect(elementAt(events, 1).data).toMatchObject({ id: refundedTicket.id, status: 'void' });
    expect(dataOf(events, 'settlement.updated')).toEqual([await s.settlement()]);

    // A used ticket is refunded, but does not become void. Refunds of add-ons have no event.
    await database.db.updateTable('tickets').set({ status: 'used' }).where('id', '=', usedTicket.id).execute();
    const addon = defined(
      bought.find((item) => item.kind === 'addon'),
      'The add-on',
    );
    const selection = [{ ticketId: usedTicket.id }, { itemId: addon.id, quantity: 1 }];
    await refundOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number, selection);
    const laterEvents = (await s.events()).slice(before + 4);
    expect(typesOf(laterEvents)).toEqual(['order.refunded', 'settlement.updated', 'refund.created']);
    expect(first(laterEvents).data).toEqual(await s.order());
    await expectNoPersonalData(database.db, s.organizer.id);
  });

  test('a full refund emits all tickets', async () => {
    const attendeesWithCodes = attendees.map((attendee, index) => ({
      ...attendee,
      bib: `bib-77${index}`,
      qrValue: `qr-secret-${index}`,
    }));
    const s = await setUp({ status: 'paid', attendees: attendeesWithCodes });
    expect(await s.events()).toEqual([]); // Imports emit no events.
    await refundOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number, []);
    const events = await s.events();
    expect(typesOf(events)).toEqual([
      'order.refunded',
      ...Array(3).fill('ticket.voided'),
      'settlement.updated',
      'refund.created',
    ]);
    expect(first(events).data).toEqual(await s.order());
    expect(first(events).data).toMatchObject({ status: 'refunded' });
    expect(byId(dataOf(events, 'ticket.voided') as { id: string }[])).toEqual(byId(await s.tickets()));
    expect(dataOf(events, 'settlement.updated')).toEqual([await s.settlement()]);
    const { bib } = await database.db
      .selectFrom('tickets')
      .select('bib')
      .where('organizer_id', '=', s.organizer.id)
      .where('bib', '=', 'bib-770')
      .executeTakeFirstOrThrow();
    expect(bib).toBe('bib-770');
    await expectNoPersonalData(database.db, s.organizer.id);
  });

  test('a cancellation and an expiry emit only the order', async () => {
    const cancelled = await setUp();
    await cancelOrder(
      database.db,
      organizerScope(cancelled.organizer.id, cancelled.clock, byOperator),
      cancelled.number,
    );
    const cancelEvents = await cancelled.events();
    expect(typesOf(cancelEvents)).toEqual(['order.cancelled']);
    expect(first(cancelEvents).data).toEqual(await cancelled.order());
    await expectNoPersonalData(database.db, cancelled.organizer.id);

    const expired = await setUp();
    expired.clock.advance(10 * 60_000);
    await Promise.all([expireOrders(database.db, expired.clock), expireOrders(database.db, expired.clock)]);
    const expiryEvents = await expired.events();
    expect(typesOf(expiryEvents)).toEqual(['order.expired']);
    expect(first(expiryEvents).data).toEqual(await expired.order());
    expect(first(expiryEvents).data).toMatchObject({ status: 'expired', tickets: [] });
    await expectNoPersonalData(database.db, expired.organizer.id);
  });

  test('a settlement emits events when it becomes final, for each payout, and when it is fully paid', async () => {
    const s = await setUp();
    await database.db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, s.organizer.id, s.number);
      await markPaid(
        tx,
        order,
        { action: 'pay', method: 'stripe', receivedBy: 'platform', paymentId: null },
        s.clock.now(),
      );
    });
    const before = (await s.events()).length;
    await finalizeSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId);
    const final = await s.settlement();
    await payOutSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId, {
      amount: 100,
      reference: 'transfer',
    });
    const partlyPaid = await s.settlement();
    await payOutSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId, {});
    const paidSettlement = await s.settlement();
    expect([final.status, partlyPaid.status, partlyPaid.paidOut, paidSettlement.status]).toEqual([
      'final',
      'final',
      100,
      'paid',
    ]);
    const events = (await s.events()).slice(before).map(({ type, data }) => ({ type, data }));
    expect(events).toEqual([
      { type: 'settlement.updated', data: final },
      { type: 'settlement.updated', data: partlyPaid },
      { type: 'settlement.updated', data: paidSettlement },
      { type: 'settlement.paid', data: paidSettlement },
    ]);
  });

  test('an empty settlement is paid when it becomes final, and both events are emitted', async () => {
    const s = await setUp();
    await finalizeSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId);
    expect(typesOf(await s.events())).toEqual(['settlement.updated', 'settlement.paid']);
  });

  test("endpoint.disabled is emitted once to the organizer's other endpoints, and pending deliveries are cancelled", async () => {
    const s = await setUp();
    const other = await makeEndpoint(database.db, s.organizer.id, 'https://127.0.0.1/other', { clock: s.clock });
    const otherOrganizer = await setUp();
    await payOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number);
    const before = (await s.events()).length;
    await disableEndpointByHand(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.endpoint.id);
    await disableEndpointByHand(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.endpoint.id);
    const disabledEvents = (await s.events()).slice(before);
    expect(typesOf(disabledEvents)).toEqual(['endpoint.disabled']);
    const endpointView = (await listEndpoints(database.db, s.organizer.id)).find(({ id }) => id === s.endpoint.id);
    expect(endpointView).toMatchObject(first(disabledEvents).data);
    for (const field of ['failingSince', 'ed25519', 'headers', 'throttle', 'eventIds'])
      expect(first(disabledEvents).data).not.toHaveProperty(field);
    expect(endpointView).toMatchObject({ status: 'disabled', disabledReason: 'disabled by hand' });
    expect(JSON.stringify(disabledEvents)).not.toContain(s.endpoint.secret);
    const deliveries = await deliveriesOf(database.db, s.organizer.id);
    expect(deliveries.filter(({ endpoint }) => endpoint === s.endpoint.id).map(({ status }) => status)).toEqual(
      Array(7).fill('cancelled'),
    );
    expect(deliveries.filter(({ endpoint }) => endpoint === other.id).map(({ type }) => type)).toEqual([
      ...paidTypes,
      'endpoint.disabled',
    ]);
    expect(await otherOrganizer.events()).toEqual([]);
  });

  test('each enabled endpoint gets a delivery for each event of its types, and no other deliveries', async () => {
    const s = await setUp();
    const add = (events: string[]) =>
      makeEndpoint(database.db, s.organizer.id, 'https://127.0.0.1/more', { events, clock: s.clock });
    const forAllEvents = await add(['*', 'ping']);
    const orders = await add(['order.paid']);
    const selected = await add(['settlement.updated', 'ticket.issued', 'ticket.issued', 'order.cancelled']);
    const none = await add(['addon.consumed']);
    const disabled = await add([]);
    await disableEndpointByHand(database.db, organizerScope(s.organizer.id, s.clock, byOperator), disabled.id);
    await database.db.deleteFrom('webhook_deliveries').where('organizer_id', '=', s.organizer.id).execute();
    const { endpoint: otherEndpoint, organizer: otherOrganizer } = await setUp();
    await payOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number);

    const rows = await deliveriesOf(database.db, s.organizer.id);
    const typesFor = (id: string) => rows.filter(({ endpoint }) => endpoint === id).map(({ type }) => type);
    expect([typesFor(s.endpoint.id), typesFor(forAllEvents.id), typesFor(orders.id), typesFor(selected.id)]).toEqual([
      paidTypes,
      paidTypes,
      ['order.paid'],
      ['ticket.issued', 'ticket.issued', 'ticket.issued', 'settlement.updated'],
    ]);
    expect([typesFor(none.id), typesFor(disabled.id), typesFor(otherEndpoint.id)]).toEqual([[], [], []]);
    expect(await deliveriesOf(database.db, otherOrganizer.id)).toEqual([]);
    for (const { status, due, attempts } of rows) {
      expect({ status, due, attempts }).toEqual({ status: 'pending', due: '2026-11-20T09:00:01.000Z', attempts: 0 });
    }
  });

  test('a transaction that is rolled back stores no event and no delivery', async () => {
    const s = await setUp();
    const failedTransaction = database.db.transaction().execute(async (tx) => {
      await emit(tx, s.organizer.id, [{ type: 'order.paid', data: '{}' }], '2026-11-20T09:00:00.000Z');
      throw new Error('rolled back on purpose');
    });
    await expect(failedTransaction).rejects.toThrow('rolled back on purpose');
    // A change that is not allowed stores no event either.
    await expect(
      refundOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number, []),
    ).rejects.toThrow(/pending/);
    await expect(
      payOutSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId, {}),
    ).rejects.toThrow(/open/);
    expect(await s.events()).toEqual([]);
    expect(await deliveriesOf(database.db, s.organizer.id)).toEqual([]);
  });

  test('a change whose event cannot be stored is rolled back', async () => {
    const s = await setUp();
    const orderBefore = await s.order();
    const settlementBefore = await s.settlement();
    const addFailure =
      kind === 'sqlite'
        ? sql`create trigger injected_failure before insert on webhook_deliveries begin select raise(abort, 'injected_failure'); end`
        : sql`alter table webhook_deliveries add constraint injected_failure check (false) not valid`;
    const removeFailure =
      kind === 'sqlite'
        ? sql`drop trigger injected_failure`
        : sql`alter table webhook_deliveries drop constraint injected_failure`;
    await addFailure.execute(database.db);
    try {
      for (const change of [
        () => payOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number),
        () => cancelOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number),
        () => finalizeSettlement(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.eventId),
      ]) {
        await expect(change()).rejects.toThrow(/injected_failure/);
      }
    } finally {
      await removeFailure.execute(database.db);
    }
    expect(await s.order()).toEqual(orderBefore);
    expect(await s.settlement()).toEqual(settlementBefore);
    expect(await s.tickets()).toEqual([]);
    expect(await s.events()).toEqual([]);
    await payOrder(database.db, organizerScope(s.organizer.id, s.clock, byOperator), s.number);
    expect(typesOf(await s.events())).toEqual(paidTypes);
  });

  test('sequence numbers are unique and ascend with each change, with many concurrent transactions', async () => {
    const count = 40;
    const clock = new TestClock();
    const organizers = await Promise.all([makeOrganizer(database.db, clock), makeOrganizer(database.db, clock)]);
    const numbers = Array.from({ length: count }, (_, index) => `AAAAAAAA${String(index).padStart(2, '0')}`);
    const lines = numbers.map((orderNumber) => orderLine(orderNumber, { orderNumber, status: 'pending' }));
    for (const organizer of organizers) await importAll(database.db, organizer, [...raceLines(), ...lines], clock);
    await Promise.all(
      numbers.flatMap((number) =>
        organizers.map(async ({ id }) => {
          await payOrder(database.db, organizerScope(id, clock, byOperator), number);
          await refundOrder(database.db, organizerScope(id, clock, byOperator), number, []);
        }),
      ),
    );
    for (const { id } of organizers) {
      const events = await eventsOf(database.db, id);
      expect(events).toHaveLength(count * 8);
      const sequences = events.map(({ sequence }) => sequence);
      expect(new Set(sequences).size).toBe(sequences.length);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
      // Each settlement event also includes the changes that the previous event reported.
      const changes = dataOf(events, 'settlement.updated').map(
        ({ ordersPaid, refunds }) => Number(ordersPaid) + Number(refunds) / 2_000,
      );
      expect(changes).toEqual(Array.from({ length: count * 2 }, (_, index) => index + 1));
      for (const number of numbers) {
        const eventsOfOrder = events.filter(({ data }) => data['orderNumber'] === number);
        expect(typesOf(eventsOfOrder)).toEqual([
          ...['order.paid', 'ticket.issued', 'payment.received'],
          ...['order.refunded', 'ticket.voided', 'refund.created'],
        ]);
      }
    }
  });
});
