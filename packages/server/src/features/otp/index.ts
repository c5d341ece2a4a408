export { findBuyerEmail, invalidBuyerTokenError, requireBuyerEmail } from './buyer-tokens.ts';
export { assertDeliverableEmail, normalizeBuyerEmail } from './codes.ts';
