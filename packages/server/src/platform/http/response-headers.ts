import { windowSeconds } from '../limits/limiter.ts';
import { challenge } from './credentials.ts';
import { Type } from './schema.ts';

/** The waiting time in examples, in seconds. */
const exampleSeconds = 23;
const maxSeconds = 86_400;
const maxRequests = 1_000_000;

function integer(description: string, example: number, maximum: number) {
  return Type.Integer({ description, examples: [example], format: 'int32', minimum: 0, maximum });
}

function text(description: string, pattern: string, example: string) {
  return Type.String({ description, examples: [example], pattern, maxLength: 200 });
}

/** The id of requests in examples. */
export const exampleRequestId = 'req_01kamz0g5ve4q8v5x2c4g6t0yd';

/** The headers of responses, by name. A response has a header whose schema is optional only in the cases that it describes. */
export const responseHeaders = Type.Object({
  'Request-Id': text(
    'The id of this request. Include it when you report a problem.',
    '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    exampleRequestId,
  ),
  'RateLimit-Limit': integer('Maximum number of requests in the window', 120, maxRequests),
  'RateLimit-Remaining': integer('Number of remaining requests in the window', 87, maxRequests),
  'RateLimit-Reset': integer('Seconds until the window resets', exampleSeconds, maxSeconds),
  'RateLimit-Policy': text(
    'The limit and the length of its window in seconds (draft-ietf-httpapi-ratelimit-headers-06)',
    '^\\d{1,9};w=\\d{1,9}$',
    `120;w=${windowSeconds}`,
  ),
  'Retry-After': integer('Seconds to wait before the next request', exampleSeconds, maxSeconds),
  'WWW-Authenticate': text(
    'The credentials that the request must have (RFC 6750)',
    '^Bearer realm="[^"]{1,100}"(, error="[a-z_]+"(, scope="[a-z:]+")?)?$',
    challenge('error="insufficient_scope", scope="orders:read"'),
  ),
  ETag: text(
    'Identifies this version. Send it as `If-None-Match` when you read the resource again, or as `If-Match` when you change it',
    '^"[^"]{1,100}"$',
    '"kq3S0v1Xb5Q2n7JcZy8LdT4WmRo"',
  ),
  Location: text(
    'The URL of the created resource. If the resource is a part of an event, the URL of the event',
    '^https?://[^\\s]+$',
    'https://tickets.example.com/api/v1/events/evt_01kamz0g5ve4q8v5x2c4g6t0yd',
  ),
  'Idempotent-Replayed': Type.Optional(
    text(
      '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`',
      '^true$',
      'true',
    ),
  ),
  Allow: text('The methods that this path supports', '^[A-Z]+(, [A-Z]+)*$', 'GET, HEAD'),
});
