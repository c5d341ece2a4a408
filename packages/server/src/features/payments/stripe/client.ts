import Stripe from 'stripe';
import { epochMsOf } from '../../../platform/ids.ts';
import { PaymentRejected, type PaymentToStart, type ProviderClient, type RefundRequest } from '../provider.ts';
import { toStripeAmount } from './amounts.ts';
import { moneyOf, outsideRefundOf, parseStripeEvent, paymentOf } from './events.ts';
import type { StripeSettings } from './settings.ts';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * The client of a Stripe account. Payments are sessions of Stripe Checkout.
 *
 * Errors that are possibly temporary are thrown as a plain `Error`: Stripe does not respond, has an internal error or limits
 * requests, or the operator has set a wrong key. Messages contain neither keys nor e-mail addresses.
 *
 * @param options.timeoutMs the timeout of each attempt, milliseconds; a failed request is repeated once
 */
export function stripeClient(
  { secretKey, webhookSecret, apiUrl }: StripeSettings,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): Required<ProviderClient> {
  const stripe = new Stripe(secretKey, {
    ...(apiUrl === null ? {} : hostOf(apiUrl)),
    httpClient: Stripe.createNodeHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const findStripeRefund = async (id: string, chargeReference: string): Promise<Stripe.Refund | null> => {
    for await (const refund of stripe.refunds.list({ payment_intent: chargeReference, limit: 100 })) {
      if (refund.metadata?.['refundId'] === id) return refund;
    }
    return null;
  };

  return {
    async start(payment) {
      const session = await withPaymentErrors(() =>
        stripe.checkout.sessions.create(sessionOf(payment), { idempotencyKey: payment.id }),
      );
      if (session.url === null) throw new Error('Stripe created a session without a URL.');
      return { state: 'awaits_buyer', reference: session.id, redirectUrl: session.url };
    },

    // Stripe deletes idempotency keys after a day. A refund can be retried for several days.
    async findRefund({ id, chargeReference }) {
      if (chargeReference === null) return null;
      const refund = await withPaymentErrors(() => findStripeRefund(id, chargeReference));
      return refund === null ? null : referenceOf(refund);
    },

    async refund(request) {
      const { id, chargeReference } = request;
      if (chargeReference === null)
        throw new PaymentRejected('The payment has no charge at Stripe that could be refunded.');
      const refund = await withPaymentErrors(async () => {
        try {
          return await stripe.refunds.create(refundOf(request, chargeReference), { idempotencyKey: id });
        } catch (error) {
          // Another process could have created this refund in the meantime.
          if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded') throw error;
          const existingRefund = await findStripeRefund(id, chargeReference);
          if (existingRefund === null) throw error;
          return existingRefund;
        }
      });
      return referenceOf(refund);
    },

    async close(reference) {
      return withPaymentErrors(async () => {
        try {
          await stripe.checkout.sessions.expire(reference);
          return null;
        } catch (error) {
          // The error has no code for a session that is already closed. The status of the session shows it.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          const session = await stripe.checkout.sessions.retrieve(reference);
          if (session.status !== 'complete' && session.status !== 'expired') throw error;
          return moneyOf(session);
        }
      });
    },

    async findPayment(chargeReference) {
      const { data } = await withPaymentErrors(() =>
        stripe.checkout.sessions.list({ payment_intent: chargeReference, limit: 1 }),
      );
      const [session] = data;
      const payment = session === undefined ? null : paymentOf(session);
      return payment && session ? { ...payment, money: moneyOf(session) } : null;
    },

    async listOutsideRefunds(chargeReference) {
      const refunds = await withPaymentErrors(async () => {
        const all: Stripe.Refund[] = [];
        for await (const refund of stripe.refunds.list({ payment_intent: chargeReference, limit: 100 }))
          all.push(refund);
        return all;
      });
      return refunds
        .filter(({ status }) => status !== 'failed' && status !== 'canceled')
        .flatMap((refund) => outsideRefundOf(refund) ?? []);
    },

    parseWebhook(body, headers, nowMs) {
      const signature = headers['stripe-signature'];
      return parseStripeEvent(body, Array.isArray(signature) ? signature[0] : signature, webhookSecret, nowMs);
    },
  };
}

function hostOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isHttp = protocol === 'http:';
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? '80' : '443') } as const;
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
    // The buyer must pay the exact amount, in the order's currency.
    adaptive_pricing: { enabled: false },
    customer_email: payment.buyerEmail,
    client_reference_id: payment.orderNumber,
    metadata,
    payment_intent_data: { metadata },
    success_url: payment.returnUrls.paid,
    cancel_url: payment.returnUrls.cancelled,
    expires_at: Math.ceil(sessionExpiryMs(payment) / 1000),
  };
}

function refundOf(
  { id, organizerId, amount, currency }: RefundRequest,
  chargeReference: string,
): Stripe.RefundCreateParams {
  const metadata = { organizerId, refundId: id };
  return { payment_intent: chargeReference, amount: toStripeAmount(amount, currency), metadata };
}

/** @throws PaymentRejected if the refund did not reach the buyer */
function referenceOf({ id, status, failure_reason }: Stripe.Refund): string {
  if (status === 'failed' || status === 'canceled') {
    throw new PaymentRejected(`Stripe could not complete the refund: ${failure_reason ?? status}.`);
  }
  return id;
}

const minuteMs = 60_000;
/** Stripe requires at least 30 minutes after it receives the request. A repeated request is received later. */
const minSessionMinutes = 35;
/** Stripe allows at most 24 hours. The limit is a few minutes lower, because the clock of Stripe can differ from ours. */
const maxSessionMinutes = 24 * 60 - 5;

/**
 * The time when the session expires: when the order expires, within the limits of Stripe. The limits are computed from the
 * start of the payment, not from the current time. Stripe requires the same parameters in all requests with the same
 * idempotency key.
 */
function sessionExpiryMs({ id, expiresAtMs }: PaymentToStart): number {
  const startedMs = epochMsOf(id);
  const earliest = startedMs + minSessionMinutes * minuteMs;
  const latest = startedMs + maxSessionMinutes * minuteMs;
  return Math.min(Math.max(expiresAtMs, earliest), latest);
}

/** Runs requests to Stripe and converts errors of the package into errors as described at `ProviderClient`. */
async function withPaymentErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? toPaymentError(error) : error;
  }
}

/** Copies only the message. An error of the package also contains headers, request parameters and parts of the key. */
function toPaymentError(error: StripeError): Error {
  const status = error.statusCode;
  const { code = error.code } = Object(error.detail) as { code?: string };
  const details = [status, code, error.requestId].filter((detail) => detail !== undefined);
  const message = `Stripe: ${withoutSecrets(error.message)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
  return status !== undefined && isPermanent(status, error) ? new PaymentRejected(message) : new Error(message);
}

function isPermanent(status: number, error: StripeError): boolean {
  // 401 and 403: the operator can correct the key. 409: the same request is still being processed.
  if (status < 400 || status >= 500 || [401, 403, 409, 429].includes(status)) return false;
  // A later retry can succeed, when the balance of the account is sufficient.
  return !(error instanceof Stripe.errors.StripeRateLimitError) && error.code !== 'balance_insufficient';
}

function withoutSecrets(text: string): string {
  return text.replace(/\b(sk|rk|pk)_\S+/g, '(key)').replace(/[^\s:"'<>]+@[^\s"'<>]+/g, '(e-mail address)');
}
