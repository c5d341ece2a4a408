import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).settlement;

/** The event types about settlements. */
export const settlementWebhookTypes = {
  'settlement.updated': {
    summary: 'A settlement changed',
    description:
      'Sent when an amount, a number, the status or the currency of a settlement changes, for example after a sale or a refund.',
    schema,
    permission: 'settlements:read',
    example: { sequence: 4104, createdAt: '2026-11-20T09:00:00.000Z' },
  },
  'settlement.paid': {
    summary: 'A settlement was paid out',
    description: 'Sent when a finalized settlement is completely paid out: its `balance` is zero.',
    schema,
    permission: 'settlements:read',
    example: {
      sequence: 8012,
      createdAt: '2027-05-21T10:15:26.093Z',
      data: {
        status: 'paid',
        paidOut: 6545482,
        balance: 0,
        updatedAt: '2027-05-21T10:15:26.093Z',
      },
    },
  },
} satisfies WebhookTypes;

export type SettlementEventType = keyof typeof settlementWebhookTypes;
