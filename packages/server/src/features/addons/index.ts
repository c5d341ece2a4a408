export { grantEntitlements } from './grant-entitlements.ts';
export { readEntitlementsOfOrder } from './queries.ts';
export { addonRoutes } from './routes.organizer.ts';
export { type EntitlementView, entitlement } from './schema.ts';
export { voidUnits } from './void-units.ts';
