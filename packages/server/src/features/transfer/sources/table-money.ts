import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';

type FeeBreakdown = NonNullable<OrderLine['feeBreakdown']>;

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

/** Divides an amount into parts that add up to it and differ by at most one minor unit. */
export function splitAmount(amount: number, parts: number): readonly number[] {
  const base = Math.floor(amount / parts);
  const larger = amount - base * parts;
  return Array.from({ length: parts }, (_, index) => (index < larger ? base + 1 : base));
}
