import type { WebhookTypes } from '../webhooks/index.ts';

const schema = async () => (await import('./schema.ts')).ticket;
const usedSchema = async () => (await import('./schema.ts')).usedTicket;
const updatedSchema = async () => (await import('./schema.ts')).updatedTicket;

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
      'Sent when a ticket is used, with the gate at which it was scanned. A use can be undone, which sends ' +
      '`ticket.check_in_undone`. The next use sends this event again. If the holder leaves and enters again, no event is sent.',
    schema: usedSchema,
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
        gate: { id: 'gat_01kamz0g5ve4q8v5x2c4g6t0yd', name: 'Main entrance' },
      },
    },
  },
  'ticket.check_in_undone': {
    summary: 'The use of a ticket was undone',
    description:
      'Sent when the use of a ticket is undone, for example because the wrong code was scanned. The ticket is valid again.',
    schema,
    permission: 'tickets:read',
    example: {
      sequence: 6207,
      createdAt: '2027-05-09T06:41:52.118Z',
      data: {
        id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0yh',
        orderNumber: '9T4BQ6WZ0R',
        status: 'valid',
        issuedAt: '2026-11-08T12:14:47.330Z',
        updatedAt: '2027-05-09T06:41:52.118Z',
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

/** The event types about changes of tickets that have no other type. */
export const ticketChangeWebhookTypes = {
  'ticket.updated': {
    summary: 'A ticket was changed',
    description:
      'Sent when the holder, the category, the QR code, `externalId` or `metadata` of a ticket is changed, by anyone. `changed` ' +
      'names the fields, without their values; keys with the scope `orders:read:pii` can read them. If the holder of a ticket in the order of ' +
      'somebody else is erased, it names `holderName` and `answers`: read the ticket again, and remove them from your copies too. ' +
      '`order.updated` is sent too. ' +
      'A new status sends `ticket.used`, `ticket.check_in_undone` or `ticket.voided` instead, also if it is changed by hand. A new ' +
      'name of its ticket type sends only `event.updated`.',
    schema: updatedSchema,
    permission: 'tickets:read',
    example: {
      sequence: 4131,
      createdAt: '2026-11-21T18:02:17.604Z',
      data: { updatedAt: '2026-11-21T18:02:17.604Z' },
    },
  },
} satisfies WebhookTypes;

export type TicketEventType = keyof typeof ticketWebhookTypes | keyof typeof ticketChangeWebhookTypes;
