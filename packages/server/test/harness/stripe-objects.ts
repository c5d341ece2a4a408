import type { IncomingHttpHeaders } from 'node:http';

/** A Checkout Session as the API shows it: the fields that are used here. */
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

/** Money that came. */
export interface StripeCharge {
  readonly id: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly currency: string;
  refunded: number;
}

/** What happened to an object, as an event tells it. */
export interface Happening {
  readonly type: string;
  readonly object: StripeSession | StripeRefund;
}

/** A webhook, ready to be posted. */
export interface SignedEvent {
  readonly body: string;
  /** The header `Stripe-Signature`. */
  readonly signature: string;
}

export interface StripeRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What goes wrong with a request. `error`: 500, nothing done. `error_after`: 500 although it was done, which the
 * idempotency key repeats. `lost`: done, but the connection ends before the answer. `drop`: it ends at once. `hang`: no
 * answer ever. Beside these, any answer.
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

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
