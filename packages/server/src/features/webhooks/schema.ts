import { id, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';

export const endpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    url: text('Where its events are sent', {
      maxLength: 2_048,
      examples: ['https://hooks.example.org/tickets'],
    }),
    description: nullable(text('What it is for', { examples: ['Syncs orders into the CRM'] })),
    events: Type.Array(
      Type.String({ pattern: '^(\\*|[a-z]+(\\.[a-z]+)?)$', maxLength: 100, examples: ['order.paid'] }),
      { description: 'The types it is sent; `["*"]` for all', maxItems: 100 },
    ),
    status: oneOf(['enabled', 'disabled'], 'Whether events are sent to it'),
    disabledReason: nullable(text('Why it is disabled')),
    createdAt: time('When it was registered'),
    updatedAt: time('When it last changed'),
  },
  {
    $id: 'WebhookEndpoint',
    description: 'Where events are sent, without its secret',
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
    endpointId: id('whk', 'The endpoint that is tried'),
    message: text('A greeting', { examples: ['Hello! Your endpoint is reached.'] }),
  },
  { $id: 'Ping', description: 'A greeting to the endpoint that is tried' },
);
