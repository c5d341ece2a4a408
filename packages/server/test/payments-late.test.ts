import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { defined, first } from './harness/defined.ts';
import { PayingSite, type StartedPayment } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import type { StripeChange } from './harness/stripe-server.ts';
import { randomDelay } from './harness/wait.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;
const holdMs = 10 * minuteMs;

describeOnBoth('a late or repeated payment', (kind) => {
  const database = useDatabase(kind);
  /** A second connection pool to the same database, as in another process. */
  let otherDb: Db;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    otherDb = openDatabase(database);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    expect(paying.logged().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    paying.expectNothingSecretLogged();
    await paying.close();
    await otherDb.destroy();
  });

  const mailKinds = async (orderNumber: string) => (await paying.mails(orderNumber)).map((mail) => mail.kind).sort();
  const cartOf = (quantity: number) => ({ items: [{ ticketTypeId: shop.tenKm.id, quantity }] });
  async function stockOf(ticketTypeId = shop.tenKm.id) {
    const { ticketTypes } = await shop.organizerApi.get(shop.event.id);
    const { sold, reserved, quantity } = defined(
      ticketTypes.find(({ id }) => id === ticketTypeId),
      'The ticket type',
    );
    return { sold, reserved, quantity };
  }

  /** Advances the clock until holds expire, and runs the expiry job. */
  async function expire(ms = holdMs): Promise<void> {
    paying.clock.advance(ms);
    await expireOrders(otherDb, paying.clock);
  }

  /**
   * Asserts that a payment is refunded once and in full, with one idempotency key. The ledger has both entries, the buyer
   * receives an e-mail, and the order does not change.
   */
  async function expectRefunded(
    { orderNumber, sessionId, total }: StartedPayment,
    change: StripeChange,
    status: string,
  ) {
    const before = { settlement: await paying.settlement(shop), mails: await mailKinds(orderNumber) };
    const order = await paying.order(shop, orderNumber);
    await paying.sendEventOk(change);
    await paying.processRefunds();
    await paying.sendEventOk(change);
    await paying.processRefunds();
    expect({ ...(await paying.order(shop, orderNumber)), status }).toEqual(order);
    const { payment_intent } = paying.stripe.session(sessionId);
    const created = paying.stripe.refunds.filter((refund) => refund.payment_intent === payment_intent);
    expect(created).toMatchObject([{ amount: total, currency: 'eur', status: 'succeeded' }]);
    const refunds = await paying.refunds(orderNumber);
    const refundsOfPayment = refunds.filter(({ reference }) => reference === first(created).id);
    expect(refundsOfPayment).toMatchObject([{ status: 'succeeded', amount: total, currency: 'EUR' }]);
    const refundRequests = paying.stripe.requests.filter(
      ({ method, path, params }) =>
        method === 'POST' && path === '/v1/refunds' && params.get('payment_intent') === payment_intent,
    );
    expect(refundRequests.map(({ headers }) => headers['idempotency-key'])).toEqual([first(refundsOfPayment).id]);
    const { gross = 0, refunds: refundedBefore = 0, net, ordersPaid, ticketsSold } = before.settlement;
    expect(await paying.settlement(shop)).toMatchObject({
      ...{ gross: gross + total, refunds: refundedBefore + total, net, ordersPaid, ticketsSold },
    });
    const entries = await database.db
      .selectFrom('ledger_entries')
      .select(['kind', 'gross', 'refunds', 'order_number'])
      .where('reference', '=', first(refundsOfPayment).payment_id)
      .orderBy('kind')
      .execute();
    expect(
      entries.map((entry) => [entry.kind, Number(entry.gross), Number(entry.refunds), entry.order_number]),
    ).toEqual([
      ['refund', 0, total, null],
      ['sale', total, 0, null],
    ]);
    expect(await mailKinds(orderNumber)).toEqual([...before.mails, 'payment_returned'].sort());
    expect(await paying.mails(orderNumber)).toContainEqual({
      kind: 'payment_returned',
      amount: total,
      currency: 'EUR',
    });
  }

  test('pays the order after its expiry if the stock is available', async () => {
    const startedPayment = await paying.startPayment(shop, {
      ...cartOf(10),
      addons: [{ addonId: shop.drinks.id, quantity: 10 }],
    });
    await expire();
    expect(await paying.statusOf(startedPayment.orderNumber)).toBe('expired');
    const completed = paying.stripe.pay(startedPayment.sessionId);
    await Promise.all([paying.sendEventOk(completed), paying.sendEventOk(completed)]);
    const order = await paying.order(shop, startedPayment.orderNumber);
    expect(order).toMatchObject({ status: 'paid', expiresAt: null });
    expect(order.tickets).toHaveLength(10);
    expect(await stockOf()).toEqual({ sold: 10, reserved: 0, quantity: 10 });
    await paying.runJobs();
    expect(await paying.refunds(startedPayment.orderNumber)).toEqual([]);
    expect(await mailKinds(startedPayment.orderNumber)).toEqual(['tickets']);
    await paying.expectMoneyAgrees(shop);
  });

  test('issues tickets with the holder names of the order after its expiry; holder names of unpaid expired orders are deleted', async () => {
    const attendees = ['Wendeline', 'Ximena'].map((holderName) => ({ ticketTypeId: shop.tenKm.id, holderName }));
    const startedPayment = await paying.startPayment(shop, { attendees });
    const unpaid = await paying.reserve(shop, { attendees });
    const storedAttendees = async ({ orderNumber }: { orderNumber: string }) => {
      const row = database.db.selectFrom('orders').select('attendees').where('order_number', '=', orderNumber);
      return (await row.executeTakeFirstOrThrow()).attendees ?? '';
    };
    expect(await storedAttendees(unpaid)).toContain('Wendeline');
    await expire();
    expect(await storedAttendees(unpaid)).toBe('');
    await paying.sendEventOk(paying.stripe.pay(startedPayment.sessionId));
    const { tickets } = await paying.order(shop, startedPayment.orderNumber);
    expect(tickets.map(({ holderName }) => holderName).sort()).toEqual(['Wendeline', 'Ximena']);
    expect(await storedAttendees(startedPayment)).toBe('');
  });

  test('is refunded after the expiry if the tickets or add-ons have been sold', async () => {
    const tickets = await paying.startPayment(shop, cartOf(2));
    const addon = await paying.startPayment(shop, {
      items: [{ ticketTypeId: shop.half.id, quantity: 1 }],
      addons: [{ addonId: shop.drinks.id, quantity: 10 }],
    });
    await expire();
    await paying.paid(shop, { ...cartOf(9), addons: [{ addonId: shop.drinks.id, quantity: 1 }] });
    const [ticketsPaid, addonPaid] = [paying.stripe.pay(tickets.sessionId), paying.stripe.pay(addon.sessionId)];
    await expectRefunded(tickets, ticketsPaid, 'expired');
    await expectRefunded(addon, addonPaid, 'expired');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 9, reserved: 0, quantity: 10 });
    expect(await stockOf(shop.half.id)).toMatchObject({ sold: 0, reserved: 0 });
  });

  test('is refunded after the expiry if another buyer has reserved the stock', async () => {
    const late = await paying.startPayment(shop, cartOf(2));
    await expire();
    await paying.reserve(shop, cartOf(9));
    await expectRefunded(late, paying.stripe.pay(late.sessionId), 'expired');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 9, quantity: 10 });
  });

  test('is refunded after a cancellation by the buyer or the organizer', async () => {
    const { organizer } = shop.organizerApi;
    const [byBuyer, byOrganizer] = [await paying.startPayment(shop), await paying.startPayment(shop)];
    const { orderNumber, payBody } = byBuyer;
    await paying.buyer.post('/cancel', { orderNumber, reservationToken: payBody['reservationToken'] });
    await cancelOrder(otherDb, organizerScope(organizer.id, paying.clock, byOperator), byOrganizer.orderNumber, {
      notifyBuyer: true,
    });
    expect([await mailKinds(orderNumber), await mailKinds(byOrganizer.orderNumber)]).toEqual([[], ['cancelled']]);
    const stripePayments = [paying.stripe.pay(byBuyer.sessionId), paying.stripe.pay(byOrganizer.sessionId)] as const;
    await expectRefunded(byBuyer, stripePayments[0], 'cancelled');
    await expectRefunded(byOrganizer, stripePayments[1], 'cancelled');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 0, quantity: 10 });
  });

  test('is refunded after the expiry if the event or the ticket type is archived', async () => {
    const tenKmPayment = await paying.startPayment(shop);
    const halfPayment = await paying.startPayment(shop, { items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
    await expire();
    const [tenKmPaid, halfPaid] = [paying.stripe.pay(tenKmPayment.sessionId), paying.stripe.pay(halfPayment.sessionId)];
    const path = `/events/${shop.event.id}`;
    await shop.organizerApi.patch(`${path}/ticket-types/${shop.tenKm.id}`, { status: 'archived' });
    await expectRefunded(tenKmPayment, tenKmPaid, 'expired');
    await shop.organizerApi.patch(path, { status: 'archived' });
    await expectRefunded(halfPayment, halfPaid, 'expired');
    await paying.expectMoneyAgrees(shop);
  });

  test('pays the order after a manual confirmation if the stock is available; otherwise it is rejected without changes', async () => {
    const { id } = shop.organizerApi.organizer;
    const payLate = ({ orderNumber }: StartedPayment, late = true) =>
      payOrder(otherDb, organizerScope(id, paying.clock, byOperator), orderNumber, { late });
    const [paidLate, rejected] = [
      await paying.startPayment(shop, cartOf(5)),
      await paying.startPayment(shop, cartOf(5)),
    ];
    await expire();
    await expect(payLate(paidLate, false)).rejects.toMatchObject({ code: 'invalid_state' });
    await payLate(paidLate);
    await paying.reserve(shop, cartOf(1));
    const before = await paying.storedRows(shop);
    await expect(payLate(rejected)).rejects.toMatchObject({ code: 'sold_out' });
    expect(await paying.storedRows(shop)).toEqual(before);
    expect(await stockOf()).toEqual({ sold: 5, reserved: 1, quantity: 10 });
    expect([await paying.statusOf(paidLate.orderNumber), await paying.statusOf(rejected.orderNumber)]).toEqual([
      'paid',
      'expired',
    ]);
  });

  test('before the expiry pays the order even if its event was archived', async () => {
    const startedPayment = await paying.startPayment(shop);
    await shop.organizerApi.patch(`/events/${shop.event.id}`, { status: 'archived' });
    await paying.sendEventOk(paying.stripe.pay(startedPayment.sessionId));
    expect(await paying.statusOf(startedPayment.orderNumber)).toBe('paid');
  });

  test('is refunded if the order was already paid, by another session or manually', async () => {
    const reserved = await paying.reserve(shop);
    const bySession = await paying.pay(reserved);
    await paying.sendEventOk(paying.stripe.pay(bySession.sessionId, { later: true }));
    await paying.sendEventOk(paying.stripe.failTransfer(bySession.sessionId));
    const byOtherSession = await paying.pay(reserved);
    await paying.sendEventOk(paying.stripe.pay(byOtherSession.sessionId));
    // The bank transferred the money although the transfer was reported as failed.
    await expectRefunded(bySession, paying.stripe.completeTransfer(bySession.sessionId), 'paid');

    shop = await paying.site.shop();
    const startedPayment = await paying.startPayment(shop);
    await payOrder(
      otherDb,
      organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator),
      startedPayment.orderNumber,
    );
    const { total, sessionId, orderNumber } = startedPayment;
    await paying.sendEventOk(paying.stripe.pay(sessionId));
    await paying.runJobs();
    expect(paying.moneyOf(shop)).toEqual({ received: total, refunded: total });
    expect(await paying.settlement(shop)).toMatchObject({ gross: 2 * total, refunds: total, ordersPaid: 1 });
    expect(await mailKinds(orderNumber)).toEqual(['payment_returned', 'tickets']);
  });

  test('does not emit settlement.paid again if it does not change the balance of the settlement', async () => {
    const { id } = shop.organizerApi.organizer;
    const paidTwice = await paying.startPayment(shop);
    await payOrder(otherDb, organizerScope(id, paying.clock, byOperator), paidTwice.orderNumber);
    await paying.paid(shop);
    await finalizeSettlement(otherDb, organizerScope(id, paying.clock, byOperator), shop.event.id);
    await payOutSettlement(otherDb, organizerScope(id, paying.clock, byOperator), shop.event.id, {});
    const settlementEvents = async () =>
      (await paying.eventTypes(shop)).filter((type) => type.startsWith('settlement.'));
    const before = await settlementEvents();
    expect(before.filter((type) => type === 'settlement.paid')).toHaveLength(1);

    await paying.sendEventOk(paying.stripe.pay(paidTwice.sessionId));
    expect(await mailKinds(paidTwice.orderNumber)).toContain('payment_returned');
    const freeOrder = await paying.reserve(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    const { status, text } = await paying.buyer.post('/pay', { ...freeOrder.payBody, method: 'test' });
    expect(status, text).toBe(200);
    await refundOrder(otherDb, organizerScope(id, paying.clock, byOperator), freeOrder.orderNumber, []);
    expect(await settlementEvents()).toEqual([...before, ...Array<string>(3).fill('settlement.updated')]);
    expect(await paying.settlement(shop)).toMatchObject({ status: 'paid' });
  });

  test('is refunded if two sessions of an order were started and paid concurrently', async () => {
    const reserved = await paying.reserve(shop);
    const payments = await Promise.all([paying.pay(reserved), paying.pay(reserved)]);
    const sessionIds = [...new Set(payments.map(({ sessionId }) => sessionId))];
    const changes = sessionIds.map((id) => paying.stripe.pay(id));
    await Promise.all(changes.map((change) => paying.sendEventOk(change)));
    await paying.runJobs();
    expect(await paying.statusOf(reserved.orderNumber)).toBe('paid');
    expect((await paying.order(shop, reserved.orderNumber)).tickets).toHaveLength(2);
    const { received, refunded } = paying.moneyOf(shop);
    expect(received - refunded).toBe(reserved.total);
    await paying.expectMoneyAgrees(shop);
  });

  /** Tries up to four times to reserve released stock for another buyer. */
  async function tryToReserve(items: readonly object[]): Promise<void> {
    for (let times = 0; times < 4; times += 1) {
      const buyer = { email: 'eve@example.com' };
      const { status } = await paying.site.buyer().post('/reserve', { eventId: shop.event.id, items, buyer });
      if (status === 201) return;
    }
  }

  test('pays the order or is refunded at the moment of expiry, without overselling, even if the expiry job and another buyer are concurrent', async () => {
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Rare', quantity: 50 });
    const items = [{ ticketTypeId: id, quantity: 1 }];
    const orders: StartedPayment[] = [];
    for (let count = 0; count < 50; count += 1) {
      paying.clock.advance(1);
      orders.push(await paying.startPayment(shop, { items }));
    }
    paying.clock.advance(holdMs - 50);
    for (const [round, { sessionId }] of orders.entries()) {
      paying.clock.advance(1); // This order expires now.
      const completed = paying.stripe.pay(sessionId);
      // In every tenth round, the expiry job and the other buyer act before the payment.
      if (round % 10 === 9) {
        await expireOrders(otherDb, paying.clock);
        await tryToReserve(items);
      }
      await Promise.all([
        randomDelay(12).then(() => paying.sendEventOk(completed)),
        randomDelay(12).then(() => paying.sendEventOk(completed)),
        randomDelay(4).then(() => expireOrders(otherDb, paying.clock)),
        round % 2 === 0 ? tryToReserve(items) : null,
      ]);
    }
    await expire();
    await paying.runJobs();
    const statuses = await Promise.all(orders.map(({ orderNumber }) => paying.statusOf(orderNumber)));
    expect(statuses.filter((status) => status !== 'paid' && status !== 'expired')).toEqual([]);
    for (const [index, { orderNumber, total }] of orders.entries()) {
      const refunds = await paying.refunds(orderNumber);
      if (statuses[index] === 'paid') expect([refunds, await mailKinds(orderNumber)]).toEqual([[], ['tickets']]);
      else {
        expect(refunds).toMatchObject([{ status: 'succeeded', amount: total }]);
        expect(await mailKinds(orderNumber)).toEqual(['payment_returned']);
      }
    }
    const paidCount = statuses.filter((status) => status === 'paid').length;
    expect(paidCount).toBeGreaterThan(0);
    expect(paidCount).toBeLessThan(50);
    expect(await stockOf(id)).toEqual({ sold: paidCount, reserved: 0, quantity: 50 });
    const { received, refunded } = paying.moneyOf(shop);
    const total = first(orders).total;
    expect({ received, refunded }).toEqual({ received: 50 * total, refunded: (50 - paidCount) * total });
    await paying.expectMoneyAgrees(shop);
    console.log(`${kind}: ${paidCount} orders paid, ${50 - paidCount} payments refunded`);
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
  });
});
