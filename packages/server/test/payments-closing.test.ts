import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { cancelOrder, expireOrders, payOrder } from '../src/features/orders/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { describeOnBoth, useDatabase } from './harness/databases.ts';
import { DelayingProxy } from './harness/delaying-proxy.ts';
import { PayingSite, type StartedPayment } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectProblem } from './harness/responses.ts';
import { waitUntil } from './harness/wait.ts';
import { violations } from './invariants.ts';

describeOnBoth('the job that closes Stripe sessions', (kind) => {
  const database = useDatabase(kind);
  let proxy: DelayingProxy;
  let paying: PayingSite;
  let shop: Shop;

  beforeAll(async () => {
    paying = await PayingSite.start(database, {
      apiUrl: async (stripe) => {
        proxy = await DelayingProxy.start(stripe.url);
        return proxy.url;
      },
    });
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(async () => {
    expect(await violations(database.db, { allReserved: true })).toEqual([]);
    expect(paying.logged().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    paying.expectNothingSecretLogged();
    await proxy.stop();
    await paying.close();
  });

  const cartOf = (quantity: number) => ({ items: [{ ticketTypeId: shop.tenKm.id, quantity }] });
  /** Advances the clock until all reservations expire, and runs the expiry job. */
  async function expire(): Promise<void> {
    paying.clock.advance(10 * 60_000);
    await expireOrders(database.db, paying.clock);
  }
  const statuses = async ({ orderNumber, sessionId }: StartedPayment) => {
    const [payment] = await paying.payments(orderNumber);
    return [payment?.status, paying.stripe.session(sessionId).status];
  };

  test('closes the session of an order that expired, was cancelled or was paid with another method', async () => {
    const expiredPayment = await paying.startPayment(shop);
    await expire();
    const [cancelled, paidManually, paidByTest] = [
      await paying.startPayment(shop),
      await paying.startPayment(shop),
      await paying.startPayment(shop),
    ];
    await cancelOrder(
      database.db,
      organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator),
      cancelled.orderNumber,
    );
    await payOrder(
      database.db,
      organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator),
      paidManually.orderNumber,
    );
    await paying.buyer.post('/pay', { ...paidByTest.payBody, method: 'test' });
    for (const startedPayment of [expiredPayment, cancelled, paidManually, paidByTest])
      expect(await statuses(startedPayment)).toEqual(['closing', 'open']);
    await paying.runJobs();
    for (const startedPayment of [expiredPayment, cancelled, paidManually, paidByTest])
      expect(await statuses(startedPayment)).toEqual(['closed', 'expired']);
    const requests = paying.stripe.requests.length;
    await paying.runJobs();
    expect(paying.stripe.requests.length).toBe(requests);
  });

  test('tries again after Stripe was unavailable', async () => {
    const startedPayment = await paying.startPayment(shop);
    await expire();
    paying.stripe.failNext(2, 'error');
    await paying.runJobs();
    expect(await statuses(startedPayment)).toEqual(['closing', 'open']);
    paying.clock.advance(10_000);
    await paying.runJobs();
    expect(await statuses(startedPayment)).toEqual(['closed', 'expired']);
  });

  test('records the payment if the buyer has already paid, with or without a webhook', async () => {
    const [first, second] = [await paying.startPayment(shop, cartOf(2)), await paying.startPayment(shop, cartOf(2))];
    await expire();
    const completed = [first, second].map(({ sessionId }) => paying.stripe.pay(sessionId));
    await paying.reserve(shop, cartOf(8));
    await paying.runJobs();
    expect([await statuses(first), await statuses(second)]).toEqual([
      ['paid', 'complete'],
      ['paid', 'complete'],
    ]);
    // Two tickets are available, enough for one of the orders.
    const orders = [await paying.statusOf(first.orderNumber), await paying.statusOf(second.orderNumber)];
    expect(orders.toSorted()).toEqual(['expired', 'paid']);
    for (const change of completed) await paying.sendEventOk(change);
    await paying.runJobs();
    expect([await paying.statusOf(first.orderNumber), await paying.statusOf(second.orderNumber)]).toEqual(orders);
    await paying.expectMoneyAgrees(shop);
  });

  test('closes the session even if the order was cancelled while Stripe was creating the session', async () => {
    const reserved = await paying.reserve(shop);
    const { orderNumber, payBody } = reserved;
    proxy.delayResponses('POST /v1/checkout/sessions');
    const before = proxy.delayedCount;
    const response = paying.buyer.post('/pay', payBody);
    await waitUntil(() => proxy.delayedCount > before);
    await paying.buyer.post('/cancel', { orderNumber, reservationToken: payBody.reservationToken });
    await paying.runJobs();
    proxy.release();
    await response;
    await paying.runJobs();
    const sessions = paying.stripe.sessions.filter(({ client_reference_id }) => client_reference_id === orderNumber);
    expect(sessions.map(({ status }) => status)).toEqual(['expired']);
    expectProblem(await response, 409, 'invalid_state');
  });
});
