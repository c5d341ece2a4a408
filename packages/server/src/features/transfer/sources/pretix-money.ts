import { formatAmount } from '../../../platform/money.ts';
import { lineError } from '../parse-line.ts';
import type { OrderLine } from '../schema.ts';
import { parseDecimal } from './exact-amount.ts';
import { asObjects, asText, type JsonObject } from './json-fields.ts';
import type { Notes } from './notes.ts';

type FeeBreakdown = NonNullable<OrderLine['feeBreakdown']>;

/** The payments and refunds of an order; null in a JSON export, which does not have them. */
interface MoneyFlow {
  readonly paid: number;
  readonly refunded: number;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly method: string | null;
}

/** What an order of pretix cost, and what became of the money. Amounts are in minor units. */
export interface PretixMoney {
  readonly status: 'pending' | 'expired' | 'cancelled' | 'paid' | 'refunded' | 'partially_refunded';
  /** Whether cancelled positions were paid, so that they belong to the order. */
  readonly includesCancelled: boolean;
  readonly fees: Pick<FeeBreakdown, 'platformFee' | 'paymentFee'>;
  /** Negative fees, such as gift cards. */
  readonly discount: number;
  readonly refundedTotal: number;
  /** Whether the whole order was cancelled, so that all its tickets are void. */
  readonly isCancelledOrder: boolean;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly method: string | null;
}

interface Position {
  readonly price: number;
  readonly isCancelled: boolean;
}

/**
 * Finds the status of an order and its amounts.
 *
 * The total of pretix contains only what is not cancelled. An order here contains everything that was paid, and the refunds. So
 * cancelled positions are part of the order if their price was paid. A fee for a cancellation is then the part that was not refunded.
 *
 * @throws LineError if the positions and fees do not add up to the total of the order
 */
export function readPretixMoney(
  order: JsonObject,
  positions: readonly Position[],
  currency: string,
  notes: Notes,
): PretixMoney {
  const code = `order ${asText(order['code'])}`;
  const fees = asObjects(order['fees']).map((fee) => ({
    type: asText(fee['fee_type'] ?? fee['type']) ?? 'other',
    amount: parseDecimal('fees.value', asText(fee['value']) ?? '0', currency),
    isCancelled: fee['canceled'] === true,
  }));
  const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
  const priceOf = (rows: readonly Position[]) => rows.reduce((sum, { price }) => sum + price, 0);
  const activeFees = fees.filter(({ isCancelled }) => !isCancelled);
  const total = parseDecimal('total', asText(order['total']) ?? '', currency);
  const activeTotal = priceOf(positions.filter(({ isCancelled }) => !isCancelled)) + sumOf(activeFees);
  if (activeTotal !== total) {
    throw lineError('total', `is ${total}, but the positions and fees add up to ${activeTotal}`);
  }
  const flow = readFlow(order, currency);
  const everyFee = fees.filter(({ type }) => type !== 'cancellation');
  const completeTotal = priceOf(positions) + sumOf(everyFee);
  const hasCancelled = positions.some(({ isCancelled }) => isCancelled);
  const includesCancelled = hasCancelled && (flow?.paid ?? 0) >= completeTotal;
  const usedFees = includesCancelled ? everyFee : activeFees;
  const orderTotal = includesCancelled ? completeTotal : total;
  if (hasCancelled && !includesCancelled) {
    notes.left('cancelled positions', 'they were cancelled before the order was paid', code);
  }
  const amountsOf = (isWanted: (type: string) => boolean) =>
    sumOf(usedFees.filter(({ type, amount }) => amount > 0 && isWanted(type)));
  const common = {
    includesCancelled,
    fees: { platformFee: amountsOf((type) => type !== 'payment'), paymentFee: amountsOf((type) => type === 'payment') },
    discount: 0 - sumOf(usedFees.filter(({ amount }) => amount < 0)),
    paidAt: flow?.paidAt ?? null,
    refundedAt: flow?.refundedAt ?? null,
    method: flow?.method ?? null,
    isCancelledOrder: order['status'] === 'c',
  };
  if (common.fees.platformFee > 0) notes.mapped('fees that buyers paid', 'the platform fee of the order', code);
  if (common.fees.paymentFee > 0) notes.mapped('fees of payment methods', 'the payment fee of the order', code);
  if (common.discount > 0) notes.mapped('negative fees, such as gift cards', 'the discount of the order', code);

  const status = asText(order['status']);
  if (status === 'n' || status === 'e' || (status === 'c' && flow?.paidAt == null)) {
    if (flow !== null && flow.paid !== flow.refunded) {
      notes.left('payments of orders that are not paid', 'an unpaid order has no payments here', code);
    }
    if (status === 'c' && flow === null) {
      notes.left(
        'whether cancelled orders were paid',
        'the JSON export does not say it; they are imported as never paid',
        code,
      );
    }
    const statuses = { n: 'pending', e: 'expired', c: 'cancelled' } as const;
    return { ...common, status: statuses[status], refundedTotal: 0, paidAt: null };
  }
  if (status !== 'p' && status !== 'c') throw lineError('status', `"${status}" is not a status of pretix`);

  const excess = flow === null ? 0 : Math.max(0, flow.paid - orderTotal);
  if (excess > 0) notes.left('payments above the total', 'an order here has exactly its total', code);
  if (flow !== null && flow.paid < orderTotal)
    notes.left('unpaid parts of paid orders', 'a paid order here is paid completely', code);
  // An excess that was paid back is no refund of the order.
  const refundedTotal = Math.min(orderTotal, Math.max(0, (flow?.refunded ?? 0) - excess));
  if (status === 'c') {
    if (refundedTotal < orderTotal) {
      notes.mapped(
        'cancelled orders that were not refunded completely',
        'refunded orders with void tickets and the real refund',
        code,
      );
    }
    return { ...common, status: refundedTotal === orderTotal ? 'refunded' : 'partially_refunded', refundedTotal };
  }
  const owed = includesCancelled ? completeTotal - total - refundedTotal : 0;
  if (owed > 0) notes.left('refunds that are still owed', `the buyer gets ${formatAmount(owed, currency)} back`, code);
  return { ...common, status: refundedTotal > 0 || includesCancelled ? 'partially_refunded' : 'paid', refundedTotal };
}

function readFlow(order: JsonObject, currency: string): MoneyFlow | null {
  if (!Array.isArray(order['payments'])) return null;
  const payments = asObjects(order['payments']).filter(({ state }) => state === 'confirmed' || state === 'refunded');
  const refunds = asObjects(order['refunds']).filter(({ state }) => state === 'done');
  const sum = (rows: readonly JsonObject[]) =>
    rows.reduce((total, { amount }) => total + parseDecimal('amount', asText(amount) ?? '', currency), 0);
  const last = (rows: readonly JsonObject[], ...fields: string[]) => {
    const times = rows.flatMap((row) => asText(fields.map((field) => row[field]).find(Boolean)) ?? []);
    return times.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;
  };
  return {
    paid: sum(payments),
    refunded: sum(refunds),
    paidAt: last(payments, 'payment_date', 'created'),
    refundedAt: last(refunds, 'execution_date', 'created'),
    method: payments.flatMap(({ provider }) => asText(provider) ?? []).find((provider) => provider !== 'free') ?? null,
  };
}
