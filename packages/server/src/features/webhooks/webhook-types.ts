import type { TSchema } from '../../platform/http/schema.ts';

/** A type of event that is sent to endpoints. Each feature defines the types that it emits. */
interface WebhookType {
  readonly summary: string;
  /** The description in the API document: the cause of the event. */
  readonly description: string;
  /** Loads the schema of `data`. It is not imported directly, because commands use event types but no schemas. */
  readonly schema: () => Promise<TSchema>;
  /** The permission that is needed to read the resource in `data`. */
  readonly permission: string;
  /**
   * The examples of all types are about one event. In the order of `sequence`, it is planned, sold, held and paid out. The
   * example of `data` is the example of its schema. The values given here as `data` replace some of its values.
   */
  readonly example: { readonly sequence: number; readonly createdAt: string; readonly data?: object };
}

/** Event types by name, such as `order.paid`. */
export type WebhookTypes = Readonly<Record<string, WebhookType>>;

/** The event types about endpoints. */
export const endpointWebhookTypes = {
  'endpoint.disabled': {
    summary: 'An endpoint was disabled',
    description:
      'Sent to your other endpoints when an endpoint is disabled: by the operator, because it responded with 410, or because ' +
      'every attempt failed for five days. No events are sent to the disabled endpoint until it is enabled again.',
    schema: async () => (await import('./schema.ts')).endpoint,
    permission: 'webhooks:read',
    example: {
      sequence: 5030,
      createdAt: '2027-01-18T03:12:40.377Z',
      data: {
        id: 'whk_01kamz0g5ve4q8v5x2c4g6t0yk',
        url: 'https://old.example.org/hooks',
        description: null,
        events: ['*'],
        status: 'disabled',
        disabledReason: 'every attempt of the last 5 days failed',
        updatedAt: '2027-01-18T03:12:40.377Z',
      },
    },
  },
  ping: {
    summary: 'An endpoint is tested',
    description: 'Sent when you test an endpoint, only to this endpoint. Respond as to any other event.',
    schema: async () => (await import('./schema.ts')).ping,
    permission: 'webhooks:read',
    example: { sequence: 52, createdAt: '2026-09-14T07:45:31.204Z' },
  },
} satisfies WebhookTypes;

export type EndpointEventType = keyof typeof endpointWebhookTypes;

/** The group of types, such as `order.*`, to which `order.paid` belongs; none for a type without a dot. */
export function groupOf(type: string): string[] {
  return type.includes('.') ? [`${type.split('.', 1)[0]}.*`] : [];
}
