import { proportion } from '../../platform/money.ts';

/**
 * Divides an amount in proportion to weights. Each part ends at the rounded share of all weights so far, so the parts always add up
 * to the amount.
 *
 * @param amount minor units; can be negative
 * @param weights not negative; if all are zero, the first part is the whole amount
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  const sign = amount < 0 ? -1 : 1;
  let weightSoFar = 0;
  let allocated = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const end = sign * proportion(Math.abs(amount), weightSoFar, total);
    const part = end - allocated;
    allocated = end;
    return part;
  });
}
