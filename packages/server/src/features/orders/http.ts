export { bibRoutes } from './routes.bibs.ts';
export { categoryRoutes } from './routes.categories.ts';
export { orderChangeRoutes } from './routes.changes.ts';
export { orderDashboardRoutes } from './routes.dashboard.ts';
export { orderMoneyRoutes } from './routes.money.ts';
export { orderRoutes } from './routes.organizer.ts';
export { memberOrderDetail, orderChanged, timelineEntry } from './schema.dashboard.ts';
export { buyerOrderExample, buyerOrderFields, expandableOrderDetail, feeBreakdown } from './schema.ts';
