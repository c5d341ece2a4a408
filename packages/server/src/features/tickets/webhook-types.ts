import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).ticket;

/** The event types about tickets. */
export const ticketWebhookTypes = {
  'ticket.issued': {
    summary: 'A ticket was issued',
    description: 'Sent for each ticket of an order when the order is paid.',
    schema,
    permission: 'tickets:read',
    example: { sequence: 4103, createdAt: '2026-11-20T09:00:00.000Z' },
  },
  'ticket.used': {
    summary: 'A ticket was used',
    description:
      'Sent when a ticket is used at the gate. A use can be undone. This sends no event, but changes `updatedAt`: ' +
      '`GET /tickets?updatedSince=` returns the ticket as `valid` again. The next use sends this event again.',
    schema,
    permission: 'tickets:read',
    example: {
      sequence: 6205,
      createdAt: '2027-05-09T06:41:30.265Z',
      data: {
        id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0yh',
        orderNumber: '9T4BQ6WZ0R',
        status: 'used',
        issuedAt: '2026-11-08T12:14:47.330Z',
        updatedAt: '2027-05-09T06:41:30.265Z',
        usedAt: '2027-05-09T06:41:30.265Z',
      },
    },
  },
  'ticket.voided': {
    summary: 'A ticket was voided',
    description: 'Sent for each ticket that a refund has voided.',
    schema,
    permission: 'tickets:read',
    example: {
      sequence: 4381,
      createdAt: '2026-12-03T14:22:09.871Z',
      data: { status: 'void', updatedAt: '2026-12-03T14:22:09.871Z' },
    },
  },
} satisfies WebhookTypes;

export type TicketEventType = keyof typeof ticketWebhookTypes;
