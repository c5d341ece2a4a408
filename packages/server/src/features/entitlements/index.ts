/**
 * Entitlements: the units of purchased add-ons and their consumption, in the tables `entitlements`, `consumptions` and
 * `unit_returns`. `returnConsumedUnits` returns a number of consumed units at any time; `reverseConsumption` returns all units of one
 * consumption, within the time limit of the organizer.
 */
export { findExistingRefs, insertEntitlements } from './bulk.ts';
export { consumeByHand, setConsumer } from './consume-by-hand.ts';
export { consumeUnits, consumptionJson } from './consume-units.ts';
export { grantEntitlements } from './grant-entitlements.ts';
export {
  readAddonIdsByTicket,
  readItemsOfTickets,
  readRemainingUnits,
  removeReasons,
  setBuyerEmailOfEntitlements,
  setEmailFormOfEntitlements,
} from './order-entitlements.ts';
export { findEntitlement, readEntitlementsOfGuest, readEntitlementsOfOrder } from './queries.ts';
export { returnConsumedUnits, reversalRef, reversalRefOf } from './return-units.ts';
export { reverseConsumption } from './reverse-consumption.ts';
export type { EntitlementView } from './schema.ts';
export { voidUnits } from './void-units.ts';
export { type EntitlementEventType, entitlementWebhookTypes } from './webhook-types.ts';
