export { grantEntitlements } from './grant-entitlements.ts';
export { readEntitlementsOfOrder } from './queries.ts';
export { entitlement } from './schema.ts';
export { voidUnits } from './void-units.ts';
