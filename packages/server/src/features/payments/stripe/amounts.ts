import { PaymentRejected } from '../provider.ts';

/**
 * Currencies whose amounts at Stripe differ from minor units (ISO 4217), or are less precise. `minorUnits` of ours are
 * `stripeUnits` at Stripe, and amounts must be multiples of them. In all other currencies the amounts are the same. HUF and
 * TWD have special rules for payouts only. See https://docs.stripe.com/currencies#special-cases.
 */
const specialCurrencies: Readonly<Record<string, { readonly minorUnits: number; readonly stripeUnits: number }>> = {
  // ISO 4217 has no decimals. Stripe has two, which must be zero.
  ISK: { minorUnits: 1, stripeUnits: 100 },
  UGX: { minorUnits: 1, stripeUnits: 100 },
  // Stripe accepts whole ariary only.
  MGA: { minorUnits: 100, stripeUnits: 1 },
  // Three decimals, of which the last must be zero at Stripe.
  BHD: { minorUnits: 10, stripeUnits: 10 },
  JOD: { minorUnits: 10, stripeUnits: 10 },
  KWD: { minorUnits: 10, stripeUnits: 10 },
  OMR: { minorUnits: 10, stripeUnits: 10 },
  TND: { minorUnits: 10, stripeUnits: 10 },
};

/**
 * Converts minor units (ISO 4217) to an amount at Stripe.
 *
 * @throws PaymentRejected if Stripe has no such amount
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

/** The amount of a currency that all amounts at Stripe must be multiples of, in minor units. */
export function stripeStep(currency: string): number {
  return specialCurrencies[currency]?.minorUnits ?? 1;
}

/** Converts an amount at Stripe to minor units (ISO 4217). */
export function fromStripeAmount(amount: number, currency: string): number {
  const special = specialCurrencies[currency];
  return special === undefined ? amount : Math.round((amount * special.minorUnits) / special.stripeUnits);
}
