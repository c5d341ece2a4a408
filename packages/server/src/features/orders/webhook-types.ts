import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).orderSnapshot;
const refundSchema = async () => (await import('./schema.money.ts')).refund;

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

/** The webhook event types about changes of orders that have no other type. */
export const orderChangeWebhookTypes = {
  'order.updated': {
    summary: 'An order was changed',
    description:
      'Sent when the buyer, `externalId`, `metadata` or `expiresAt` of an order or a field of one of its tickets is changed, by ' +
      'anyone. `changed` names the fields, without their values. For each changed ticket, `ticket.updated` is sent too. A change ' +
      'with an event type of its own, such as a payment, a refund or the use of a ticket, sends only that type.',
    schema: async () => (await import('./schema.ts')).updatedOrder,
    permission: 'orders:read',
    example: {
      sequence: 4130,
      createdAt: '2026-11-21T18:02:17.604Z',
      data: {
        updatedAt: '2026-11-21T18:02:17.604Z',
        changed: ['tickets.holderName'],
        tickets: [{ updatedAt: '2026-11-21T18:02:17.604Z' }, { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye' }],
      },
    },
  },
  'order.anonymized': {
    summary: 'The personal data of an order was removed',
    description:
      'Sent when the data of the buyer and of the ticket holders of an order was removed: some time after the event, because a person asked ' +
      'for it, or because the order was never paid. Remove them from your copies too. The number, amounts, payments and refunds of ' +
      'the order stay, and its tickets keep their QR codes.',
    schema,
    permission: 'orders:read',
    example: {
      sequence: 5207,
      createdAt: '2027-03-01T03:00:12.441Z',
      data: { updatedAt: '2027-03-01T03:00:12.441Z' },
    },
  },
  'order.disputed': {
    summary: 'A payment of an order was disputed',
    description:
      'Sent when the bank of a buyer disputes a payment, and when the dispute has ended: see `dispute.status`. If it is lost, ' +
      '`order.refunded` and `refund.created` are sent too.',
    schema: async () => (await import('./schema.ts')).disputedOrder,
    permission: 'orders:read',
    example: { sequence: 4210, createdAt: '2026-11-23T10:30:45.318Z' },
  },
} satisfies WebhookTypes;

/** The webhook event types about refunds. */
export const refundWebhookTypes = {
  'refund.created': {
    summary: 'A refund was created',
    description:
      'Sent once for each refund of `GET /refunds`: those that you have made, those that were made at the payment provider, lost ' +
      'disputes, and money that is returned because its order could not be paid. `order.refunded` is sent too if there is an ' +
      '`orderNumber`. While `status` is `pending`, the payment provider has not made the refund yet: ' +
      '`refund.succeeded` or `refund.failed` follows.',
    schema: refundSchema,
    permission: 'orders:read',
    example: {
      sequence: 4382,
      createdAt: '2026-12-03T14:22:09.871Z',
      data: {
        status: 'pending',
        amount: 10217,
        tax: 1565,
        byProvider: 10217,
        createdAt: '2026-12-03T14:22:09.871Z',
        items: [{ quantity: 2, ticketIds: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd', 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye'] }],
        providerRefunds: [
          {
            status: 'pending',
            amount: 10217,
            reference: null,
            createdAt: '2026-12-03T14:22:09.871Z',
            updatedAt: '2026-12-03T14:22:09.871Z',
          },
        ],
      },
    },
  },
  'refund.succeeded': {
    summary: 'A refund succeeded',
    description:
      'Sent when a payment provider has made a refund that was `pending` or had failed, once for each request in `providerRefunds`. A ' +
      'refund that is `succeeded` in `refund.created` sends no more.',
    schema: refundSchema,
    permission: 'orders:read',
    example: {
      sequence: 4389,
      createdAt: '2026-12-03T14:22:11.348Z',
      data: {
        status: 'succeeded',
        amount: 10217,
        tax: 1565,
        byProvider: 10217,
        createdAt: '2026-12-03T14:22:09.871Z',
        items: [{ quantity: 2, ticketIds: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd', 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye'] }],
        providerRefunds: [
          {
            status: 'succeeded',
            amount: 10217,
            createdAt: '2026-12-03T14:22:09.871Z',
            updatedAt: '2026-12-03T14:22:11.348Z',
          },
        ],
      },
    },
  },
  'refund.failed': {
    summary: 'A refund failed',
    description:
      'Sent when a payment provider cannot make a refund, or reports that its money did not reach the buyer. The tickets remain ' +
      'void. Retry the refund in the dashboard, or pay the money back yourself. A retry that fails sends this event again.',
    schema: refundSchema,
    permission: 'orders:read',
    example: {
      sequence: 4390,
      createdAt: '2026-12-03T14:22:14.502Z',
      data: {
        status: 'failed',
        amount: 10217,
        tax: 1565,
        byProvider: 10217,
        createdAt: '2026-12-03T14:22:09.871Z',
        items: [{ quantity: 2, ticketIds: ['tkt_01kamz0g5ve4q8v5x2c4g6t0yd', 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye'] }],
        providerRefunds: [
          {
            status: 'failed',
            amount: 10217,
            reference: null,
            error: 'The charge is disputed.',
            createdAt: '2026-12-03T14:22:09.871Z',
            updatedAt: '2026-12-03T14:22:14.502Z',
          },
        ],
      },
    },
  },
} satisfies WebhookTypes;

export type OrderEventType = keyof typeof orderWebhookTypes | keyof typeof orderChangeWebhookTypes;
export type RefundEventType = keyof typeof refundWebhookTypes;

function pendingOrder(createdAt: string, expiresAt: string): object {
  return { status: 'pending', createdAt, updatedAt: createdAt, paidAt: null, expiresAt, tickets: [] };
}
