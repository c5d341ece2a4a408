/**
 * Orders: their states and transitions, in the tables `orders`, `order_items` and `open_holds`. A transition also changes stock,
 * tickets, entitlements, payments and settlements, through their features and in the same transaction.
 */
export { findOrderReferences, findTakenOrderNumbers, insertOrders } from './bulk.ts';
export { cancelOrder } from './cancel-order.ts';
export { expireOrders } from './expire-orders.ts';
export {
  type Attendee,
  findOrder,
  findOrderOfBuyer,
  lockOrder,
  type OrderRow,
  type OrderSummary,
  type OrderView,
  readOrder,
} from './load-order.ts';
export { type Holder, type Holders, HoldLimitExceeded } from './open-holds.ts';
export { lockPayableOrder, markPaid, payOrder, saleOf, sendTickets } from './pay-order.ts';
export { type NewOrder, type NewOrderLine, placeOrder } from './place-order.ts';
export { type FeeBreakdown, feeColumns, priceOrder } from './pricing.ts';
export { findOrderDetailWithPersonalData, listOrders } from './queries.ts';
export { refundedLine, refundOrder } from './refund-order.ts';
export type { RefundSelection } from './refund-plan.ts';
export { purgeAbandonedOrders, removedBuyerEmail } from './remove-abandoned.ts';
export { returnConsumedUnits } from './return-consumed-units.ts';
export { reverseConsumption } from './reverse-consumption.ts';
export type { OrderWithPersonalData } from './schema.ts';
export { type OrderStatus, orderStatuses, wasPaid } from './states.ts';
export { extendHold } from './transition.ts';
export { countUnpaidOrders } from './unpaid-orders.ts';
export { orderWebhookTypes } from './webhook-types.ts';
