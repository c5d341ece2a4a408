import type { Db } from '../../platform/database/dialect.ts';
import type { Versioned } from '../../platform/http/entity-tags.ts';
import { JsonText, jsonObject } from '../../platform/json.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { readEntitlementsOfOrder } from '../entitlements/index.ts';
import { listPaymentsOfOrder } from '../payments/index.ts';
import { findOrder, type OrderRow, removedAt } from './load-order.ts';
import { readPersonalData } from './read-personal-data.ts';
import { hasUsableTickets, type OrderAction, statesBefore } from './states.ts';

/** What a member can do with an order. */
export const memberActions = [
  'pay',
  'pay_late',
  'cancel',
  'refund',
  'send_tickets',
  'open_tickets',
  'correct_buyer',
  'invalidate_links',
  'correct_holder',
] as const;
type MemberAction = (typeof memberActions)[number];

/**
 * The JSON of an order with its buyer, holders, add-ons and payments, and the actions that are possible in its state. The read is
 * recorded in the audit log before the data is returned.
 *
 * @param orderNumber in upper case, as it is stored
 * @param options.canWrite whether the member can change orders
 * @returns null if the organizer has no such order
 * @throws ApiError `unavailable` if the read cannot be recorded
 */
export async function readOrderForMembers(
  db: Db,
  scope: RequestScope,
  orderNumber: string,
  { canWrite }: { canWrite: boolean },
): Promise<Versioned | null> {
  const { organizerId } = scope;
  const row = await findOrder(db, organizerId, orderNumber);
  if (row === null) return null;
  const order = await readPersonalData(db, scope, orderNumber);
  if (order === null) return null;
  const entitlements = await readEntitlementsOfOrder(db, organizerId, orderNumber);
  const json = jsonObject({
    order: new JsonText(order.json),
    entitlements: JsonText.list(entitlements),
    paymentMethod: row.payment_method,
    buyerRemovedAt: removedAt(row),
    refundedTax: row.refunded_tax,
    actions: canWrite ? actionsOf(row) : [],
    payments: await listPaymentsOfOrder(db, organizerId, orderNumber),
  });
  return { ...order, json };
}

function actionsOf(order: OrderRow): MemberAction[] {
  const { status, buyer_email } = order;
  const isPossible = (action: OrderAction) => statesBefore(action).includes(status);
  const hasBuyer = removedAt(order) === null;
  const possible: Record<MemberAction, boolean> = {
    pay: isPossible('pay'),
    pay_late: isPossible('pay_late') && hasBuyer,
    cancel: isPossible('cancel'),
    refund: isPossible('refund_rest'),
    send_tickets: hasUsableTickets(status) && hasBuyer && buyer_email !== '',
    open_tickets: hasUsableTickets(status),
    correct_buyer: hasBuyer,
    invalidate_links: hasBuyer,
    correct_holder: hasUsableTickets(status) && hasBuyer,
  };
  return memberActions.filter((action) => possible[action]);
}
