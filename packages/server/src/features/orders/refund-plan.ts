import { ApiError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { formatAmount, proportion } from '../../platform/money.ts';
import { readItemsOfTickets } from '../entitlements/index.ts';
import { refundStep } from '../payments/index.ts';
import { listRefundableTickets, type RefundableTicket } from '../tickets/index.ts';
import type { ItemRow, OrderRow } from './load-order.ts';

/**
 * A part of an order to refund: one ticket, or a quantity of an item. The quantity of tickets must be all that are left, because a
 * refund never chooses whose ticket becomes void.
 */
export type RefundSelection = { readonly itemId: string; readonly quantity: number } | { readonly ticketId: string };

/** A refund that voids nothing: an amount in minor units, and why the buyer gets it. */
export interface AmountRefund {
  readonly amount: number;
  readonly reason: string;
}

/** What to refund: parts of an order (none: all that is not refunded yet), or an amount. */
export type RefundTarget = readonly RefundSelection[] | AmountRefund;

/**
 * What a request names to refund; an empty list if it names nothing.
 *
 * @throws ApiError `refund_target_unclear` if it names both parts and an amount, or an amount without a reason
 */
export function refundTargetOf({
  items = [],
  ticketIds = [],
  amount,
  reason,
}: {
  readonly items?: readonly { readonly itemId: string; readonly quantity: number }[];
  readonly ticketIds?: readonly string[];
} & Partial<AmountRefund>): RefundTarget {
  const names = [...items, ...ticketIds].length > 0;
  if (amount !== undefined || reason !== undefined) {
    if (amount === undefined || reason === undefined || names) throw new ApiError('refund_target_unclear', {});
    return { amount, reason };
  }
  return [...items, ...ticketIds.map((ticketId) => ({ ticketId }))];
}

/** Whether a refund is an amount that voids nothing. */
export function isAmountRefund(target: RefundTarget): target is AmountRefund {
  return 'amount' in target;
}

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
 * @throws ApiError `invalid_request` for items or tickets that do not belong to the order or are refunded already, for a quantity of
 *   tickets that leaves some of them, and for an amount that is more than what is left
 */
export async function planRefund(
  db: Db,
  { order, items }: { readonly order: OrderRow; readonly items: readonly ItemRow[] },
  target: RefundTarget,
): Promise<RefundPlan> {
  const { organizer_id: organizerId, order_number: orderNumber } = order;
  const tickets = await listRefundableTickets(db, organizerId, orderNumber);
  const step = await refundStep(db, organizerId, orderNumber);
  if (isAmountRefund(target)) {
    assertAmountLeft(order, target.amount, step);
    return { shares: [], ...moneyOf(order, target.amount), action: 'refund_part', tickets };
  }
  const hasHolderAddons = items.some(({ person }) => person !== null);
  const ticketOfItem = hasHolderAddons ? await readItemsOfTickets(db, organizerId, orderNumber) : noTickets;
  const shares = chooseShares(items, tickets, target, ticketOfItem);
  const { amount, isWhole } = amountOfShares(order, items, shares, step);
  return { shares, ...moneyOf(order, amount), action: isWhole ? 'refund_rest' : 'refund_part', tickets };
}

const noTickets: ReadonlyMap<string, string> = new Map();

function assertAmountLeft(order: OrderRow, amount: number, step: number): void {
  const amountMax = order.total - order.refunded_total;
  if (
    Number.isSafeInteger(amount) &&
    amount >= 1 &&
    amount <= amountMax &&
    (amount % step === 0 || amount === amountMax)
  )
    return;
  const params = { amountMax, amountMaxText: formatAmount(amountMax, order.currency), step };
  throw new ApiError('refund_amount_out_of_range', params, {
    fields: [fieldError('amount', 'out_of_range', { minimum: step, maximum: amountMax })],
  });
}

/** A refunded amount, and the tax in it. */
export function moneyOf(order: OrderRow, amount: number): { amount: number; tax: number } {
  const refundedTax =
    order.total === 0 ? order.refunded_tax : proportion(order.tax, order.refunded_total + amount, order.total);
  return { amount, tax: Math.max(0, refundedTax - order.refunded_tax) };
}

/** @param index in `ticketIds` of a request */
function repeatedTicket(index: number): ApiError {
  const fields = [fieldError(`ticketIds.${index}`, 'repeated_ticket', {})];
  return new ApiError('invalid_fields', { part: 'body' }, { fields });
}

/**
 * The parts of the items that a selection refunds. The add-ons of a ticket holder are refunded with the ticket.
 *
 * @param ticketOfItem the ticket whose holder an item belongs to, by the id of the item
 */
function chooseShares(
  items: readonly ItemRow[],
  tickets: readonly RefundableTicket[],
  selection: readonly RefundSelection[],
  ticketOfItem: ReadonlyMap<string, string>,
): Share[] {
  const quantities = new Map<string, number>();
  const chosenTicketIds = new Set<string>();
  for (const part of selection) {
    if ('ticketId' in part) {
      const ticket = tickets.find(({ id }) => id === part.ticketId);
      if (ticket === undefined) {
        throw new ApiError('ticket_not_refundable', { ticketId: part.ticketId });
      }
      if (chosenTicketIds.has(ticket.id)) throw repeatedTicket(chosenTicketIds.size);
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
  const shares = items
    .map((item) => {
      const refundable = item.quantity - item.refunded_quantity;
      const quantity = selection.length === 0 ? refundable : (quantities.get(item.id) ?? 0);
      const ticketsOfItem = tickets.filter((ticket) => ticket.item_id === item.id);
      const chosen = ticketsOfItem.filter(({ id }) => quantity === refundable || chosenTicketIds.has(id));
      return { item, quantity, ticketIds: chosen.map(({ id }) => id) };
    })
    .map((share, _, all) => {
      const ticketId = ticketOfItem.get(share.item.id);
      const isTaken = ticketId !== undefined && all.some(({ ticketIds }) => ticketIds.includes(ticketId));
      return isTaken ? { ...share, quantity: share.item.quantity - share.item.refunded_quantity } : share;
    })
    .filter((share) => share.quantity > 0);
  for (const { item, quantity, ticketIds } of shares) {
    const quantityMax = item.quantity - item.refunded_quantity;
    if (item.kind === 'addon' || quantity === quantityMax || ticketIds.length === quantity) continue;
    throw new ApiError('refund_names_no_ticket', { name: item.name, itemId: item.id, quantity, quantityMax });
  }
  return shares;
}

/**
 * The amount of a refund of items. The total is divided in proportion to the prices of the items: the amount is the difference between
 * the rounded shares of all items that are refunded after and before it. The refund of the last items is the rest of the total, so all
 * refunds add up to it.
 *
 * @param step shares are rounded down to a multiple of this; the last refund includes the remainder
 */
function amountOfShares(order: OrderRow, items: readonly ItemRow[], shares: readonly Share[], step: number) {
  const rest = order.total - order.refunded_total;
  const quantityAfter = (item: ItemRow) =>
    item.refunded_quantity + (shares.find((share) => share.item === item)?.quantity ?? 0);
  if (items.every((item) => quantityAfter(item) === item.quantity)) return { amount: rest, isWhole: true };
  const shareOf = (quantityOf: (item: ItemRow) => number) => shareOfTotal(order, items, quantityOf, step);
  const share = shareOf(quantityAfter) - shareOf((item) => item.refunded_quantity);
  return { amount: Math.min(share, rest), isWhole: false };
}

function shareOfTotal(
  order: OrderRow,
  items: readonly ItemRow[],
  quantityOf: (item: ItemRow) => number,
  step: number,
): number {
  const price = items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0);
  const partPrice = items.reduce((sum, item) => sum + item.unit_price * quantityOf(item), 0);
  const exact = price === 0 ? 0 : proportion(order.total, partPrice, price);
  return exact - (exact % step);
}
