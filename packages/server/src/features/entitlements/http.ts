export { consumeUnits, consumptionJson } from './consume-units.ts';
export { addonDashboardRoutes } from './routes.dashboard.ts';
export { addonRoutes } from './routes.organizer.ts';
export { unitChangeRequest } from './schema.dashboard.ts';
export { consumeRequest, consumeResult, consumptionReversal, entitlement, reversalRequest } from './schema.ts';
