export { readBuyerToken, requireBuyerEmail } from './buyer-tokens.ts';
export { assertDeliverableEmail } from './codes.ts';
