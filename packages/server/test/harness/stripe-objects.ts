import type { IncomingHttpHeaders } from 'node:http';

/** A Checkout Session of the API, with the fields that are used here. */
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

/** The type and the object of an event. */
export interface StripeChange {
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
 * How a request fails. `error`: 500, not executed. `error_after`: 500 although it was executed; the idempotency key
 * replays the 500. `lost`: executed, but the connection closes before the response. `drop`: the connection closes
 * immediately. `hang`: no response. Otherwise: this response.
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
