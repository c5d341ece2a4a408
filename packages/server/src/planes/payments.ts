import { stripeRoutes } from '../features/checkout/index.ts';
import type { Plane } from './context.ts';

/** For payment providers, which tell of money and are known by their signatures. */
export const paymentsPlane: Plane = (app, { services, payments, log }) => {
  const { readStripeNews } = payments;
  if (readStripeNews !== null) stripeRoutes(app, { ...services, log: log.logger }, readStripeNews);
};
