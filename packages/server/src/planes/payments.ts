import { stripeRoutes } from '../features/checkout/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/payments/…`: webhooks of payment providers, which sign their requests. */
export const paymentsPlane: Plane = (root, { services, payments, log, isOverloaded }) => {
  const { readStripeNews } = payments;
  if (readStripeNews === null) return;
  registerOpenRoutes(root, {
    isOverloaded,
    add: (app) => stripeRoutes(app, { ...services, log: log.logger }, readStripeNews),
  });
};
