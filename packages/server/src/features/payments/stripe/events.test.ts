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

const paid = (changes: object = {}) => ({
  kind: 'paid',
  organizerId,
  paymentId,
  amount: 5800,
  currency: 'EUR',
  chargeReference: server.session(sessionId).payment_intent,
  ...changes,
});
const failed = () => ({ kind: 'failed', organizerId, paymentId });

describe('a parsed event', () => {
  test('a complete and paid session: the payment is paid', () => {
    const parsedEvent = parse(server.pay(sessionId));
    expect(parsedEvent).toEqual(paid());
    expect(parsedEvent).toMatchObject({ chargeReference: expect.stringMatching(/^pi_/) });
  });

  test('a different amount or currency than requested: the values that were paid', () => {
    expect(parse(server.pay(sessionId, { amount: 5799, currency: 'usd' }))).toEqual(
      paid({ amount: 5799, currency: 'USD' }),
    );
  });

  test('a currency for which Stripe uses other units: minor units', async () => {
    const session = await startPayment({ currency: 'ISK', amount: 3900 });
    expect(server.session(session).amount_total).toBe(390_000);
    expect(parse(server.pay(session))).toMatchObject({ amount: 3900, currency: 'ISK' });
  });

  test('a session without anything to pay: the payment is paid, without a charge', () => {
    const { object } = server.pay(sessionId, { amount: 0 });
    const session = { ...object, payment_status: 'no_payment_required', payment_intent: null };
    expect(parse({ type: 'checkout.session.completed', object: session })).toEqual(
      paid({ amount: 0, chargeReference: null }),
    );
  });

  test('a complete but unpaid session: null, until the payment succeeds or fails', () => {
    expect(parse(server.pay(sessionId, { later: true }))).toBeNull();
    expect(parse(server.failTransfer(sessionId))).toEqual(failed());
    expect(parse(server.completeTransfer(sessionId))).toEqual(paid());
  });

  test('an unknown payment status is not treated as paid', () => {
    const { object } = server.pay(sessionId);
    const session = { ...object, payment_status: 'promised' };
    expect(parse({ type: 'checkout.session.completed', object: session })).toBeNull();
  });

  test('an expired session: the payment failed', () => {
    expect(parse(server.expire(sessionId))).toEqual(failed());
  });

  test('repeated and reordered events: the same results', () => {
    const events: StripeChange[] = [server.pay(sessionId, { later: true }), server.completeTransfer(sessionId)];
    const results = [...events.toReversed(), ...events.toReversed()].map(parse);
    expect(results).toEqual([paid(), null, paid(), null]);
  });

  test('a failed or cancelled refund: its id; a successful refund: null', async () => {
    server.pay(sessionId);
    const refundId = newId('rfd', clock.now());
    const chargeReference = server.session(sessionId).payment_intent;
    const refund = { id: refundId, organizerId, chargeReference, amount: 1000, currency: 'EUR' };
    const reference = await client().refund(refund);
    const parsedEvent = { kind: 'refund_failed', organizerId, refundId };

    expect(parse({ type: 'refund.updated', object: server.refunds[0]! })).toBeNull();
    expect(parse(server.failRefund(reference!))).toEqual(parsedEvent);
    expect(parse({ type: 'refund.updated', object: server.refunds[0]! })).toEqual(parsedEvent);
    expect(parse({ type: 'refund.updated', object: { ...server.refunds[0]!, status: 'canceled' } })).toEqual(
      parsedEvent,
    );
    expect(parse({ type: 'refund.failed', object: { ...server.refunds[0]!, metadata: {} } })).toBeNull();
  });

  test.each([
    ['without metadata', null],
    ['with metadata of another application', { cart: '17' }],
    ['with the id of an organizer only', { organizerId: 'org_1' }],
    ['with the id of a payment only', { paymentId: 'pay_1' }],
  ])('a session %s is ignored', (_, metadata) => {
    const { object } = server.pay(sessionId);
    for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
      expect(parse({ type, object: { ...object, metadata } })).toBeNull();
    }
  });

  test.each(['payment_intent.succeeded', 'charge.refunded', 'refund.created', 'invoice.paid', 'made.up'])(
    'events of the type %s are ignored',
    (type) => {
      expect(parse({ type, object: server.pay(sessionId).object })).toBeNull();
    },
  );
});

describe('a webhook is rejected', () => {
  const signed = (options: { secret?: string; ageSeconds?: number } = {}) =>
    server.signedEvent('checkout.session.completed', server.session(sessionId), {
      secret: options.secret ?? secret,
      timestamp: clock.now() / 1000 - (options.ageSeconds ?? 0),
    });
  const expectRejected = (body: string, header: string | undefined) => {
    let thrown: unknown;
    try {
      parseStripeEvent(Buffer.from(body), header, secret, clock.now());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ApiError);
    const error = thrown as ApiError;
    expect(error.code).toBe('invalid_request');
    // The logged error contains neither the buyer nor the secret.
    expect(error.cause).toBeUndefined();
    expect(error.stack).not.toMatch(/ada@|whsec_/);
  };

  test('if a single byte of its body was changed', () => {
    const { body, signature } = signed();
    expectRejected(body.replace('5800', '5801'), signature);
    expectRejected(`${body} `, signature);
    expect(parseStripeEvent(Buffer.from(body), signature, secret, clock.now())).toBeNull();
  });

  test('if it was signed with another secret', () => {
    const { body, signature } = signed({ secret: 'whsec_another' });
    expectRejected(body, signature);
  });

  test('if it was signed more than 300 s ago, but not if exactly 300 s ago', () => {
    const tooOld = signed({ ageSeconds: 301 });
    expectRejected(tooOld.body, tooOld.signature);
    const justInTime = signed({ ageSeconds: 300 });
    expect(parseStripeEvent(Buffer.from(justInTime.body), justInTime.signature, secret, clock.now())).toBeNull();
  });

  test('if its timestamp was changed after signing', () => {
    const { body, signature } = signed({ ageSeconds: 301 });
    expectRejected(body, signature.replace(/t=\d+/, `t=${clock.now() / 1000}`));
    expectRejected(body, signature.replace(/t=\d+/, 't=soon'));
  });

  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a malformed header', () => 'hello'],
    ['the scheme v0 only', (signature: string) => signature.replace('v1=', 'v0=')],
    ['a header without a timestamp', (signature: string) => signature.replace(/t=\d+,/, '')],
    ['an empty signature', (signature: string) => signature.replace(/v1=\w+/, 'v1=')],
  ])('if its signature header is invalid: %s', (_, change) => {
    const { body, signature } = signed();
    expectRejected(body, change(signature));
  });

  test('unless one of several signatures is valid, as during a rotation of the secret', () => {
    const { body, signature } = signed();
    const several = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(several).not.toBe(signature);
    expect(parseStripeEvent(Buffer.from(body), several, secret, clock.now())).toBeNull();
    expectRejected(body, several.replace(/v1=\w+$/, `v1=${'1'.repeat(64)}`));
  });
});
