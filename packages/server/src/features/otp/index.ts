export { requireBuyer } from './buyer-tokens.ts';
export { addressKey, removeOldCodes, requireReachable } from './codes.ts';
