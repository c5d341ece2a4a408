import Stripe from 'stripe';
import { type PaymentProvider, PaymentRefused, type PaymentToStart, type RefundToMake } from './provider.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { moneyOf } from './stripe-events.ts';

/** How a Stripe account is reached. */
export interface StripeAccess {
  /** `sk_…` or `rk_…`. */
  readonly secretKey: string;
  /** Another address of the API, without a path; null for Stripe's own. */
  readonly apiUrl: string | null;
  /** How long one request may stay without an answer, milliseconds; it is repeated once. */
  readonly timeoutMs?: number;
}

/**
 * Payments on Stripe's own pages (Checkout), and refunds. The money that came is told by webhooks: `readStripeEvent`.
 *
 * What may be over soon is thrown as a plain `Error`: nothing answers, Stripe has trouble or too much to do, or the key is
 * not good, which the operator can mend. Its message names neither keys nor addresses.
 */
export function stripeProvider(access: StripeAccess): PaymentProvider {
  const stripe = new Stripe(access.secretKey, {
    ...(access.apiUrl === null ? {} : hostOf(access.apiUrl)),
    httpClient: Stripe.createNodeHttpClient(),
    timeout: access.timeoutMs ?? 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const findRefund = async (refund: RefundToMake, chargeReference: string) => {
    for await (const made of stripe.refunds.list({ payment_intent: chargeReference, limit: 100 })) {
      if (made.metadata?.['refundId'] === refund.id) return made;
    }
    return null;
  };

  return {
    method: 'stripe',

    async start(payment) {
      const session = await ask(() =>
        stripe.checkout.sessions.create(sessionOf(payment), { idempotencyKey: payment.id }),
      );
      if (session.url === null) throw new Error('Stripe has begun a payment without an address to pay at.');
      return { state: 'awaits_buyer', reference: session.id, redirectUrl: session.url };
    },

    async refund(refund) {
      const chargeReference = refund.chargeReference;
      if (chargeReference === null)
        throw new PaymentRefused('Stripe has no payment that this could be paid back from.');
      const amount = toStripeAmount(refund.amount, refund.currency);
      const metadata = { organizerId: refund.organizerId, refundId: refund.id };
      const made = await ask(async () => {
        // Stripe forgets idempotency keys after a day, and a refund may be asked for again later than that.
        const earlier = await findRefund(refund, chargeReference);
        if (earlier !== null) return earlier;
        const params = { payment_intent: chargeReference, amount, metadata };
        return await stripe.refunds.create(params, { idempotencyKey: refund.id }).catch(async (error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded') throw error;
          const meanwhile = await findRefund(refund, chargeReference);
          if (meanwhile === null) throw error;
          return meanwhile;
        });
      });
      if (made.status === 'failed' || made.status === 'canceled') {
        throw new PaymentRefused(`Stripe could not pay it back: ${made.failure_reason ?? made.status}.`);
      }
      return made.id;
    },

    async close(reference) {
      return ask(async () => {
        try {
          await stripe.checkout.sessions.expire(reference);
          return null;
        } catch (error) {
          // Stripe has no code for a session that is over: only its state tells that from other mistakes.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          const session = await stripe.checkout.sessions.retrieve(reference);
          if (session.status !== 'complete' && session.status !== 'expired') throw error;
          return moneyOf(session);
        }
      });
    },
  };
}

function hostOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const plain = protocol === 'http:';
  return { protocol: plain ? 'http' : 'https', host: hostname, port: port || (plain ? '80' : '443') } as const;
}

function sessionOf(payment: PaymentToStart): Stripe.Checkout.SessionCreateParams {
  const metadata = { organizerId: payment.organizerId, paymentId: payment.id, orderNumber: payment.orderNumber };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: toStripeAmount(payment.amount, payment.currency),
          product_data: { name: payment.description },
        },
      },
    ],
    // What comes must be what the order costs, in its currency.
    adaptive_pricing: { enabled: false },
    customer_email: payment.buyerEmail,
    client_reference_id: payment.orderNumber,
    metadata,
    payment_intent_data: { metadata },
    success_url: payment.returnUrls.paid,
    cancel_url: payment.returnUrls.cancelled,
    expires_at: Math.ceil(sessionEndMs(payment) / 1000),
  };
}

const minuteMs = 60_000;
/** Stripe wants 30 minutes at least from when the request comes, which may be on a second try. */
const sessionMinutesMin = 35;
/** Stripe allows 24 hours; its clock need not be ours. */
const sessionMinutesMax = 24 * 60 - 5;

/**
 * When the buyer can pay no more: with the order, so far as Stripe lets. It is reckoned from when the payment began, not
 * from now: a request that is repeated must be the same, or Stripe refuses its idempotency key.
 */
function sessionEndMs({ id, expiresAtMs }: PaymentToStart): number {
  const begunMs = timeOfId(id);
  const earliest = begunMs + sessionMinutesMin * minuteMs;
  const latest = begunMs + sessionMinutesMax * minuteMs;
  return Math.min(Math.max(expiresAtMs, earliest), latest);
}

/** The time that an id carries, milliseconds since the epoch: the first 48 bits, in the first ten characters. */
function timeOfId(id: string): number {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let ms = 0;
  for (const character of id.slice(id.indexOf('_') + 1).slice(0, 10)) ms = ms * 32 + alphabet.indexOf(character);
  return ms;
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? asRefusedOrPassing(error) : error;
  }
}

/** Stripe's error without what it carries along: headers, the parameters that were sent, traces of the key. */
function asRefusedOrPassing(error: InstanceType<typeof Stripe.errors.StripeError>): Error {
  const status = error.statusCode;
  const { code = error.code } = Object(error.detail) as { code?: string };
  const hints = [status, code, error.requestId].filter((hint) => hint !== undefined);
  const message = `Stripe: ${withoutSecrets(error.message)}${hints.length > 0 ? ` (${hints.join(', ')})` : ''}`;
  return status !== undefined && isForGood(status, error) ? new PaymentRefused(message) : new Error(message);
}

function isForGood(status: number, error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  // 401 and 403: the operator's key can be mended. 409: the same request is under way.
  if (status < 400 || status >= 500 || [401, 403, 409, 429].includes(status)) return false;
  // The account may have money again tomorrow.
  return !(error instanceof Stripe.errors.StripeRateLimitError) && error.code !== 'balance_insufficient';
}

function withoutSecrets(text: string): string {
  return text.replace(/\b(sk|rk|pk)_\S+/g, '(key)').replace(/[^\s:"'<>]+@[^\s"'<>]+/g, '(address)');
}
