export { buyerAuthenticator } from './buyer-authenticator.ts';
export { checkoutRoutes } from './routes.public.ts';
