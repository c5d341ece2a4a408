import { basisPoints, proportion } from '../../platform/money.ts';
import type { FeePolicy } from '../organizers/index.ts';

/** The parts of an order's price, in minor units. `organizerNet` is `total` without fees and tax. */
export interface FeeBreakdown {
  readonly subtotal: number;
  readonly discount: number;
  readonly platformFee: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
  readonly organizerNet: number;
  readonly paidBy: 'buyer' | 'organizer';
}

/** The columns of an order that store its price. */
export function feeColumns(fees: FeeBreakdown) {
  return {
    subtotal: fees.subtotal,
    discount: fees.discount,
    platform_fee: fees.platformFee,
    payment_fee: fees.paymentFee,
    tax: fees.tax,
    total: fees.total,
    fees_paid_by: fees.paidBy,
  };
}

/**
 * Prices an order. Fees and tax are shares of the items' price after the discount. Each fee also has a fixed part per order. A free
 * order has no fees.
 *
 * @param lines unit prices in minor units
 * @param discount minor units, at most the items' price
 */
export function priceOrder(
  lines: readonly { unitPrice: number; quantity: number }[],
  policy: FeePolicy,
  discount = 0,
): FeeBreakdown {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const discountedPrice = subtotal - discount;
  const isFree = discountedPrice === 0;
  const platformFee = isFree ? 0 : basisPoints(discountedPrice, policy.platformFeeBps) + policy.platformFeeFixed;
  const paymentFee = isFree ? 0 : basisPoints(discountedPrice, policy.paymentFeeBps) + policy.paymentFeeFixed;
  const isTaxAdded = policy.taxMode === 'on_top';
  const tax = isTaxAdded
    ? basisPoints(discountedPrice, policy.taxBps)
    : proportion(discountedPrice, policy.taxBps, 10_000 + policy.taxBps);
  const total = discountedPrice + (isTaxAdded ? tax : 0) + (policy.paidBy === 'buyer' ? platformFee + paymentFee : 0);
  const organizerNet = total - platformFee - paymentFee - tax;
  return { subtotal, discount, platformFee, paymentFee, tax, total, organizerNet, paidBy: policy.paidBy };
}
