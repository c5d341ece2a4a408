export { buyerAuthenticator } from './buyer-authenticator.ts';
export { saleByHandRoutes } from './routes.dashboard.ts';
export { newOrderRoutes } from './routes.organizer.ts';
export { checkoutRoutes } from './routes.public.ts';
