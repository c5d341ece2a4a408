import { orderRoutes } from '../features/orders/http.ts';
import { paymentMethods } from '../features/payments/index.ts';
import { eventRoutes } from '../features/programme/http.ts';
import { settlementRoutes } from '../features/settlements/http.ts';
import { ticketRoutes } from '../features/tickets/http.ts';
import { organizerPlane } from '../planes/organizer.ts';
import type { Deployment } from './deployment.ts';
import { describeApi } from './documentation.ts';
import { keyPolicies } from './key-policies.ts';

const fullLimits = false;

const keyPolicy = keyPolicies.baseline;

/** Read-only. */
export const baseline: Deployment = {
  name: 'baseline',
  planes: [
    organizerPlane({
      features: [eventRoutes({ addons: false }), orderRoutes({ personalData: false }), ticketRoutes, settlementRoutes],
      fullLimits,
    }),
  ],
  paymentMethods,
  keyPolicy,
  documentation: describeApi({
    name: 'baseline',
    summary: 'Read events, orders, tickets and settlements.',
    keyPolicy,
    addons: false,
  }),
};
