import type { IncomingHttpHeaders } from 'node:http';

/** A Checkout Session of the API, with only the fields that the tests need. */
export interface StripeSession {
  readonly id: string;
  readonly object: 'checkout.session';
  amount_total: number;
  readonly cancel_url: string | null;
  readonly client_reference_id: string | null;
  readonly created: number;
  currency: string;
  readonly customer_email: string | null;
  readonly expires_at: number;
  readonly livemode: false;
  readonly metadata: Record<string, string>;
  readonly mode: 'payment';
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  readonly success_url: string;
  url: string | null;
}

export interface StripeRefund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  failure_reason?: string;
  readonly metadata: Record<string, string>;
  readonly payment_intent: string;
  status: 'succeeded' | 'failed';
}

/** A received payment. */
export interface StripeCharge {
  readonly id: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly currency: string;
  refunded: number;
}

/** A charge in an event. */
interface StripeChargeObject {
  readonly id: string;
  readonly object: 'charge';
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly payment_intent: string;
  readonly refunded: boolean;
}

/** A dispute of a charge. */
interface StripeDispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly charge: string;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly payment_intent: string;
  readonly reason: string;
  readonly status: string;
}

/** The type and the object of a Stripe event. */
export interface StripeChange {
  readonly type: string;
  readonly object: StripeSession | StripeRefund | StripeChargeObject | StripeDispute;
}

/** The body and the signature of a webhook. */
export interface SignedEvent {
  readonly body: string;
  /** The header `Stripe-Signature`. */
  readonly signature: string;
}

export interface StripeRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/**
 * How a request fails.
 * - `error`: the response is 500, and the request is not executed.
 * - `error_after`: the response is 500, but the request is executed. Repeating the idempotency key returns the same 500.
 * - `lost`: the request is executed, but the connection is closed before the response.
 * - `drop`: the connection is closed immediately.
 * - `hang`: there is no response.
 * - `card_error`, `rate_limit`, or an object: this error response.
 */
export type Failure =
  | 'error'
  | 'error_after'
  | 'lost'
  | 'drop'
  | 'hang'
  | 'card_error'
  | 'rate_limit'
  | { readonly status: number; readonly body: unknown };

export interface StripeResponse {
  readonly status: number;
  readonly body: unknown;
}
