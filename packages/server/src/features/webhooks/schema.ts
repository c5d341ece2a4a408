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
  { description: 'Where events are sent, without its secret' },
);

export const ping = object(
  {
    endpointId: id('whk', 'The endpoint that is tried'),
    message: text('A greeting', { examples: ['Hello! Your endpoint is reached.'] }),
  },
  { description: 'A greeting to the endpoint that is tried' },
);
