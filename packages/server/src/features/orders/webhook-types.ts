import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).orderSnapshot;

/** The webhook event types about orders. */
export const orderWebhookTypes = {
  'order.created': {
    summary: 'An order was created',
    description:
      'Sent when a buyer reserves tickets or add-ons. The order is `pending` and holds its stock until `expiresAt`. Its tickets ' +
      'are issued when it is paid.',
    schema,
    permission: 'orders:read',
    example: {
      sequence: 4101,
      createdAt: '2026-11-20T08:58:41.230Z',
      data: pendingOrder('2026-11-20T08:58:41.230Z', '2026-11-20T09:08:41.230Z'),
    },
  },
  'order.paid': {
    summary: 'An order was paid',
    description: 'Sent once for each order, when it is paid. `data` contains the issued tickets.',
    schema,
    permission: 'orders:read',
    example: { sequence: 4102, createdAt: '2026-11-20T09:00:00.000Z' },
  },
  'order.refunded': {
    summary: 'An order was refunded',
    description:
      'Sent for each full or partial refund: see `status`. `refundedTotal` is the sum of all refunds of the order. For each ' +
      'ticket that becomes void, `ticket.voided` is sent too.',
    schema,
    permission: 'orders:read',
    example: {
      sequence: 4380,
      createdAt: '2026-12-03T14:22:09.871Z',
      data: {
        status: 'refunded',
        refundedTotal: 10217,
        updatedAt: '2026-12-03T14:22:09.871Z',
        tickets: [
          { status: 'void', updatedAt: '2026-12-03T14:22:09.871Z' },
          { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye', status: 'void', updatedAt: '2026-12-03T14:22:09.871Z' },
        ],
      },
    },
  },
  'order.cancelled': {
    summary: 'An order was cancelled',
    description: 'Sent when a pending order is cancelled. Its stock can be bought again.',
    schema,
    permission: 'orders:read',
    example: {
      sequence: 4127,
      createdAt: '2026-11-21T17:40:55.016Z',
      data: {
        ...pendingOrder('2026-11-21T17:36:20.484Z', '2026-11-21T17:46:20.484Z'),
        orderNumber: 'M2W8ZC4RVA',
        status: 'cancelled',
        updatedAt: '2026-11-21T17:40:55.016Z',
        items: [{ id: 'itm_01kamz0g5ve4q8v5x2c4g6t0yf' }],
      },
    },
  },
  'order.expired': {
    summary: 'An order expired',
    description: 'Sent when a pending order was not paid before its `expiresAt`. Its stock can be bought again.',
    schema,
    permission: 'orders:read',
    example: {
      sequence: 4166,
      createdAt: '2026-11-22T20:21:03.742Z',
      data: {
        ...pendingOrder('2026-11-22T20:11:02.950Z', '2026-11-22T20:21:02.950Z'),
        orderNumber: 'Q6H0TN9KX3',
        status: 'expired',
        updatedAt: '2026-11-22T20:21:03.742Z',
        items: [{ id: 'itm_01kamz0g5ve4q8v5x2c4g6t0yg' }],
      },
    },
  },
} satisfies WebhookTypes;

export type OrderEventType = keyof typeof orderWebhookTypes;

function pendingOrder(createdAt: string, expiresAt: string): object {
  return { status: 'pending', createdAt, updatedAt: createdAt, paidAt: null, expiresAt, tickets: [] };
}
