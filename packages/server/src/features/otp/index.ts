export { invalidBuyerToken, readBuyerToken, requireBuyer } from './buyer-tokens.ts';
export { emailKey, requireDeliverable } from './codes.ts';
