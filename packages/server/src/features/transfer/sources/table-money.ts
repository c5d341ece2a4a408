import { proportion } from '../../../platform/money.ts';
import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';
import type { CombinedItems } from './order-items.ts';

export type FeeBreakdown = NonNullable<OrderLine['feeBreakdown']>;

/** The amounts of an order in the files, in minor units. */
export interface TableAmounts {
  /** The sum of the unit prices, and the difference to the prices that were paid. */
  readonly subtotal: number;
  readonly priceReduction: number;
  /** null if the files do not have them. */
  readonly total: number | null;
  readonly discount: number | null;
  readonly platformFee: number;
  readonly paymentFee: number;
  readonly tax: number;
  /** Whether the buyer paid the fees. Only known if there is no total. */
  readonly feesPaidByBuyer: boolean;
}

/**
 * Finds the fees of an order whose parts add up to its total. The files do not say who paid the fees, and whether prices include the
 * tax, but only one of these possibilities adds up.
 *
 * @throws LineError if none adds up
 */
export function solveFees(amounts: TableAmounts): { fees: FeeBreakdown; hasUnknownDiscount: boolean } {
  const { subtotal, priceReduction, total, platformFee, paymentFee, tax } = amounts;
  const discount = priceReduction + (amounts.discount ?? 0);
  const net = subtotal - discount;
  const fee = platformFee + paymentFee;
  const create = (used: { discount: number; total: number; paidBy: FeeBreakdown['paidBy'] }): FeeBreakdown => ({
    subtotal,
    platformFee,
    paymentFee,
    tax,
    organizerNet: used.total - fee - tax,
    ...used,
  });
  if (total === null) {
    const paidBy = amounts.feesPaidByBuyer ? 'buyer' : 'organizer';
    const sum = net + (amounts.feesPaidByBuyer ? fee : 0);
    return { fees: create({ discount, total: sum, paidBy }), hasUnknownDiscount: false };
  }
  const possibilities = [
    { added: 0, paidBy: 'organizer' },
    { added: fee, paidBy: 'buyer' },
    { added: tax, paidBy: 'organizer' },
    { added: fee + tax, paidBy: 'buyer' },
  ] as const;
  const found = possibilities.find(({ added }) => net + added === total);
  if (found !== undefined)
    return { fees: create({ discount, total, paidBy: found.paidBy }), hasUnknownDiscount: false };
  if (total < net && amounts.discount === null) {
    const fees = create({ discount: subtotal - total, total, paidBy: 'organizer' });
    return { fees, hasUnknownDiscount: true };
  }
  throw lineError(
    'total',
    `is ${total}, but the tickets cost ${net}, the fees ${fee} and the tax ${tax} (in minor units): they do not add up`,
  );
}

/**
 * Divides the fees of an order with tickets for several events. Each event gets a share by the prices of its tickets, and the shares add
 * up to the fees of the order.
 *
 * @param parts the tickets for each event; together those of the order
 */
export function splitFees(fees: FeeBreakdown, parts: readonly Pick<CombinedItems, 'subtotal' | 'discount'>[]) {
  if (parts.length === 1) return [fees];
  const prices = parts.map(({ subtotal, discount }) => subtotal - discount);
  if (prices.some((price) => price < 0))
    throw lineError('price', 'is negative, and the tickets are for several events');
  const priceSum = prices.reduce((sum, price) => sum + price, 0);
  // Without prices, the first event gets all fees.
  const weights = priceSum === 0 ? prices.map((_, index) => (index === 0 ? 1 : 0)) : prices;
  const weightSum = Math.max(priceSum, 1);
  const reduction = parts.reduce((sum, { discount }) => sum + discount, 0);
  const share = (amount: number) => {
    let before = 0;
    return weights.map((weight) => {
      const start = proportion(amount, before, weightSum);
      before += weight;
      return proportion(amount, before, weightSum) - start;
    });
  };
  const [discounts, platformFees, paymentFees, taxes] = [
    share(fees.discount - reduction),
    share(fees.platformFee),
    share(fees.paymentFee),
    share(fees.tax),
  ];
  const buyerFees = fees.paidBy === 'buyer' ? fees.platformFee + fees.paymentFee : 0;
  const isTaxAdded = fees.total !== fees.subtotal - fees.discount + buyerFees;
  return parts.map(({ subtotal, discount: ownReduction }, index): FeeBreakdown => {
    const [platformFee, paymentFee, tax] = [platformFees[index]!, paymentFees[index]!, taxes[index]!];
    const discount = ownReduction + discounts[index]!;
    const added = (fees.paidBy === 'buyer' ? platformFee + paymentFee : 0) + (isTaxAdded ? tax : 0);
    const total = subtotal - discount + added;
    const organizerNet = total - platformFee - paymentFee - tax;
    return { subtotal, discount, platformFee, paymentFee, tax, total, organizerNet, paidBy: fees.paidBy };
  });
}

/** Divides an amount into parts that add up to it and differ by at most one minor unit. */
export function splitAmount(amount: number, parts: number): readonly number[] {
  const base = Math.floor(amount / parts);
  const larger = amount - base * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? base + 1 : base));
}
