/** Entitlements: the units of purchased add-ons and their consumption, in the tables `entitlements` and `consumptions`. */
export { findExistingConsumptionRefs, insertEntitlements } from './bulk.ts';
export { grantEntitlements } from './grant-entitlements.ts';
export { readEntitlementsOfOrder } from './queries.ts';
export type { EntitlementView } from './schema.ts';
export { voidUnits } from './void-units.ts';
export { type EntitlementEventType, entitlementWebhookTypes } from './webhook-types.ts';
