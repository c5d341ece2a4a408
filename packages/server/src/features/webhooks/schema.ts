import { id, nullable, object, oneOf, Type, text, time } from '../../platform/http/schema.ts';

export const endpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    url: text('Where events are sent', {
      maxLength: 2_048,
      examples: ['https://hooks.example.org/tickets'],
    }),
    description: nullable(text('What it is for', { examples: ['Syncs orders into the CRM'] })),
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
    message: text('A message for people', { examples: ['This is a test. Answer it with a status from 200 to 299.'] }),
  },
  { $id: 'Ping', description: 'A test of one endpoint' },
);
