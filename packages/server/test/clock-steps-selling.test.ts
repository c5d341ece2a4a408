import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import {
  cancelOrder,
  expireOrders,
  payOrder,
  purgeAbandonedOrders,
  refundOrder,
} from '../src/features/orders/index.ts';
import { stripeMethod } from '../src/features/payments/stripe/index.ts';
import { releasePaymentLeases } from '../src/features/payments/worker.ts';
import { processRefunds } from '../src/features/received-money/send-refunds.ts';
import { timestamp } from '../src/platform/clock.ts';
import { purgeIdempotencyRecords } from '../src/platform/http/idempotency.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { defined, elementAt, first } from './harness/defined.ts';
import { receivingServices } from './harness/payment-providers.ts';
import { PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/responses.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const steps = [
  ['back', -hourMs],
  ['forward', hourMs],
] as const;

// Checks the guarantees of docs/adr/0020-two-clocks.md for stored times. At the end of the suite `PayingSite` checks that
// stock, money, tickets and holds are consistent.
describeOnBoth('when the system clock is changed by an hour', (kind) => {
  let database: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;
  beforeAll(async () => {
    database = await createDatabase(kind);
    paying = await PayingSite.start(database);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(() => paying.checkAndClose());

  /** A cart with all ten tickets of a ticket type. */
  const cartOfAll = (email: string) => ({
    items: [{ ticketTypeId: shop.tenKm.id, quantity: 10 }],
    buyer: { email, name: 'Ada Buyer', phone: null },
  });
  const reserveAll = (email: string) =>
    paying.site.buyer().post('/reserve', { eventId: shop.event.id, ...cartOfAll(email) });
  const expire = () => expireOrders(database.db, paying.clock);
  /** Advances the clock until all current holds have expired, even if the clock was set back by an hour. */
  async function expireAllHolds(): Promise<void> {
    paying.clock.advance(hourMs + 10 * minuteMs);
    await expire();
  }

  test('back: a reservation holds its stock for at most an hour longer, and other buyers cannot reserve it until then', async () => {
    const { orderNumber } = await paying.reserve(shop, cartOfAll('a@example.com'));
    paying.clock.step(-hourMs);
    paying.clock.advance(10 * minuteMs);
    await expire();
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expectProblem(await reserveAll('b@example.com'), 409, 'sold_out');
    paying.clock.advance(hourMs);
    await expire();
    expect(await paying.statusOf(orderNumber)).toBe('expired');
    expect((await reserveAll('b@example.com')).status).toBe(201);
    await expireAllHolds();
  });

  test('forward: a reservation expires immediately, its stock is released once, and its buyer can no longer pay', async () => {
    const { orderNumber, payBody } = await paying.reserve(shop, cartOfAll('a@example.com'));
    paying.clock.step(hourMs);
    const buyerToken = paying.site.buyerToken('a@example.com');
    expectProblem(await paying.buyer.post('/pay', { ...payBody, buyerToken, method: 'test' }), 409, 'invalid_state');
    await expire();
    const next = await reserveAll('b@example.com');
    expect(next.status, next.text).toBe(201);
    // After the clock is corrected, the second reservation still holds the stock of the first one.
    paying.clock.step(-hourMs);
    expectProblem(await paying.buyer.post('/pay', { ...payBody, method: 'test' }), 409, 'invalid_state');
    expectProblem(await reserveAll('c@example.com'), 409, 'sold_out');
    expect(await paying.statusOf(orderNumber)).toBe('expired');
    await expireAllHolds();
    expect(await paying.statusOf(jsonOf<{ orderNumber: string }>(next).orderNumber)).toBe('expired');
  });

  test('back: a payment in progress pays its order, and the order is not paid before it was created', async () => {
    const { orderNumber, sessionId } = await paying.startPayment(shop, cartOfAll('a@example.com'));
    const change = paying.stripe.pay(sessionId);
    const signedAt = Math.floor(paying.clock.now() / 1_000);
    paying.clock.step(-hourMs);
    expect(await paying.sendEvent(change, { timestamp: signedAt })).toMatchObject({ status: 200 });
    expect(await paying.statusOf(orderNumber)).toBe('paid');
    const { created_at, paid_at } = await database.db
      .selectFrom('orders')
      .select(['created_at', 'paid_at'])
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    expect(defined(paid_at, 'paid_at') >= created_at).toBe(true);
    await paying.expectMoneyAgrees(shop);
  });

  test.for([
    ['applied late if its stock is still available', false],
    ['refunded in full if its stock is sold', true],
  ] as const)(
    'forward: a payment in progress is %s, although its webhook is rejected as too old',
    async ([, isSold]) => {
      const { orderNumber, sessionId, total } = await paying.startPayment(shop, cartOfAll('a@example.com'));
      const change = paying.stripe.pay(sessionId);
      const signedAt = Math.floor(paying.clock.now() / 1_000);
      paying.clock.step(hourMs);
      await expire();
      expectProblem(await paying.sendEvent(change, { timestamp: signedAt }), 400, 'invalid_request');
      if (isSold) expect((await reserveAll('b@example.com')).status).toBe(201);
      for (let turn = 0; turn < 3; turn += 1) await paying.runJobs(); // The closing job finds that the session was paid.
      expect(await paying.statusOf(orderNumber)).toBe(isSold ? 'expired' : 'paid');
      expect(await paying.refunds(orderNumber)).toMatchObject(isSold ? [{ amount: total, status: 'succeeded' }] : []);
      // After the clock is corrected, the repeated webhook changes nothing.
      paying.clock.step(-hourMs);
      await paying.sendEventOk(change);
      await paying.expectMoneyAgrees(shop);
      await expireAllHolds();
    },
  );

  test('forward: a refund request in progress is repeated, and the refund is created once', async () => {
    const { orderNumber, total } = await createRefundedOrder();
    const requested: string[] = [];
    const refundResponse = Promise.withResolvers<void>();
    const slowRun = processRefunds(
      servicesWith(async ({ id }) => {
        requested.push(id);
        await refundResponse.promise;
        return first(refundsAtStripe(id)).id;
      }),
    );
    await expect.poll(() => requested).toHaveLength(1);
    paying.clock.step(hourMs);
    await paying.processRefunds();
    refundResponse.resolve();
    await slowRun;
    expect(refundsAtStripe(first(requested))).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ id: requested[0], status: 'succeeded' }]);
    await paying.expectMoneyAgrees(shop);
  });

  test.for([
    ['is delayed by at most one hour', false],
    ['is requested immediately after a restart', true],
  ] as const)(
    'back: a refund request in progress when its process crashed %s, and the refund is created once',
    async ([, isRestarted]) => {
      const { orderNumber, total } = await createRefundedOrder();
      const requested: string[] = [];
      const crashedRun = processRefunds(
        servicesWith(({ id }) => {
          requested.push(id);
          return new Promise<never>(() => {});
        }),
      );
      crashedRun.catch(() => {}); // This run never finishes.
      await expect.poll(() => requested).toHaveLength(1);
      paying.clock.step(-hourMs);
      if (isRestarted) await releasePaymentLeases(database.db, timestamp(paying.clock.now()));
      else {
        paying.clock.advance(minuteMs);
        await paying.processRefunds();
        expect(refundsAtStripe(first(requested))).toEqual([]);
        paying.clock.advance(hourMs);
      }
      await paying.processRefunds();
      expect(refundsAtStripe(first(requested))).toMatchObject([{ amount: total }]);
      expect(await paying.refunds(orderNumber)).toMatchObject([{ id: requested[0], status: 'succeeded' }]);
      await paying.expectMoneyAgrees(shop);
    },
  );

  /** Creates an order with a pending refund. */
  async function createRefundedOrder() {
    const paidOrder = await paying.paid(shop);
    const { id } = shop.organizerApi.organizer;
    await refundOrder(database.db, organizerScope(id, paying.clock, byOperator), paidOrder.orderNumber, []);
    return paidOrder;
  }

  const refundsAtStripe = (refundId: string) =>
    paying.stripe.refunds.filter(({ metadata }) => metadata['refundId'] === refundId);

  /** Services for `processRefunds` in another process, with this function as the refund request of the provider. */
  function servicesWith(refund: (request: { readonly id: string }) => Promise<string>) {
    const client = { start: () => Promise.reject(new Error('No payment is started.')), refund };
    return { ...receivingServices(database.db, paying.clock), paymentProviders: [{ method: stripeMethod, client }] };
  }

  test.for(steps)(
    '%s: a one-time code expires up to an hour early or late, its used attempts still count, and a new code can be requested',
    async ([direction, step]) => {
      const email = `code-${direction}@example.com`;
      const [buyer, other] = [paying.site.buyer(), paying.site.buyer()];
      expect((await buyer.post('/otp', { email })).status).toBe(202);
      const code = await paying.site.codeOf(email);
      const wrongCode = code === '000000' ? '000001' : '000000';
      const verify = (enteredCode: string) => buyer.post('/otp/verify', { email, code: enteredCode });
      for (let attempt = 0; attempt < 5; attempt += 1) expectFieldProblem(await verify(wrongCode), 'code');
      paying.clock.step(step);
      // This buyer has used all attempts, so even the correct code is rejected.
      if (direction === 'back') expectFieldProblem(await verify(code), 'code');
      paying.clock.advance(10 * minuteMs - 1);
      if (direction === 'back') {
        const response = await other.post('/otp/verify', { email, code });
        expect(response.status, response.text).toBe(200);
      } else expectFieldProblem(await other.post('/otp/verify', { email, code }), 'code');
      // The e-mail with the old code is deleted: after a step back, its id would sort after the id of the new e-mail.
      await database.db.deleteFrom('mails').where('kind', '=', 'otp').execute();
      expect(await buyer.verify(email)).toMatch(/^byt_/);
    },
  );

  test.for(steps)(
    "%s: a buyer's token expires up to an hour early or late, and a new one can be requested",
    async ([direction, step]) => {
      const email = `token-${direction}@example.com`;
      const { orderNumber, reservationToken } = await paying
        .reserve(shop, cartOfAll(email))
        .then(({ payBody }) => payBody as Record<string, string>);
      const token = paying.site.buyerToken(email);
      const read = (bearer: string) => paying.buyer.get(`/orders/${orderNumber}`, bearer);
      paying.clock.step(step);
      if (direction === 'back') {
        paying.clock.advance(hourMs + 30 * minuteMs - 1);
        expect((await read(token)).status).toBe(200);
        paying.clock.advance(1);
      }
      expectProblem(await read(token), 401, 'invalid_key');
      expect((await read(await paying.site.buyer().verify(email))).status).toBe(200);
      expect((await read(defined(reservationToken, 'reservationToken'))).status).toBe(200); // This token does not expire.
      await expireAllHolds();
    },
  );

  test.for(steps)('%s: a repeated Idempotency-Key gets the first response, for 23 to 25 hours', async ([, step]) => {
    const body = { eventId: shop.event.id, ...cartOfAll('a@example.com') };
    const headers = { 'idempotency-key': `a-unique-key-${shop.event.id}` };
    const send = () => paying.buyer.post('/reserve', body, headers);
    const original = await send();
    expect(original.status, original.text).toBe(201);
    paying.clock.step(step);
    onTestFinished(() => expireAllHolds());
    await expire();
    for (const passedMs of [0, 23 * hourMs - 1]) {
      paying.clock.advance(passedMs);
      await purgeIdempotencyRecords(database.db, paying.clock.now());
      const replayed = await send();
      expect(replayed).toMatchObject({ status: 201, text: original.text });
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    }
    paying.clock.advance(2 * hourMs + 1);
    await expire();
    const next = await send();
    expect(next.status, next.text).toBe(201);
    expect(next.headers.get('idempotent-replayed')).toBeNull();
    expect(next.text).not.toBe(original.text);
  });

  // The last one, because it moves the clock by days.
  test('back: an extended hold, a payment, a refund, a cancellation and the removal of a buyer never move updated_at back', async () => {
    const { db } = database;
    const scope = organizerScope(shop.organizerApi.organizer.id, paying.clock, byOperator);
    const ready = [await paying.reserve(shop), await paying.reserve(shop)];
    const [order, abandoned] = [first(ready), elementAt(ready, 1)];
    const rowOf = ({ orderNumber }: { orderNumber: string }) =>
      db.selectFrom('orders').selectAll().where('order_number', '=', orderNumber).executeTakeFirstOrThrow();
    const updatedAt = async (changed: { orderNumber: string }) => (await rowOf(changed)).updated_at;
    // The process that changed the orders last had a clock that was ahead.
    const ahead = timestamp(paying.clock.now() + 30 * 24 * hourMs);
    const later: string[] = [ahead];
    await db.updateTable('orders').set({ updated_at: ahead }).where('organizer_id', '=', scope.organizerId).execute();
    expect((await paying.buyer.post('/pay', { ...order.payBody, method: 'manual' })).status).toBe(200);
    later.push(await updatedAt(order));
    await payOrder(db, scope, order.orderNumber);
    later.push(await updatedAt(order));
    await refundOrder(db, scope, order.orderNumber, []);
    later.push(await updatedAt(order));
    expect(later).toEqual([...new Set(later)].sort());
    await cancelOrder(db, scope, abandoned.orderNumber);
    const cancelledAt = await updatedAt(abandoned);
    expect(cancelledAt > ahead).toBe(true);
    paying.clock.advance(8 * 24 * hourMs);
    await purgeAbandonedOrders(db, paying.clock);
    expect(await rowOf(abandoned)).toMatchObject({ buyer_name: null, updated_at: cancelledAt });
  });
});
