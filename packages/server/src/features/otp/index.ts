export { requireBuyer } from './buyer-tokens.ts';
export { addressKey, purgeCodes, requireReachable } from './codes.ts';
