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
      Type.String({ pattern: '^(\\*|[a-z]+(\\.(\\*|[a-z_]+))?)$', maxLength: 100, examples: ['order.paid'] }),
      {
        description:
          'Event types that the endpoint subscribes to; `order.*` for all that begin with `order.`, `["*"]` for all types',
        maxItems: 100,
      },
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

const base64 = '[A-Za-z0-9+/]{43}=';
const base64OfSignature = '[A-Za-z0-9+/]{86}==';

function webhookHeader(name: string, description: string, pattern: string, example: string) {
  return { name, schema: Type.String({ description, examples: [example], pattern, maxLength: 500 }) };
}

/** The headers of a request to an endpoint, by their names in the document. */
export const webhookHeaders = {
  WebhookId: webhookHeader(
    'webhook-id',
    'The `id` of the body (Standard Webhooks)',
    '^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    'msg_01kamz0g5ve4q8v5x2c4g64102',
  ),
  WebhookTimestamp: webhookHeader(
    'webhook-timestamp',
    'Time when this attempt was signed, in seconds since the epoch (Standard Webhooks)',
    '^\\d{1,12}$',
    '1795165200',
  ),
  WebhookSignature: webhookHeader(
    'webhook-signature',
    'One signature for each secret that has not expired, separated by spaces: `v1,` and the base64 of an HMAC-SHA256. Its ' +
      'key is the decoded base64 after `whsec_`. Its input is `webhook-id`, `.`, `webhook-timestamp`, `.` and the body ' +
      'exactly as received (Standard Webhooks). For an endpoint with Ed25519, there is also `v1a,` and the base64 of an Ed25519 ' +
      'signature of the same input for each secret. Its public key is the decoded base64 after `whpk_`.',
    `^v1,${base64}( v1,${base64}| v1a,${base64OfSignature})*$`,
    'v1,5nqoNxgEzlrOZ0qHj3lYf8QW0m1M8wq1tq0x6Y0pQ0c=',
  ),
  BrandSignature: webhookHeader(
    'X-SERVICE-Signature',
    'The operator can replace the word SERVICE in the name of this header with the setting `BRAND`. `t` is the time when ' +
      'this attempt was signed, in seconds since the epoch. There is one `v1` for each secret that has not expired: the ' +
      'lower-case hex of an HMAC-SHA256. Its key is the whole secret (`whsec_…`). Its input is `t`, `.` and the body ' +
      'exactly as received.',
    '^t=\\d{1,12}(,v1=[0-9a-f]{64})+$',
    't=1795165200,v1=0a7c2f4e9b1d8365f0e4c7a92b6d5138e7f1a0c94d2b8365710fe9c4a6b3d852',
  ),
};

const endpointUnavailable = {
  name: 'WebhookNotNow',
  description: 'The endpoint is temporarily unavailable. The next attempt follows after the time in `Retry-After`.',
};

/** The responses of endpoints by status, with their names in the document. */
export const webhookResponses = {
  '2XX': {
    name: 'WebhookReceived',
    description:
      'The event was received. Respond within 15 seconds, and process the event afterwards. The body of the response has no effect.',
  },
  '410': {
    name: 'WebhookEndpointGone',
    description: 'The endpoint no longer exists. It is disabled and receives no more events.',
  },
  '429': endpointUnavailable,
  '503': endpointUnavailable,
  default: {
    name: 'WebhookFailed',
    description:
      'The attempt failed. A redirect, or no response within 15 seconds, is also a failure. The event is sent again for about three days.',
  },
};
