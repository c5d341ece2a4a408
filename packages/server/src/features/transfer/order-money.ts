import type { Tables } from '../../platform/database/tables.ts';
import { maxAmount, proportion } from '../../platform/money.ts';
import {
  type FeeBreakdown,
  type OrderRow,
  type OrderStatus,
  priceOrder,
  receiverOfOrder,
  refundedLine,
  saleOf,
} from '../orders/index.ts';
import type { Posting } from '../settlements/index.ts';
import type { ImportContext } from './import-catalog.ts';
import { lineError } from './parse-line.ts';
import type { OrderLine } from './schema.ts';

/**
 * The fees of an order: the fees in the line, or else the fees of the organizer's fee policy.
 *
 * @throws LineError if the amounts of the line do not add up
 */
export function readFees(
  context: ImportContext,
  line: OrderLine,
  items: readonly Tables['order_items'][],
): FeeBreakdown {
  const lines = items.map((item) => ({ unitPrice: item.unit_price, quantity: item.quantity }));
  const lineFees = line.feeBreakdown ?? null;
  const subtotal = items.reduce((sum, item) => sum + item.total, 0);
  const discount = lineFees?.discount ?? line.discount ?? 0;
  if (subtotal > maxAmount)
    throw lineError('items', `cost ${subtotal} in total, more than the maximum of ${maxAmount}`);
  if (discount > subtotal) throw lineError('discount', `is ${discount}, but the items cost ${subtotal}`);
  if (lineFees !== null) checkFees(lineFees, subtotal);
  const fees = lineFees ?? priceOrder(lines, context.organizer.feePolicy, discount);
  for (const field of ['subtotal', 'total'] as const) {
    const lineAmount = line[field];
    if (typeof lineAmount === 'number' && lineAmount !== fees[field]) {
      throw lineError(field, `is ${lineAmount}, but the items, discount, fees and tax add up to ${fees[field]}`);
    }
  }
  return fees;
}

function checkFees(lineFees: FeeBreakdown, subtotal: number): void {
  if (lineFees.subtotal !== subtotal) {
    throw lineError('feeBreakdown.subtotal', `is ${lineFees.subtotal}, but the items cost ${subtotal}`);
  }
  const net = lineFees.total - lineFees.platformFee - lineFees.paymentFee - lineFees.tax;
  if (lineFees.organizerNet !== net) {
    throw lineError(
      'feeBreakdown.organizerNet',
      `is ${lineFees.organizerNet}, but the total without fees and tax is ${net}`,
    );
  }
  const base =
    subtotal - lineFees.discount + (lineFees.paidBy === 'buyer' ? lineFees.platformFee + lineFees.paymentFee : 0);
  // Either the prices include the tax, or the tax is added to them.
  if (lineFees.total !== base && lineFees.total !== base + lineFees.tax) {
    throw lineError(
      'feeBreakdown.total',
      `is ${lineFees.total}, but the sum of its parts is ${base}, or ${base + lineFees.tax} with the tax`,
    );
  }
}

/**
 * The refunded amount of an order, in minor units.
 *
 * @throws LineError if the amount contradicts the status
 */
export function readRefundedTotal(
  line: OrderLine,
  status: OrderStatus,
  fees: FeeBreakdown,
  items: readonly Tables['order_items'][],
): number {
  const lineTotal = line.refundedTotal ?? null;
  switch (status) {
    case 'refunded':
      if (lineTotal !== null && lineTotal !== fees.total) {
        throw lineError('refundedTotal', `is ${lineTotal}, but the order is refunded and its total is ${fees.total}`);
      }
      return fees.total;
    case 'partially_refunded': {
      const price = items.reduce((sum, item) => sum + item.total, 0);
      const refundedPrice = items.reduce((sum, item) => sum + item.unit_price * item.refunded_quantity, 0);
      const refunded = lineTotal ?? (price === 0 ? 0 : proportion(fees.total, refundedPrice, price));
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
      if (lineTotal !== null && lineTotal !== 0) throw lineError('refundedTotal', `must be 0: the order is ${status}`);
      return 0;
  }
}

/** The ledger entries of a paid order. */
export function postingsOf(order: OrderRow, items: readonly Tables['order_items'][], paidAt: string): Posting[] {
  const sale = saleOf(order, items, paidAt);
  if (order.refunded_total === 0) return [sale];
  const { eventId, orderNumber, currency } = sale;
  const refund: Posting = {
    kind: 'refund',
    eventId,
    orderNumber,
    currency,
    refunds: order.refunded_total,
    taxes: 0 - order.refunded_tax,
    receivedBy: receiverOfOrder(order),
    lines: items.filter((item) => item.refunded_quantity > 0).map((item) => refundedLine(item, item.refunded_quantity)),
    at: order.updated_at,
  };
  return [sale, refund];
}
