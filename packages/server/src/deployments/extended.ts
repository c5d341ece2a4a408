import { addonRoutes } from '../features/addons/index.ts';
import { checkoutRoutes } from '../features/checkout/index.ts';
import { catalogRoutes, embedRoutes, eventRoutes } from '../features/events/index.ts';
import type { KeyPolicy } from '../features/keys/index.ts';
import { orderRoutes } from '../features/orders/index.ts';
import { otpRoutes } from '../features/otp/index.ts';
import { settlementRoutes } from '../features/settlements/index.ts';
import { ticketRoutes } from '../features/tickets/index.ts';
import { embedPlane } from '../planes/embed.ts';
import { hostedPagePlane } from '../planes/hosted-page.ts';
import { organizerPlane } from '../planes/organizer.ts';
import { paymentsPlane } from '../planes/payments.ts';
import { publicPlane } from '../planes/public.ts';
import { baseline } from './baseline.ts';
import type { Deployment } from './deployment.ts';
import { describeApi } from './documentation.ts';

const fullLimits = true;

const keyPolicy: KeyPolicy = {
  secretDefault: [...baseline.keyPolicy.secretDefault, 'addons:read', 'addons:write'],
  granted: ['orders:read:pii', 'events:write'],
};

/** The baseline with add-ons, more scopes and limits that each answer tells of (SPEC.md section 1). */
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
  keyPolicy,
  documentation: describeApi({
    name: 'extended',
    summary:
      'Events, orders, tickets, add-ons and settlements, and the selling of them, with limits that every answer tells of.',
    keyPolicy,
    fullLimits,
    addons: true,
    embed: true,
    checkout: true,
  }),
};
