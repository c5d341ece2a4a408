/**
 * Entitlements: the units of purchased add-ons and their consumption, in the tables `entitlements`, `consumptions` and
 * `unit_returns`.
 */
export { findExistingRefs, insertEntitlements } from './bulk.ts';
export { consumeByHand, type UnitsChangedByHand } from './consume-by-hand.ts';
export { grantEntitlements } from './grant-entitlements.ts';
export { findEntitlementItem, readRemainingUnits, setBuyerEmailOfEntitlements } from './order-entitlements.ts';
export { readEntitlementsOfOrder } from './queries.ts';
export { returnUnits } from './return-units.ts';
export type { EntitlementView } from './schema.ts';
export { voidUnits } from './void-units.ts';
export { type EntitlementEventType, entitlementWebhookTypes } from './webhook-types.ts';
