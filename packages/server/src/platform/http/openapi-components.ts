import { STATUS_CODES } from 'node:http';
import { type ErrorCode, type ErrorDescription, errorCatalogue } from '../errors.ts';
import { windowSeconds } from '../limits/limiter.ts';
import { toProblem } from './problem.ts';
import { ApiError } from '../errors.ts';

/** A part of the document. */
export type Json = { [name: string]: unknown };

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const schemaReference = (name: string) => reference('schemas', name);

const integerHeader = (description: string, example: number) => ({
  description,
  required: true,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 1_000_000_000 },
  example,
});
const textHeader = (description: string, pattern: string, example: string) => ({
  description,
  required: true,
  schema: { type: 'string', pattern, maxLength: 200 },
  example,
});

const headers: Readonly<Record<string, Json>> = {
  'Request-Id': textHeader(
    'Names this request. Tell it to us when you report a problem.',
    '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    'req_01kamz0g5ve4q8v5x2c4g6t0yd',
  ),
  'RateLimit-Limit': integerHeader('Requests that the window allows.', 120),
  'RateLimit-Remaining': integerHeader('Requests that are left of them.', 87),
  'RateLimit-Reset': integerHeader('Seconds until the window resets.', 23),
  'RateLimit-Policy': textHeader(
    `The limit and its window in seconds, as in draft-ietf-httpapi-ratelimit-headers-06.`,
    '^\\d{1,9};w=\\d{1,9}$',
    `120;w=${windowSeconds}`,
  ),
  'Retry-After': integerHeader('Seconds to wait before the next request.', 23),
  'WWW-Authenticate': textHeader(
    'What the key lacks (RFC 6750).',
    '^Bearer( error="[a-z_]+"(, scope="[a-z:]+")?)?$',
    'Bearer error="insufficient_scope", scope="orders:read"',
  ),
  Allow: textHeader('The methods that the path does have.', '^[A-Z]+(, [A-Z]+)*$', 'GET, HEAD'),
};

const limitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

const statusHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
