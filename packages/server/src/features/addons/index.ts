export { grantEntitlements } from './grant-entitlements.ts';
export { voidUnits } from './void-units.ts';
