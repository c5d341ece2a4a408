import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../test/harness/ports.ts';
import { type Failure, StripeServer } from '../../../../test/harness/stripe-server.ts';
import { TestClock } from '../../../../test/harness/test-clock.ts';
import { newId } from '../../../platform/ids.ts';
import { PaymentRejected, type PaymentToStart, type RefundRequest } from '../provider.ts';
import { requestRefund } from '../worker.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { stripeClient } from './client.ts';

const minuteMs = 60_000;
const webhookSecret = 'whsec_test_secret';

async function setUp(options: { timeoutMs?: number } = {}) {
  const clock = new TestClock();
  const server = await StripeServer.start({ clock });
  onTestFinished(() => server.stop());
  const client = stripeClient({ secretKey: server.secretKey, webhookSecret, apiUrl: server.url }, options);
  /** Requests a refund as the refund job does: first searches for an existing refund. */
  const requestRefundOnce = (refund: RefundRequest) => requestRefund(client, refund);
  const organizerId = newId('org', clock.now());
  const createPaymentRequest = (changes: Partial<PaymentToStart> = {}): PaymentToStart => ({
    id: newId('pay', clock.now()),
    organizerId,
    orderNumber: '7K3Q9MX2PA',
    amount: 5800,
    currency: 'EUR',
    buyerEmail: 'ada@example.com',
    description: 'Harbour run: 2 tickets',
    returnUrls: { paid: 'https://tickets.example.com/paid?x=1', cancelled: 'https://tickets.example.com/back' },
    expiresAtMs: clock.now() + 15 * minuteMs,
    ...changes,
  });
  /** Creates a paid payment and returns a function that creates refund requests for it. */
  const createPaidPayment = async (changes: Partial<PaymentToStart> = {}) => {
    const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest(changes)));
    server.pay(reference);
    const chargeReference = server.session(reference).payment_intent;
    return (changes: Partial<RefundRequest> = {}): RefundRequest => ({
      id: newId('rfd', clock.now()),
      organizerId,
      chargeReference,
      amount: 5800,
      currency: 'EUR',
      ...changes,
    });
  };
  return { clock, server, client, requestRefundOnce, organizerId, createPaymentRequest, createPaidPayment };
}

async function startAwaitingBuyer(start: ReturnType<ReturnType<typeof stripeClient>['start']>) {
  const started = await start;
  if (started.state !== 'awaits_buyer') throw new Error(`The payment is ${started.state}.`);
  return started;
}

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('The promise was not rejected.');
    },
    (error: Error) => error,
  );

test('a payment starts as a session for the whole amount, with the order number and the return URLs', async () => {
  const { server, client, organizerId, createPaymentRequest } = await setUp();
  const request = createPaymentRequest();
  const started = await startAwaitingBuyer(client.start(request));

  expect(server.session(started.reference)).toMatchObject({
    amount_total: 5800,
    currency: 'eur',
    customer_email: 'ada@example.com',
    client_reference_id: '7K3Q9MX2PA',
    success_url: 'https://tickets.example.com/paid?x=1',
    cancel_url: 'https://tickets.example.com/back',
    metadata: { organizerId, paymentId: request.id, orderNumber: '7K3Q9MX2PA' },
    status: 'open',
  });
  expect(started.redirectUrl).toBe(server.session(started.reference).url);
  const { headers, params } = server.requests[0]!;
  expect(headers['idempotency-key']).toBe(request.id);
  expect(params.get('payment_intent_data[metadata][paymentId]')).toBe(request.id);
  expect(params.get('adaptive_pricing[enabled]')).toBe('false');
});

test('requests to Stripe contain no telemetry about the machine or response times', async () => {
  const { server, client, createPaymentRequest } = await setUp();
  for (let i = 0; i < 2; i += 1) await client.start(createPaymentRequest());
  for (const { headers } of server.requests) {
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(Object.keys(JSON.parse(String(headers['x-stripe-client-user-agent'])))).not.toContain('telemetry_id');
  }
  expect(server.requests).toHaveLength(2);
});

test('starting a payment twice with the same id creates one session, even minutes later', async () => {
  const { clock, server, client, createPaymentRequest } = await setUp();
  const request = createPaymentRequest();
  const started = await client.start(request);
  clock.advance(12 * minuteMs);
  expect(await client.start(request)).toEqual(started);
  expect(server.sessions).toHaveLength(1);
});

test('a payment whose first response was lost creates one session', async () => {
  const { server, client, createPaymentRequest } = await setUp();
  server.failNext(1, 'lost');
  const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest()));
  expect(server.sessions.map(({ id }) => id)).toEqual([reference]);
});

test.each([
  ['of 15 minutes expires after the minimum that Stripe allows', 15, 35],
  ['of an hour expires with the hold', 60, 60],
  ['of three days expires after almost one day, the maximum that Stripe allows', 72 * 60, 24 * 60 - 5],
])('a session for a hold %s', async (_, holdMinutes, sessionMinutes) => {
  const { clock, server, client, createPaymentRequest } = await setUp();
  const { reference } = await startAwaitingBuyer(
    client.start(createPaymentRequest({ expiresAtMs: clock.now() + holdMinutes * minuteMs - 1 })),
  );
  expect(server.session(reference).expires_at).toBe(clock.now() / 1000 + sessionMinutes * 60);
});

test.each([
  ['EUR', 5800, 5800],
  ['JPY', 500, 500],
  ['HUF', 17_550, 17_550],
  ['TWD', 105, 105],
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['MGA', 2500, 25],
  ['KWD', 5120, 5120],
])('%s %i in minor units converts to %i for Stripe, and back', async (currency, minorUnits, stripeAmount) => {
  expect(toStripeAmount(minorUnits, currency)).toBe(stripeAmount);
  expect(fromStripeAmount(stripeAmount, currency)).toBe(minorUnits);
  const { server, client, createPaymentRequest } = await setUp();
  const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest({ amount: minorUnits, currency })));
  expect(server.session(reference)).toMatchObject({ amount_total: stripeAmount, currency: currency.toLowerCase() });
});

test.each([
  ['KWD', 5124, 'Stripe accepts KWD only in multiples of 10 minor units, not 5124.'],
  ['MGA', 2550, 'Stripe accepts MGA only in multiples of 100 minor units, not 2550.'],
])('%s %i is rejected without a request to Stripe', async (currency, amount, message) => {
  const { server, client, createPaymentRequest } = await setUp();
  const error = await errorOf(client.start(createPaymentRequest({ amount, currency })));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toBe(message);
  expect(server.requests).toEqual([]);
});

test.each([
  ['an amount below the minimum', { amount: 49 }, /^Stripe: .*at least 50 eur \(400, amount_too_small, req_\w+\)$/],
  ['an amount above the maximum', { amount: 100_000_000 }, /no more than 99999999/],
  ['a currency that Stripe does not support', { currency: 'IQD' }, /Invalid currency: iqd/],
])('%s is rejected permanently, with the error message of Stripe', async (_, changes, message) => {
  const { client, createPaymentRequest } = await setUp();
  const error = await errorOf(client.start(createPaymentRequest(changes)));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(message);
});

test('no error message contains the e-mail address of the buyer', async () => {
  const { client, createPaymentRequest } = await setUp();
  const error = await errorOf(client.start(createPaymentRequest({ buyerEmail: 'ada@localhost' })));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/^Stripe: Invalid email address: \(e-mail address\) \(400, email_invalid/);
});

const failureResponse = (status: number, code?: string): Failure => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'No.', ...(code === undefined ? {} : { code }) } },
});

test.each<[string, Failure, number, 'permanently' | 'temporarily']>([
  ['a declined card', 'card_error', 1, 'permanently'],
  ['a 400', failureResponse(400), 1, 'permanently'],
  ['a 404', failureResponse(404, 'resource_missing'), 1, 'permanently'],
  ['a 422', failureResponse(422), 1, 'permanently'],
  ['an account without funds', failureResponse(400, 'balance_insufficient'), 1, 'temporarily'],
  ['a 401', failureResponse(401), 1, 'temporarily'],
  ['a 403', failureResponse(403), 1, 'temporarily'],
  ['a 409, twice', failureResponse(409, 'idempotency_key_in_use'), 2, 'temporarily'],
  ['a 429', 'rate_limit', 1, 'temporarily'],
  ['a 400 with the code rate_limit', failureResponse(400, 'rate_limit'), 1, 'temporarily'],
  ['a 500, twice', 'error', 2, 'temporarily'],
  ['a closed connection, twice', 'drop', 2, 'temporarily'],
])('%s (%o, %i times) fails the payment %s', async (_, failure, count, kind) => {
  const { server, client, createPaymentRequest } = await setUp();
  server.failNext(count, failure);
  const error = await errorOf(client.start(createPaymentRequest()));
  expect(error instanceof PaymentRejected ? 'permanently' : 'temporarily').toBe(kind);
  expect(error.message).toMatch(/^Stripe: /);
  expect(server.requests).toHaveLength(count);
  expect(server.sessions).toEqual([]);
});

test('a request is retried after one failure', async () => {
  const { server, client, createPaymentRequest } = await setUp();
  server.failNext(1, 'error');
  await startAwaitingBuyer(client.start(createPaymentRequest()));
  expect(server.sessions).toHaveLength(1);
});

test('a request to a server that never responds fails after two timeouts', async () => {
  const { server, client, createPaymentRequest } = await setUp({ timeoutMs: 1_000 });
  server.failNext(2, 'hang');
  const error = await errorOf(client.start(createPaymentRequest()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/timeout/);
  expect(server.requests).toHaveLength(2);
});

test('a refused connection is a temporary failure', async () => {
  const { createPaymentRequest } = await setUp();
  const client = stripeClient({
    secretKey: 'sk_test_1',
    webhookSecret,
    apiUrl: `http://127.0.0.1:${await freePort()}`,
  });
  const error = await errorOf(client.start(createPaymentRequest()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toContain('ECONNREFUSED');
});

test('a wrong key is a temporary failure, and the error contains neither the key nor the request', async () => {
  const { server, createPaymentRequest } = await setUp();
  const client = stripeClient({ secretKey: 'sk_test_wrong1234', webhookSecret, apiUrl: server.url });
  const error = await errorOf(client.start(createPaymentRequest()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/^Stripe: Invalid API Key provided: \(key\) \(401, req_\w+\)$/);
  expect(Object.keys(error)).toEqual([]);
  expect(`${error.stack} ${String(error.cause)}`.replaceAll(/req_\w+/g, '')).not.toMatch(/wrong|1234|ada@/);
});

test('a payment is refunded in full, and the metadata of the refund names the organizer and the refund', async () => {
  const { server, requestRefundOnce, organizerId, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  const refund = createRefundRequest();
  const reference = await requestRefundOnce(refund);
  expect(server.refunds).toEqual([
    expect.objectContaining({
      id: reference,
      amount: 5800,
      payment_intent: refund.chargeReference,
      metadata: { organizerId, refundId: refund.id },
    }),
  ]);
  expect(server.requests.at(-1)!.headers['idempotency-key']).toBe(refund.id);
});

test('a payment is refunded in parts, never by more than was paid', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  await requestRefundOnce(createRefundRequest({ amount: 2000 }));
  await requestRefundOnce(createRefundRequest({ amount: 3000 }));
  expect(await errorOf(requestRefundOnce(createRefundRequest({ amount: 801 })))).toBeInstanceOf(PaymentRejected);
  await requestRefundOnce(createRefundRequest({ amount: 800 }));
  expect(server.refunds.map(({ amount }) => amount)).toEqual([2000, 3000, 800]);
});

test('the amount of a refund is converted if Stripe uses different units for the currency', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment({ currency: 'ISK', amount: 3900 });
  await requestRefundOnce(createRefundRequest({ currency: 'ISK', amount: 1300 }));
  expect(server.refunds[0]).toMatchObject({ amount: 130_000, currency: 'isk' });
});

test.each(['immediately', 'after Stripe has deleted the key'])(
  'a refund requested again %s is created once',
  async (repetition) => {
    const { server, requestRefundOnce, createPaidPayment } = await setUp();
    const createRefundRequest = await createPaidPayment();
    const refund = createRefundRequest({ amount: 1000 });
    const reference = await requestRefundOnce(refund);
    if (repetition !== 'immediately') server.deleteIdempotencyKeys();
    expect(await requestRefundOnce(refund)).toBe(reference);
    expect(server.refunds).toHaveLength(1);
  },
);

test('a refund created despite a 500 response is found, and not created again', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  const refund = createRefundRequest({ amount: 1000 });
  // Stripe replays the stored response of an idempotency key, even a 500.
  server.failNext(1, 'error_after', { after: 1 });
  expect(await errorOf(requestRefundOnce(refund))).not.toBeInstanceOf(PaymentRejected);
  expect(await requestRefundOnce(refund)).toBe(server.refunds[0]!.id);
  expect(server.refunds).toHaveLength(1);
});

test('a full refund that another process creates between the search and the request is found, and not created again', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  const refund = createRefundRequest();
  const reference = await requestRefundOnce(refund);
  server.deleteIdempotencyKeys();
  server.failNext(1, { status: 200, body: { object: 'list', data: [], has_more: false } });
  expect(await requestRefundOnce(refund)).toBe(reference);
  expect(server.refunds).toHaveLength(1);
});

test('a second refund of a fully refunded charge is rejected permanently', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  await requestRefundOnce(createRefundRequest());
  const error = await errorOf(requestRefundOnce(createRefundRequest()));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/has already been refunded.*charge_already_refunded/);
  expect(server.refunds).toHaveLength(1);
});

test('a refund that did not reach the buyer is rejected permanently when it is requested again', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  const refund = createRefundRequest();
  server.failRefund((await requestRefundOnce(refund))!);
  const error = await errorOf(requestRefundOnce(refund));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toBe('Stripe could not complete the refund: expired_or_canceled_card.');
});

test('a refund is found among more than a hundred refunds of the same payment', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  const firstRefund = createRefundRequest({ amount: 10 });
  const reference = await requestRefundOnce(firstRefund);
  for (let i = 0; i < 120; i += 1) await requestRefundOnce(createRefundRequest({ amount: 1 }));
  server.deleteIdempotencyKeys();
  expect(await requestRefundOnce(firstRefund)).toBe(reference);
});

test('a refund without a charge, or with an unknown charge, is rejected permanently', async () => {
  const { server, requestRefundOnce, createPaidPayment } = await setUp();
  const createRefundRequest = await createPaidPayment();
  expect(await errorOf(requestRefundOnce(createRefundRequest({ chargeReference: null })))).toBeInstanceOf(
    PaymentRejected,
  );
  expect(await errorOf(requestRefundOnce(createRefundRequest({ chargeReference: 'pi_unknown' })))).toBeInstanceOf(
    PaymentRejected,
  );
  expect(server.refunds).toEqual([]);
});

test('an open session is closed, and the buyer can no longer pay', async () => {
  const { server, client, createPaymentRequest } = await setUp();
  const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest()));
  await client.close(reference);
  expect(server.session(reference).status).toBe('expired');
  expect(() => server.pay(reference)).toThrow('is expired');
});

test.each(['complete', 'expired'] as const)(
  'closing a session that is already %s succeeds and changes nothing',
  async (status) => {
    const { server, client, createPaymentRequest } = await setUp();
    const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest()));
    if (status === 'complete') server.pay(reference);
    else server.expire(reference);
    const closedSession = server.session(reference);
    await client.close(reference);
    expect(server.session(reference)).toEqual(closedSession);
    expect(closedSession.status).toBe(status);
  },
);

test('closing an unknown session is rejected permanently, and a session stays open after a failed request', async () => {
  const { server, client, createPaymentRequest } = await setUp();
  expect(await errorOf(client.close('cs_test_unknown'))).toBeInstanceOf(PaymentRejected);
  const { reference } = await startAwaitingBuyer(client.start(createPaymentRequest()));
  server.failNext(2, 'error');
  expect(await errorOf(client.close(reference))).not.toBeInstanceOf(PaymentRejected);
  server.failNext(1, failureResponse(400));
  expect(await errorOf(client.close(reference))).toBeInstanceOf(PaymentRejected);
  expect(server.session(reference).status).toBe('open');
});
