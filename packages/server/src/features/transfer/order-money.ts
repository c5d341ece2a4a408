import type { Tables } from '../../platform/database/tables.ts';
import { maxAmount, proportion } from '../../platform/money.ts';
import { type FeeBreakdown, type OrderStatus, priceOrder, saleOf } from '../orders/index.ts';
import type { Posting } from '../settlements/index.ts';
import type { ImportContext } from './import-catalog.ts';
import { lineError } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/**
 * The fees of an order: those of the line, or those of the organizer's fee policy.
 *
 * @throws LineError if the amounts of the line do not add up
 */
export function readFees(
  context: ImportContext,
  line: OrderLine,
  items: readonly Tables['order_items'][],
): FeeBreakdown {
  const lines = items.map((item) => ({ unitPrice: item.unit_price, quantity: item.quantity }));
  const given = line.feeBreakdown ?? null;
  const subtotal = items.reduce((sum, item) => sum + item.total, 0);
  const discount = given?.discount ?? line.discount ?? 0;
  if (subtotal > maxAmount)
    throw lineError('items', `cost ${subtotal} in total, more than the maximum of ${maxAmount}`);
  if (discount > subtotal) throw lineError('discount', `is ${discount}, but the items cost ${subtotal}`);
  if (given !== null) checkFees(given, subtotal);
  const fees = given ?? priceOrder(lines, context.organizer.feePolicy, discount);
  for (const field of ['subtotal', 'total'] as const) {
    const stated = line[field];
    if (typeof stated === 'number' && stated !== fees[field]) {
      throw lineError(field, `is ${stated}, but the items, discount, fees and tax give ${fees[field]}`);
    }
  }
  return fees;
}

function checkFees(given: FeeBreakdown, subtotal: number): void {
  if (given.subtotal !== subtotal) {
    throw lineError('feeBreakdown.subtotal', `is ${given.subtotal}, but the items cost ${subtotal}`);
  }
  const net = given.total - given.platformFee - given.paymentFee - given.tax;
  if (given.organizerNet !== net) {
    throw lineError(
      'feeBreakdown.organizerNet',
      `is ${given.organizerNet}, but the total without fees and tax is ${net}`,
    );
  }
  const base = subtotal - given.discount + (given.paidBy === 'buyer' ? given.platformFee + given.paymentFee : 0);
  // The prices include the tax, or it is added to them.
  if (given.total !== base && given.total !== base + given.tax) {
    throw lineError(
      'feeBreakdown.total',
      `is ${given.total}, but the sum of its parts is ${base}, or ${base + given.tax} with the tax`,
    );
  }
}

/**
 * How much of an order was refunded, in minor units.
 *
 * @throws LineError if it contradicts the status
 */
export function readRefundedTotal(
  line: OrderLine,
  status: OrderStatus,
  fees: FeeBreakdown,
  items: readonly Tables['order_items'][],
): number {
  const given = line.refundedTotal ?? null;
  switch (status) {
    case 'refunded':
      if (given !== null && given !== fees.total) {
        throw lineError('refundedTotal', `is ${given}, but the order is refunded and its total is ${fees.total}`);
      }
      return fees.total;
    case 'partially_refunded': {
      const price = items.reduce((sum, item) => sum + item.total, 0);
      const refundedPrice = items.reduce((sum, item) => sum + item.unit_price * item.refunded_quantity, 0);
      const refunded = given ?? (price === 0 ? 0 : proportion(fees.total, refundedPrice, price));
      if (refunded > fees.total) throw lineError('refundedTotal', `is ${refunded}, above the total of ${fees.total}`);
      if (refunded === 0 && items.every((item) => item.refunded_quantity === 0)) {
        throw lineError('refundedTotal', 'is 0 and nothing is refunded, but the order is partially_refunded');
      }
      return refunded;
    }
    case 'paid':
    case 'pending':
    case 'cancelled':
    case 'expired':
      if (given !== null && given !== 0) throw lineError('refundedTotal', `must be 0: the order is ${status}`);
      return 0;
  }
}

/** The ledger entries of a paid order. */
export function postingsOf(order: Tables['orders'], paidAt: string): Posting[] {
  const sale = saleOf(order, paidAt);
  if (order.refunded_total === 0) return [sale];
  const { eventId, orderNumber, currency } = sale;
  const refund: Posting = {
    kind: 'refund',
    eventId,
    orderNumber,
    currency,
    refunds: order.refunded_total,
    taxes: 0 - order.refunded_tax,
    at: order.updated_at,
  };
  return [sale, refund];
}
