import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type StripeChange, StripeServer } from '../../../../test/harness/stripe-server.ts';
import { TestClock } from '../../../../test/harness/test-clock.ts';
import { ApiError } from '../../../errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { stripeClient } from './client.ts';
import { parseStripeEvent } from './events.ts';

const secret = 'whsec_aSecretOfTheEndpoint';
const clock = new TestClock();
const organizerId = newId('org', clock.now());
const paymentId = newId('pay', clock.now());
let server: StripeServer;
let sessionId: string;

beforeEach(async () => {
  server = await StripeServer.start({ clock });
  onTestFinished(() => server.stop());
  sessionId = await startPayment();
});

/** Starts a payment and returns the id of its session. */
async function startPayment(changes: { currency?: string; amount?: number } = {}): Promise<string> {
  const started = await client().start({
    id: changes.currency === undefined ? paymentId : newId('pay', clock.now()),
    organizerId,
    orderNumber: '7K3Q9MX2PA',
    amount: 5800,
    currency: 'EUR',
    buyerEmail: 'ada@example.com',
    description: 'Harbour run',
    returnUrls: { paid: 'https://tickets.example.com/paid', cancelled: 'https://tickets.example.com/back' },
    expiresAtMs: clock.now() + 900_000,
    ...changes,
  });
  if (started.state !== 'awaits_buyer') throw new Error(`The payment is ${started.state}.`);
  return started.reference;
}

const client = () => stripeClient({ secretKey: server.secretKey, webhookSecret: secret, apiUrl: server.url });

function parse({ type, object }: { type: string; object: object }) {
  const { body, signature } = server.signedEvent(type, object, { secret });
  return parseStripeEvent(Buffer.from(body), signature, secret, clock.now());
}

const paidEvent = (changes: object = {}) => ({
  kind: 'paid',
  organizerId,
  paymentId,
  amount: 5800,
  currency: 'EUR',
  chargeReference: server.session(sessionId).payment_intent,
  ...changes,
});
const failedEvent = () => ({ kind: 'failed', organizerId, paymentId });

describe('parseStripeEvent', () => {
  test('returns a paid event for a complete and paid session', () => {
    const parsedEvent = parse(server.pay(sessionId));
    expect(parsedEvent).toEqual(paidEvent());
    expect(parsedEvent).toMatchObject({ chargeReference: expect.stringMatching(/^pi_/) });
  });

  test('returns the amount and the currency that were paid, even if they differ from the request', () => {
    expect(parse(server.pay(sessionId, { amount: 5799, currency: 'usd' }))).toEqual(
      paidEvent({ amount: 5799, currency: 'USD' }),
    );
  });

  test('converts the amount to minor units if Stripe uses different units for the currency', async () => {
    const iskSessionId = await startPayment({ currency: 'ISK', amount: 3900 });
    expect(server.session(iskSessionId).amount_total).toBe(390_000);
    expect(parse(server.pay(iskSessionId))).toMatchObject({ amount: 3900, currency: 'ISK' });
  });

  test('returns a paid event without a charge for a session with the amount 0', () => {
    const { object } = server.pay(sessionId, { amount: 0 });
    const session = { ...object, payment_status: 'no_payment_required', payment_intent: null };
    expect(parse({ type: 'checkout.session.completed', object: session })).toEqual(
      paidEvent({ amount: 0, chargeReference: null }),
    );
  });

  test('returns null for a complete but unpaid session, until the transfer succeeds or fails', () => {
    expect(parse(server.pay(sessionId, { later: true }))).toBeNull();
    expect(parse(server.failTransfer(sessionId))).toEqual(failedEvent());
    expect(parse(server.completeTransfer(sessionId))).toEqual(paidEvent());
  });

  test('returns null for an unknown payment status', () => {
    const { object } = server.pay(sessionId);
    const session = { ...object, payment_status: 'promised' };
    expect(parse({ type: 'checkout.session.completed', object: session })).toBeNull();
  });

  test('returns a failed event for an expired session', () => {
    expect(parse(server.expire(sessionId))).toEqual(failedEvent());
  });

  test('returns the same results for repeated and reordered events', () => {
    const events: StripeChange[] = [server.pay(sessionId, { later: true }), server.completeTransfer(sessionId)];
    const results = [...events.toReversed(), ...events.toReversed()].map(parse);
    expect(results).toEqual([paidEvent(), null, paidEvent(), null]);
  });

  test('returns an event for a failed or cancelled refund, and null for a successful refund', async () => {
    server.pay(sessionId);
    const refundId = newId('rfd', clock.now());
    const chargeReference = server.session(sessionId).payment_intent;
    const refund = { id: refundId, organizerId, chargeReference, amount: 1000, currency: 'EUR' };
    const reference = await client().refund(refund);
    const expectedEvent = { kind: 'refund_failed', organizerId, refundId };

    expect(parse({ type: 'refund.updated', object: server.refunds[0]! })).toBeNull();
    expect(parse(server.failRefund(reference!))).toEqual(expectedEvent);
    expect(parse({ type: 'refund.updated', object: server.refunds[0]! })).toEqual(expectedEvent);
    expect(parse({ type: 'refund.updated', object: { ...server.refunds[0]!, status: 'canceled' } })).toEqual(
      expectedEvent,
    );
    const outside = { chargeReference, reference, amount: 1000, currency: 'EUR' };
    const withoutMetadata = { ...server.refunds[0]!, metadata: {} };
    expect(parse({ type: 'refund.failed', object: withoutMetadata })).toEqual({
      kind: 'outside_refund_failed',
      ...outside,
    });
    expect(parse({ type: 'refund.created', object: { ...withoutMetadata, status: 'succeeded' } })).toEqual({
      kind: 'refunded_outside',
      ...outside,
    });
  });

  test.each([
    ['without metadata', null],
    ['with metadata of another application', { cart: '17' }],
    ['with the id of an organizer only', { organizerId: 'org_1' }],
    ['with the id of a payment only', { paymentId: 'pay_1' }],
  ])('ignores a session %s', (_, metadata) => {
    const { object } = server.pay(sessionId);
    for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
      expect(parse({ type, object: { ...object, metadata } })).toBeNull();
    }
  });

  test.each(['payment_intent.succeeded', 'invoice.paid', 'made.up'])(
    'returns the type of an event of the type %s',
    (type) => {
      expect(parse({ type, object: server.pay(sessionId).object })).toEqual({ kind: 'ignored', type });
    },
  );

  test.each(['charge.refunded', 'refund.created', 'charge.dispute.created'])(
    'ignores a session in an event of the type %s',
    (type) => {
      expect(parse({ type, object: server.pay(sessionId).object })).toBeNull();
    },
  );
});

describe('a webhook', () => {
  const signEvent = (options: { secret?: string; ageSeconds?: number } = {}) =>
    server.signedEvent('checkout.session.completed', server.session(sessionId), {
      secret: options.secret ?? secret,
      timestamp: clock.now() / 1000 - (options.ageSeconds ?? 0),
    });
  const expectRejected = (body: string, header: string | undefined) => {
    let thrownError: unknown;
    try {
      parseStripeEvent(Buffer.from(body), header, secret, clock.now());
    } catch (error) {
      thrownError = error;
    }
    expect(thrownError).toBeInstanceOf(ApiError);
    const error = thrownError as ApiError;
    expect(error.code).toBe('invalid_request');
    // The error, which is logged, contains neither data of the buyer nor the secret.
    expect(error.cause).toBeUndefined();
    expect(error.stack).not.toMatch(/ada@|whsec_/);
  };

  test('is rejected if a single byte of its body was changed', () => {
    const { body, signature } = signEvent();
    expectRejected(body.replace('5800', '5801'), signature);
    expectRejected(`${body} `, signature);
    expect(parseStripeEvent(Buffer.from(body), signature, secret, clock.now())).toBeNull();
  });

  test('is rejected if it was signed with another secret', () => {
    const { body, signature } = signEvent({ secret: 'whsec_another' });
    expectRejected(body, signature);
  });

  test('is rejected if it was signed more than 300 s ago, but not if exactly 300 s ago', () => {
    const tooOld = signEvent({ ageSeconds: 301 });
    expectRejected(tooOld.body, tooOld.signature);
    const justInTime = signEvent({ ageSeconds: 300 });
    expect(parseStripeEvent(Buffer.from(justInTime.body), justInTime.signature, secret, clock.now())).toBeNull();
  });

  test('is rejected if its timestamp was changed after signing', () => {
    const { body, signature } = signEvent({ ageSeconds: 301 });
    expectRejected(body, signature.replace(/t=\d+/, `t=${clock.now() / 1000}`));
    expectRejected(body, signature.replace(/t=\d+/, 't=soon'));
  });

  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a malformed header', () => 'hello'],
    ['only a signature of the scheme v0', (signature: string) => signature.replace('v1=', 'v0=')],
    ['a header without a timestamp', (signature: string) => signature.replace(/t=\d+,/, '')],
    ['an empty signature', (signature: string) => signature.replace(/v1=\w+/, 'v1=')],
  ])('is rejected if its signature header is invalid: %s', (_, change) => {
    const { body, signature } = signEvent();
    expectRejected(body, change(signature));
  });

  test('unless at least one of several signatures is valid, as during a secret rotation', () => {
    const { body, signature } = signEvent();
    const severalSignatures = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(severalSignatures).not.toBe(signature);
    expect(parseStripeEvent(Buffer.from(body), severalSignatures, secret, clock.now())).toBeNull();
    expectRejected(body, severalSignatures.replace(/v1=\w+$/, `v1=${'1'.repeat(64)}`));
  });
});
