import type { Json } from './openapi-components.ts';
import { keepNames, type NamedSchemas } from './openapi-schemas.ts';
import { count, id, object, oneOf, type TSchema, time } from './schema.ts';

/** A type of event that is sent to endpoints. */
export interface WebhookDescription {
  /** `order.paid` */
  readonly type: string;
  readonly summary: string;
  /** When it is sent. */
  readonly description: string;
  /** Of the body. */
  readonly schema: TSchema;
  /** What the example shows in place of the schemas' own, as far down as it says. */
  readonly example: Json;
}

/** The body that tells of an event. */
export function webhookBody(type: string, data: TSchema): TSchema {
  return object(
    {
      id: id('msg', 'Id of this event, the same at each attempt: keep it to know an event that came before'),
      type: oneOf([type], 'What happened'),
      apiVersion: oneOf(['v1'], 'The version of the API that `data` looks like'),
      createdAt: time('When it happened'),
      sequence: count('Grows with each of your events: of two about one thing, the higher one is the later one'),
      data,
    },
    { $id: `${pascalCase(type)}Webhook`, description: `What is sent with \`${type}\`` },
  );
}

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
    'When this attempt was signed, in seconds since the epoch (Standard Webhooks)',
    '^\\d{1,12}$',
    '1795165200',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'For each live secret `v1,` and the base64 of the HMAC-SHA256, keyed with the bytes that the base64 after `whsec_` ' +
      'stands for, of `webhook-id`, `.`, `webhook-timestamp`, `.` and the body as it was received (Standard Webhooks)',
    `^v1,${base64}( v1,${base64})*$`,
    'v1,5nqoNxgEzlrOZ0qHj3lYf8QW0m1M8wq1tq0x6Y0pQ0c=',
  ),
  BrandSignature: header(
    'X-SERVICE-Signature',
    "The word SERVICE stands for the service's name, which its operator sets as `BRAND`. `t` is when this attempt was " +
      'signed, in seconds since the epoch; each `v1`, one for each live secret, is the lower-case hex HMAC-SHA256, keyed ' +
      'with the whole secret (`whsec_…`), of `t`, `.` and the body as it was received.',
    '^t=\\d{1,12}(,v1=[0-9a-f]{64})+$',
    't=1795165200,v1=0a7c2f4e9b1d8365f0e4c7a92b6d5138e7f1a0c94d2b8365710fe9c4a6b3d852',
  ),
};

const responses: Readonly<Record<string, Json>> = {
  WebhookReceived: {
    description: 'Received. Answer within 15 seconds and work on it afterwards; the answer’s body is not read on.',
  },
  WebhookEndpointGone: { description: 'The endpoint is gone: it is disabled and is sent nothing more.' },
  WebhookNotNow: {
    description: 'Not now: the next attempt comes after `Retry-After`.',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  },
  WebhookFailed: {
    description: 'Failed, as a redirect is, or no answer within 15 seconds: it is sent again, for about three days.',
  },
};

const reference = (group: string, name: string): Json => ({ $ref: `#/components/${group}/${name}` });

/** The document's `webhooks`, and the components that they are made of beside schemas. */
export function describeWebhooks(
  webhooks: readonly WebhookDescription[],
  collected: NamedSchemas,
): { webhooks: Json; parameters: Json; responses: Json } {
  const items = webhooks.map(({ type, summary, description, schema, example }) => {
    const lifted = collected.collect(keepNames(schema as unknown as Json), 'response');
    const post = {
      operationId: `on${pascalCase(type)}`,
      tags: ['Webhooks'],
      summary,
      description,
      parameters: Object.keys(parameters).map((name) => reference('parameters', name)),
      requestBody: {
        required: true,
        description: 'The event',
        content: { 'application/json': { schema: lifted, example: collected.sample(lifted, example) } },
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
    return [type, { post }];
  });
  return { webhooks: Object.fromEntries(items), parameters, responses };
}

/** `OrderPaid` for `order.paid`. */
function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
