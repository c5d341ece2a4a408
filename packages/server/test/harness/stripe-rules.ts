import type { Failure, StripeCharge, StripeResponse } from './stripe-objects.ts';

/** The error response of Stripe to an invalid request. */
export class StripeRejection extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;

  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error['message']));
    this.status = status;
    this.error = { type: 'invalid_request_error', ...error };
  }
}

export function rejection(message: string, extra: { code?: string; param?: string } = {}): StripeRejection {
  return new StripeRejection(400, { message, ...extra });
}

const price = 'line_items[0][price_data]';
const sessionParams = new Set([
  'mode',
  'line_items[0][quantity]',
  `${price}[currency]`,
  `${price}[unit_amount]`,
  `${price}[product_data][name]`,
  'adaptive_pricing[enabled]',
  'customer_email',
  'client_reference_id',
  'success_url',
  'cancel_url',
  'expires_at',
]);

/** The minimum amounts of Stripe, in minor units. Stripe also converts them to other currencies, but this code does not. */
const amountMin: Readonly<Record<string, number>> = {
  eur: 50,
  usd: 50,
  chf: 50,
  gbp: 30,
  jpy: 50,
  huf: 17_500,
  czk: 1500,
};
/** The maximum amount has eight digits, or twelve in rupiahs because of their low value. */
const amountMax = (currency: string) => (currency === 'idr' ? 999_999_999_999 : 99_999_999);
/** In these currencies, an amount must be a multiple of this number. */
const amountSteps: Readonly<Record<string, number>> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
};
const unsupportedCurrencies = new Set(['iqd', 'lyd', 'kpw', 'irr', 'syp', 'cup', 'xts']);

/** @throws StripeRejection if Stripe would not create such a session */
export function checkSession(params: URLSearchParams, nowSeconds: number): void {
  checkNames(params, sessionParams);
  for (const name of ['success_url', 'cancel_url']) {
    if (params.has(name) && !URL.canParse(params.get(name)!))
      throw rejection('Not a valid URL', { code: 'url_invalid', param: name });
  }
  if (required(params, 'mode') !== 'payment')
    throw rejection('Invalid mode: must be one of payment', { param: 'mode' });
  required(params, 'success_url');
  required(params, `${price}[product_data][name]`);
  if (required(params, 'line_items[0][quantity]') !== '1') throw rejection('Quantity must be 1 here.');
  const email = params.get('customer_email');
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw rejection(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  }
  checkPrice(required(params, `${price}[currency]`), required(params, `${price}[unit_amount]`));
  const expiresIn = Number(params.get('expires_at') ?? nowSeconds + 86_400) - nowSeconds;
  if (!(expiresIn >= 1800 && expiresIn <= 86_400)) {
    throw rejection(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  }
}

/**
 * @returns the amount
 * @throws StripeRejection if Stripe would not create such a refund
 */
export function checkRefund(params: URLSearchParams, charge: StripeCharge | undefined): number {
  checkNames(params, new Set(['payment_intent', 'amount']));
  const intent = required(params, 'payment_intent');
  if (charge === undefined) {
    throw rejection(`No such payment_intent: '${intent}'`, { code: 'resource_missing', param: 'payment_intent' });
  }
  const refundable = charge.amount - charge.refunded;
  if (refundable === 0)
    throw rejection(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = parseAmount(params.get('amount') ?? String(refundable), 'amount');
  if (amount > refundable) {
    throw rejection(`Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`, {
      param: 'amount',
    });
  }
  if (amount % (amountSteps[charge.currency] ?? 1) !== 0)
    throw rejection('Invalid amount for this currency.', { param: 'amount' });
  return amount;
}

function checkPrice(currency: string, text: string): void {
  const param = `${price}[unit_amount]`;
  if (!/^[a-z]{3}$/.test(currency) || unsupportedCurrencies.has(currency)) {
    throw rejection(`Invalid currency: ${currency}.`, { param: `${price}[currency]` });
  }
  const amount = parseAmount(text, param);
  if (amount % (amountSteps[currency] ?? 1) !== 0) throw rejection('Invalid amount for this currency.', { param });
  if (amount > amountMax(currency)) {
    throw rejection(`The Checkout Session's total amount must be no more than ${amountMax(currency)}.`, {
      code: 'amount_too_large',
    });
  }
  if (amount < (amountMin[currency] ?? 1)) {
    throw rejection(
      `The Checkout Session's total amount due must add up to at least ${amountMin[currency]} ${currency}`,
      {
        code: 'amount_too_small',
      },
    );
  }
}

function checkNames(params: URLSearchParams, names: ReadonlySet<string>): void {
  for (const name of params.keys()) {
    if (!names.has(name) && !/^(payment_intent_data\[metadata\]|metadata)\[\w{1,40}\]$/.test(name)) {
      throw rejection(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
    }
  }
}

function required(params: URLSearchParams, name: string): string {
  const value = params.get(name);
  if (value === null || value === '')
    throw rejection(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

function parseAmount(text: string, param: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw rejection(`Invalid positive integer: ${text}`, { param });
  return Number(text);
}

/** The error response of a failure, or null if the failure has no response. */
export function failureResponse(failure: Failure | undefined): StripeResponse | null {
  if (typeof failure === 'object') return failure;
  if (failure === 'error') {
    return { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } };
  }
  if (failure === 'rate_limit') {
    const message = 'Request rate limit exceeded.';
    return { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit', message } } };
  }
  if (failure === 'card_error') {
    const message = 'Your card was declined.';
    return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message } } };
  }
  return null;
}
