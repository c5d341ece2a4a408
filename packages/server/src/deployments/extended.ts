import { catalogRoutes } from '../features/catalog/http.ts';
import { checkoutRoutes } from '../features/checkout/http.ts';
import { addonRoutes } from '../features/entitlements/http.ts';
import { orderRoutes } from '../features/orders/http.ts';
import { otpRoutes } from '../features/otp/http.ts';
import { paymentMethods } from '../features/payments/index.ts';
import { embedRoutes, eventRoutes } from '../features/programme/http.ts';
import { settlementRoutes } from '../features/settlements/http.ts';
import { ticketRoutes } from '../features/tickets/http.ts';
import { embedPlane } from '../planes/embed.ts';
import { hostedPagePlane } from '../planes/hosted-page.ts';
import { organizerPlane } from '../planes/organizer.ts';
import { paymentsPlane } from '../planes/payments.ts';
import { publicPlane } from '../planes/public.ts';
import type { Deployment } from './deployment.ts';
import { describeApi } from './documentation.ts';
import { keyPolicies } from './key-policies.ts';

const fullLimits = true;

const keyPolicy = keyPolicies.extended;

/** The baseline with add-ons, more scopes and limits that each answer tells of. */
export const extended: Deployment = {
  name: 'extended',
  planes: [
    organizerPlane({
      features: [
        eventRoutes({ addons: true }),
        catalogRoutes,
        orderRoutes({ personalData: true }),
        ticketRoutes,
        addonRoutes,
        settlementRoutes,
      ],
      fullLimits,
    }),
    embedPlane({ features: [embedRoutes], fullLimits }),
    publicPlane({ features: [checkoutRoutes, otpRoutes] }),
    paymentsPlane,
    hostedPagePlane,
  ],
  paymentMethods,
  keyPolicy,
  documentation: describeApi({
    name: 'extended',
    summary: 'Sell tickets, and read and change events, orders, tickets, add-ons and settlements.',
    keyPolicy,
    addons: true,
  }),
};
