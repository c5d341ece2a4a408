export { checkoutRoutes } from './routes.public.ts';
export { stripeRoutes } from './routes.stripe.ts';
