export { cancelOrder } from './cancel-order.ts';
export { expireOrders } from './expire-orders.ts';
export { type Attendee, type OrderView, readOrder } from './load-order.ts';
export { payOrder, saleOf } from './pay-order.ts';
export { type FeeBreakdown, priceOrder } from './pricing.ts';
export { type RefundSelection, refundOrder } from './refund-order.ts';
export { orderRoutes } from './routes.organizer.ts';
export { orderDetail } from './schema.ts';
export { type OrderStatus, orderStatuses, wasPaid } from './states.ts';
