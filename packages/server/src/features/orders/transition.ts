import { sql, type UpdateObject } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { runPrepared } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { StockLine } from '../inventory/index.ts';
import { type ItemRow, type OrderRow, offerIdOf } from './load-order.ts';
import { type AddressLimits, addHolds, manualCounters, releaseHolds } from './open-holds.ts';
import { type OrderAction, stateAfter, statesBefore } from './states.ts';
import { emitUpdated } from './webhooks.ts';

const actionLabels: Record<OrderAction, string> = {
  pay: 'paid',
  pay_late: 'paid late',
  expire: 'expired',
  cancel: 'cancelled',
  refund_part: 'refunded',
  refund_rest: 'refunded',
};

/**
 * Changes the state of a locked order to the state after an action, in one conditional statement.
 *
 * @throws ApiError `order_state_forbids_action` if the action is not possible in the current state
 */
export async function changeOrderState(
  tx: Db,
  order: OrderRow,
  action: OrderAction,
  changes: UpdateObject<Tables, 'orders', 'orders'>,
  now: string,
): Promise<void> {
  const updated_at = nextUpdateTime(order, now);
  const query = tx
    .updateTable('orders')
    // After each action the order holds no stock.
    .set({ ...changes, updated_at, status: stateAfter(action), held_by_address: null, held_by_email: null })
    .where('organizer_id', '=', order.organizer_id)
    .where('order_number', '=', order.order_number)
    .where('status', 'in', statesBefore(action))
    .returning('order_number');
  const changedOrders = await runPrepared(tx, query);
  if (changedOrders.length === 0) throw forbiddenActionError(order, action);
}

/** Changes columns of a locked order, and gives it a new version. */
export async function updateOrder(
  tx: Db,
  order: OrderRow,
  columns: UpdateObject<Tables, 'orders', 'orders'>,
  now: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...columns, updated_at: nextUpdateTime(order, now) })
    .where('organizer_id', '=', order.organizer_id)
    .where('order_number', '=', order.order_number)
    .execute();
}

/** Each change of an order has a later `updated_at`, although the clock of the process that made the last one can be ahead. */
function nextUpdateTime(order: OrderRow, now: string): string {
  return timestamp(Math.max(Date.parse(now), Date.parse(order.updated_at) + 1));
}

/** @throws ApiError `invalid_state` if the action is not possible in the current state */
export function assertActionPossible(order: OrderRow, action: OrderAction): void {
  if (!statesBefore(action).includes(order.status)) throw forbiddenActionError(order, action);
}

function forbiddenActionError({ order_number: orderNumber, status }: OrderRow, action: OrderAction): ApiError {
  return new ApiError('order_state_forbids_action', {
    orderNumber,
    status,
    action: actionLabels[action],
    allowed: statesBefore(action),
  });
}

/**
 * Extends the hold of a pending order that is paid manually. Its IP address then has a separate limit: many buyers can share the
 * address, and these orders wait for days. `order.updated` is emitted.
 *
 * @param locked the locked order with its items
 * @param expiresAt RFC 3339
 * @param limits the limits of the IP address and its network; null: no limit
 * @throws HoldLimitExceeded if the order would exceed one of them; the caller must roll back
 */
export async function extendHold(
  tx: Db,
  { order, items }: { readonly order: OrderRow; readonly items: readonly ItemRow[] },
  expiresAt: string,
  now: string,
  limits: AddressLimits | null,
): Promise<void> {
  const { held_by_address: heldBy } = order;
  const counters = heldBy === null || limits === null ? null : manualCounters(heldBy, limits);
  const columns = { expires_at: expiresAt, held_by_address: counters?.address?.hash ?? null };
  await updateOrder(tx, order, columns, now);
  await releaseHolds(tx, order.organizer_id, [{ ...order, held_by_email: null }], items);
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (counters !== null) await addHolds(tx, order.organizer_id, counters, units);
  await emitUpdated(tx, order, { fields: ['expiresAt'] }, now);
}

/** The value of `link_version` after which all earlier links to an order are invalid. */
export const nextLinkVersion = sql<number>`link_version + 1`;

/** The items of an order as lines of stock. */
export function stockLines(items: readonly ItemRow[]): StockLine[] {
  return items.map((item) => ({ kind: item.kind, id: offerIdOf(item), quantity: item.quantity }));
}
