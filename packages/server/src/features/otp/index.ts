export { requireBuyer } from './buyer-tokens.ts';
export { addressKey, removeOldCodes } from './codes.ts';
export { otpRoutes, requireReachable } from './routes.public.ts';
