import Stripe from 'stripe';
import { ApiError } from '../../../errors/index.ts';
import type { PaymentEvent, ReceivedMoney } from '../provider.ts';
import { fromStripeAmount } from './amounts.ts';

const maxSignatureAgeSeconds = 300;

/**
 * Verifies and parses a webhook of Stripe.
 *
 * @param rawBody the received bytes
 * @param signatureHeader the header `Stripe-Signature`
 * @param nowMs milliseconds since the epoch
 * @returns null for other types of events, for payments and refunds of other programs that use the same account, for sessions whose
 *   money has not arrived yet, and for refunds that have not failed
 * @throws ApiError `invalid_webhook_signature` if the signature is missing, does not match, or is older than 5 minutes
 */
export function parseStripeEvent(
  rawBody: Buffer,
  signatureHeader: string | undefined,
  webhookSecret: string,
  nowMs: number,
): PaymentEvent | null {
  const event = verifyEvent(rawBody, signatureHeader, webhookSecret, nowMs);
  if (typeof event?.data?.object !== 'object') return null;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paidEvent(event.data.object);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return failedEvent(event.data.object);
    case 'refund.failed':
    case 'refund.updated':
      return refundEvent(event.data.object);
    default:
      return null;
  }
}

function verifyEvent(rawBody: Buffer, header: string | undefined, secret: string, nowMs: number): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(rawBody, header ?? '', secret, maxSignatureAgeSeconds, undefined, nowMs);
  } catch {
    // The error of the package is not set as the cause, because it contains the body with the buyer's data.
    throw new ApiError('invalid_webhook_signature', { header: 'Stripe-Signature' });
  }
}

function paidEvent(session: Stripe.Checkout.Session): PaymentEvent | null {
  const payment = paymentOf(session);
  const money = moneyOf(session);
  return payment === null || money === null ? null : { kind: 'paid', ...payment, ...money };
}

/** Returns the money that Stripe has received for a session; null if it has not received any money yet. */
export function moneyOf(session: Stripe.Checkout.Session): ReceivedMoney | null {
  // While a bank still has to transfer the money, the status is "unpaid". Another event follows.
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

function failedEvent(session: Stripe.Checkout.Session): PaymentEvent | null {
  const payment = paymentOf(session);
  return payment === null ? null : { kind: 'failed', ...payment };
}

function refundEvent(refund: Stripe.Refund): PaymentEvent | null {
  const { organizerId, refundId } = refund.metadata ?? {};
  if (typeof organizerId !== 'string' || typeof refundId !== 'string') return null;
  return refund.status === 'failed' || refund.status === 'canceled'
    ? { kind: 'refund_failed', organizerId, refundId }
    : null;
}

/** Returns the payment that a session was created for; null if another program created the session. */
function paymentOf(session: Stripe.Checkout.Session): { organizerId: string; paymentId: string } | null {
  const { organizerId, paymentId } = session.metadata ?? {};
  return typeof organizerId === 'string' && typeof paymentId === 'string' ? { organizerId, paymentId } : null;
}
