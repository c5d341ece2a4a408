import type { WebhookTypes } from '../webhooks/index.ts';

/** Webhook events have texts in the default language only. */
const untranslated = { translations: undefined };
const untranslatedEvent = { ...untranslated, ticketTypes: [untranslated], addons: [untranslated] };

/**
 * The webhook event types about an organizer's events.
 *
 * @param include whether events contain their add-ons
 */
export function eventWebhookTypes(include: { addons: boolean }) {
  const schema = async () => (await import('../event-views/http.ts')).organizerEvent(include);
  return {
    'event.created': {
      summary: 'An event was created',
      description: 'Sent when an event is created, usually as a draft without ticket types.',
      schema,
      permission: 'events:read',
      example: {
        sequence: 1,
        createdAt: '2026-08-14T11:20:31.418Z',
        data: {
          ...untranslated,
          status: 'draft',
          updatedAt: '2026-08-14T11:20:31.418Z',
          ticketTypes: [],
          addons: [],
        },
      },
    },
    'event.updated': {
      summary: 'An event was changed',
      description:
        'Sent when an event, a ticket type or an add-on is changed, for example its name, its price or its quantity. Sales do ' +
        'not count as changes. It is also sent when a published event becomes a draft again. Publishing and archiving have separate types; if the same request changes other fields, this type is sent too.',
      schema,
      permission: 'events:read',
      example: { sequence: 3920, createdAt: '2026-11-02T16:05:12.907Z', data: untranslatedEvent },
    },
    'event.published': {
      summary: 'An event was published',
      description:
        'Sent when an event becomes public. Its active ticket types can then be bought. If it is published on creation, `event.created` is sent too.',
      schema,
      permission: 'events:read',
      example: {
        sequence: 4,
        createdAt: '2026-08-31T09:12:44.105Z',
        data: {
          ...untranslated,
          updatedAt: '2026-08-31T09:12:44.105Z',
          ticketTypes: [{ ...untranslated, sold: 0, reserved: 0, available: 2000 }],
          addons: [{ ...untranslated, sold: 0, reserved: 0, available: 1000 }],
        },
      },
    },
    'event.archived': {
      summary: 'An event was archived',
      description:
        'Sent when an event is archived: it can still be read, but its tickets and add-ons can no longer be bought.',
      schema,
      permission: 'events:read',
      example: {
        sequence: 8041,
        createdAt: '2027-06-01T08:03:18.550Z',
        data: { ...untranslatedEvent, status: 'archived', updatedAt: '2027-06-01T08:03:18.550Z' },
      },
    },
    'event.deleted': {
      summary: 'An event was deleted',
      description: 'Sent when an event that has never sold anything is deleted. `data` is the event as it was.',
      schema,
      permission: 'events:read',
      example: {
        sequence: 5,
        createdAt: '2026-08-31T09:20:02.671Z',
        data: { ...untranslated, status: 'draft', updatedAt: '2026-08-14T11:20:31.418Z', ticketTypes: [], addons: [] },
      },
    },
  } satisfies WebhookTypes;
}

export type EventChangeType = keyof ReturnType<typeof eventWebhookTypes>;
