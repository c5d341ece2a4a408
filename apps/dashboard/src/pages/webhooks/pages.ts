import { EventIcon, WebhookIcon } from '#app/parts/icons.tsx';
import type { PageEntry } from '#app/parts/registry.ts';

const permission = 'webhooks:read';

/** The pages about webhook endpoints, deliveries and events. */
export const webhookPages: readonly PageEntry[] = [
  {
    path: 'webhooks',
    permission,
    load: () => import('./endpoint-list-page.tsx'),
    navigation: { title: 'webhooks', icon: WebhookIcon },
  },
  { path: 'webhooks/endpoints/$endpointId', permission, load: () => import('./endpoint-page.tsx') },
  { path: 'webhooks/deliveries', permission, load: () => import('./delivery-list-page.tsx') },
  { path: 'webhooks/deliveries/$deliveryId', permission, load: () => import('./delivery-page.tsx') },
  {
    path: 'webhook-events',
    permission,
    load: () => import('./webhook-event-list-page.tsx'),
    navigation: { title: 'webhookEvents', icon: EventIcon },
  },
  { path: 'webhook-events/$webhookEventId', permission, load: () => import('./webhook-event-page.tsx') },
];
