import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, payOrder } from '../src/features/orders/index.ts';
import { expectProblem } from './harness/answers.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { type Begun, PayingSite } from './harness/payments.ts';
import { AnswerGate } from './harness/payments-gate.ts';
import type { Shop } from './harness/public-site.ts';
import { violations } from './invariants.ts';

describeOnBoth('a session at Stripe that nobody wants any more', (kind) => {
  let t: TestDatabase;
  let gate: AnswerGate;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    t = await createDatabase(kind);
    paying = await PayingSite.start(t, {
      apiUrl: async (stripe) => {
        gate = await AnswerGate.start(stripe.url);
        return gate.url;
      },
    });
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(async () => {
    expect(await violations(t.db, { allReserved: true })).toEqual([]);
    expect(paying.logged().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    paying.expectNothingSecretLogged();
    await gate.stop();
    await paying.close();
    await t.drop();
  });

  const of = (quantity: number) => ({ items: [{ ticketTypeId: shop.run.id, quantity }] });
  /** All reservations end, and whoever looks after that has seen it. */
  async function expire(): Promise<void> {
    paying.clock.advance(10 * 60_000);
    await expireOrders(t.db, paying.clock);
  }
  const statuses = async ({ orderNumber, sessionId }: Begun) => {
    const [payment] = await paying.payments(orderNumber);
    return [payment!.status, paying.stripe.session(sessionId).status];
  };

  test('is closed at Stripe: of an order that has expired, was given up, or was paid in another way', async () => {
    const expired = await paying.begin(shop);
    await expire();
    const [cancelled, byHand, byTest] = [await paying.begin(shop), await paying.begin(shop), await paying.begin(shop)];
    await cancelOrder(t.db, shop.organizer.organizer.id, cancelled.orderNumber, paying.clock, byOperator);
    await payOrder(t.db, shop.organizer.organizer.id, byHand.orderNumber, paying.clock, byOperator);
    await paying.buyer.post('/pay', { ...byTest.sent, method: 'test' });
    for (const begun of [expired, cancelled, byHand, byTest])
      expect(await statuses(begun)).toEqual(['closing', 'open']);
    await paying.work();
    for (const begun of [expired, cancelled, byHand, byTest])
      expect(await statuses(begun)).toEqual(['closed', 'expired']);
    const requests = paying.stripe.requests.length;
    await paying.work();
    expect(paying.stripe.requests.length).toBe(requests);
  });

  test('is closed although Stripe was away for a while', async () => {
    const begun = await paying.begin(shop);
    await expire();
    paying.stripe.failNext(2, 'error');
    await paying.work();
    expect(await statuses(begun)).toEqual(['closing', 'open']);
    paying.clock.advance(10_000);
    await paying.work();
    expect(await statuses(begun)).toEqual(['closed', 'expired']);
  });

  test('that its buyer has completed meanwhile brings its money, told by a webhook or not', async () => {
    const [one, other] = [await paying.begin(shop, of(2)), await paying.begin(shop, of(2))];
    await expire();
    const completed = [one, other].map(({ sessionId }) => paying.stripe.pay(sessionId));
    await paying.reserve(shop, of(8));
    await paying.work();
    expect([await statuses(one), await statuses(other)]).toEqual([
      ['paid', 'complete'],
      ['paid', 'complete'],
    ]);
    // Two are left: they are the one's or the other's.
    const orders = [await paying.statusOf(one.orderNumber), await paying.statusOf(other.orderNumber)];
    expect(orders.toSorted()).toEqual(['expired', 'paid']);
    for (const happening of completed) await paying.tellOk(happening);
    await paying.work();
    expect([await paying.statusOf(one.orderNumber), await paying.statusOf(other.orderNumber)]).toEqual(orders);
    await paying.expectMoneyAgrees(shop);
  });

  test('is closed too where the order was given up while Stripe was still making it', async () => {
    const reserved = await paying.reserve(shop);
    const { orderNumber, sent } = reserved;
    gate.hold('POST /v1/checkout/sessions');
    const before = gate.held;
    const answer = paying.buyer.post('/pay', sent);
    while (gate.held === before) await sleep(1);
    await paying.buyer.post('/cancel', { orderNumber, reservationToken: sent.reservationToken });
    await paying.work();
    gate.open();
    await answer;
    await paying.work();
    const own = paying.stripe.sessions.filter(({ client_reference_id }) => client_reference_id === orderNumber);
    expect(own.map(({ status }) => status)).toEqual(['expired']);
    expectProblem(await answer, 409, 'invalid_state');
  });
});
