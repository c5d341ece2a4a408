import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { proportion } from '../../platform/money.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { voidUnits } from '../entitlements/index.ts';
import { returnSoldStock, type StockLine } from '../inventory/index.ts';
import { queueMail } from '../mail/index.ts';
import { queueOrderRefund, refundStep } from '../payments/index.ts';
import { postEntries } from '../settlements/index.ts';
import { listRefundableTickets, type RefundableTicket, voidTickets } from '../tickets/index.ts';
import { type ItemRow, lockOrder, type OrderRow, type OrderView, offerIdOf, readOrder } from './load-order.ts';
import { changeOrderState } from './transition.ts';
import { emitRefunded } from './webhooks.ts';

/** A part of an order to refund: a quantity of an item, or one ticket. */
export type RefundSelection = { readonly itemId: string; readonly quantity: number } | { readonly ticketId: string };

/** The part of an item to refund. */
interface Share {
  readonly item: ItemRow;
  readonly quantity: number;
  readonly ticketIds: readonly string[];
}

/**
 * Refunds an order in full or in part, in one transaction. Unused tickets and unconsumed units become void and can be bought
 * again. The ledger entry, the webhook events and the e-mail are written. The refund requests to payment providers are sent after
 * the commit. The tax is refunded in proportion. Fees are not refunded, because payment providers do not return their fees.
 *
 * @param selection the parts to refund; empty for all parts that are not refunded yet
 * @param origin the actor and the request, for the audit log
 * @returns the order after the refund, the refunded amount in minor units, and the part of it that payment providers refund;
 *   the organizer must refund the remaining amount
 * @throws ApiError `order_not_found` if the organizer has no such order
 * @throws ApiError `order_state_forbids_action` if nothing was paid, or everything is already refunded
 * @throws ApiError `order_item_not_found` if an item does not belong to the order
 * @throws ApiError `refund_quantity_out_of_range` if a quantity exceeds the units that are not refunded
 * @throws ApiError `ticket_not_refundable` if a ticket does not belong to the order, or is already refunded
 */
export async function refundOrder(
  db: Db,
  organizerId: string,
  orderNumber: string,
  selection: readonly RefundSelection[],
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ order: OrderView; amount: number; byProvider: number }> {
  return db.transaction().execute(async (tx) => {
    const now = timestamp(clock.now());
    const { order, items } = await lockOrder(tx, organizerId, orderNumber);
    const tickets = await listRefundableTickets(tx, organizerId, order.order_number);
    const shares = chooseShares(items, tickets, selection);
    const step = await refundStep(tx, organizerId, order.order_number);
    const sums = sumsAfterRefund(order, items, shares, step);
    await changeOrderState(tx, order, sums.isWhole ? 'refund_rest' : 'refund_part', {
      refunded_total: sums.refundedTotal,
      refunded_tax: sums.refundedTax,
      updated_at: now,
    });
    const returnedLines: StockLine[] = [];
    const voidedTickets: string[] = [];
    for (const share of shares) {
      const { quantity, voidedTicketIds } = await voidShare(tx, share, now);
      returnedLines.push({ kind: share.item.kind, id: offerIdOf(share.item), quantity });
      voidedTickets.push(...voidedTicketIds);
    }
    await returnSoldStock(tx, organizerId, returnedLines);
    const amount = sums.refundedTotal - order.refunded_total;
    await postEntries(
      tx,
      organizerId,
      [
        {
          kind: 'refund',
          eventId: order.event_id,
          orderNumber: order.order_number,
          currency: order.currency,
          refunds: amount,
          taxes: order.refunded_tax - sums.refundedTax,
          at: now,
        },
      ],
      now,
    );
    const refundedOrder = await readOrder(tx, organizerId, order.order_number);
    const change = { balanceOrStatusChanged: amount !== sums.refundedTax - order.refunded_tax };
    await emitRefunded(tx, organizerId, refundedOrder, voidedTickets, change, now);
    const byProvider = await queueOrderRefund(tx, organizerId, order.order_number, amount, now);
    const money = { amount, currency: order.currency };
    await queueMail(tx, { kind: 'refunded', organizerId, orderNumber: order.order_number, money }, now);
    await recordAudit(tx, organizerId, {
      ...origin,
      action: 'order.refund',
      subject: order.order_number,
      details: {
        amount,
        currency: order.currency,
        byProvider,
        items: shares.map(({ item, quantity }) => `${item.id}:${quantity}`),
      },
      at: now,
    });
    return { order: refundedOrder, amount, byProvider };
  });
}

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

/**
 * Voids the tickets or units of a share.
 *
 * @returns the quantity that can be sold again, and the ids of the voided tickets
 */
async function voidShare(
  tx: Db,
  { item, quantity, ticketIds }: Share,
  now: string,
): Promise<{ quantity: number; voidedTicketIds: readonly string[] }> {
  let returnedQuantity: number;
  let voidedTicketIds: readonly string[] = [];
  if (item.kind === 'ticket') {
    voidedTicketIds = await voidTickets(tx, item.organizer_id, ticketIds, now);
    returnedQuantity = voidedTicketIds.length;
  } else {
    const units = quantity * item.units_per_purchase;
    const voidedUnits = await voidUnits(tx, item.organizer_id, item.id, units, now);
    returnedQuantity = Math.floor(voidedUnits / item.units_per_purchase) - item.returned_quantity;
  }
  await tx
    .updateTable('order_items')
    .set((eb) => ({
      refunded_quantity: eb('refunded_quantity', '+', quantity),
      returned_quantity: eb('returned_quantity', '+', returnedQuantity),
    }))
    .where('organizer_id', '=', item.organizer_id)
    .where('id', '=', item.id)
    .execute();
  return { quantity: returnedQuantity, voidedTicketIds };
}
