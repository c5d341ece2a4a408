import type { FieldError } from '../field-errors.ts';
import { reason } from '../reason.ts';

/** `The path /api/v1/order was not found.` */
const notFoundPath = (path: string) => `The path ${path} was not found.`;

/** `64 KiB`, `2 MiB` */
const sizeText = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);

/** A sentence about the first invalid field, with the number of the others: `"limit" must be <= 100 (and 1 more).` */
function firstField(part: string, fields: readonly FieldError[]): string {
  const [first, ...others] = fields;
  if (first === undefined) return `The ${part} is not valid.`;
  const subject = first.path === '' ? `The ${part}` : `"${first.path}"`;
  // Some messages are complete sentences.
  const message = first.message.endsWith('.') ? `: ${first.message.slice(0, -1)}` : ` ${first.message}`;
  return `${subject}${message}${others.length > 0 ? ` (and ${others.length} more)` : ''}.`;
}

/** Reasons for errors of HTTP, of the path, or of the body, which are found before a feature processes the request. */
export const requestReasons = {
  invalid_fields: reason(
    'invalid_request',
    ({ part }: { part: string }, fields) => firstField(part, fields),
    { part: 'query' },
    [['limit', 'above_maximum']],
  ),
  invalid_cursor: reason(
    'invalid_request',
    'The cursor was not returned by this list. Start again without a cursor.',
    {},
    [['cursor', 'invalid_cursor']],
  ),
  mixed_list_orders: reason(
    'invalid_request',
    'A list is sorted by one time. Use createdSince and createdBefore, or updatedSince, or paidSince without status. With a filter that finds few rows, such as email or orderNumber, all of them can be combined.',
    {},
    [['createdSince', 'not_with_updated_since']],
  ),
  invalid_period: reason(
    'invalid_request',
    ({ daysMax }: { daysMax: number }) =>
      `"from" and "to" must be days such as 2026-11-20, and the period must have 1 to ${daysMax} days.`,
    { daysMax: 366 },
    [['to', 'wrong_format']],
  ),
  malformed_http: reason('invalid_request', 'This is not a well-formed HTTP request.'),
  missing_host: reason('invalid_request', 'The request has no Host header. Send one.'),
  multiple_hosts: reason('invalid_request', 'The request has more than one Host header. Send one.'),
  invalid_host: reason(
    'invalid_request',
    'The Host header is not a host with an optional port. Send a value such as "example.com:443".',
  ),
  multiple_authorizations: reason('invalid_request', 'The request has more than one Authorization header. Send one.'),
  body_not_utf8: reason('invalid_request', 'The body is not well-formed UTF-8. Send JSON in UTF-8.'),
  malformed_json: reason('invalid_request', 'The body is not well-formed JSON. Check its quotes, commas and brackets.'),
  wrong_content_length: reason('invalid_request', 'The length of the body differs from its Content-Length.'),
  path_not_found: reason(
    'not_found',
    ({ path }: { path: string }) => `${notFoundPath(path)} The reference at /docs/reference lists all paths.`,
    { path: '/api/v1/order' },
  ),
  trailing_slash: reason(
    'not_found',
    ({ path }: { path: string }) => `${notFoundPath(path)} Remove the slash at its end.`,
    { path: '/api/v1/orders/' },
  ),
  method_not_allowed: reason(
    'method_not_allowed',
    ({ method, allowed }: { method: string; allowed: readonly string[] }) =>
      `This path does not support ${method}. Use ${allowed.join(', ')}.`,
    { method: 'DELETE', allowed: ['GET', 'HEAD'] },
  ),
  request_timeout: reason('request_timeout', 'The request did not arrive completely within 30 s. Send it again.'),
  resource_changed: reason(
    'precondition_failed',
    'The resource was changed after the ETag in If-Match. Read it again, and apply your change to the new version.',
  ),
  idempotency_key_reused: reason(
    'idempotency_conflict',
    'This Idempotency-Key was sent before with another body. Use a new key for a new request.',
  ),
  body_too_large: reason(
    'payload_too_large',
    ({ bytesMax }: { bytesMax: number }) =>
      `The body is larger than ${sizeText(bytesMax)}. Send less data in one request.`,
    { bytesMax: 1024 * 1024 },
  ),
  url_too_long: reason(
    'uri_too_long',
    ({ lengthMax }: { lengthMax: number }) => `The URL is longer than ${lengthMax} characters. Shorten its query.`,
    { lengthMax: 8_192 },
  ),
  body_not_json: reason('unsupported_media_type', 'Send the body as JSON with "Content-Type: application/json".'),
  unsupported_body_type: reason(
    'unsupported_media_type',
    ({ types }: { types: readonly string[] }) => `Send the body with one of these content types: ${types.join(', ')}.`,
    { types: ['image/png', 'image/jpeg'] },
  ),
  unsupported_charset: reason('unsupported_media_type', 'Only UTF-8 is supported. Send the JSON in UTF-8.'),
  unsupported_content_encoding: reason(
    'unsupported_media_type',
    'A body with a Content-Encoding is not supported. Send the JSON uncompressed.',
  ),
  merge_patch_without_patch: reason(
    'unsupported_media_type',
    'A merge patch is sent with PATCH only. Send this body as application/json.',
  ),
  unsupported_expectation: reason(
    'expectation_failed',
    'The only supported expectation is "Expect: 100-continue". Remove the header Expect.',
  ),
  head_too_large: reason(
    'headers_too_large',
    'The URL and the headers are larger than 16 KiB in total. Send shorter headers.',
  ),
  unsupported_transfer_encoding: reason(
    'not_implemented',
    'The only supported Transfer-Encoding is chunked. Send the body chunked or with a Content-Length.',
  ),
  tunnel_not_supported: reason(
    'not_implemented',
    'CONNECT is for proxies, and this server is not a proxy. Use another method.',
  ),
  unsupported_http_version: reason(
    'http_version_not_supported',
    'The request line names a version other than HTTP/1.1 or HTTP/1.0. Send HTTP/1.1.',
  ),
};
