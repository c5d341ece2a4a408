interface CodeDefinition {
  readonly status: number;
  readonly title: string;
  /** The conditions under which this error is returned. */
  readonly when: string;
  /** The advice to the caller, which follows the heading "What to do". */
  readonly remedy: string;
}

/**
 * The error codes, each with its HTTP status, its title, and the texts of its section on the page `/docs/errors`. The `type` of
 * a problem document links to this section. A code groups several reasons, which are more exact.
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    when:
      'The body is not well-formed JSON in UTF-8, a value has a wrong type or form or is out of range, a query parameter or ' +
      'a field is unknown, a cursor was not returned by this list, or the request is not well-formed HTTP.',
    remedy: 'Correct each field that `errors` names. The same request would fail again.',
  },
  missing_key: {
    status: 401,
    title: 'Missing key or token',
    when:
      'The request has no header `Authorization: Bearer <key>`. On endpoints for buyers, the `buyerToken` or the ' +
      '`reservationToken` is missing.',
    remedy:
      'Send `Authorization: Bearer <key>` with every request. To read a buyer’s order, send a buyer’s token instead of a key.',
  },
  invalid_key: {
    status: 401,
    title: 'Invalid key or token',
    when: 'The API key, the buyer’s token or the token of a device is mistyped, unknown, revoked or expired.',
    remedy:
      'Compare the key with the key that was displayed when you created it. If it is revoked or expired, create a new key. ' +
      'If a buyer’s token is invalid or expired, verify the e-mail address again. `detail` says which of them is meant.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    when: 'The key is valid, but it lacks a scope. `detail` and the header `WWW-Authenticate` name the scope.',
    remedy: 'Use a key that has the scope, or ask the operator to grant the scope to this key.',
  },
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    when: 'A request of the dashboard has no session, its session has expired or was ended, or the second factor is missing.',
    remedy: 'Sign in again. Programs use API keys, not the dashboard.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    when: 'The e-mail address, the password, or the code of the second factor is wrong.',
    remedy: 'Check what you entered, or request a sign-in link by e-mail.',
  },
  not_permitted: {
    status: 403,
    title: 'Not permitted',
    when: 'The role of the member does not permit the action, or a page of another website sent the request.',
    remedy: 'Ask an owner of the organizer to change your role.',
  },
  not_admitted: {
    status: 403,
    title: 'Not admitted yet',
    when: 'The event has a waiting room, and the request has no place in it whose turn has come. Nothing was reserved.',
    remedy:
      'Send the buyer to the page of the event (`/e/{id}`). It shows the place of the buyer, and admits the buyer in turn. ' +
      '`Retry-After` estimates the seconds until then.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    when: 'The path does not exist, or it names a resource that does not exist or that this key must not read.',
    remedy: 'Compare the path with the API reference. Compare the id or number with the list in which you found it.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists, but it does not support this method.',
    remedy: 'Use one of the methods that the header `Allow` names.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    when: 'The headers and the body of the request did not arrive completely within 30 seconds. The connection is closed.',
    remedy: 'Send the same request again on a new connection.',
  },
  insufficient_units: {
    status: 409,
    title: 'Not enough units left',
    when: 'The entitlement has fewer units left than the request consumes. Nothing was consumed.',
    remedy: 'Read the entitlement and consume fewer units.',
  },
  ref_conflict: {
    status: 409,
    title: 'Ref already used',
    when: 'A consumption with this `ref` exists, but it has another entitlement or another number of units, or it was reversed. Nothing was consumed.',
    remedy: 'Use a new `ref` for each consumption. Use the same `ref` only to repeat an unchanged request.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency key already used',
    when: 'A request with the same `Idempotency-Key` and a different body was received within the last 24 hours, or a scan with the same `nonce` and another ticket or direction was stored before. Nothing was changed.',
    remedy:
      'Use a new key, or a new `nonce`, for each new request. Use the same one only to repeat an unchanged request.',
  },
  capacity_below_sold: {
    status: 409,
    title: 'Quantity is below units sold',
    when: 'The new `quantity` is lower than the sold and reserved units. Nothing was changed.',
    remedy: 'Set `quantity` to at least `sold` + `reserved`. To stop the sale, archive the ticket type or add-on.',
  },
  sold_out: {
    status: 409,
    title: 'Sold out',
    when: 'The order has more tickets or add-ons than are available. Nothing was reserved.',
    remedy:
      'Read the availability and reduce the quantities, or try again later: an expired reservation returns its stock.',
  },
  price_changed: {
    status: 409,
    title: 'Price changed',
    when: 'The total of the cart is not its `expectedTotal`. Nothing was reserved or created.',
    remedy: 'Show the buyer the new total, which is in `params`, and send the request again with it.',
  },
  too_many_holds: {
    status: 409,
    title: 'Too many unpaid reservations',
    when:
      'The IP address, its network or the e-mail address would have more than the maximum number of unpaid tickets and add-ons of this ' +
      'organizer, or an order that waits for a manual payment would. Nothing was reserved, and no payment was started.',
    remedy:
      'Reduce the order, pay or cancel one of the reservations, or wait until the earliest one expires. For a manual payment, choose ' +
      'another method. If `detail` says so, verify the e-mail ' +
      'address and send the `buyerToken`. Reservations that other people created with this e-mail address are then not counted.',
  },
  invalid_state: {
    status: 409,
    title: 'Invalid state transition',
    when: 'The request is valid, but the current state of the resource does not allow it. For example, an expired order cannot be paid.',
    remedy: 'Read the resource again and act on its current state. The same request fails until the state changes.',
  },
  link_not_valid: {
    status: 410,
    title: 'Link is not valid',
    when: 'A link for signing in, or an invitation, was used, was revoked, or has expired.',
    remedy: 'Request a new link.',
  },
  events_deleted: {
    status: 410,
    title: 'Events deleted',
    when: 'Webhook events after the given position were deleted, because they were older than 30 days. A response would have a gap.',
    remedy:
      'Store the current time, and read the resources again, for example with `updatedSince`. Then read events with the stored time as ' +
      '`createdSince`.',
  },
  precondition_failed: {
    status: 412,
    title: 'Resource has changed',
    when: 'The `ETag` in `If-Match` is not the current `ETag`: the resource was changed after you read it. This request changed nothing.',
    remedy: 'Read the resource again, apply your change to the new version, and send it with the new `ETag`.',
  },
  payload_too_large: {
    status: 413,
    title: 'Request body too large',
    when: 'The body is larger than 1 MiB, than 64 KiB for requests that need no credentials, than 256 KiB for reservations, or than 2 MiB for posters.',
    remedy: 'Send less data in one request.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    when: 'The URL with its query is longer than 8192 characters.',
    remedy: 'Shorten the query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The body does not have the content type that the path accepts: JSON, or that of an upload. Or it has a charset other than UTF-8, or a `Content-Encoding`.',
    remedy:
      'Send uncompressed JSON in UTF-8 with the header `Content-Type: application/json`, or an upload with one of the types in `params.types`.',
  },
  expectation_failed: {
    status: 417,
    title: 'Unsupported expectation',
    when: 'The header `Expect` has a value other than `100-continue`.',
    remedy: 'Send the request without the header `Expect`.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    when: 'The key has sent the maximum number of requests in the current minute. On endpoints without keys, the limit applies to the IP address.',
    remedy: 'Wait as many seconds as `Retry-After` says, then continue.',
  },
  too_many_failed_attempts: {
    status: 429,
    title: 'Too many failed authentication attempts',
    when: 'Too many requests without a valid key came from this IP address within a minute. Requests with a valid key still succeed. During a flood, a valid key that was not used in the last 10 minutes can need several requests.',
    remedy:
      'Find and stop the program that sends the invalid key. Wait as many seconds as `Retry-After` says, or send a valid key.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request headers too large',
    when: 'The URL and the headers are larger than 16 KiB in total. The connection is closed.',
    remedy: 'Send shorter headers. Cookies are often the cause.',
  },
  internal_error: {
    status: 500,
    title: 'Internal server error',
    when: 'The server failed to process the request. The response has no details; the log contains the error with the `requestId`.',
    remedy: 'Try again later. If the error persists, report the `requestId`.',
  },
  not_implemented: {
    status: 501,
    title: 'Not implemented',
    when: 'The body has a `Transfer-Encoding` other than `chunked`, or the method is `CONNECT`.',
    remedy: 'Send the body with a `Content-Length` or with `Transfer-Encoding: chunked`.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    when:
      'The database cannot be reached, or the server is processing the maximum number of requests. Nothing was changed, except ' +
      'possibly with the reason `commit_outcome_unknown`.',
    remedy: 'Wait as many seconds as `Retry-After` says and send the same request again.',
  },
  http_version_not_supported: {
    status: 505,
    title: 'HTTP version not supported',
    when: 'The request line names a version other than HTTP/1.1 or HTTP/1.0.',
    remedy: 'Send HTTP/1.1. A proxy in front of this server can accept HTTP/2.',
  },
} as const satisfies Readonly<Record<string, CodeDefinition>>;

export type ErrorCode = keyof typeof errorCodes;
