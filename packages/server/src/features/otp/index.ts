export { readBuyerToken } from './buyer-tokens.ts';
export { addressKey, codeSeconds, removeOldCodes } from './codes.ts';
export { otpRoutes } from './routes.public.ts';
