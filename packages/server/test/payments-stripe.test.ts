import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, expectProblem, jsonOf, read } from './harness/answers.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { PayingSite, webhookPath, webhookSecret } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnBoth('payments through Stripe', (kind) => {
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

  const kinds = async (orderNumber: string) => (await paying.mails(orderNumber)).map(({ kind: name }) => name);
  const seconds = (ms: number) => Math.ceil(ms / 1_000);

  /** What is told must be refused, and change nothing. */
  async function refused(send: () => Promise<Answer>, status: number, code: string): Promise<void> {
    const before = await paying.everything(shop);
    expectProblem(await send(), status, code);
    expect(await paying.everything(shop)).toEqual(before);
  }

  test('begin with one session over what the order costs, and asking again gives its address again', async () => {
    const addons = [{ addonId: shop.drinks.id, quantity: 1 }];
    const reserved = await paying.reserve(shop, { addons });
    const expiresAt = (await paying.order(shop, reserved.orderNumber)).expiresAt;
    const begun = await paying.pay(reserved);
    const { orderNumber, sessionId } = begun;
    const { metadata, url, ...session } = paying.stripe.session(sessionId);
    const goOn = { redirectUrl: url, expiresAt, paymentInstructions: null };
    expect(jsonOf(begun.answer)).toEqual({ orderNumber, status: 'pending', ...goOn });
    const [payment, ...others] = await paying.payments(orderNumber);
    expect(others).toEqual([]);
    const page = `https://tickets.example.com/e/${shop.event.id}?order=${orderNumber}&payment`;
    expect(session).toMatchObject({
      ...{ amount_total: begun.total, currency: 'eur', client_reference_id: orderNumber, mode: 'payment' },
      ...{ customer_email: 'ada@example.com', success_url: `${page}=paid`, cancel_url: `${page}=cancelled` },
      // Stripe takes no end sooner than in 30 minutes; the reservation ends in 10.
      expires_at: seconds(paying.clock.now() + 35 * minuteMs),
    });
    expect(metadata).toEqual({ organizerId: shop.organizer.organizer.id, paymentId: payment!.id, orderNumber });
    expect(payment).toMatchObject({ status: 'open', amount: begun.total, currency: 'EUR', reference: sessionId });

    const requests = paying.stripe.requests.length;
    paying.clock.advance(minuteMs);
    for (let times = 0; times < 2; times += 1) {
      expect(jsonOf(await paying.buyer.post('/pay', begun.sent))).toEqual(jsonOf(begun.answer));
    }
    expect(paying.stripe.requests.length).toBe(requests);
    expect([await paying.statusOf(orderNumber), await kinds(orderNumber)]).toEqual(['pending', []]);
  });

  test('end with the order where that holds for longer than 35 minutes, and within the day that Stripe allows', async () => {
    const reserved = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...reserved.sent, method: 'manual' }); // Holds it for three days.
    const { sessionId, answer } = await paying.pay(reserved);
    const { expires_at: end } = paying.stripe.session(sessionId);
    expect(end).toBe(seconds(paying.clock.now() + 24 * hourMs - 5 * minuteMs));
    expect(jsonOf(answer)['expiresAt']).toBe(new Date(paying.clock.now() + 72 * hourMs).toISOString());
  });

  test('that have come issue tickets with bibs and codes, add-ons, the booking, the news and the mail, all once, told ten times at once', async () => {
    const { run, half, drinks, event } = shop;
    const begun = await paying.begin(shop, {
      items: [
        { ticketTypeId: run.id, quantity: 2 },
        { ticketTypeId: half.id, quantity: 1 },
      ],
      addons: [{ addonId: drinks.id, quantity: 2 }],
      attendees: [{ ticketTypeId: run.id, holderName: 'Wendeline' }],
    });
    const { orderNumber, total } = begun;
    const before = (await paying.told(shop)).length;
    const completed = paying.stripe.pay(begun.sessionId);
    await Promise.all(Array.from({ length: 10 }, () => paying.tellOk(completed)));
    const all = await paying.everything(shop);
    await paying.tellOk(completed);
    expect(await paying.everything(shop)).toEqual(all);

    const order = await paying.order(shop, orderNumber);
    expect(order).toMatchObject({ status: 'paid', expiresAt: null });
    expect(order.tickets.map(({ bib, holderName, status }) => [bib, holderName, status])).toEqual([
      ['1', 'Wendeline', 'valid'],
      ['2', null, 'valid'],
      ['3', null, 'valid'],
    ]);
    expect(new Set(order.tickets.map(({ qrValue }) => qrValue)).size).toBe(3);
    for (const { qrValue } of order.tickets) expect(qrValue).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
    const own = await paying.buyer.get(`/orders/${orderNumber}`, String(begun.sent['buyerToken']));
    expect(jsonOf(own)['entitlements']).toMatchObject([{ addonId: drinks.id, unitsTotal: 10, unitsConsumed: 0 }]);
    expect(await paying.settlement(shop)).toMatchObject({
      ...{ eventId: event.id, ordersPaid: 1, ticketsSold: 3, gross: total, refunds: 0 },
    });
    expect((await paying.told(shop)).slice(before)).toEqual([
      ...['order.paid', 'ticket.issued', 'ticket.issued', 'ticket.issued', 'addon.granted', 'settlement.updated'],
    ]);
    expect(await kinds(orderNumber)).toEqual(['tickets']);
    const [payment] = await paying.payments(orderNumber);
    const { payment_intent: charge_reference } = paying.stripe.session(begun.sessionId);
    expect(payment).toMatchObject({ status: 'paid', charge_reference, paid_at: expect.any(String) });
    await paying.work();
    expect(await paying.refunds(orderNumber)).toEqual([]);
    await paying.expectMoneyAgrees(shop);
  });

  test('pay the order although Stripe told before that the session had expired', async () => {
    const begun = await paying.begin(shop);
    const completed = paying.stripe.pay(begun.sessionId);
    await paying.tellOk({ type: 'checkout.session.expired', object: completed.object });
    expect(await paying.payments(begun.orderNumber)).toMatchObject([{ status: 'failed' }]);
    await paying.tellOk(completed);
    await paying.tellOk({ type: 'checkout.session.expired', object: completed.object });
    expect([await paying.statusOf(begun.orderNumber), await kinds(begun.orderNumber)]).toEqual(['paid', ['tickets']]);
    expect(await paying.payments(begun.orderNumber)).toMatchObject([{ status: 'paid' }]);
  });

  test('by bank count when the bank has moved the money, after it failed once as well', async () => {
    const begun = await paying.begin(shop);
    const { orderNumber, sessionId } = begun;
    await paying.tellOk(paying.stripe.pay(sessionId, { later: true }));
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    await paying.tellOk(paying.stripe.bounce(sessionId));
    expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'failed' }]);
    await paying.tellOk(paying.stripe.settle(sessionId));
    expect([await paying.statusOf(orderNumber), await kinds(orderNumber)]).toEqual(['paid', ['tickets']]);
    await paying.expectMoneyAgrees(shop);
  });

  test('that came to nothing can be begun anew, and then pay', async () => {
    const reserved = await paying.reserve(shop);
    const first = await paying.pay(reserved);
    await paying.tellOk(paying.stripe.expire(first.sessionId));
    const second = await paying.pay(reserved);
    expect(second.sessionId).not.toBe(first.sessionId);
    await paying.tellOk(paying.stripe.pay(second.sessionId));
    expect(await paying.payments(second.orderNumber)).toMatchObject([{ status: 'failed' }, { status: 'paid' }]);
    expect(await paying.statusOf(second.orderNumber)).toBe('paid');
  });

  test('are not believed where the signature is missing, of another secret, of another body or older than 5 minutes', async () => {
    const { sessionId, orderNumber } = await paying.begin(shop);
    const { type, object } = paying.stripe.pay(sessionId);
    const now = Math.floor(paying.clock.now() / 1_000);
    const signed = paying.stripe.signedEvent(type, object, { secret: webhookSecret });
    const send = async (body: string, headers: Record<string, string>) => {
      const sent = { 'content-type': 'application/json', ...headers };
      return read(await fetch(paying.site.app.url + webhookPath, { method: 'POST', headers: sent, body }));
    };
    const bad: (() => Promise<Answer>)[] = [
      () => send(signed.body, {}),
      () => send(signed.body, { 'stripe-signature': '' }),
      () => send(signed.body, { 'stripe-signature': 'nonsense' }),
      () => send(signed.body, { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }),
      () => send(signed.body, { 'stripe-signature': signed.signature.replace('v1=', 'v0=') }),
      () => send(signed.body, { 'stripe-signature': signed.signature.replace(/t=\d+/, `t=${now - 1}`) }),
      () => send(`${signed.body} `, { 'stripe-signature': signed.signature }),
      () => send(signed.body.replace('"eur"', '"usd"'), { 'stripe-signature': signed.signature }),
      () => paying.tell({ type, object }, { secret: 'whsec_of_somebody_else' }),
      () => paying.tell({ type, object }, { secret: paying.stripe.secretKey }),
      () => paying.tell({ type, object }, { timestamp: now - 301 }),
    ];
    for (const send of bad) await refused(send, 400, 'invalid_request');
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expect((await paying.tell({ type, object }, { timestamp: now - 300 })).status).toBe(200);
    expect(await paying.statusOf(orderNumber)).toBe('paid');
  });

  test('that are no JSON, of another type or over 1 MiB are refused', async () => {
    await paying.begin(shop);
    const post = async (body: string, type: string) => {
      const event = paying.stripe.signedEvent('any', {}, { secret: webhookSecret });
      const headers = { 'content-type': type, 'stripe-signature': event.signature };
      return read(await fetch(paying.site.app.url + webhookPath, { method: 'POST', headers, body }));
    };
    await refused(() => post('{', 'application/json'), 400, 'invalid_request');
    await refused(() => post('', 'application/json'), 400, 'invalid_request');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      await refused(() => post('a=b', type), 415, 'unsupported_media_type');
    }
    const big = JSON.stringify({ filling: 'x'.repeat(1024 * 1024) });
    await refused(() => post(big, 'application/json'), 413, 'payload_too_large');
  });

  test('of others who use the account, and all else that Stripe tells, are taken and passed over', async () => {
    const begun = await paying.begin(shop);
    const { object } = paying.stripe.pay(begun.sessionId);
    const before = await paying.everything(shop);
    const foreign = { ...object, metadata: { invoice: '12' } };
    for (const type of ['checkout.session.completed', 'checkout.session.expired', 'refund.failed']) {
      await paying.tellOk({ type, object: foreign });
    }
    for (const type of ['payment_intent.succeeded', 'charge.refunded', 'customer.created']) {
      await paying.tellOk({ type, object });
    }
    expect(await paying.everything(shop)).toEqual(before);
  });

  test('that are not known here change nothing, are answered 200 and told in the log', async () => {
    const begun = await paying.begin(shop);
    const { object } = paying.stripe.pay(begun.sessionId);
    const other = await paying.site.shop();
    const before = await paying.everything(shop);
    const metadata = object.metadata as { organizerId: string; paymentId: string };
    const unknown = [
      { ...metadata, paymentId: metadata.paymentId.replace(/.{4}$/, 'zzzz') },
      { ...metadata, organizerId: other.organizer.organizer.id },
    ];
    for (const one of unknown) {
      for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
        await paying.tellOk({ type, object: { ...object, metadata: one } });
      }
      const told = paying.logged().filter(({ level, paymentId }) => level === 'error' && paymentId === one.paymentId);
      expect(told.at(-1)).toMatchObject({
        organizerId: one.organizerId,
        msg: expect.stringContaining('unknown payment'),
      });
    }
    expect(await paying.everything(shop)).toEqual(before);
  });

  test.for([
    ['more', { amount: 1 }, {}],
    ['less', { amount: -1 }, {}],
    ['in another currency', { amount: 0 }, { currency: 'USD' }],
  ] as const)(
    'over %s than was asked for pay nothing and go back as they came, and the order can still be paid',
    async ([, by, other]) => {
      const reserved = await paying.reserve(shop);
      const { orderNumber, total } = reserved;
      const first = await paying.pay(reserved);
      const before = await paying.settlement(shop);
      const amount = total + by.amount;
      const { currency = 'EUR' } = other as { currency?: string };
      const completed = paying.stripe.pay(first.sessionId, { amount, ...other });
      await paying.tellOk(completed);
      await paying.tellOk(completed);
      expect(await paying.statusOf(orderNumber)).toBe('pending');
      expect(await paying.mails(orderNumber)).toEqual([{ kind: 'payment_returned', amount, currency }]);
      expect(
        paying
          .logged()
          .filter(({ level }) => level === 'error')
          .at(-1),
      ).toMatchObject({ expected: `${total} EUR`, received: `${amount} ${currency}` });
      await paying.work();
      const { payment_intent } = paying.stripe.session(first.sessionId);
      const own = paying.stripe.refunds.filter((refund) => refund.payment_intent === payment_intent);
      expect(own).toMatchObject([{ amount, currency: currency.toLowerCase(), status: 'succeeded' }]);
      expect(await paying.settlement(shop)).toEqual(before);

      const second = await paying.pay(reserved);
      await paying.tellOk(paying.stripe.pay(second.sessionId));
      await paying.work();
      expect(await paying.statusOf(orderNumber)).toBe('paid');
      expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'refused' }, { status: 'paid' }]);
      expect(await paying.refunds(orderNumber)).toHaveLength(1);
      expect(await kinds(orderNumber)).toEqual(['payment_returned', 'tickets']);
    },
  );

  test('that Stripe does not take are refused with its reason, and the order can be paid in another way', async () => {
    const { id } = await shop.organizer.ticketType(shop.event.id, { name: 'Sticker', price: 1 });
    const addedFees = { platformFeeFixed: 0, paymentFeeFixed: 0 };
    await t.db
      .updateTable('organizers')
      .set({ platform_fee_fixed: addedFees.platformFeeFixed, payment_fee_fixed: addedFees.paymentFeeFixed })
      .where('id', '=', shop.organizer.organizer.id)
      .execute();
    const { sent, orderNumber } = await paying.reserve(shop, { items: [{ ticketTypeId: id, quantity: 1 }] });
    const { detail } = expectProblem(await paying.buyer.post('/pay', sent), 409, 'invalid_state');
    expect(detail).toMatch(/^The payment could not be started: .*must add up to at least 50 eur/);
    expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'failed' }]);
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expect(jsonOf(await paying.buyer.post('/pay', { ...sent, method: 'test' }))).toMatchObject({ status: 'paid' });
  });

  // What Stripe does is the same on either database.
  if (kind === 'sqlite') {
    test.for(['drop', 'hang', 'error', 'rate_limit', 'lost', 'error_after'] as const)(
      'are 503 where Stripe has trouble (%s), and trying again works with nothing half done',
      async (failure) => {
        const reserved = await paying.reserve(shop);
        paying.stripe.failNext(failure === 'rate_limit' ? 1 : 2, failure); // Others are repeated once.
        const before = paying.stripe.sessions.length;
        const answer = await paying.buyer.post('/pay', reserved.sent);
        expectProblem(answer, 503, 'unavailable');
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await paying.payments(reserved.orderNumber)).toMatchObject([{ status: 'failed', redirect_url: null }]);
        const { sessionId } = await paying.pay(reserved);
        await paying.tellOk(paying.stripe.pay(sessionId));
        expect(await paying.statusOf(reserved.orderNumber)).toBe('paid');
        expect(await kinds(reserved.orderNumber)).toEqual(['tickets']);
        expect(paying.stripe.sessions.length - before).toBeLessThanOrEqual(2);
        await paying.expectMoneyAgrees(shop);
      },
    );
  }

  test('are 503 where Stripe does not know the key, and neither the answer nor the log shows it', async () => {
    const reserved = await paying.reserve(shop);
    paying.stripe.failNext(1, {
      status: 401,
      body: { error: { message: `Invalid API Key provided: ${paying.stripe.secretKey}` } },
    });
    const answer = await paying.buyer.post('/pay', reserved.sent);
    expectProblem(answer, 503, 'unavailable');
    expect(answer.text).not.toMatch(/sk_|API Key/);
  });
});
