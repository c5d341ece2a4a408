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
const webhookSecret = 'whsec_of_these_tests';

async function scene(options: { timeoutMs?: number } = {}) {
  const clock = new TestClock();
  const server = await StripeServer.start({ clock });
  onTestFinished(() => server.stop());
  const client = stripeClient({ secretKey: server.secretKey, webhookSecret, apiUrl: server.url }, options);
  /** Refunds as the job does: it looks for the refund first. */
  const refundOnce = (refund: RefundRequest) => requestRefund(client, refund);
  const organizerId = newId('org', clock.now());
  const payment = (changes: Partial<PaymentToStart> = {}): PaymentToStart => ({
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
  /** A payment that was paid, and how money of it is paid back. */
  const paid = async (changes: Partial<PaymentToStart> = {}) => {
    const { reference } = await begun(client.start(payment(changes)));
    server.pay(reference);
    const chargeReference = server.session(reference).payment_intent;
    return (given: Partial<RefundRequest> = {}): RefundRequest => ({
      id: newId('rfd', clock.now()),
      organizerId,
      chargeReference,
      amount: 5800,
      currency: 'EUR',
      ...given,
    });
  };
  return { clock, server, client, refundOnce, organizerId, payment, paid };
}

async function begun(start: ReturnType<ReturnType<typeof stripeClient>['start']>) {
  const started = await start;
  if (started.state !== 'awaits_buyer') throw new Error(`The payment is ${started.state}.`);
  return started;
}

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('It was not refused.');
    },
    (error: Error) => error,
  );

test('a payment begins as a session over the whole amount, which names the order and comes back to it', async () => {
  const { server, client, organizerId, payment } = await scene();
  const asked = payment();
  const started = await begun(client.start(asked));

  expect(server.session(started.reference)).toMatchObject({
    amount_total: 5800,
    currency: 'eur',
    customer_email: 'ada@example.com',
    client_reference_id: '7K3Q9MX2PA',
    success_url: 'https://tickets.example.com/paid?x=1',
    cancel_url: 'https://tickets.example.com/back',
    metadata: { organizerId, paymentId: asked.id, orderNumber: '7K3Q9MX2PA' },
    status: 'open',
  });
  expect(started.redirectUrl).toBe(server.session(started.reference).url);
  const { headers, params } = server.requests[0]!;
  expect(headers['idempotency-key']).toBe(asked.id);
  expect(params.get('payment_intent_data[metadata][paymentId]')).toBe(asked.id);
  expect(params.get('adaptive_pricing[enabled]')).toBe('false');
});

test('Stripe is told nothing of the machine, nor how long its answers took', async () => {
  const { server, client, payment } = await scene();
  for (let i = 0; i < 2; i += 1) await client.start(payment());
  for (const { headers } of server.requests) {
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(Object.keys(JSON.parse(String(headers['x-stripe-client-user-agent'])))).not.toContain('telemetry_id');
  }
  expect(server.requests).toHaveLength(2);
});

test('a payment that is begun twice with the same id is one session, minutes later too', async () => {
  const { clock, server, client, payment } = await scene();
  const asked = payment();
  const first = await client.start(asked);
  clock.advance(12 * minuteMs);
  expect(await client.start(asked)).toEqual(first);
  expect(server.sessions).toHaveLength(1);
});

test('a payment whose first answer was lost is begun once', async () => {
  const { server, client, payment } = await scene();
  server.failNext(1, 'lost');
  const { reference } = await begun(client.start(payment()));
  expect(server.sessions.map(({ id }) => id)).toEqual([reference]);
});

test.each([
  ['of 15 minutes is over when Stripe lets it', 15, 35],
  ['of an hour is over with the hold', 60, 60],
  ['of three days is over after not quite one, which is all that Stripe lets', 72 * 60, 24 * 60 - 5],
])('a session for a hold %s', async (_, holdMinutes, sessionMinutes) => {
  const { clock, server, client, payment } = await scene();
  const { reference } = await begun(client.start(payment({ expiresAtMs: clock.now() + holdMinutes * minuteMs - 1 })));
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
])('%s %i in minor units is %i at Stripe, and the other way round', async (currency, ours, stripes) => {
  expect(toStripeAmount(ours, currency)).toBe(stripes);
  expect(fromStripeAmount(stripes, currency)).toBe(ours);
  const { server, client, payment } = await scene();
  const { reference } = await begun(client.start(payment({ amount: ours, currency })));
  expect(server.session(reference)).toMatchObject({ amount_total: stripes, currency: currency.toLowerCase() });
});

test.each([
  ['KWD', 5124, 'Stripe accepts KWD only in multiples of 10 minor units, not 5124.'],
  ['MGA', 2550, 'Stripe accepts MGA only in multiples of 100 minor units, not 2550.'],
])('%s %i is refused before Stripe is asked', async (currency, amount, message) => {
  const { server, client, payment } = await scene();
  const error = await errorOf(client.start(payment({ amount, currency })));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toBe(message);
  expect(server.requests).toEqual([]);
});

test.each([
  ['too little', { amount: 49 }, /^Stripe: .*at least 50 eur \(400, amount_too_small, req_\w+\)$/],
  ['too much', { amount: 100_000_000 }, /no more than 99999999/],
  ['a currency that Stripe does not know', { currency: 'IQD' }, /Invalid currency: iqd/],
])('%s is refused for good, in words of Stripe', async (_, changes, message) => {
  const { client, payment } = await scene();
  const error = await errorOf(client.start(payment(changes)));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(message);
});

test('no message repeats the address of a buyer', async () => {
  const { client, payment } = await scene();
  const error = await errorOf(client.start(payment({ buyerEmail: 'ada@localhost' })));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/^Stripe: Invalid email address: \(address\) \(400, email_invalid/);
});

const answered = (status: number, code?: string): Failure => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'No.', ...(code === undefined ? {} : { code }) } },
});

test.each<[string, Failure, number, 'for good' | 'for now']>([
  ['a declined card', 'card_error', 1, 'for good'],
  ['a 400', answered(400), 1, 'for good'],
  ['a 404', answered(404, 'resource_missing'), 1, 'for good'],
  ['a 422', answered(422), 1, 'for good'],
  ['an account without money', answered(400, 'balance_insufficient'), 1, 'for now'],
  ['a 401', answered(401), 1, 'for now'],
  ['a 403', answered(403), 1, 'for now'],
  ['a 409 and another', answered(409, 'idempotency_key_in_use'), 2, 'for now'],
  ['a 429', 'rate_limit', 1, 'for now'],
  ['a 400 that says rate_limit', answered(400, 'rate_limit'), 1, 'for now'],
  ['a 500 and another', 'error', 2, 'for now'],
  ['a connection that ends, and another', 'drop', 2, 'for now'],
])('%s refuses %s %s', async (_, failure, count, howLong) => {
  const { server, client, payment } = await scene();
  server.failNext(count, failure);
  const error = await errorOf(client.start(payment()));
  expect(error instanceof PaymentRejected ? 'for good' : 'for now').toBe(howLong);
  expect(error.message).toMatch(/^Stripe: /);
  expect(server.requests).toHaveLength(count);
  expect(server.sessions).toEqual([]);
});

test('one failure is got over by itself', async () => {
  const { server, client, payment } = await scene();
  server.failNext(1, 'error');
  await begun(client.start(payment()));
  expect(server.sessions).toHaveLength(1);
});

test('a server that never answers is given up after the timeout, twice', async () => {
  const { server, client, payment } = await scene({ timeoutMs: 200 });
  server.failNext(2, 'hang');
  const begin = Date.now();
  const error = await errorOf(client.start(payment()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/timeout/);
  expect(Date.now() - begin).toBeLessThan(5000);
});

test('a server that is not there may be there later', async () => {
  const { payment } = await scene();
  const client = stripeClient({
    secretKey: 'sk_test_1',
    webhookSecret,
    apiUrl: `http://127.0.0.1:${await freePort()}`,
  });
  const error = await errorOf(client.start(payment()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toContain('ECONNREFUSED');
});

test('a wrong key may be mended, and no error carries a trace of it or of the request', async () => {
  const { server, payment } = await scene();
  const client = stripeClient({ secretKey: 'sk_test_wrong1234', webhookSecret, apiUrl: server.url });
  const error = await errorOf(client.start(payment()));
  expect(error).not.toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/^Stripe: Invalid API Key provided: \(key\) \(401, req_\w+\)$/);
  expect(Object.keys(error)).toEqual([]);
  expect(`${error.stack} ${String(error.cause)}`).not.toMatch(/1234|ada@/);
});

test('a payment is paid back whole, and the refund tells whose it is', async () => {
  const { server, refundOnce, organizerId, paid } = await scene();
  const refund = (await paid())();
  const reference = await refundOnce(refund);
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

test('a payment is paid back in parts, and never more than came', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = await paid();
  await refundOnce(refund({ amount: 2000 }));
  await refundOnce(refund({ amount: 3000 }));
  expect(await errorOf(refundOnce(refund({ amount: 801 })))).toBeInstanceOf(PaymentRejected);
  await refundOnce(refund({ amount: 800 }));
  expect(server.refunds.map(({ amount }) => amount)).toEqual([2000, 3000, 800]);
});

test('a refund of a currency that Stripe counts otherwise is counted so too', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = await paid({ currency: 'ISK', amount: 3900 });
  await refundOnce(refund({ currency: 'ISK', amount: 1300 }));
  expect(server.refunds[0]).toMatchObject({ amount: 130_000, currency: 'isk' });
});

test.each(['at once', 'when Stripe has forgotten the key'])(
  'the same refund asked for again %s is made once',
  async (when) => {
    const { server, refundOnce, paid } = await scene();
    const refund = (await paid())({ amount: 1000 });
    const reference = await refundOnce(refund);
    if (when !== 'at once') server.forgetKeys();
    expect(await refundOnce(refund)).toBe(reference);
    expect(server.refunds).toHaveLength(1);
  },
);

test('a refund that was made although Stripe answered 500 is found, not made again', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = (await paid())({ amount: 1000 });
  // Stripe repeats the answer of a key, the 500 too.
  server.failNext(1, 'error_after', { after: 1 });
  expect(await errorOf(refundOnce(refund))).not.toBeInstanceOf(PaymentRejected);
  expect(await refundOnce(refund)).toBe(server.refunds[0]!.id);
  expect(server.refunds).toHaveLength(1);
});

test('a whole refund that another process made between looking and asking counts as made', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = (await paid())();
  const reference = await refundOnce(refund);
  server.forgetKeys();
  server.failNext(1, { status: 200, body: { object: 'list', data: [], has_more: false } });
  expect(await refundOnce(refund)).toBe(reference);
  expect(server.refunds).toHaveLength(1);
});

test('a charge that somebody else has paid back already is refused for good', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = await paid();
  await refundOnce(refund());
  const error = await errorOf(refundOnce(refund()));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toMatch(/has already been refunded.*charge_already_refunded/);
  expect(server.refunds).toHaveLength(1);
});

test('a refund that did not reach the buyer is refused for good when it is asked for again', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = (await paid())();
  server.failRefund((await refundOnce(refund))!);
  const error = await errorOf(refundOnce(refund));
  expect(error).toBeInstanceOf(PaymentRejected);
  expect(error.message).toBe('Stripe could not refund it: expired_or_canceled_card.');
});

test('a refund is found among hundreds of the same payment', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = await paid();
  const first = refund({ amount: 10 });
  const reference = await refundOnce(first);
  for (let i = 0; i < 120; i += 1) await refundOnce(refund({ amount: 1 }));
  server.forgetKeys();
  expect(await refundOnce(first)).toBe(reference);
});

test('a refund without a payment to take it from is refused for good', async () => {
  const { server, refundOnce, paid } = await scene();
  const refund = await paid();
  expect(await errorOf(refundOnce(refund({ chargeReference: null })))).toBeInstanceOf(PaymentRejected);
  expect(await errorOf(refundOnce(refund({ chargeReference: 'pi_unknown' })))).toBeInstanceOf(PaymentRejected);
  expect(server.refunds).toEqual([]);
});

test('a session that is open is closed, and the buyer can no longer pay', async () => {
  const { server, client, payment } = await scene();
  const { reference } = await begun(client.start(payment()));
  await client.close(reference);
  expect(server.session(reference).status).toBe('expired');
  expect(() => server.pay(reference)).toThrow('is expired');
});

test.each(['complete', 'expired'] as const)(
  'closing a session that is %s already is no error and changes nothing',
  async (status) => {
    const { server, client, payment } = await scene();
    const { reference } = await begun(client.start(payment()));
    if (status === 'complete') server.pay(reference);
    else server.expire(reference);
    const before = server.session(reference);
    await client.close(reference);
    expect(server.session(reference)).toEqual(before);
    expect(before.status).toBe(status);
  },
);

test('closing a session that Stripe does not know is refused for good; one that fails for now is not closed', async () => {
  const { server, client, payment } = await scene();
  expect(await errorOf(client.close('cs_test_unknown'))).toBeInstanceOf(PaymentRejected);
  const { reference } = await begun(client.start(payment()));
  server.failNext(2, 'error');
  expect(await errorOf(client.close(reference))).not.toBeInstanceOf(PaymentRejected);
  server.failNext(1, answered(400));
  expect(await errorOf(client.close(reference))).toBeInstanceOf(PaymentRejected);
  expect(server.session(reference).status).toBe('open');
});
