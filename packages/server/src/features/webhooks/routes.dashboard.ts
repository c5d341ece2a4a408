import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import type { WebhookRouteOptions } from './route-options.ts';
import { deliveryRoutes } from './routes.deliveries.ts';
import { endpointRoutes } from './routes.endpoints.ts';
import { eventRoutes } from './routes.events.ts';
import { replayRoutes } from './routes.replays.ts';
import { secretRoutes } from './routes.secrets.ts';

/** The webhook endpoints of an organizer with their deliveries, and the events, for its members. */
export function webhookDashboardRoutes(
  options: Omit<WebhookRouteOptions, 'readPermission'>,
): Feature<OrganizerServices> {
  return (app, services) => {
    webhookRoutes({ ...options, readPermission: 'webhooks:read' })(app, services);
    secretRoutes(app, services);
    replayRoutes(app, services);
    eventRoutes(options)(app, services);
  };
}

/** The webhook endpoints of an organizer with their deliveries. */
export function webhookRoutes(options: WebhookRouteOptions): Feature<OrganizerServices> {
  return (app, services) => {
    endpointRoutes(options)(app, services);
    deliveryRoutes(options)(app, services);
  };
}
