import { createRoute } from '@tanstack/react-router';
import { EventIcon, WebhookIcon } from '#app/parts/icons.tsx';
import { textSearch } from '#app/parts/text-search.ts';
import { organizerPage } from '#app/routes.tsx';

const permission = 'webhooks:read';

export const webhookRoutes = [
  createRoute({
    ...organizerPage(permission, () => import('./endpoint-list-page.tsx'), {
      heading: 'developers',
      title: 'webhooks',
      icon: WebhookIcon,
    }),
    path: 'webhooks',
  }),
  createRoute({
    ...organizerPage(permission, () => import('./endpoint-page.tsx')),
    path: 'webhooks/endpoints/$endpointId',
    validateSearch: textSearch('status', 'type', 'objectId', 'since', 'until'),
  }),
  createRoute({
    ...organizerPage(permission, () => import('./delivery-list-page.tsx')),
    path: 'webhooks/deliveries',
    validateSearch: textSearch('status', 'endpointId', 'type', 'objectId', 'since', 'until'),
  }),
  createRoute({
    ...organizerPage(permission, () => import('./delivery-page.tsx')),
    path: 'webhooks/deliveries/$deliveryId',
  }),
  createRoute({
    ...organizerPage(permission, () => import('./webhook-event-list-page.tsx'), {
      heading: 'developers',
      title: 'webhookEvents',
      icon: EventIcon,
    }),
    path: 'webhook-events',
    validateSearch: textSearch('type', 'objectId', 'since', 'until'),
  }),
  createRoute({
    ...organizerPage(permission, () => import('./webhook-event-page.tsx')),
    path: 'webhook-events/$webhookEventId',
  }),
] as const;
