import { lockPayableOrder } from '../features/orders/index.ts';
import { paymentWebhookRoutes } from '../features/payments/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/payments/…`: webhooks of payment providers, which sign their requests. */
export const paymentsPlane: Plane = (root, { services, paymentProviders, log, isOverloaded }) => {
  registerOpenRoutes(root, {
    isOverloaded,
    add: (app) =>
      paymentWebhookRoutes(app, { ...services, paymentProviders, log: log.logger, lockOrder: lockPayableOrder }),
  });
};
