export { consumptionRoutes } from './routes.consumptions.ts';
export { addonDashboardRoutes } from './routes.dashboard.ts';
export { addonRoutes } from './routes.organizer.ts';
export { consumeRequest, consumeResult, consumptionReversal, entitlement, reversalRequest } from './schema.ts';
