import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byOperator } from '../src/features/audit/index.ts';
import { setOrganizerProfile } from '../src/features/organizers/index.ts';
import { organizerScope } from '../src/platform/scope.ts';
import { createDatabase, describeOnBoth, type TestDatabase } from './harness/databases.ts';
import { first } from './harness/defined.ts';
import { PayingSite, webhookPath, webhookSecret } from './harness/payments.ts';
import type { Shop } from './harness/public-site.ts';
import { expectFieldProblem, expectProblem, jsonOf, read, type TestResponse } from './harness/responses.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnBoth('payments through Stripe', (kind) => {
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

  const mailKinds = async (orderNumber: string) => (await paying.mails(orderNumber)).map((mail) => mail.kind);
  const seconds = (ms: number) => Math.ceil(ms / 1_000);

  /** Asserts that a request is rejected and changes nothing. */
  async function expectRejected(send: () => Promise<TestResponse>, status: number, code: string): Promise<void> {
    const before = await paying.storedRows(shop);
    expectProblem(await send(), status, code);
    expect(await paying.storedRows(shop)).toEqual(before);
  }

  test('start with one session for the total of the order; a repeated request returns the same URL', async () => {
    const addons = [{ addonId: shop.drinks.id, quantity: 1 }];
    const reserved = await paying.reserve(shop, { addons });
    const expiresAt = (await paying.order(shop, reserved.orderNumber)).expiresAt;
    const startedPayment = await paying.pay(reserved);
    const { orderNumber, sessionId } = startedPayment;
    const { metadata, url, ...session } = paying.stripe.session(sessionId);
    const pendingFields = { redirectUrl: url, expiresAt, paymentInstructions: null };
    expect(jsonOf(startedPayment.response)).toEqual({ orderNumber, status: 'pending', ...pendingFields });
    const payments = await paying.payments(orderNumber);
    expect(payments).toHaveLength(1);
    const payment = first(payments);
    const page = `https://tickets.example.com/e/${shop.event.id}?order=${orderNumber}&payment`;
    expect(session).toMatchObject({
      ...{ amount_total: startedPayment.total, currency: 'eur', client_reference_id: orderNumber, mode: 'payment' },
      ...{ customer_email: 'ada@example.com', success_url: `${page}=paid`, cancel_url: `${page}=cancelled` },
      // Stripe requires at least 30 minutes, although the reservation expires in 10 minutes.
      expires_at: seconds(paying.clock.now() + 35 * minuteMs),
    });
    expect(metadata).toEqual({ organizerId: shop.organizerApi.organizer.id, paymentId: payment.id, orderNumber });
    expect(payment).toMatchObject({
      status: 'open',
      amount: startedPayment.total,
      currency: 'EUR',
      reference: sessionId,
    });

    const requests = paying.stripe.requests.length;
    paying.clock.advance(minuteMs);
    for (let times = 0; times < 2; times += 1) {
      expect(jsonOf(await paying.buyer.post('/pay', startedPayment.payBody))).toEqual(jsonOf(startedPayment.response));
    }
    expect(paying.stripe.requests.length).toBe(requests);
    expect([await paying.statusOf(orderNumber), await mailKinds(orderNumber)]).toEqual(['pending', []]);
  });

  test('return the buyer to the shop of the organizer, if the organizer has allowed its website', async () => {
    const { organizer } = shop.organizerApi;
    const scope = organizerScope(organizer.id, paying.clock, byOperator);
    const allow = (returnOrigins: string) => setOrganizerProfile(database.db, scope, { returnOrigins });
    const reserved = await paying.reserve(shop);
    const pay = (returnUrl: string) => paying.buyer.post('/pay', { ...reserved.payBody, returnUrl });
    const returnUrl = 'https://shop.example.com/thanks?basket=7#top';
    expectFieldProblem(await pay(returnUrl), 'returnUrl');
    for (const origins of [
      'http://shop.example.com',
      'https://shop.example.com/x',
      'https://a:b@shop.example.com',
      'shop',
    ])
      await expect(allow(origins)).rejects.toMatchObject({ reason: 'invalid_settings' });
    await allow('https://shop.example.com/, http://localhost:5173');
    for (const other of [
      'https://shop.example.com.evil.example/',
      'https://shop.example.com@evil.example',
      'javascript:0',
      'x',
    ])
      expectFieldProblem(await pay(other), 'returnUrl');
    expect(await paying.payments(reserved.orderNumber)).toEqual([]);

    const payBody = { ...reserved.payBody, returnUrl };
    const { sessionId } = await paying.pay({ ...reserved, payBody });
    const page = `https://shop.example.com/thanks?basket=7&orderNumber=${reserved.orderNumber}&payment`;
    expect(paying.stripe.session(sessionId)).toMatchObject({
      success_url: `${page}=paid#top`,
      cancel_url: `${page}=cancelled#top`,
    });
  });

  test('expire with the hold of the order if it is longer than 35 minutes, but within the 24 hours that Stripe allows', async () => {
    const reserved = await paying.reserve(shop);
    await paying.buyer.post('/pay', { ...reserved.payBody, method: 'manual' }); // Extends the hold to three days.
    const { sessionId, response } = await paying.pay(reserved);
    expect(paying.stripe.session(sessionId).expires_at).toBe(seconds(paying.clock.now() + 24 * hourMs - 5 * minuteMs));
    expect(jsonOf(response)['expiresAt']).toBe(new Date(paying.clock.now() + 72 * hourMs).toISOString());
  });

  test('create tickets, add-ons, ledger entries, events and the e-mail once, even with ten concurrent webhooks', async () => {
    const { tenKm, half, drinks, event } = shop;
    const startedPayment = await paying.startPayment(shop, {
      items: [
        { ticketTypeId: tenKm.id, quantity: 2 },
        { ticketTypeId: half.id, quantity: 1 },
      ],
      addons: [{ addonId: drinks.id, quantity: 2 }],
      attendees: [{ ticketTypeId: tenKm.id, holderName: 'Wendeline' }],
    });
    const { orderNumber, total } = startedPayment;
    const before = (await paying.eventTypes(shop)).length;
    const completed = paying.stripe.pay(startedPayment.sessionId);
    await Promise.all(Array.from({ length: 10 }, () => paying.sendEventOk(completed)));
    const rows = await paying.storedRows(shop);
    await paying.sendEventOk(completed);
    expect(await paying.storedRows(shop)).toEqual(rows);

    const order = await paying.order(shop, orderNumber);
    expect(order).toMatchObject({ status: 'paid', expiresAt: null });
    expect(order.tickets.map(({ bib, holderName, status }) => [bib, holderName, status])).toEqual([
      ['1', 'Wendeline', 'valid'],
      ['2', null, 'valid'],
      ['3', null, 'valid'],
    ]);
    expect(new Set(order.tickets.map(({ qrValue }) => qrValue)).size).toBe(3);
    for (const { qrValue } of order.tickets) expect(qrValue).toMatch(/^[0-9A-HJKMNP-TV-Z]{32}$/);
    const buyerOrder = await paying.buyer.get(`/orders/${orderNumber}`, String(startedPayment.payBody['buyerToken']));
    expect(jsonOf(buyerOrder)['entitlements']).toMatchObject([
      { addonId: drinks.id, unitsTotal: 10, unitsConsumed: 0 },
    ]);
    expect(await paying.settlement(shop)).toMatchObject({
      ...{ eventId: event.id, ordersPaid: 1, ticketsSold: 3, gross: total, refunds: 0 },
    });
    expect((await paying.eventTypes(shop)).slice(before)).toEqual([
      ...['order.paid', 'ticket.issued', 'ticket.issued', 'ticket.issued', 'addon.granted', 'settlement.updated'],
      'payment.received',
    ]);
    expect(await mailKinds(orderNumber)).toEqual(['tickets']);
    const [payment] = await paying.payments(orderNumber);
    const { payment_intent: charge_reference } = paying.stripe.session(startedPayment.sessionId);
    expect(payment).toMatchObject({ status: 'paid', charge_reference, paid_at: expect.any(String) });
    await paying.runJobs();
    expect(await paying.refunds(orderNumber)).toEqual([]);
    await paying.expectMoneyAgrees(shop);
  });

  test('pay the order even if Stripe first reported that the session expired', async () => {
    const startedPayment = await paying.startPayment(shop);
    const completed = paying.stripe.pay(startedPayment.sessionId);
    await paying.sendEventOk({ type: 'checkout.session.expired', object: completed.object });
    expect(await paying.payments(startedPayment.orderNumber)).toMatchObject([{ status: 'failed' }]);
    await paying.sendEventOk(completed);
    await paying.sendEventOk({ type: 'checkout.session.expired', object: completed.object });
    expect([await paying.statusOf(startedPayment.orderNumber), await mailKinds(startedPayment.orderNumber)]).toEqual([
      'paid',
      ['tickets'],
    ]);
    expect(await paying.payments(startedPayment.orderNumber)).toMatchObject([{ status: 'paid' }]);
  });

  test('pay the order when a bank transfer succeeds, even if Stripe first reported a failure', async () => {
    const startedPayment = await paying.startPayment(shop);
    const { orderNumber, sessionId } = startedPayment;
    await paying.sendEventOk(paying.stripe.pay(sessionId, { later: true }));
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    await paying.sendEventOk(paying.stripe.failTransfer(sessionId));
    expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'failed' }]);
    await paying.sendEventOk(paying.stripe.completeTransfer(sessionId));
    expect([await paying.statusOf(orderNumber), await mailKinds(orderNumber)]).toEqual(['paid', ['tickets']]);
    await paying.expectMoneyAgrees(shop);
  });

  test('can be started again after the session has expired', async () => {
    const reserved = await paying.reserve(shop);
    const expiredPayment = await paying.pay(reserved);
    await paying.sendEventOk(paying.stripe.expire(expiredPayment.sessionId));
    const second = await paying.pay(reserved);
    expect(second.sessionId).not.toBe(expiredPayment.sessionId);
    await paying.sendEventOk(paying.stripe.pay(second.sessionId));
    expect(await paying.payments(second.orderNumber)).toMatchObject([{ status: 'failed' }, { status: 'paid' }]);
    expect(await paying.statusOf(second.orderNumber)).toBe('paid');
  });

  test('are rejected if the webhook signature is missing, made with another secret or body, or older than 5 minutes', async () => {
    const { sessionId, orderNumber } = await paying.startPayment(shop);
    const { type, object } = paying.stripe.pay(sessionId);
    const now = Math.floor(paying.clock.now() / 1_000);
    const signed = paying.stripe.signedEvent(type, object, { secret: webhookSecret });
    const send = async (body: string, headers: Record<string, string>) => {
      const requestHeaders = { 'content-type': 'application/json', ...headers };
      return read(await fetch(paying.site.app.url + webhookPath, { method: 'POST', headers: requestHeaders, body }));
    };
    const invalidRequests: (() => Promise<TestResponse>)[] = [
      () => send(signed.body, {}),
      () => send(signed.body, { 'stripe-signature': '' }),
      () => send(signed.body, { 'stripe-signature': 'nonsense' }),
      () => send(signed.body, { 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }),
      () => send(signed.body, { 'stripe-signature': signed.signature.replace('v1=', 'v0=') }),
      () => send(signed.body, { 'stripe-signature': signed.signature.replace(/t=\d+/, `t=${now - 1}`) }),
      () => send(`${signed.body} `, { 'stripe-signature': signed.signature }),
      () => send(signed.body.replace('"eur"', '"usd"'), { 'stripe-signature': signed.signature }),
      () => paying.sendEvent({ type, object }, { secret: 'whsec_of_another_endpoint' }),
      () => paying.sendEvent({ type, object }, { secret: paying.stripe.secretKey }),
      () => paying.sendEvent({ type, object }, { timestamp: now - 301 }),
    ];
    for (const sendInvalid of invalidRequests) await expectRejected(sendInvalid, 400, 'invalid_request');
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expect((await paying.sendEvent({ type, object }, { timestamp: now - 300 })).status).toBe(200);
    expect(await paying.statusOf(orderNumber)).toBe('paid');
  });

  test('are rejected if the webhook is not JSON, has another content type or is larger than 1 MiB', async () => {
    await paying.startPayment(shop);
    const post = async (body: string, type: string) => {
      const event = paying.stripe.signedEvent('any', {}, { secret: webhookSecret });
      const headers = { 'content-type': type, 'stripe-signature': event.signature };
      return read(await fetch(paying.site.app.url + webhookPath, { method: 'POST', headers, body }));
    };
    await expectRejected(() => post('{', 'application/json'), 400, 'invalid_request');
    await expectRejected(() => post('', 'application/json'), 400, 'invalid_request');
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      await expectRejected(() => post('a=b', type), 415, 'unsupported_media_type');
    }
    const big = JSON.stringify({ padding: 'x'.repeat(1024 * 1024) });
    await expectRejected(() => post(big, 'application/json'), 413, 'payload_too_large');
  });

  test('are ignored if they belong to another application: their webhooks, and webhooks of other types, get status 200 and change nothing', async () => {
    const startedPayment = await paying.startPayment(shop);
    const { object } = paying.stripe.pay(startedPayment.sessionId);
    const before = await paying.storedRows(shop);
    const otherApplication = { ...object, metadata: { invoice: '12' } };
    for (const type of ['checkout.session.completed', 'checkout.session.expired', 'refund.failed']) {
      await paying.sendEventOk({ type, object: otherApplication });
    }
    for (const type of ['payment_intent.succeeded', 'charge.refunded', 'customer.created']) {
      await paying.sendEventOk({ type, object });
    }
    expect(await paying.storedRows(shop)).toEqual(before);
  });

  test('change nothing if they are unknown: their webhooks get status 200 and are logged', async () => {
    const startedPayment = await paying.startPayment(shop);
    const { object } = paying.stripe.pay(startedPayment.sessionId);
    const other = await paying.site.shop();
    const before = await paying.storedRows(shop);
    const metadata = object.metadata as { organizerId: string; paymentId: string };
    const unknownPayments = [
      { ...metadata, paymentId: 'pay_7zzzzzzzzzzzzzzzzzzzzzzzzz' },
      { ...metadata, organizerId: other.organizerApi.organizer.id },
    ];
    for (const unknown of unknownPayments) {
      for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
        await paying.sendEventOk({ type, object: { ...object, metadata: unknown } });
      }
      const logLines = paying
        .logged()
        .filter(({ level, paymentId }) => level === 'error' && paymentId === unknown.paymentId);
      expect(logLines.at(-1)).toMatchObject({
        organizerId: unknown.organizerId,
        msg: expect.stringContaining('unknown payment'),
      });
    }
    expect(await paying.storedRows(shop)).toEqual(before);
  });

  test.for([
    ['with a higher amount', { amount: 1 }, {}],
    ['with a lower amount', { amount: -1 }, {}],
    ['in another currency', { amount: 0 }, { currency: 'USD' }],
  ] as const)('%s are refunded in full, and the order can still be paid', async ([, difference, other]) => {
    const reserved = await paying.reserve(shop);
    const { orderNumber, total } = reserved;
    const wrongPayment = await paying.pay(reserved);
    const before = await paying.settlement(shop);
    const amount = total + difference.amount;
    const { currency = 'EUR' } = other as { currency?: string };
    const completed = paying.stripe.pay(wrongPayment.sessionId, { amount, ...other });
    await paying.sendEventOk(completed);
    await paying.sendEventOk(completed);
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expect(await paying.mails(orderNumber)).toEqual([{ kind: 'payment_returned', amount, currency }]);
    expect(
      paying
        .logged()
        .filter(({ level }) => level === 'error')
        .at(-1),
    ).toMatchObject({ expected: `${total} EUR`, received: `${amount} ${currency}` });
    await paying.runJobs();
    const { payment_intent } = paying.stripe.session(wrongPayment.sessionId);
    const refundsOfPayment = paying.stripe.refunds.filter((refund) => refund.payment_intent === payment_intent);
    expect(refundsOfPayment).toMatchObject([{ amount, currency: currency.toLowerCase(), status: 'succeeded' }]);
    expect(await paying.settlement(shop)).toEqual(before);

    const second = await paying.pay(reserved);
    await paying.sendEventOk(paying.stripe.pay(second.sessionId));
    await paying.runJobs();
    expect(await paying.statusOf(orderNumber)).toBe('paid');
    expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'refused' }, { status: 'paid' }]);
    expect(await paying.refunds(orderNumber)).toHaveLength(1);
    expect(await mailKinds(orderNumber)).toEqual(['payment_returned', 'tickets']);
  });

  test('return the reason from Stripe if Stripe rejects them, and the order can be paid with another method', async () => {
    const { id } = await shop.organizerApi.ticketType(shop.event.id, { name: 'Sticker', price: 1 });
    await database.db
      .updateTable('organizers')
      .set({ platform_fee_fixed: 0, payment_fee_fixed: 0 })
      .where('id', '=', shop.organizerApi.organizer.id)
      .execute();
    const { payBody, orderNumber } = await paying.reserve(shop, { items: [{ ticketTypeId: id, quantity: 1 }] });
    const { detail } = expectProblem(await paying.buyer.post('/pay', payBody), 409, 'invalid_state');
    expect(detail).toMatch(/^The payment could not be started: .*must add up to at least 50 eur/);
    expect(await paying.payments(orderNumber)).toMatchObject([{ status: 'failed' }]);
    expect(await paying.statusOf(orderNumber)).toBe('pending');
    expect(jsonOf(await paying.buyer.post('/pay', { ...payBody, method: 'test' }))).toMatchObject({ status: 'paid' });
  });

  // The behavior of Stripe does not depend on the database.
  if (kind === 'sqlite') {
    test.for(['drop', 'hang', 'error', 'rate_limit', 'lost', 'error_after'] as const)(
      'return 503 if Stripe fails (%s), and a repeated request succeeds',
      async (failure) => {
        const reserved = await paying.reserve(shop);
        paying.stripe.failNext(failure === 'rate_limit' ? 1 : 2, failure); // The client retries other failures once.
        const before = paying.stripe.sessions.length;
        const response = await paying.buyer.post('/pay', reserved.payBody);
        expectProblem(response, 503, 'unavailable');
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await paying.payments(reserved.orderNumber)).toMatchObject([{ status: 'failed', redirect_url: null }]);
        const { sessionId } = await paying.pay(reserved);
        await paying.sendEventOk(paying.stripe.pay(sessionId));
        expect(await paying.statusOf(reserved.orderNumber)).toBe('paid');
        expect(await mailKinds(reserved.orderNumber)).toEqual(['tickets']);
        expect(paying.stripe.sessions.length - before).toBeLessThanOrEqual(2);
        await paying.expectMoneyAgrees(shop);
      },
    );
  }

  test('return 503 if Stripe rejects the key, and neither the response nor the log contains the key', async () => {
    const reserved = await paying.reserve(shop);
    paying.stripe.failNext(1, {
      status: 401,
      body: { error: { message: `Invalid API Key provided: ${paying.stripe.secretKey}` } },
    });
    const response = await paying.buyer.post('/pay', reserved.payBody);
    expectProblem(response, 503, 'unavailable');
    expect(response.text).not.toMatch(/sk_|API Key/);
  });
});
