import { eventRoutes } from '../features/events/index.ts';
import { orderRoutes } from '../features/orders/index.ts';
import { settlementRoutes } from '../features/settlements/index.ts';
import { ticketRoutes } from '../features/tickets/index.ts';
import { organizerPlane } from '../planes/organizer.ts';
import type { Deployment } from './deployment.ts';

/** Read-only (SPEC.md section 1). */
export const baseline: Deployment = {
  name: 'baseline',
  planes: [
    organizerPlane({
      features: [eventRoutes({ addons: false }), orderRoutes, ticketRoutes, settlementRoutes],
      fullLimits: false,
    }),
  ],
  keyPolicy: { secretDefault: ['events:read', 'orders:read', 'tickets:read', 'settlements:read'], granted: [] },
};
