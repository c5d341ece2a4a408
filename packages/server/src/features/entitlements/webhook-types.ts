import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).entitlement;

/** The webhook event types about purchased add-ons. */
export const entitlementWebhookTypes = {
  'addon.granted': {
    summary: 'An add-on was granted',
    description:
      'Sent once for each add-on item of an order, for its complete quantity, when the order is paid. The units can then be consumed.',
    schema,
    permission: 'addons:read',
    example: {
      sequence: 4219,
      createdAt: '2026-11-24T18:31:07.114Z',
      data: {
        unitsConsumed: 0,
        unitsRemaining: 2,
        updatedAt: '2026-11-24T18:31:07.114Z',
      },
    },
  },
  'addon.consumed': {
    summary: 'Units of an add-on were consumed',
    description:
      'Sent for each consumption. `unitsRemaining` is the number of units left; `consumed` is true if `unitsRemaining` is 0.',
    schema,
    permission: 'addons:read',
    example: { sequence: 7718, createdAt: '2027-05-09T12:41:07.522Z' },
  },
  'addon.consumption_reversed': {
    summary: 'A consumption was reversed',
    description:
      'Sent when all units of a consumption are returned, for example because the wrong drink was tapped. They can be consumed again.',
    schema,
    permission: 'addons:read',
    example: {
      sequence: 7719,
      createdAt: '2027-05-09T12:41:58.203Z',
      data: { unitsConsumed: 0, unitsRemaining: 2, updatedAt: '2027-05-09T12:41:58.203Z' },
    },
  },
} satisfies WebhookTypes;

export type EntitlementEventType = keyof typeof entitlementWebhookTypes;
