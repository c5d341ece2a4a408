import Stripe from 'stripe';
import { invalidRequest } from '../../platform/errors.ts';
import type { ReceivedMoney } from './provider.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** What Stripe tells of a payment or refund of ours. */
export type StripeEvent =
  /** Money came: whether it is the right amount, and still wanted, is for the reader to say. */
  | (ReceivedMoney & {
      readonly kind: 'paid';
      readonly organizerId: string;
      readonly paymentId: string;
      /** The session. */
      readonly reference: string;
    })
  /** No money will come for this payment. */
  | { readonly kind: 'gone'; readonly organizerId: string; readonly paymentId: string }
  /** A refund that was under way did not reach the buyer. */
  | { readonly kind: 'refund_failed'; readonly organizerId: string; readonly refundId: string };

/** How old a signature may be. */
const toleranceSeconds = 300;

/**
 * Reads a webhook of Stripe's once it is proven to be Stripe's.
 *
 * @param rawBody the body as it came, byte for byte
 * @param signatureHeader the header `Stripe-Signature`
 * @param nowMs milliseconds since the epoch
 * @returns null for what does not concern us: other types, what others sell with the same account, and sessions whose
 *   money is still under way
 * @throws ApiError `invalid_request` where the signature is missing, does not fit, or is older than 5 minutes
 */
export function readStripeEvent(
  rawBody: Buffer,
  signatureHeader: string | undefined,
  webhookSecret: string,
  nowMs: number = Date.now(),
): StripeEvent | null {
  const event = verified(rawBody, signatureHeader, webhookSecret, nowMs);
  if (typeof event?.data?.object !== 'object') return null;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paidNews(event.data.object);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return goneNews(event.data.object);
    case 'refund.failed':
    case 'refund.updated':
      return refundNews(event.data.object);
    default:
      return null;
  }
}

function verified(rawBody: Buffer, header: string | undefined, secret: string, nowMs: number): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(rawBody, header ?? '', secret, toleranceSeconds, undefined, nowMs);
  } catch {
    // Not passed on as the cause: it holds the whole body, and with it the buyer.
    throw invalidRequest(
      'This is no event of Stripe: its header "Stripe-Signature" is missing, was made with another secret, does not fit ' +
        'the body, or is older than 5 minutes.',
    );
  }
}

function paidNews(session: Stripe.Checkout.Session): StripeEvent | null {
  const ours = paymentOf(session);
  const money = moneyOf(session);
  return ours === null || money === null ? null : { kind: 'paid', ...ours, ...money, reference: session.id };
}

/** The money that a session has brought; null where it has brought none, or not yet. */
export function moneyOf(session: Stripe.Checkout.Session): ReceivedMoney | null {
  // "unpaid": the buyer is done, but a bank has yet to move the money. Another event will tell.
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
  if (!isPaid || session.amount_total === null || session.currency === null) return null;
  const currency = session.currency.toUpperCase();
  const intent = session.payment_intent;
  return {
    amount: fromStripeAmount(session.amount_total, currency),
    currency,
    chargeReference: typeof intent === 'string' ? intent : (intent?.id ?? null),
  };
}

function goneNews(session: Stripe.Checkout.Session): StripeEvent | null {
  const ours = paymentOf(session);
  return ours === null ? null : { kind: 'gone', ...ours };
}

function refundNews(refund: Stripe.Refund): StripeEvent | null {
  const { organizerId, refundId } = refund.metadata ?? {};
  if (typeof organizerId !== 'string' || typeof refundId !== 'string') return null;
  return refund.status === 'failed' || refund.status === 'canceled'
    ? { kind: 'refund_failed', organizerId, refundId }
    : null;
}

function paymentOf(session: Stripe.Checkout.Session): { organizerId: string; paymentId: string } | null {
  const { organizerId, paymentId } = session.metadata ?? {};
  return typeof organizerId === 'string' && typeof paymentId === 'string' ? { organizerId, paymentId } : null;
}
