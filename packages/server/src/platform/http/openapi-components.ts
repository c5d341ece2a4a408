import { type ErrorCode, errorCodes, exampleError, reasonsOf } from '../../errors/index.ts';
import { windowSeconds } from '../limits/limiter.ts';
import { challenge } from './credentials.ts';
import { toProblem } from './problem.ts';

/** A part of the document. */
export type Json = { [name: string]: unknown };

/** A reference to a component of the document. */
export function reference(group: string, name: string): Json {
  return { $ref: `#/components/${group}/${name}` };
}

const exampleRequestId = 'req_01kamz0g5ve4q8v5x2c4g6t0yd';

/** Seconds to wait, in examples. */
const exampleSeconds = 23;

const secondsMax = 86_400;
const requestsMax = 1_000_000;

function integerHeader(description: string, example: number, maximum: number): Json {
  return { description, required: true, schema: { type: 'integer', format: 'int32', minimum: 0, maximum }, example };
}

function textHeader(description: string, pattern: string, example: string): Json {
  return { description, required: true, schema: { type: 'string', pattern, maxLength: 200 }, example };
}

function optional(header: Json): Json {
  return { ...header, required: false };
}

/** The headers of answers, by name. */
export const headerComponents: Readonly<Record<string, Json>> = {
  'Request-Id': textHeader(
    'The id of this request. Include it when you report a problem.',
    '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    exampleRequestId,
  ),
  'RateLimit-Limit': integerHeader('Maximum number of requests in the window', 120, requestsMax),
  'RateLimit-Remaining': integerHeader('Number of requests that are left in the window', 87, requestsMax),
  'RateLimit-Reset': integerHeader('Seconds until the window resets', exampleSeconds, secondsMax),
  'RateLimit-Policy': textHeader(
    'The limit and the seconds of its window (draft-ietf-httpapi-ratelimit-headers-06)',
    '^\\d{1,9};w=\\d{1,9}$',
    `120;w=${windowSeconds}`,
  ),
  'Retry-After': integerHeader('Seconds to wait before the next request', exampleSeconds, secondsMax),
  'WWW-Authenticate': textHeader(
    'The credentials that the request must have (RFC 6750)',
    '^Bearer realm="[^"]{1,100}"(, error="[a-z_]+"(, scope="[a-z:]+")?)?$',
    challenge('error="insufficient_scope", scope="orders:read"'),
  ),
  ETag: textHeader(
    'Identifies this version: send it as `If-None-Match` when you read it again, as `If-Match` when you change it',
    '^"[^"]{1,100}"$',
    '"kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"',
  ),
  Location: textHeader(
    'The URL of the created resource. For a part of an event, the URL of the event',
    '^https?://[^\\s]+$',
    'https://tickets.example.com/api/v1/events/evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  ),
  'Idempotent-Replayed': optional(
    textHeader(
      'Sent with `true` if this is the answer to an earlier request with the same `Idempotency-Key`',
      '^true$',
      'true',
    ),
  ),
  Allow: textHeader('The methods of this path', '^[A-Z]+(, [A-Z]+)*$', 'GET, HEAD'),
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
 * The headers of an answer, by reference.
 *
 * @param announce whether answers have `RateLimit-*` headers
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
      'What went wrong, as a problem document of RFC 9457. Its extension members are `code`, `reason`, `params`, `requestId` and `errors`',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        maxLength: 2_048,
        description: "The section about this error in the service's own documentation",
      },
      title: {
        type: 'string',
        pattern: '^\\S',
        maxLength: 100,
        description: 'The error in a few words, the same for each `code`',
      },
      status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599, description: 'The HTTP status' },
      detail: {
        type: 'string',
        pattern: '^\\S',
        maxLength: 10_000,
        description: 'The error of this request and what to do, in English',
      },
      code: { type: 'string', enum: Object.keys(errorCodes), description: 'The kind of error, for programs' },
      reason: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_]*$',
        maxLength: 100,
        description:
          'The reason, for programs: more exact than `code`. `/docs/errors` lists the reasons of each code; new ones are added',
        examples: ['order_not_payable'],
      },
      params: {
        type: 'object',
        maxProperties: 20,
        additionalProperties: true,
        description:
          'The values in `detail`, by name: with `reason` they are enough to write the sentence in another language. Amounts ' +
          'are in minor units, times are RFC 3339 in UTC. There is no personal data in them',
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
        description: 'The error of the field, for programs; new codes are added',
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
        description: 'The error of the field, in words that follow its name, or in a separate sentence',
        examples: ['must be >= 1'],
      },
    },
    required: ['path', 'code', 'params', 'message'],
  },
};

/** An example of the body of an error. */
export function exampleProblem(code: ErrorCode, baseUrl: string): Json {
  return { ...toProblem(exampleError(reasonsOf(code)[0]), exampleRequestId, baseUrl) };
}

/** The headers of that example. */
export function exampleHeaders(code: ErrorCode): [name: string, value: string][] {
  const { status } = errorCodes[code];
  const special: Partial<Record<ErrorCode, string>> = {
    missing_key: challenge(),
    invalid_key: challenge('error="invalid_token"'),
  };
  return ['Request-Id', ...(headersOfStatus[status] ?? [])].map((name) => [
    name,
    special[code] !== undefined && name === 'WWW-Authenticate'
      ? special[code]
      : String(headerComponents[name]?.['example']),
  ]);
}

/**
 * The answer with one of several errors of the same status.
 *
 * @returns its name among the components, and the component
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
