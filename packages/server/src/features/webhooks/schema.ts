import { count, id, nullable, object, oneOf, type TSchema, Type, text, time } from '../../platform/http/schema.ts';

export const endpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    url: text('URL that events are sent to', {
      maxLength: 2_048,
      examples: ['https://hooks.example.org/tickets'],
    }),
    description: nullable(text('Purpose of the endpoint', { examples: ['Syncs orders into the CRM'] })),
    events: Type.Array(
      Type.String({ pattern: '^(\\*|[a-z]+(\\.[a-z]+)?)$', maxLength: 100, examples: ['order.paid'] }),
      { description: 'The event types that it subscribes to; `["*"]` for all', maxItems: 100 },
    ),
    status: oneOf(['enabled', 'disabled'], 'Whether events are sent to it'),
    disabledReason: nullable(text('Why it is disabled')),
    createdAt: time('When it was registered'),
    updatedAt: time('When it last changed'),
  },
  {
    $id: 'WebhookEndpoint',
    description: 'An endpoint that receives events, without its secret',
    example: {
      events: ['order.paid', 'order.refunded'],
      status: 'enabled',
      disabledReason: null,
      createdAt: '2026-09-14T07:45:10.602Z',
      updatedAt: '2026-09-14T07:45:10.602Z',
    },
  },
);

export const ping = object(
  {
    endpointId: id('whk', 'The endpoint that is tested'),
    message: text('A message for human readers', {
      examples: ['This is a test. Answer it with a status from 200 to 299.'],
    }),
  },
  { $id: 'Ping', description: 'A test of one endpoint' },
);

/** The body of a request to an endpoint. */
export function webhookBody(type: string, $id: string, data: TSchema): TSchema {
  return object(
    {
      id: id('msg', 'Id of this event, the same at each attempt: store it to recognize an event that arrives twice'),
      type: oneOf([type], 'Type of the event'),
      apiVersion: oneOf(['v1'], 'The version of the API that `data` follows'),
      createdAt: time('When it happened'),
      sequence: count(
        'Increases with each of your events: of two events about the same resource, the one with the higher number is later',
      ),
      data,
    },
    { $id, description: `The body of a webhook of type \`${type}\`` },
  );
}
