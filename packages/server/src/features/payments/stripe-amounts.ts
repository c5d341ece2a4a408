import { PaymentRefused } from './provider.ts';

/**
 * Currencies in which Stripe does not count as ISO 4217 does, or not as finely: so many of our minor units are so many of
 * Stripe's, and there is nothing between. All others it counts as we do. HUF and TWD have rules of their own for payouts
 * only. See https://docs.stripe.com/currencies#special-cases.
 */
const peculiar: Readonly<Record<string, { readonly ours: number; readonly stripes: number }>> = {
  // Once had two decimals, and still has at Stripe, where they must be zero.
  ISK: { ours: 1, stripes: 100 },
  UGX: { ours: 1, stripes: 100 },
  // Stripe takes whole ariary only.
  MGA: { ours: 100, stripes: 1 },
  // Stripe's partners know two of the three decimals.
  BHD: { ours: 10, stripes: 10 },
  JOD: { ours: 10, stripes: 10 },
  KWD: { ours: 10, stripes: 10 },
  OMR: { ours: 10, stripes: 10 },
  TND: { ours: 10, stripes: 10 },
};

/**
 * An amount in minor units (ISO 4217) as Stripe counts it.
 *
 * @throws PaymentRefused where Stripe has no such amount
 */
export function toStripeAmount(amount: number, currency: string): number {
  const step = peculiar[currency];
  if (step === undefined) return amount;
  if (amount % step.ours !== 0) {
    throw new PaymentRefused(
      `Stripe takes ${currency} only in multiples of ${step.ours} minor units, and ${amount} is none.`,
    );
  }
  return (amount / step.ours) * step.stripes;
}

/** The least amount of a currency that Stripe can move, and of which all others are multiples; minor units. */
export function stripeStep(currency: string): number {
  return peculiar[currency]?.ours ?? 1;
}

/** An amount as Stripe counts it in minor units (ISO 4217). */
export function fromStripeAmount(amount: number, currency: string): number {
  const step = peculiar[currency];
  return step === undefined ? amount : Math.round((amount * step.ours) / step.stripes);
}
