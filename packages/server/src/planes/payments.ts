import type { PaymentProvider } from '../features/payments/index.ts';
import { paymentWebhookRoutes } from '../features/received-money/http.ts';
import { registerOpenRoutes } from '../platform/http/open-routes.ts';
import type { Plane } from './context.ts';

/** `/payments/…`: receives the webhooks of payment providers. The providers sign these requests. */
export function paymentsPlane(paymentProviders: readonly PaymentProvider[]): Plane {
  return (root, { services, log }) => {
    registerOpenRoutes(root, (app) => paymentWebhookRoutes(app, { ...services, paymentProviders, log }));
  };
}
