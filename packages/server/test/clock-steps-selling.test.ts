import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { expireOrders, refundOrder } from '../src/features/orders/index.ts';
import { processRefunds, releasePaymentLeases } from '../src/features/payments/index.ts';
import { stripeMethod } from '../src/features/payments/stripe/index.ts';
import { timestamp } from '../src/platform/clock.ts';
import { purgeIdempotencyRecords } from '../src/platform/http/idempotency.ts';
import { expectFieldProblem, expectProblem, jsonOf } from './harness/answers.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { receivingServices } from './harness/payment-providers.ts';
import { PayingSite } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const steps = [
  ['back', -hourMs],
  ['forward', hourMs],
] as const;

// What docs/adr/0020-two-clocks.md promises of stored times. At the end of the suite `PayingSite` checks that stock, money,
// tickets and holds add up, whatever the clock did.
describeOnBoth('a clock that is set by an hour', (kind) => {
  let t: TestDatabase;
  let paying: PayingSite;
  let shop: Shop;
  beforeAll(async () => {
    t = await createDatabase(kind);
    paying = await PayingSite.start(t);
  });
  beforeEach(async () => {
    shop = await paying.site.shop();
  });
  afterAll(() => paying.end());

  /** All there are of the tickets of which there are ten. */
  const all = (email: string) => ({
    items: [{ ticketTypeId: shop.run.id, quantity: 10 }],
    buyer: { email, name: 'Ada Buyer', phone: null },
  });
  const reserveAll = (email: string) => paying.site.buyer().post('/reserve', { eventId: shop.event.id, ...all(email) });
  const expire = () => expireOrders(t.db, paying.clock);
  /** Time passes until a hold of now has ended, however the clock was set: at most the hour longer. */
  async function holdsEnd(): Promise<void> {
    paying.clock.advance(hourMs + 10 * minuteMs);
    await expire();
  }

  test('back: a reservation holds its stock for at most an hour longer, and nobody else gets it meanwhile', async () => {
    const { orderNumber } = await paying.reserve(shop, all('a@example.com'));
    paying.clock.step(-hourMs);
    paying.clock.advance(10 * minuteMs);
    await expire();
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expectProblem(await reserveAll('b@example.com'), 409, 'sold_out');
    paying.clock.advance(hourMs);
    await expire();
    expect(await paying.statusOf(orderNumber)).toBe('expired');
    expect((await reserveAll('b@example.com')).status).toBe(201);
    await holdsEnd();
  });

  test('forward: a reservation ends at once, its stock comes back once, and its buyer cannot pay for it any more', async () => {
    const { orderNumber, sent } = await paying.reserve(shop, all('a@example.com'));
    paying.clock.step(hourMs);
    const buyerToken = paying.site.buyerToken('a@example.com');
    expectProblem(await paying.buyer.post('/pay', { ...sent, buyerToken, method: 'test' }), 409, 'invalid_state');
    await expire();
    const next = await reserveAll('b@example.com');
    expect(next.status, next.text).toBe(201);
    // The clock is set right again: the second holds what the first has lost.
    paying.clock.step(-hourMs);
    expectProblem(await paying.buyer.post('/pay', { ...sent, method: 'test' }), 409, 'invalid_state');
    expectProblem(await reserveAll('c@example.com'), 409, 'sold_out');
    expect(await paying.statusOf(orderNumber)).toBe('expired');
    await holdsEnd();
    expect(await paying.statusOf(jsonOf<{ orderNumber: string }>(next).orderNumber)).toBe('expired');
  });

  test('back: money of a payment under way pays its order, which is not paid before it was made', async () => {
    const { orderNumber, sessionId } = await paying.begin(shop, all('a@example.com'));
    const happening = paying.stripe.pay(sessionId);
    const signedAt = Math.floor(paying.clock.now() / 1_000);
    paying.clock.step(-hourMs);
    expect(await paying.tell(happening, { timestamp: signedAt })).toMatchObject({ status: 200 });
    expect(await paying.statusOf(orderNumber)).toBe('paid');
    const { created_at, paid_at } = await t.db
      .selectFrom('orders')
      .select(['created_at', 'paid_at'])
      .where('order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    expect(paid_at! >= created_at).toBe(true);
    await paying.expectMoneyAgrees(shop);
  });

  test.for([
    ['is still there pays late', false],
    ['is gone goes back in full', true],
  ] as const)(
    'forward: money of a payment under way whose stock %s, though its webhook looks too old',
    async ([, isGone]) => {
      const { orderNumber, sessionId, total } = await paying.begin(shop, all('a@example.com'));
      const happening = paying.stripe.pay(sessionId);
      const signedAt = Math.floor(paying.clock.now() / 1_000);
      paying.clock.step(hourMs);
      await expire();
      expectProblem(await paying.tell(happening, { timestamp: signedAt }), 400, 'invalid_request');
      if (isGone) expect((await reserveAll('b@example.com')).status).toBe(201);
      for (let turn = 0; turn < 3; turn += 1) await paying.work(); // The session is closed, and turns out to be paid.
      expect(await paying.statusOf(orderNumber)).toBe(isGone ? 'expired' : 'paid');
      expect(await paying.refunds(orderNumber)).toMatchObject(isGone ? [{ amount: total, status: 'succeeded' }] : []);
      // Told once more with the clock right, nothing happens twice.
      paying.clock.step(-hourMs);
      await paying.tellOk(happening);
      await paying.expectMoneyAgrees(shop);
      await holdsEnd();
    },
  );

  test('forward: a refund that is being asked for is asked for again, and made once', async () => {
    const { orderNumber, total } = await refunded();
    const asked: string[] = [];
    const answered = Promise.withResolvers<void>();
    const slow = processRefunds(
      workOf(async ({ id }) => {
        asked.push(id);
        await answered.promise;
        return madeFor(id)[0]!.id;
      }),
    );
    await expect.poll(() => asked).toHaveLength(1);
    paying.clock.step(hourMs);
    await paying.processRefunds();
    answered.resolve();
    await slow;
    expect(madeFor(asked[0]!)).toMatchObject([{ amount: total }]);
    expect(await paying.refunds(orderNumber)).toMatchObject([{ id: asked[0], status: 'succeeded' }]);
    await paying.expectMoneyAgrees(shop);
  });

  test.for([
    ['waits for at most an hour more', false],
    ['is asked for at once after a restart', true],
  ] as const)(
    'back: a refund that a process was asking for as it died %s, and is made once',
    async ([, isRestarted]) => {
      const { orderNumber, total } = await refunded();
      const asked: string[] = [];
      const dead = processRefunds(
        workOf(({ id }) => {
          asked.push(id);
          return new Promise<never>(() => {});
        }),
      );
      dead.catch(() => {}); // It never ends.
      await expect.poll(() => asked).toHaveLength(1);
      paying.clock.step(-hourMs);
      if (isRestarted) await releasePaymentLeases(t.db, timestamp(paying.clock.now()));
      else {
        paying.clock.advance(minuteMs);
        await paying.processRefunds();
        expect(madeFor(asked[0]!)).toEqual([]);
        paying.clock.advance(hourMs);
      }
      await paying.processRefunds();
      expect(madeFor(asked[0]!)).toMatchObject([{ amount: total }]);
      expect(await paying.refunds(orderNumber)).toMatchObject([{ id: asked[0], status: 'succeeded' }]);
      await paying.expectMoneyAgrees(shop);
    },
  );

  /** An order whose refund waits to be asked for. */
  async function refunded() {
    const paid = await paying.paid(shop);
    const { id } = shop.organizer.organizer;
    await refundOrder(t.db, id, paid.orderNumber, [], paying.clock, byOperator);
    return paid;
  }

  const madeFor = (refundId: string) =>
    paying.stripe.refunds.filter(({ metadata }) => metadata['refundId'] === refundId);

  /** What another process asks for refunds with. */
  function workOf(refund: (request: { readonly id: string }) => Promise<string>) {
    const client = { start: () => Promise.reject(new Error('No payment is started.')), refund };
    return { ...receivingServices(t.db, paying.clock), paymentProviders: [{ method: stripeMethod, client }] };
  }

  test.for(steps)(
    '%s: a one-time code ends by an hour off, its tries are not given back, and another can be had',
    async ([way, step]) => {
      const email = `code-${way}@example.com`;
      const [buyer, other] = [paying.site.buyer(), paying.site.buyer()];
      expect((await buyer.post('/otp', { email })).status).toBe(202);
      const code = await paying.site.codeOf(email);
      const wrong = code === '000000' ? '000001' : '000000';
      const verify = (tried: string) => buyer.post('/otp/verify', { email, code: tried });
      for (let tries = 0; tries < 5; tries += 1) expectFieldProblem(await verify(wrong), 'code');
      paying.clock.step(step);
      // Whoever has used up their tries has none more for this code.
      if (way === 'back') expectFieldProblem(await verify(code), 'code');
      paying.clock.advance(10 * minuteMs - 1);
      if (way === 'back') {
        const answer = await other.post('/otp/verify', { email, code });
        expect(answer.status, answer.text).toBe(200);
      } else expectFieldProblem(await other.post('/otp/verify', { email, code }), 'code');
      await t.db.deleteFrom('mails').where('kind', '=', 'otp').execute(); // Ids follow the clock: the last would be an old one.
      expect(await buyer.verify(email)).toMatch(/^byt_/);
    },
  );

  test.for(steps)("%s: a buyer's token ends by an hour off, and another can be had", async ([way, step]) => {
    const email = `token-${way}@example.com`;
    const { orderNumber, reservationToken } = await paying
      .reserve(shop, all(email))
      .then(({ sent }) => sent as Record<string, string>);
    const token = paying.site.buyerToken(email);
    const read = (by: string) => paying.buyer.get(`/orders/${orderNumber}`, by);
    paying.clock.step(step);
    if (way === 'back') {
      paying.clock.advance(hourMs + 30 * minuteMs - 1);
      expect((await read(token)).status).toBe(200);
      paying.clock.advance(1);
    }
    expectProblem(await read(token), 401, 'invalid_key');
    expect((await read(await paying.site.buyer().verify(email))).status).toBe(200);
    expect((await read(reservationToken!)).status).toBe(200); // It has no end.
    await holdsEnd();
  });

  test.for(steps)(
    '%s: a repeated Idempotency-Key gets the first answer, for 24 hours by an hour off',
    async ([, step]) => {
      const body = { eventId: shop.event.id, ...all('a@example.com') };
      const headers = { 'idempotency-key': `a-key-of-its-own-${shop.event.id}` };
      const send = () => paying.buyer.post('/reserve', body, headers);
      const first = await send();
      expect(first.status, first.text).toBe(201);
      paying.clock.step(step);
      onTestFinished(() => holdsEnd());
      await expire();
      for (const passedMs of [0, 23 * hourMs - 1]) {
        paying.clock.advance(passedMs);
        await purgeIdempotencyRecords(t.db, paying.clock.now());
        const again = await send();
        expect(again).toMatchObject({ status: 201, text: first.text });
        expect(again.headers.get('idempotent-replayed')).toBe('true');
      }
      paying.clock.advance(2 * hourMs + 1);
      await expire();
      const next = await send();
      expect(next.status, next.text).toBe(201);
      expect(next.headers.get('idempotent-replayed')).toBeNull();
      expect(next.text).not.toBe(first.text);
    },
  );
});
