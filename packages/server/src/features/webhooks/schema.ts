import { count, id, nullable, object, oneOf, type TSchema, Type, text, time } from '../../platform/http/schema.ts';

export const endpoint = object(
  {
    id: id('whk', 'Id of the endpoint'),
    url: text('URL to which events are sent', {
      maxLength: 2_048,
      examples: ['https://hooks.example.org/tickets'],
    }),
    description: nullable(text('Purpose of the endpoint', { examples: ['Syncs orders into the CRM'] })),
    events: Type.Array(
      Type.String({ pattern: '^(\\*|[a-z]+(\\.[a-z]+)?)$', maxLength: 100, examples: ['order.paid'] }),
      { description: 'Event types that the endpoint subscribes to; `["*"]` for all types', maxItems: 100 },
    ),
    status: oneOf(
      ['enabled', 'disabled'],
      '`enabled`: events are sent to the endpoint; `disabled`: no events are sent',
    ),
    disabledReason: nullable(text('Reason why the endpoint is disabled')),
    createdAt: time('Time of the registration'),
    updatedAt: time('Time of the last change'),
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
    endpointId: id('whk', 'Id of the tested endpoint'),
    message: text('A message for human readers', {
      examples: ['This is a test. Respond with a status from 200 to 299.'],
    }),
  },
  { $id: 'Ping', description: 'A test of one endpoint' },
);

/** The body of a request to an endpoint. */
export function webhookBody(type: string, $id: string, data: TSchema): TSchema {
  return object(
    {
      id: id(
        'msg',
        'Id of the event, the same in each attempt. Store it to recognize an event that you receive twice.',
      ),
      type: oneOf([type], 'Type of the event'),
      apiVersion: oneOf(['v1'], 'Version of the API whose format `data` has'),
      createdAt: time('Time of the event'),
      sequence: count(
        'Number that increases with each of your events. If two events are about the same resource, the event with the higher number is the later event.',
      ),
      data,
    },
    { $id, description: `The body of a webhook of type \`${type}\`` },
  );
}
