import { currencyDecimals } from '#shared/formats';

/* Arithmetic with integer minor units, rounded half up. It uses BigInt, because products can exceed 2^53. */

/** The maximum amount in minor units. It is far above the amount of any order, and far below 2^53. */
export const maxAmount = 1_000_000_000_000;

/**
 * Returns `amount × numerator ÷ denominator`, rounded half up.
 *
 * @param amount minor units, not negative
 * @throws RangeError if the denominator is not positive
 */
export function proportion(amount: number, numerator: number, denominator: number): number {
  if (denominator <= 0) throw new RangeError('The denominator must be positive.');
  const divisor = BigInt(denominator);
  return Number((BigInt(amount) * BigInt(numerator) * 2n + divisor) / (divisor * 2n));
}

/** Returns a share of an amount in minor units, rounded half up. The share is in basis points (1/100 of a percent). */
export function basisPoints(amount: number, points: number): number {
  return proportion(amount, points, 10_000);
}

/** The ISO 4217 codes that the runtime supports. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency');

/**
 * Formats an amount with its currency: `120.24 EUR`, `2900 JPY`, `1.234 KWD`, `-0.05 EUR`.
 *
 * @param amount minor units
 * @param currency ISO 4217 code
 */
export function formatAmount(amount: number, currency: string): string {
  const digits = currencyDecimals(currency);
  const figures = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  const fraction = digits === 0 ? '' : `.${figures.slice(-digits)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction} ${currency}`;
}

const currencies = new Set(currencyCodes);

/** Whether this is an ISO 4217 code that the runtime supports. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}
