import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Happening, StripeServer } from '../../../../test/harness/stripe-server.ts';
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
  sessionId = await begin();
});

/** Begins a payment; gives its session. */
async function begin(changes: { currency?: string; amount?: number } = {}): Promise<string> {
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

function read({ type, object }: { type: string; object: object }) {
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

describe('what an event tells', () => {
  test('a session that is complete and paid: the money has come', () => {
    const news = read(server.pay(sessionId));
    expect(news).toEqual(paid());
    expect(news).toMatchObject({ chargeReference: expect.stringMatching(/^pi_/) });
  });

  test('another amount or currency than was asked for: what came, not what was asked for', () => {
    expect(read(server.pay(sessionId, { amount: 5799, currency: 'usd' }))).toEqual(
      paid({ amount: 5799, currency: 'USD' }),
    );
  });

  test('a currency that Stripe counts otherwise: minor units', async () => {
    const session = await begin({ currency: 'ISK', amount: 3900 });
    expect(server.session(session).amount_total).toBe(390_000);
    expect(read(server.pay(session))).toMatchObject({ amount: 3900, currency: 'ISK' });
  });

  test('nothing was to be paid: the money has come, without a charge', () => {
    const { object } = server.pay(sessionId, { amount: 0 });
    const session = { ...object, payment_status: 'no_payment_required', payment_intent: null };
    expect(read({ type: 'checkout.session.completed', object: session })).toEqual(
      paid({ amount: 0, chargeReference: null }),
    );
  });

  test('complete but not paid: nothing yet; the money follows, or does not', () => {
    expect(read(server.pay(sessionId, { later: true }))).toBeNull();
    expect(read(server.bounce(sessionId))).toEqual(failed());
    expect(read(server.settle(sessionId))).toEqual(paid());
  });

  test('a payment status that Stripe may add one day is not taken for money', () => {
    const { object } = server.pay(sessionId);
    const session = { ...object, payment_status: 'promised' };
    expect(read({ type: 'checkout.session.completed', object: session })).toBeNull();
  });

  test('expired: no money will come', () => {
    expect(read(server.expire(sessionId))).toEqual(failed());
  });

  test('events in any order and more than once each tell the same as they did', () => {
    const events: Happening[] = [server.pay(sessionId, { later: true }), server.settle(sessionId)];
    const told = [events[1]!, events[0]!, events[1]!, events[0]!].map(read);
    expect(told).toEqual([paid(), null, paid(), null]);
  });

  test('a refund that failed or was cancelled: which one; one that goes well: nothing', async () => {
    server.pay(sessionId);
    const refundId = newId('rfd', clock.now());
    const chargeReference = server.session(sessionId).payment_intent;
    const refund = { id: refundId, organizerId, chargeReference, amount: 1000, currency: 'EUR' };
    const reference = await client().refund(refund);
    const news = { kind: 'refund_failed', organizerId, refundId };

    expect(read({ type: 'refund.updated', object: server.refunds[0]! })).toBeNull();
    expect(read(server.failRefund(reference!))).toEqual(news);
    expect(read({ type: 'refund.updated', object: server.refunds[0]! })).toEqual(news);
    expect(read({ type: 'refund.updated', object: { ...server.refunds[0]!, status: 'canceled' } })).toEqual(news);
    expect(read({ type: 'refund.failed', object: { ...server.refunds[0]!, metadata: {} } })).toBeNull();
  });

  test.each([
    ['without metadata', null],
    ['with metadata of somebody else', { cart: '17' }],
    ['that names only an organizer', { organizerId: 'org_1' }],
    ['that names only a payment', { paymentId: 'pay_1' }],
  ])('a session %s concerns others', (_, metadata) => {
    const { object } = server.pay(sessionId);
    for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
      expect(read({ type, object: { ...object, metadata } })).toBeNull();
    }
  });

  test.each(['payment_intent.succeeded', 'charge.refunded', 'refund.created', 'invoice.paid', 'made.up'])(
    'events of the type %s concern others',
    (type) => {
      expect(read({ type, object: server.pay(sessionId).object })).toBeNull();
    },
  );
});

describe('a webhook is refused', () => {
  const signed = (given: { secret?: string; ageSeconds?: number } = {}) =>
    server.signedEvent('checkout.session.completed', server.session(sessionId), {
      secret: given.secret ?? secret,
      timestamp: clock.now() / 1000 - (given.ageSeconds ?? 0),
    });
  const refused = (body: string, header: string | undefined) => {
    let thrown: unknown;
    try {
      parseStripeEvent(Buffer.from(body), header, secret, clock.now());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ApiError);
    const error = thrown as ApiError;
    expect(error.code).toBe('invalid_request');
    // What is logged of it names neither the buyer nor the secret.
    expect(error.cause).toBeUndefined();
    expect(error.stack).not.toMatch(/ada@|whsec_/);
  };

  test('with a body in which a single byte differs', () => {
    const { body, signature } = signed();
    refused(body.replace('5800', '5801'), signature);
    refused(`${body} `, signature);
    expect(parseStripeEvent(Buffer.from(body), signature, secret, clock.now())).toBeNull();
  });

  test('signed with another secret', () => {
    const { body, signature } = signed({ secret: 'whsec_another' });
    refused(body, signature);
  });

  test('signed more than 300 s ago, and not with 300 s', () => {
    const late = signed({ ageSeconds: 301 });
    refused(late.body, late.signature);
    const last = signed({ ageSeconds: 300 });
    expect(parseStripeEvent(Buffer.from(last.body), last.signature, secret, clock.now())).toBeNull();
  });

  test('whose time was changed after it was signed', () => {
    const { body, signature } = signed({ ageSeconds: 301 });
    refused(body, signature.replace(/t=\d+/, `t=${clock.now() / 1000}`));
    refused(body, signature.replace(/t=\d+/, 't=soon'));
  });

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['one without sense', () => 'hello'],
    ['one of the scheme v0 only', (signature: string) => signature.replace('v1=', 'v0=')],
    ['one without a time', (signature: string) => signature.replace(/t=\d+,/, '')],
    ['one with an empty signature', (signature: string) => signature.replace(/v1=\w+/, 'v1=')],
  ])('with %s for a signature', (_, change) => {
    const { body, signature } = signed();
    refused(body, change(signature));
  });

  test('while a secret rotates, one good signature of several is enough', () => {
    const { body, signature } = signed();
    const several = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`);
    expect(several).not.toBe(signature);
    expect(parseStripeEvent(Buffer.from(body), several, secret, clock.now())).toBeNull();
    refused(body, several.replace(/v1=\w+$/, `v1=${'1'.repeat(64)}`));
  });
});
