import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, payOrder, refundOrder } from '../src/features/orders/index.ts';
import { finalizeSettlement, payOutSettlement } from '../src/features/settlements/index.ts';
import type { Db } from '../src/platform/database/dialect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { type Begun, PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import type { Happening } from './harness/stripe-server.ts';
import { violations } from './invariants.ts';

const minuteMs = 60_000;
const holdMs = 10 * minuteMs;

describeOnBoth('money that comes late or twice', (kind) => {
  let t: TestDatabase;
  /** Another way to the same database, as another process has. */
  let elsewhere: Db;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase(kind);
    elsewhere = openDatabase(t);
    paying = await PayingSite.start(t);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(async () => {
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    expect(paying.logged().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    paying.expectNothingSecretLogged();
    await paying.close();
    await elsewhere.destroy();
    await t.drop();
  });

  const kinds = async (orderNumber: string) => (await paying.mails(orderNumber)).map(({ kind: name }) => name).sort();
  const all = (quantity = 10) => ({ items: [{ ticketTypeId: shop.run.id, quantity }] });
  async function stockOf(ticketTypeId = shop.run.id) {
    const { ticketTypes } = await shop.organizer.get(shop.event.id);
    const { sold, reserved, quantity } = ticketTypes.find(({ id }) => id === ticketTypeId)!;
    return { sold, reserved, quantity };
  }

  /** Its time passes, and whoever looks after that has seen it. */
  async function expire(ms = holdMs): Promise<void> {
    paying.clock.advance(ms);
    await expireOrders(elsewhere, paying.clock);
  }

  /**
   * The money of an order goes back as a whole, once, and with one key; it is booked in and out, the buyer is told, and the
   * order stays as it is.
   */
  async function expectGoesBack({ orderNumber, sessionId, total }: Begun, happened: Happening, status: string) {
    const before = { settlement: await paying.settlement(shop), mails: await kinds(orderNumber) };
    const order = await paying.order(shop, orderNumber);
    await paying.tellOk(happened);
    await paying.processRefunds();
    await paying.tellOk(happened);
    await paying.processRefunds();
    expect({ ...(await paying.order(shop, orderNumber)), status }).toEqual(order);
    const { payment_intent } = paying.stripe.session(sessionId);
    const made = paying.stripe.refunds.filter((refund) => refund.payment_intent === payment_intent);
    expect(made).toMatchObject([{ amount: total, currency: 'eur', status: 'succeeded' }]);
    const refunds = await paying.refunds(orderNumber);
    const own = refunds.filter(({ reference }) => reference === made[0]!.id);
    expect(own).toMatchObject([{ status: 'succeeded', amount: total, currency: 'EUR' }]);
    const asked = paying.stripe.requests.filter(
      ({ method, path, params }) =>
        method === 'POST' && path === '/v1/refunds' && params.get('payment_intent') === payment_intent,
    );
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([own[0]!.id]);
    const { gross, refunds: back, net, ordersPaid, ticketsSold } = before.settlement;
    expect(await paying.settlement(shop)).toMatchObject({
      ...{ gross: gross! + total, refunds: back! + total, net, ordersPaid, ticketsSold },
    });
    const entries = await t.db
      .selectFrom('ledger_entries')
      .select(['kind', 'gross', 'refunds', 'order_number'])
      .where('reference', '=', own[0]!.payment_id)
      .orderBy('kind')
      .execute();
    expect(
      entries.map((entry) => [entry.kind, Number(entry.gross), Number(entry.refunds), entry.order_number]),
    ).toEqual([
      ['refund', 0, total, null],
      ['sale', total, 0, null],
    ]);
    expect(await kinds(orderNumber)).toEqual([...before.mails, 'payment_returned'].sort());
    expect(await paying.mails(orderNumber)).toContainEqual({
      kind: 'payment_returned',
      amount: total,
      currency: 'EUR',
    });
  }

  test('after the end is honoured while the stock is still there: the order is paid, and what it had is sold', async () => {
    const begun = await paying.begin(shop, { ...all(10), addons: [{ addonId: shop.drinks.id, quantity: 10 }] });
    await expire();
    expect(await paying.statusOf(begun.orderNumber)).toBe('expired');
    const completed = paying.stripe.pay(begun.sessionId);
    await Promise.all([paying.tellOk(completed), paying.tellOk(completed)]);
    const order = await paying.order(shop, begun.orderNumber);
    expect(order).toMatchObject({ status: 'paid', expiresAt: null });
    expect(order.tickets).toHaveLength(10);
    expect(await stockOf()).toEqual({ sold: 10, reserved: 0, quantity: 10 });
    await paying.work();
    expect(await paying.refunds(begun.orderNumber)).toEqual([]);
    expect(await kinds(begun.orderNumber)).toEqual(['tickets']);
    await paying.expectMoneyAgrees(shop);
  });

  test('after the end, honoured, is for the holders that were named; of what nobody began to pay they are forgotten', async () => {
    const attendees = ['Wendeline', 'Ximena'].map((holderName) => ({ ticketTypeId: shop.run.id, holderName }));
    const begun = await paying.begin(shop, { attendees });
    const idle = await paying.reserve(shop, { attendees });
    const kept = async ({ orderNumber }: { orderNumber: string }) => {
      const row = t.db.selectFrom('orders').select('attendees').where('order_number', '=', orderNumber);
      return (await row.executeTakeFirstOrThrow()).attendees ?? '';
    };
    expect(await kept(idle)).toContain('Wendeline');
    await expire();
    expect(await kept(idle)).toBe('');
    await paying.tellOk(paying.stripe.pay(begun.sessionId));
    const { tickets } = await paying.order(shop, begun.orderNumber);
    expect(tickets.map(({ holderName }) => holderName).sort()).toEqual(['Wendeline', 'Ximena']);
    expect(await kept(begun)).toBe('');
  });

  test('after the end goes back where the stock is gone, be it a ticket or an add-on', async () => {
    const tickets = await paying.begin(shop, all(2));
    const addon = await paying.begin(shop, {
      items: [{ ticketTypeId: shop.half.id, quantity: 1 }],
      addons: [{ addonId: shop.drinks.id, quantity: 10 }],
    });
    await expire();
    await paying.paid(shop, { ...all(9), addons: [{ addonId: shop.drinks.id, quantity: 1 }] });
    const happened = [tickets, addon].map(({ sessionId }) => paying.stripe.pay(sessionId));
    await expectGoesBack(tickets, happened[0]!, 'expired');
    await expectGoesBack(addon, happened[1]!, 'expired');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 9, reserved: 0, quantity: 10 });
    expect(await stockOf(shop.half.id)).toMatchObject({ sold: 0, reserved: 0 });
  });

  test('after the end goes back where others hold the stock', async () => {
    const late = await paying.begin(shop, all(2));
    await expire();
    await paying.reserve(shop, all(9));
    await expectGoesBack(late, paying.stripe.pay(late.sessionId), 'expired');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 9, quantity: 10 });
  });

  test('after the order was given up, by its buyer or by the organizer, goes back', async () => {
    const { organizer } = shop.organizer;
    const [byBuyer, byOrganizer] = [await paying.begin(shop), await paying.begin(shop)];
    const { orderNumber, sent } = byBuyer;
    await paying.buyer.post('/cancel', { orderNumber, reservationToken: sent['reservationToken'] });
    await cancelOrder(elsewhere, organizer.id, byOrganizer.orderNumber, paying.clock, byOperator, {
      notifyBuyer: true,
    });
    expect([await kinds(orderNumber), await kinds(byOrganizer.orderNumber)]).toEqual([[], ['cancelled']]);
    const happened = [byBuyer, byOrganizer].map(({ sessionId }) => paying.stripe.pay(sessionId));
    await expectGoesBack(byBuyer, happened[0]!, 'cancelled');
    await expectGoesBack(byOrganizer, happened[1]!, 'cancelled');
    await paying.expectMoneyAgrees(shop);
    expect(await stockOf()).toEqual({ sold: 0, reserved: 0, quantity: 10 });
  });

  test('after the end goes back where the event or the ticket type sells nothing any more', async () => {
    const ofType = await paying.begin(shop);
    const ofEvent = await paying.begin(shop, { items: [{ ticketTypeId: shop.half.id, quantity: 1 }] });
    await expire();
    const happened = [ofType, ofEvent].map(({ sessionId }) => paying.stripe.pay(sessionId));
    const path = `/events/${shop.event.id}`;
    await shop.organizer.patch(`${path}/ticket-types/${shop.run.id}`, { status: 'archived' });
    await expectGoesBack(ofType, happened[0]!, 'expired');
    await shop.organizer.patch(path, { status: 'archived' });
    await expectGoesBack(ofEvent, happened[1]!, 'expired');
    await paying.expectMoneyAgrees(shop);
  });

  test('by the organizer’s word is honoured in the same way, and refused where the stock is gone, with nothing changed', async () => {
    const { id } = shop.organizer.organizer;
    const payLate = ({ orderNumber }: Begun, late = true) =>
      payOrder(elsewhere, id, orderNumber, paying.clock, byOperator, { late });
    const [first, second] = [await paying.begin(shop, all(5)), await paying.begin(shop, all(5))];
    await expire();
    await expect(payLate(first, false)).rejects.toMatchObject({ code: 'invalid_state' });
    await payLate(first);
    await paying.reserve(shop, all(1));
    const before = await paying.everything(shop);
    await expect(payLate(second)).rejects.toMatchObject({ code: 'sold_out' });
    expect(await paying.everything(shop)).toEqual(before);
    expect(await stockOf()).toEqual({ sold: 5, reserved: 1, quantity: 10 });
    expect([await paying.statusOf(first.orderNumber), await paying.statusOf(second.orderNumber)]).toEqual([
      'paid',
      'expired',
    ]);
  });

  test('in time pays the order although its event was archived meanwhile', async () => {
    const begun = await paying.begin(shop);
    await shop.organizer.patch(`/events/${shop.event.id}`, { status: 'archived' });
    await paying.tellOk(paying.stripe.pay(begun.sessionId));
    expect(await paying.statusOf(begun.orderNumber)).toBe('paid');
  });

  test('for an order that is paid already goes back: by a second session, or by the organizer’s word', async () => {
    const reserved = await paying.reserve(shop);
    const first = await paying.pay(reserved);
    await paying.tellOk(paying.stripe.pay(first.sessionId, { later: true }));
    await paying.tellOk(paying.stripe.bounce(first.sessionId));
    const second = await paying.pay(reserved);
    await paying.tellOk(paying.stripe.pay(second.sessionId));
    await expectGoesBack(first, paying.stripe.settle(first.sessionId), 'paid'); // The bank had moved it after all.

    shop = await paying.site.shop();
    const begun = await paying.begin(shop);
    await payOrder(elsewhere, shop.organizer.organizer.id, begun.orderNumber, paying.clock, byOperator);
    const { total, sessionId, orderNumber } = begun;
    await paying.tellOk(paying.stripe.pay(sessionId));
    await paying.work();
    expect(paying.moneyOf(shop)).toEqual({ received: total, returned: total });
    expect(await paying.settlement(shop)).toMatchObject({ gross: 2 * total, refunds: total, ordersPaid: 1 });
    expect(await kinds(orderNumber)).toEqual(['payment_returned', 'tickets']);
  });

  test('of no effect on the balance tells of no settlement that it is paid once more', async () => {
    const { id } = shop.organizer.organizer;
    const twice = await paying.begin(shop);
    await payOrder(elsewhere, id, twice.orderNumber, paying.clock, byOperator);
    await finalizeSettlement(elsewhere, id, shop.event.id, paying.clock, byOperator);
    await payOutSettlement(elsewhere, id, shop.event.id, {}, paying.clock, byOperator);
    const settlementsTold = async () => (await paying.told(shop)).filter((type) => type.startsWith('settlement.'));
    const before = await settlementsTold();
    expect(before.filter((type) => type === 'settlement.paid')).toHaveLength(1);

    await paying.tellOk(paying.stripe.pay(twice.sessionId));
    expect(await kinds(twice.orderNumber)).toContain('payment_returned');
    const free = await paying.reserve(shop, { items: [{ ticketTypeId: shop.fun.id, quantity: 1 }] });
    const { status, text } = await paying.buyer.post('/pay', { ...free.sent, method: 'test' });
    expect(status, text).toBe(200);
    await refundOrder(elsewhere, id, free.orderNumber, [], paying.clock, byOperator);
    expect(await settlementsTold()).toEqual([...before, ...Array<string>(3).fill('settlement.updated')]);
    expect(await paying.settlement(shop)).toMatchObject({ status: 'paid' });
  });

  test('of two sessions that were begun and paid at the same moment pays once and goes back once', async () => {
    const reserved = await paying.reserve(shop);
    const answers = await Promise.all([paying.pay(reserved), paying.pay(reserved)]);
    const sessions = [...new Set(answers.map(({ sessionId }) => sessionId))];
    const completed = sessions.map((id) => paying.stripe.pay(id));
    await Promise.all(completed.map((one) => paying.tellOk(one)));
    await paying.work();
    expect(await paying.statusOf(reserved.orderNumber)).toBe('paid');
    expect((await paying.order(shop, reserved.orderNumber)).tickets).toHaveLength(2);
    const { received, returned } = paying.moneyOf(shop);
    expect(received - returned).toBe(reserved.total);
    await paying.expectMoneyAgrees(shop);
  });

  /** Another buyer asks a few times whether something is free by now. */
  async function untilReserved(items: readonly object[]): Promise<void> {
    for (let times = 0; times < 4; times += 1) {
      const buyer = { email: 'eve@example.com' };
      const { status } = await paying.site.buyer().post('/reserve', { eventId: shop.event.id, items, buyer });
      if (status === 201) return;
    }
  }

  test('at the very end, 50 times beside the sweeper and another buyer, is applied or returned, and nothing is sold twice', async () => {
    const { id } = await shop.organizer.ticketType(shop.event.id, { name: 'Rare', quantity: 50 });
    const items = [{ ticketTypeId: id, quantity: 1 }];
    const orders: Begun[] = [];
    for (let count = 0; count < 50; count += 1) {
      paying.clock.advance(1);
      orders.push(await paying.begin(shop, { items }));
    }
    paying.clock.advance(holdMs - 50);
    for (const [round, { sessionId }] of orders.entries()) {
      paying.clock.advance(1); // Now the time of this one is over, to the millisecond.
      const completed = paying.stripe.pay(sessionId);
      const within = (ms: number) => sleep(Math.random() * ms);
      // Now and then everybody is in time but the money.
      if (round % 10 === 9) {
        await expireOrders(elsewhere, paying.clock);
        await untilReserved(items);
      }
      await Promise.all([
        within(12).then(() => paying.tellOk(completed)),
        within(12).then(() => paying.tellOk(completed)),
        within(4).then(() => expireOrders(elsewhere, paying.clock)),
        round % 2 === 0 ? untilReserved(items) : null,
      ]);
    }
    await expire();
    await paying.work();
    const ends = await Promise.all(orders.map(({ orderNumber }) => paying.statusOf(orderNumber)));
    expect(ends.filter((status) => status !== 'paid' && status !== 'expired')).toEqual([]);
    for (const [index, { orderNumber, total }] of orders.entries()) {
      const refunds = await paying.refunds(orderNumber);
      if (ends[index] === 'paid') expect([refunds, await kinds(orderNumber)]).toEqual([[], ['tickets']]);
      else {
        expect(refunds).toMatchObject([{ status: 'succeeded', amount: total }]);
        expect(await kinds(orderNumber)).toEqual(['payment_returned']);
      }
    }
    const paid = ends.filter((status) => status === 'paid').length;
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThan(50);
    expect(await stockOf(id)).toEqual({ sold: paid, reserved: 0, quantity: 50 });
    const { received, returned } = paying.moneyOf(shop);
    const total = orders[0]!.total;
    expect({ received, returned }).toEqual({ received: 50 * total, returned: (50 - paid) * total });
    await paying.expectMoneyAgrees(shop);
    console.log(`${kind}: ${paid} applied, ${50 - paid} returned`);
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
  });
});
