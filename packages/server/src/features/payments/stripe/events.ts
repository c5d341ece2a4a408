import Stripe from 'stripe';
import { ApiError } from '../../../errors/index.ts';
import type { DisputeChange, OutsideRefund, PaymentEvent, ReceivedMoney } from '../provider.ts';
import { fromStripeAmount } from './amounts.ts';

const maxSignatureAgeSeconds = 300;

/**
 * Verifies and parses a webhook of Stripe.
 *
 * @param rawBody the received bytes
 * @param signatureHeader the header `Stripe-Signature`
 * @param nowMs milliseconds since the epoch
 * @returns null for payments of other programs that use the same account, for sessions whose money has not arrived yet, and for
 *   requested refunds that have not failed
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
    case 'refund.created':
    case 'refund.failed':
    case 'refund.updated':
      return refundEvent(event.data.object);
    case 'charge.refunded':
      return chargeRefundedEvent(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeEvent(event.data.object);
    default:
      return { kind: 'ignored', type: event.type };
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
  return {
    amount: fromStripeAmount(session.amount_total, currency),
    currency,
    chargeReference: idOf(session.payment_intent),
  };
}

function failedEvent(session: Stripe.Checkout.Session): PaymentEvent | null {
  const payment = paymentOf(session);
  return payment === null ? null : { kind: 'failed', ...payment };
}

function refundEvent(refund: Stripe.Refund): PaymentEvent | null {
  const { organizerId, refundId } = refund.metadata ?? {};
  const isFailed = refund.status === 'failed' || refund.status === 'canceled';
  if (typeof organizerId === 'string' && typeof refundId === 'string') {
    return isFailed ? { kind: 'refund_failed', organizerId, refundId } : null;
  }
  const outside = outsideRefundOf(refund);
  return outside && { kind: isFailed ? 'outside_refund_failed' : 'refunded_outside', ...outside };
}

/** Returns a refund that was not requested here; null if it was, or if it is no refund of a payment of a session. */
export function outsideRefundOf(refund: Stripe.Refund): OutsideRefund | null {
  const chargeReference = idOf(refund.payment_intent);
  if (refund.object !== 'refund' || chargeReference === null || refund.metadata?.['refundId'] !== undefined)
    return null;
  const currency = refund.currency.toUpperCase();
  return { chargeReference, reference: refund.id, amount: fromStripeAmount(refund.amount, currency), currency };
}

function chargeRefundedEvent(charge: Stripe.Charge): PaymentEvent | null {
  const chargeReference = idOf(charge.payment_intent);
  if (charge.object !== 'charge' || chargeReference === null) return null;
  return { kind: 'refunds_changed', chargeReference };
}

function disputeEvent(dispute: Stripe.Dispute): PaymentEvent | null {
  const chargeReference = idOf(dispute.payment_intent);
  if (dispute.object !== 'dispute' || chargeReference === null) return null;
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripeAmount(dispute.amount, currency);
  const { id: reference, reason } = dispute;
  return { kind: 'disputed', chargeReference, reference, amount, currency, reason, status: disputeStatus(dispute) };
}

function disputeStatus({ status }: Stripe.Dispute): DisputeChange['status'] {
  if (status === 'lost') return 'lost';
  // An inquiry that was closed, or a dispute that was prevented, moves no money.
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** Returns the payment that a session was created for; null if another program created the session. */
export function paymentOf(session: Stripe.Checkout.Session): { organizerId: string; paymentId: string } | null {
  const { organizerId, paymentId } = session.metadata ?? {};
  return typeof organizerId === 'string' && typeof paymentId === 'string' ? { organizerId, paymentId } : null;
}
