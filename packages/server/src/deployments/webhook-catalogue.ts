import { entitlement } from '../features/entitlements/http.ts';
import { orderSnapshot } from '../features/orders/http.ts';
import { organizerEvent } from '../features/programme/http.ts';
import { settlement } from '../features/settlements/http.ts';
import { ticket } from '../features/tickets/http.ts';
import { endpoint, ping } from '../features/webhooks/http.ts';
import { type EventType, eventTypes } from '../features/webhooks/index.ts';
import type { Json } from '../platform/http/openapi-components.ts';
import { type WebhookDescription, webhookBody } from '../platform/http/openapi-webhooks.ts';
import type { TSchema } from '../platform/http/schema.ts';

interface Entry {
  readonly summary: string;
  /** When it is sent. */
  readonly description: string;
  readonly data: TSchema;
  readonly example: Json;
}

/** The webhook of each event type; without add-ons, only the types that a deployment without add-ons sends. */
export function webhookCatalogue(include: { addons: boolean }): WebhookDescription[] {
  const entries = catalogue(include);
  return eventTypes
    .filter((type) => include.addons || entries[type].data !== entitlement)
    .map((type) => {
      const { summary, description, data, example } = entries[type];
      return { type, summary, description, schema: webhookBody(type, data), example };
    });
}

/** An example of a webhook body. In the order of `sequence`, all examples together show an event from planning to payout. */
function exampleEvent(sequence: number, createdAt: string, data: Json): Json {
  return { id: `msg_01kamz0g5ve4q8v5x2c4g6${String(sequence).padStart(4, '0')}`, createdAt, sequence, data };
}

function pendingOrder(createdAt: string, expiresAt: string): Json {
  return { status: 'pending', createdAt, updatedAt: createdAt, paidAt: null, expiresAt, tickets: [] };
}

function catalogue(include: { addons: boolean }): Readonly<Record<EventType, Entry>> {
  const event = organizerEvent(include);
  return {
    'order.created': {
      summary: 'An order was made',
      description:
        'Sent when a buyer has reserved. The order is `pending` and holds its stock until `expiresAt`; its tickets are ' +
        'issued once it is paid.',
      data: orderSnapshot,
      example: exampleEvent(
        4101,
        '2026-11-20T08:58:41.230Z',
        pendingOrder('2026-11-20T08:58:41.230Z', '2026-11-20T09:08:41.230Z'),
      ),
    },
    'order.paid': {
      summary: 'An order was paid',
      description: 'Sent once for each order, when it is paid. Its tickets are issued, and `data` has them.',
      data: orderSnapshot,
      example: exampleEvent(4102, '2026-11-20T09:00:00.000Z', {}),
    },
    'order.refunded': {
      summary: 'An order was refunded',
      description:
        'Sent for each full or partial refund: see `status`. `refundedTotal` is what was refunded of the order so far. For each ' +
        'ticket that becomes void, `ticket.voided` is sent too.',
      data: orderSnapshot,
      example: exampleEvent(4380, '2026-12-03T14:22:09.871Z', {
        status: 'refunded',
        refundedTotal: 10217,
        updatedAt: '2026-12-03T14:22:09.871Z',
        tickets: [
          { status: 'void', updatedAt: '2026-12-03T14:22:09.871Z' },
          { id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0ye', status: 'void', updatedAt: '2026-12-03T14:22:09.871Z' },
        ],
      }),
    },
    'order.cancelled': {
      summary: 'An order was cancelled',
      description: 'Sent when a pending order is cancelled. Its stock can be bought again.',
      data: orderSnapshot,
      example: exampleEvent(4127, '2026-11-21T17:40:55.016Z', {
        ...pendingOrder('2026-11-21T17:36:20.484Z', '2026-11-21T17:46:20.484Z'),
        orderNumber: 'M2W8ZC4RVA',
        status: 'cancelled',
        updatedAt: '2026-11-21T17:40:55.016Z',
        items: [{ id: 'itm_01kamz0g5ve4q8v5x2c4g6t0yf' }],
      }),
    },
    'order.expired': {
      summary: 'An order expired',
      description: 'Sent when a pending order was not paid by its `expiresAt`. Its stock can be bought again.',
      data: orderSnapshot,
      example: exampleEvent(4166, '2026-11-22T20:21:03.742Z', {
        ...pendingOrder('2026-11-22T20:11:02.950Z', '2026-11-22T20:21:02.950Z'),
        orderNumber: 'Q6H0TN9KX3',
        status: 'expired',
        updatedAt: '2026-11-22T20:21:03.742Z',
        items: [{ id: 'itm_01kamz0g5ve4q8v5x2c4g6t0yg' }],
      }),
    },
    'ticket.issued': {
      summary: 'A ticket was issued',
      description: 'Sent for each ticket of an order when it is paid.',
      data: ticket,
      example: exampleEvent(4103, '2026-11-20T09:00:00.000Z', {}),
    },
    'ticket.used': {
      summary: 'A ticket was used',
      description:
        'Sent when a ticket is used at the gate. A use can be undone: this sends no event, but changes `updatedAt`, so that ' +
        '`GET /tickets?updatedSince=` shows the ticket as `valid` again. Its next use sends this event again.',
      data: ticket,
      example: exampleEvent(6205, '2027-05-09T06:41:30.265Z', {
        id: 'tkt_01kamz0g5ve4q8v5x2c4g6t0yh',
        orderNumber: '9T4BQ6WZ0R',
        status: 'used',
        issuedAt: '2026-11-08T12:14:47.330Z',
        updatedAt: '2027-05-09T06:41:30.265Z',
        usedAt: '2027-05-09T06:41:30.265Z',
      }),
    },
    'ticket.voided': {
      summary: 'A ticket was voided',
      description: 'Sent for each ticket that does not admit any more, since it was refunded.',
      data: ticket,
      example: exampleEvent(4381, '2026-12-03T14:22:09.871Z', {
        status: 'void',
        updatedAt: '2026-12-03T14:22:09.871Z',
      }),
    },
    'addon.granted': {
      summary: 'An add-on was granted',
      description: 'Sent for each add-on that a paid order is for: its units can be consumed from now on.',
      data: entitlement,
      example: exampleEvent(4219, '2026-11-24T18:31:07.114Z', {
        unitsConsumed: 0,
        unitsRemaining: 2,
        updatedAt: '2026-11-24T18:31:07.114Z',
      }),
    },
    'addon.consumed': {
      summary: 'Units of an add-on were consumed',
      description: 'Sent at each consumption. `unitsRemaining` tells what is left, `consumed` whether that is nothing.',
      data: entitlement,
      example: exampleEvent(7718, '2027-05-09T12:41:07.522Z', {}),
    },
    'event.created': {
      summary: 'An event was created',
      description: 'Sent when an event is created, mostly as a draft without ticket types.',
      data: event,
      example: exampleEvent(1, '2026-08-14T11:20:31.418Z', {
        status: 'draft',
        updatedAt: '2026-08-14T11:20:31.418Z',
        ticketTypes: [],
        addons: [],
      }),
    },
    'event.updated': {
      summary: 'An event was changed',
      description:
        'Sent when an event or what it offers is changed: its own fields, its prices, its quantities. A sale is no such ' +
        'change. Publishing and archiving have types of their own: beside them it is sent where something else changed too.',
      data: event,
      example: exampleEvent(3920, '2026-11-02T16:05:12.907Z', {}),
    },
    'event.published': {
      summary: 'An event was published',
      description:
        'Sent when an event becomes public and can be bought for: beside `event.created` where it is so from the start.',
      data: event,
      example: exampleEvent(4, '2026-08-31T09:12:44.105Z', {
        updatedAt: '2026-08-31T09:12:44.105Z',
        ticketTypes: [{ sold: 0, reserved: 0, available: 2000 }],
        addons: [{ sold: 0, reserved: 0, available: 1000 }],
      }),
    },
    'event.archived': {
      summary: 'An event was archived',
      description: 'Sent when an event is archived: it stays readable and sells nothing any more.',
      data: event,
      example: exampleEvent(8041, '2027-06-01T08:03:18.550Z', {
        status: 'archived',
        updatedAt: '2027-06-01T08:03:18.550Z',
      }),
    },
    'settlement.updated': {
      summary: 'A settlement changed',
      description:
        "Sent when a figure of an event's settlement, its status or its currency changes: at a sale, a refund, or at its close.",
      data: settlement,
      example: exampleEvent(4104, '2026-11-20T09:00:00.000Z', {}),
    },
    'settlement.paid': {
      summary: 'A settlement was paid out',
      description: 'Sent when the organizer has received all of it: its `balance` is zero.',
      data: settlement,
      example: exampleEvent(8012, '2027-05-21T10:15:26.093Z', {
        status: 'paid',
        paidOut: 6645482,
        balance: 0,
        updatedAt: '2027-05-21T10:15:26.093Z',
      }),
    },
    'endpoint.disabled': {
      summary: 'An endpoint was disabled',
      description:
        'Sent to your other endpoints when one is disabled: by hand, since it answered 410, or since it only failed for ' +
        'five days. Nothing is sent to it until it is enabled again.',
      data: endpoint,
      example: exampleEvent(5030, '2027-01-18T03:12:40.377Z', {
        id: 'whk_01kamz0g5ve4q8v5x2c4g6t0yk',
        url: 'https://old.example.org/hooks',
        description: null,
        events: ['*'],
        status: 'disabled',
        disabledReason: 'every attempt of the last 5 days failed',
        updatedAt: '2027-01-18T03:12:40.377Z',
      }),
    },
    ping: {
      summary: 'An endpoint is tried',
      description: 'Sent when you try an endpoint, to that endpoint alone. Answer it as any other event.',
      data: ping,
      example: exampleEvent(52, '2026-09-14T07:45:31.204Z', {}),
    },
  };
}
