export { invalidBuyerToken, readBuyerToken, requireBuyer } from './buyer-tokens.ts';
export { addressKey, requireReachable } from './codes.ts';
