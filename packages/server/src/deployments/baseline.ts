import { eventRoutes } from '../features/events/index.ts';
import type { KeyPolicy } from '../features/keys/index.ts';
import { orderRoutes } from '../features/orders/index.ts';
import { settlementRoutes } from '../features/settlements/index.ts';
import { ticketRoutes } from '../features/tickets/index.ts';
import { organizerPlane } from '../planes/organizer.ts';
import type { Deployment } from './deployment.ts';
import { describeApi } from './documentation.ts';

const fullLimits = false;

const keyPolicy: KeyPolicy = {
  secretDefault: ['events:read', 'orders:read', 'tickets:read', 'settlements:read'],
  granted: [],
};

/** Read-only (SPEC.md section 1). */
export const baseline: Deployment = {
  name: 'baseline',
  planes: [
    organizerPlane({
      features: [eventRoutes({ addons: false }), orderRoutes({ personalData: false }), ticketRoutes, settlementRoutes],
      fullLimits,
    }),
  ],
  keyPolicy,
  documentation: describeApi({
    name: 'baseline',
    summary: 'Read events, orders, tickets and settlements.',
    keyPolicy,
    fullLimits,
    addons: false,
    embed: false,
    checkout: false,
  }),
};
