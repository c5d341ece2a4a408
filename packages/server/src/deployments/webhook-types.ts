import { eventWebhookTypes } from '../features/catalog/index.ts';
import { entitlementWebhookTypes } from '../features/entitlements/index.ts';
import { orderChangeWebhookTypes, orderWebhookTypes, refundWebhookTypes } from '../features/orders/index.ts';
import { paymentWebhookTypes } from '../features/payments/index.ts';
import { settlementWebhookTypes } from '../features/settlements/index.ts';
import { ticketChangeWebhookTypes, ticketWebhookTypes } from '../features/tickets/index.ts';
import { endpointWebhookTypes, type WebhookTypes } from '../features/webhooks/index.ts';

const typesOf = (offers: { addons: boolean }) => ({
  ...orderWebhookTypes,
  ...orderChangeWebhookTypes,
  ...paymentWebhookTypes,
  ...refundWebhookTypes,
  ...ticketWebhookTypes,
  ...ticketChangeWebhookTypes,
  ...(offers.addons ? entitlementWebhookTypes : {}),
  ...eventWebhookTypes(offers),
  ...settlementWebhookTypes,
  ...endpointWebhookTypes,
});

/** The event types that each deployment emits. The documentation lists them in the order of these properties. */
export const webhookTypes = {
  baseline: typesOf({ addons: false }),
  extended: typesOf({ addons: true }),
} satisfies Record<'baseline' | 'extended', WebhookTypes>;

/**
 * The types that endpoints can subscribe to. They are the same in every deployment, so subscriptions stay valid if the operator
 * changes the deployment.
 */
export const eventTypes: readonly string[] = Object.keys(webhookTypes.extended);
