export { orderDashboardRoutes } from './routes.dashboard.ts';
export { orderRoutes } from './routes.organizer.ts';
export { orderChanged } from './schema.dashboard.ts';
export { buyerOrderExample, buyerOrderFields, feeBreakdown } from './schema.ts';
