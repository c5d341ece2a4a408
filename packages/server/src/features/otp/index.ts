export { readBuyerToken, requireBuyerEmail } from './buyer-tokens.ts';
export { assertDeliverableEmail, eraseCodes } from './codes.ts';
