import type { WebhookSettings } from './settings.ts';
import type { WebhookTypes } from './webhook-types.ts';

/** What the routes for webhooks need besides the services of all features. */
export interface WebhookRouteOptions {
  readonly settings: WebhookSettings;
  /** The types that endpoints can subscribe to. */
  readonly types: WebhookTypes;
  /** The permission for reads. */
  readonly readPermission: 'webhooks:read' | 'webhooks:write';
}

export const tags = ['Webhooks'];
export const read = { permission: 'webhooks:read' } as const;
export const write = { permission: 'webhooks:write' } as const;
