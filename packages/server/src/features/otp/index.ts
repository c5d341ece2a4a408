export { readBuyerToken } from './buyer-tokens.ts';
export { addressKey, codeSeconds, isReachable, removeOldCodes } from './codes.ts';
export { otpRoutes, unreachable } from './routes.public.ts';
