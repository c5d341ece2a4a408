import { stripeRoutes } from '../features/checkout/http.ts';
import { admitAnybody } from '../platform/http/admission.ts';
import type { Plane } from './context.ts';

/** For payment providers, which tell of money and are known by their signatures. */
export const paymentsPlane: Plane = (root, { services, payments, log, isOverloaded }) => {
  const { readStripeNews } = payments;
  if (readStripeNews === null) return;
  admitAnybody(root, {
    isOverloaded,
    add: (app) => stripeRoutes(app, { ...services, log: log.logger }, readStripeNews),
  });
};
