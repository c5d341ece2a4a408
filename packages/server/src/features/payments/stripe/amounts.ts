import { PaymentRejected } from '../provider.ts';

/**
 * Currencies for which Stripe's units differ from minor units (ISO 4217), or are less precise. `minorUnits` are worth as much
 * as `stripeUnits`, and amounts must be multiples of `minorUnits`. All other currencies have the same units. HUF and TWD have
 * special rules for payouts only. See https://docs.stripe.com/currencies#special-cases.
 */
const specialCurrencies: Readonly<Record<string, { readonly minorUnits: number; readonly stripeUnits: number }>> = {
  // No decimals in ISO 4217, and two at Stripe, which must be zero.
  ISK: { minorUnits: 1, stripeUnits: 100 },
  UGX: { minorUnits: 1, stripeUnits: 100 },
  // Two decimals in ISO 4217, and none at Stripe.
  MGA: { minorUnits: 100, stripeUnits: 1 },
  // Three decimals. At Stripe, the last decimal must be zero.
  BHD: { minorUnits: 10, stripeUnits: 10 },
  JOD: { minorUnits: 10, stripeUnits: 10 },
  KWD: { minorUnits: 10, stripeUnits: 10 },
  OMR: { minorUnits: 10, stripeUnits: 10 },
  TND: { minorUnits: 10, stripeUnits: 10 },
};

/**
 * Converts minor units (ISO 4217) to an amount at Stripe.
 *
 * @throws PaymentRejected if the amount is too precise for Stripe
 */
export function toStripeAmount(amount: number, currency: string): number {
  const special = specialCurrencies[currency];
  if (special === undefined) return amount;
  const { minorUnits, stripeUnits } = special;
  if (amount % minorUnits !== 0) {
    throw new PaymentRejected(
      `Stripe accepts ${currency} only in multiples of ${minorUnits} minor units, not ${amount}.`,
    );
  }
  return (amount / minorUnits) * stripeUnits;
}

/** The smallest amount of a currency at Stripe, in minor units. All amounts must be multiples of it. */
export function stripeStep(currency: string): number {
  return specialCurrencies[currency]?.minorUnits ?? 1;
}

/** Converts an amount at Stripe to minor units (ISO 4217). */
export function fromStripeAmount(amount: number, currency: string): number {
  const special = specialCurrencies[currency];
  return special === undefined ? amount : Math.round((amount * special.minorUnits) / special.stripeUnits);
}
