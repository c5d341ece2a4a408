import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { proportion } from '../../platform/money.ts';
import { refundStep } from '../payments/index.ts';
import { listRefundableTickets, type RefundableTicket } from '../tickets/index.ts';
import type { ItemRow, OrderRow } from './load-order.ts';

/** A part of an order to refund: a quantity of an item, or one ticket. */
export type RefundSelection = { readonly itemId: string; readonly quantity: number } | { readonly ticketId: string };

/** The part of an item to refund. */
export interface Share {
  readonly item: ItemRow;
  readonly quantity: number;
  readonly ticketIds: readonly string[];
}

/** A refund before it is executed. */
export interface RefundPlan {
  readonly shares: readonly Share[];
  /** The amount to refund, and the tax in it, in minor units. */
  readonly amount: number;
  readonly tax: number;
  readonly action: 'refund_part' | 'refund_rest';
  /** The tickets of the order that are not refunded yet. */
  readonly tickets: readonly RefundableTicket[];
}

/** The quantity of all items of an order that is refunded. Each refund increases it. */
export function refundedQuantityOf(items: readonly ItemRow[]): number {
  return items.reduce((sum, item) => sum + item.refunded_quantity, 0);
}

/**
 * Plans a refund. A refund and its preview use the same plan.
 *
 * @param selection the parts to refund; empty for all parts that are not refunded yet
 * @throws ApiError `invalid_request` for items or tickets that do not belong to the order or are refunded already
 */
export async function planRefund(
  db: Db,
  { order, items }: { readonly order: OrderRow; readonly items: readonly ItemRow[] },
  selection: readonly RefundSelection[],
): Promise<RefundPlan> {
  const { organizer_id: organizerId, order_number: orderNumber } = order;
  const tickets = await listRefundableTickets(db, organizerId, orderNumber);
  const shares = chooseShares(items, tickets, selection);
  const step = await refundStep(db, organizerId, orderNumber);
  const sums = sumsAfterRefund(order, items, shares, step);
  return {
    shares,
    amount: sums.refundedTotal - order.refunded_total,
    tax: sums.refundedTax - order.refunded_tax,
    action: sums.isWhole ? 'refund_rest' : 'refund_part',
    tickets,
  };
}

/** The parts of the items that a selection refunds. */
function chooseShares(
  items: readonly ItemRow[],
  tickets: readonly RefundableTicket[],
  selection: readonly RefundSelection[],
): Share[] {
  const quantities = new Map<string, number>();
  const chosenTicketIds = new Set<string>();
  for (const part of selection) {
    if ('ticketId' in part) {
      const ticket = tickets.find(({ id }) => id === part.ticketId);
      if (ticket === undefined) {
        throw new ApiError('ticket_not_refundable', { ticketId: part.ticketId });
      }
      if (chosenTicketIds.has(ticket.id)) continue;
      chosenTicketIds.add(ticket.id);
      quantities.set(ticket.item_id, (quantities.get(ticket.item_id) ?? 0) + 1);
    } else {
      quantities.set(part.itemId, (quantities.get(part.itemId) ?? 0) + part.quantity);
    }
  }
  for (const [itemId, quantity] of quantities) {
    const item = items.find(({ id }) => id === itemId);
    if (item === undefined) throw new ApiError('order_item_not_found', { itemId });
    const refundable = item.quantity - item.refunded_quantity;
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > refundable) {
      throw new ApiError('refund_quantity_out_of_range', {
        name: item.name,
        itemId,
        quantity,
        quantityMax: refundable,
      });
    }
  }
  return items
    .map((item) => {
      const refundable = item.quantity - item.refunded_quantity;
      const quantity = selection.length === 0 ? refundable : (quantities.get(item.id) ?? 0);
      const ticketsOfItem = tickets.filter((ticket) => ticket.item_id === item.id);
      const chosenFirst = [
        ...ticketsOfItem.filter(({ id }) => chosenTicketIds.has(id)),
        ...ticketsOfItem.filter(({ id }) => !chosenTicketIds.has(id)),
      ];
      return { item, quantity, ticketIds: chosenFirst.slice(0, quantity).map(({ id }) => id) };
    })
    .filter((share) => share.quantity > 0);
}

/**
 * The refunded sums of an order after a refund. The total is divided in proportion to the prices of the items. Each refund raises
 * the refunded sum to the rounded share of all items that are refunded so far, so the refunds of all items add up to the total.
 *
 * @param step partial sums are rounded down to a multiple of this; the last refund includes the remainder
 */
function sumsAfterRefund(order: OrderRow, items: readonly ItemRow[], shares: readonly Share[], step: number) {
  const quantityAfter = (item: ItemRow) =>
    item.refunded_quantity + (shares.find((share) => share.item === item)?.quantity ?? 0);
  const isWhole = items.every((item) => quantityAfter(item) === item.quantity);
  const price = items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0);
  const refundedPrice = items.reduce((sum, item) => sum + item.unit_price * quantityAfter(item), 0);
  const exact = price === 0 ? 0 : proportion(order.total, refundedPrice, price);
  const share = exact - (exact % step);
  const refundedTotal = isWhole ? order.total : Math.max(order.refunded_total, share);
  const refundedTax = order.total === 0 ? order.refunded_tax : proportion(order.tax, refundedTotal, order.total);
  return { isWhole, refundedTotal, refundedTax: Math.max(order.refunded_tax, refundedTax) };
}
