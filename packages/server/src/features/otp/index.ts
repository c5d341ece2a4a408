export { findBuyerEmail, invalidBuyerTokenError, requireBuyerEmail } from './buyer-tokens.ts';
export { assertDeliverableEmail } from './codes.ts';
