import type { WebhookDocumentation } from '../../platform/http/openapi.ts';
import { type Json, reference } from '../../platform/http/openapi-components.ts';
import type { NamedSchemas } from '../../platform/http/openapi-schemas.ts';
import { webhookBody } from './schema.ts';
import type { WebhookTypes } from './webhook-types.ts';

function header(name: string, description: string, pattern: string, example: string): Json {
  return {
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', pattern, maxLength: 500 },
    example,
  };
}

const base64 = '[A-Za-z0-9+/]{43}=';

const parameters: Readonly<Record<string, Json>> = {
  WebhookId: header(
    'webhook-id',
    'The `id` of the body (Standard Webhooks)',
    '^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    'msg_01kamz0g5ve4q8v5x2c4g64102',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Time when this attempt was signed, in seconds since the epoch (Standard Webhooks)',
    '^\\d{1,12}$',
    '1795165200',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One signature for each secret that has not expired, separated by spaces: `v1,` and the base64 of an HMAC-SHA256. Its ' +
      'key is the decoded base64 after `whsec_`. Its input is `webhook-id`, `.`, `webhook-timestamp`, `.` and the body ' +
      'exactly as received (Standard Webhooks).',
    `^v1,${base64}( v1,${base64})*$`,
    'v1,5nqoNxgEzlrOZ0qHj3lYf8QW0m1M8wq1tq0x6Y0pQ0c=',
  ),
  BrandSignature: header(
    'X-SERVICE-Signature',
    'The operator can replace the word SERVICE in the name of this header with the setting `BRAND`. `t` is the time when ' +
      'this attempt was signed, in seconds since the epoch. There is one `v1` for each secret that has not expired: the ' +
      'lower-case hex of an HMAC-SHA256. Its key is the whole secret (`whsec_…`). Its input is `t`, `.` and the body ' +
      'exactly as received.',
    '^t=\\d{1,12}(,v1=[0-9a-f]{64})+$',
    't=1795165200,v1=0a7c2f4e9b1d8365f0e4c7a92b6d5138e7f1a0c94d2b8365710fe9c4a6b3d852',
  ),
};

const responses: Readonly<Record<string, Json>> = {
  WebhookReceived: {
    description:
      'The event was received. Respond within 15 seconds, and process the event afterwards. The body of the response has no effect.',
  },
  WebhookEndpointGone: { description: 'The endpoint no longer exists. It is disabled and receives no more events.' },
  WebhookNotNow: {
    description: 'The endpoint is temporarily unavailable. The next attempt follows after the time in `Retry-After`.',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  },
  WebhookFailed: {
    description:
      'The attempt failed. A redirect, or no response within 15 seconds, is also a failure. The event is sent again for about three days.',
  },
};

/** Creates the part of the OpenAPI document about webhooks. */
export async function describeWebhooks(types: WebhookTypes, schemas: NamedSchemas): Promise<WebhookDocumentation> {
  const webhooks: Record<string, Json> = {};
  for (const [type, { summary, description, schema, example }] of Object.entries(types)) {
    const name = pascalCase(type);
    const body = schemas.collect(webhookBody(type, `${name}Webhook`, await schema()), 'response');
    const id = `msg_01kamz0g5ve4q8v5x2c4g6${String(example.sequence).padStart(4, '0')}`;
    const post = {
      operationId: `on${name}`,
      tags: ['Webhooks'],
      summary,
      description,
      parameters: Object.keys(parameters).map((parameter) => reference('parameters', parameter)),
      requestBody: {
        required: true,
        description: 'The event',
        content: { 'application/json': { schema: body, example: schemas.sample(body, { id, ...example }) } },
      },
      responses: {
        '2XX': reference('responses', 'WebhookReceived'),
        '410': reference('responses', 'WebhookEndpointGone'),
        '429': reference('responses', 'WebhookNotNow'),
        '503': reference('responses', 'WebhookNotNow'),
        default: reference('responses', 'WebhookFailed'),
      },
      security: [],
    };
    webhooks[type] = { post };
  }
  return { webhooks, parameters, responses };
}

/** Converts an event type to Pascal case, such as `order.paid` to `OrderPaid`. */
function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
