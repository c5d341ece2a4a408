import type { WebhookTypes } from '../webhooks/index.ts';

/** The webhook event types about payments. */
export const paymentWebhookTypes = {
  'payment.received': {
    summary: 'The money of a payment was received',
    description:
      'Sent once for each payment of `GET /payments` that becomes `paid`: by a payment provider, or recorded by the organizer. ' +
      '`order.paid` is sent too, unless the order could not be paid: then the money is returned, and `refund.created` is sent. ' +
      'Orders that are free, sold by hand or imported have no payments.',
    schema: async () => (await import('./schema.ts')).receivedPayment,
    permission: 'orders:read',
    example: { sequence: 4105, createdAt: '2026-11-20T09:00:00.000Z' },
  },
} satisfies WebhookTypes;

export type PaymentEventType = keyof typeof paymentWebhookTypes;
