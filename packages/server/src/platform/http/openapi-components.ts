import { type ErrorCode, errorCodes, exampleError, reasonsOf } from '../../errors/index.ts';
import { windowSeconds } from '../limits/limiter.ts';
import { challenge } from './credentials.ts';
import { toProblem } from './problem.ts';

/** A part of the OpenAPI document. */
export type Json = { [name: string]: unknown };

/** A reference to a component of the OpenAPI document. */
export function reference(group: string, name: string): Json {
  return { $ref: `#/components/${group}/${name}` };
}

const exampleRequestId = 'req_01kamz0g5ve4q8v5x2c4g6t0yd';

/** The waiting time in examples, in seconds. */
const exampleSeconds = 23;

const maxSeconds = 86_400;
const maxRequests = 1_000_000;

function integerHeader(description: string, example: number, maximum: number): Json {
  return { description, required: true, schema: { type: 'integer', format: 'int32', minimum: 0, maximum }, example };
}

function textHeader(description: string, pattern: string, example: string): Json {
  return { description, required: true, schema: { type: 'string', pattern, maxLength: 200 }, example };
}

function optional(header: Json): Json {
  return { ...header, required: false };
}

/** The response headers, by name. */
export const headerComponents: Readonly<Record<string, Json>> = {
  'Request-Id': textHeader(
    'The id of this request. Include it when you report a problem.',
    '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    exampleRequestId,
  ),
  'RateLimit-Limit': integerHeader('Maximum number of requests in the window', 120, maxRequests),
  'RateLimit-Remaining': integerHeader('Number of remaining requests in the window', 87, maxRequests),
  'RateLimit-Reset': integerHeader('Seconds until the window resets', exampleSeconds, maxSeconds),
  'RateLimit-Policy': textHeader(
    'The limit and the length of its window in seconds (draft-ietf-httpapi-ratelimit-headers-06)',
    '^\\d{1,9};w=\\d{1,9}$',
    `120;w=${windowSeconds}`,
  ),
  'Retry-After': integerHeader('Seconds to wait before the next request', exampleSeconds, maxSeconds),
  'WWW-Authenticate': textHeader(
    'The credentials that the request must have (RFC 6750)',
    '^Bearer realm="[^"]{1,100}"(, error="[a-z_]+"(, scope="[a-z:]+")?)?$',
    challenge('error="insufficient_scope", scope="orders:read"'),
  ),
  ETag: textHeader(
    'Identifies this version. Send it as `If-None-Match` when you read the resource again, or as `If-Match` when you change it',
    '^"[^"]{1,100}"$',
    '"kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"',
  ),
  Location: textHeader(
    'The URL of the created resource. If the resource is a part of an event, the URL of the event',
    '^https?://[^\\s]+$',
    'https://tickets.example.com/api/v1/events/evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  ),
  'Idempotent-Replayed': optional(
    textHeader(
      '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`',
      '^true$',
      'true',
    ),
  ),
  Allow: textHeader('The methods that this path supports', '^[A-Z]+(, [A-Z]+)*$', 'GET, HEAD'),
};

const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  201: ['Location'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/**
 * References to the headers of a response.
 *
 * @param announce whether responses have `RateLimit-*` headers
 */
export function headersOf(status: number, { announce }: { announce: boolean }): Json {
  const names = ['Request-Id', ...(announce ? limitHeaders : []), ...(headersOfStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** The schema of every error body. */
export const problemComponents: Readonly<Record<string, Json>> = {
  Problem: {
    type: 'object',
    description:
      'An error, as a problem document of RFC 9457. Its extension members are `code`, `reason`, `params`, `requestId` and `errors`',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        maxLength: 2_048,
        description: 'URL of the section about this error in the documentation of this server',
      },
      title: {
        type: 'string',
        pattern: '^\\S',
        maxLength: 100,
        description: 'The error in a few words. It depends only on `code`',
      },
      status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599, description: 'The HTTP status' },
      detail: {
        type: 'string',
        pattern: '^\\S',
        maxLength: 10_000,
        description: 'A sentence in English that states the error and what to do',
      },
      code: { type: 'string', enum: Object.keys(errorCodes), description: 'The kind of error, for programs' },
      reason: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_]*$',
        maxLength: 100,
        description:
          'The reason, for programs. It is more specific than `code`. `/docs/errors` lists the reasons of each code. New reasons can be added in the future',
        examples: ['order_not_payable'],
      },
      params: {
        type: 'object',
        maxProperties: 20,
        additionalProperties: true,
        description:
          'The values in `detail`, by name. With `reason` and these values, a program can write the sentence in another ' +
          'language. Amounts are in minor units, times are RFC 3339 in UTC. No value is personal data',
        examples: [{ orderNumber: '7K3Q9MX2PA', status: 'expired' }],
      },
      requestId: {
        type: 'string',
        pattern: '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$',
        maxLength: 30,
        description: 'The id of the request, as in the header `Request-Id`',
      },
      errors: {
        type: 'array',
        maxItems: 1_000,
        description: 'The invalid fields, if there are any',
        items: { $ref: '#/components/schemas/FieldError' },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'reason', 'params', 'requestId'],
  },
  FieldError: {
    type: 'object',
    description: 'An invalid field',
    properties: {
      path: {
        type: 'string',
        maxLength: 1_000,
        description: 'Path of the field: a name, or names and positions joined by dots',
        examples: ['items.0.quantity'],
      },
      code: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_]*$',
        maxLength: 100,
        description: 'The error of the field, for programs. New codes can be added in the future',
        examples: ['below_minimum'],
      },
      params: {
        type: 'object',
        maxProperties: 20,
        additionalProperties: true,
        description: 'The values in `message`, by name',
        examples: [{ minimum: 1 }],
      },
      message: {
        type: 'string',
        pattern: '^\\S',
        maxLength: 1_000,
        description:
          'The error of the field in English. The text completes a sentence that starts with the field name, or is a full sentence',
        examples: ['must be >= 1'],
      },
    },
    required: ['path', 'code', 'params', 'message'],
  },
};

/** An example of an error body. */
export function exampleProblem(code: ErrorCode, baseUrl: string): Json {
  return { ...toProblem(exampleError(reasonsOf(code)[0]), exampleRequestId, baseUrl) };
}

/** The headers of an example error. */
export function exampleHeaders(code: ErrorCode): [name: string, value: string][] {
  const { status } = errorCodes[code];
  const challenges: Partial<Record<ErrorCode, string>> = {
    missing_key: challenge(),
    invalid_key: challenge('error="invalid_token"'),
  };
  return ['Request-Id', ...(headersOfStatus[status] ?? [])].map((name) => [
    name,
    challenges[code] !== undefined && name === 'WWW-Authenticate'
      ? challenges[code]
      : String(headerComponents[name]?.['example']),
  ]);
}

/**
 * Describes the response for errors that have the same status.
 *
 * @returns the name of the component, and the component
 */
export function errorResponse(
  codes: readonly [ErrorCode, ...ErrorCode[]],
  options: { baseUrl: string; announce: boolean },
): { name: string; response: Json } {
  const { status } = errorCodes[codes[0]];
  const pascal = (code: string) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const link = (code: ErrorCode) => `[\`${code}\`](${options.baseUrl}/docs/errors#${code})`;
  return {
    name: codes.map(pascal).join('Or'),
    response: {
      description: codes.map((code) => `${errorCodes[code].title}: ${link(code)}`).join('; '),
      headers: headersOf(status, options),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            codes.map((code) => [
              code,
              { summary: errorCodes[code].title, value: exampleProblem(code, options.baseUrl) },
            ]),
          ),
        },
      },
    },
  };
}
