/**
 * Entitlements: the units of purchased add-ons and their consumption, in the tables `entitlements`, `consumptions` and
 * `unit_returns`.
 */
export { findExistingRefs, insertEntitlements } from './bulk.ts';
export { consumeByHand, setConsumer, type UnitsChangedByHand } from './consume-by-hand.ts';
export { type ConsumptionView, findConsumption } from './consume-units.ts';
export { grantEntitlements } from './grant-entitlements.ts';
export {
  findEntitlementItem,
  readRemainingUnits,
  setBuyerEmailOfEntitlements,
  setEmailFormOfEntitlements,
} from './order-entitlements.ts';
export { findEntitlement, readEntitlementsOfOrder } from './queries.ts';
export { emitConsumptionReversed, returnUnits, reversalRef, reversalRefOf } from './return-units.ts';
export type { EntitlementView } from './schema.ts';
export { voidUnits } from './void-units.ts';
export { type EntitlementEventType, entitlementWebhookTypes } from './webhook-types.ts';
