/**
 * Orders, their statuses and transitions. This feature owns the tables `orders`, `order_items` and `open_holds` (the unpaid units of
 * each IP address, network and e-mail address). A transition also changes stock, tickets, entitlements, payments and settlements, through their
 * features and in the same transaction.
 */

export {
  type Anonymization,
  anonymizeOrder,
  type EventToAnonymize,
  listEventIdsToAnonymize,
  listEventsToAnonymize,
  listNumbersOfBuyer,
  listOrdersToAnonymize,
  type PersonRemoval,
  removePersonFromOrder,
} from './anonymize-order.ts';
export { answerOwnOrder } from './answer-own-order.ts';
export { applyOutsideRefund, refundableAmount } from './apply-outside-refund.ts';
export { refundedLine } from './apply-refund.ts';
export { findOrderReferences, findTakenOrderNumbers, insertOrders } from './bulk.ts';
export { cancelOrder } from './cancel-order.ts';
export { correctHolder } from './correct-order.ts';
export { expireOrders } from './expire-orders.ts';
export { hasOrder, hasPaidOrder } from './has-order.ts';
export { invalidateLinks } from './invalidate-links.ts';
export { countExpiringOrders, readLastOrderChange } from './last-changes.ts';
export { listOrdersOfBuyer, type OrderOfBuyer } from './list-orders-of-buyer.ts';
export {
  type Attendee,
  attendeeName,
  findOrder,
  findOrderOfBuyer,
  findOrderWithItems,
  firstLinkVersion,
  type LockedOrder,
  lockOrder,
  type OrderRow,
  type OrderSummary,
  type OrderView,
  offerIdOf,
  readOrder,
  receiverOfOrder,
} from './load-order.ts';
export {
  type AddressLimits,
  addressCounters,
  type HoldCounters,
  HoldLimitExceeded,
  mostManualUnits,
  noCounters,
} from './open-holds.ts';
export { markPaid, payOrder, saleOf, sendTickets } from './pay-order.ts';
export { type NewOrder, type NewOrderLine, placeOrder } from './place-order.ts';
export { type FeeBreakdown, feeColumns, priceOrder } from './pricing.ts';
export { buyerField, findOrderDetailForBuyer, listOrders } from './queries.ts';
export { readOrderForMembers } from './read-order-for-members.ts';
export { personalFieldsOfOrder } from './read-personal-data.ts';
export { refundOrder } from './refund-order.ts';
export type { RefundSelection, RefundTarget } from './refund-plan.ts';
export { purgeAbandonedOrders, removedBuyerEmail } from './remove-abandoned.ts';
export { removeOldAnswers } from './remove-old-answers.ts';
export type { OrderWithPersonalData } from './schema.ts';
export { hasUsableTickets, type OrderStatus, orderStatuses, wasPaid } from './states.ts';
export { readTimeline } from './timeline.ts';
export { extendHold } from './transition.ts';
export { countUnpaidOrders } from './unpaid-orders.ts';
export { orderChangeWebhookTypes, orderWebhookTypes, refundWebhookTypes } from './webhook-types.ts';
export { emitDisputed, refundEvent } from './webhooks.ts';
