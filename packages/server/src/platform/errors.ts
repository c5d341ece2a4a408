/** What the reference says of an error. */
export interface ErrorDescription {
  readonly status: number;
  readonly title: string;
  /** When a caller meets it. */
  readonly when: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** The `detail` of an example. */
  readonly example: string;
  /** The `errors` of that example, where the error tells of fields. */
  readonly exampleFields?: readonly FieldError[];
}

/**
 * Every error that a caller can meet: its code, HTTP status and title, and its section of `/docs/errors`, to which the
 * problem's `type` links.
 */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    when:
      'The body is not well-formed JSON in UTF-8, a value has the wrong type or form or is out of range, a query parameter ' +
      'or field is not known, a cursor is not one that a list gave, or the request is not well-formed HTTP.',
    remedy: 'Correct what `errors` names, field by field. The same request will be refused again as it is.',
    example: '"limit" must be <= 100.',
    exampleFields: [{ path: 'limit', message: 'must be <= 100' }],
  },
  missing_key: {
    status: 401,
    title: 'No API key was sent',
    when: 'The request has no `Authorization` header of the form `Bearer <key>`, or none with a buyer’s token where that is asked for.',
    remedy:
      'Send `Authorization: Bearer <key>` with every request; a buyer’s order is read with a buyer’s token in place of the key.',
    example: 'Send your API key in the header "Authorization: Bearer <key>".',
  },
  invalid_key: {
    status: 401,
    title: 'The API key is not valid',
    when: 'The key is mistyped or unknown, was revoked, or has expired; or so it is with a buyer’s token.',
    remedy:
      'Compare the key with the one that you were shown, letter by letter. If it is gone or has ended, make a new one. ' +
      'A buyer verifies the e-mail address again.',
    example: 'The API key is mistyped, unknown, revoked or expired. Check it, or make a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks a scope',
    when: 'The key is good, but it may not do this. `detail` and the header `WWW-Authenticate` name the scope it lacks.',
    remedy: 'Use a key that has the scope, or have it granted to this one.',
    example: 'This call needs the scope orders:read, which the key does not have.',
  },
  not_found: {
    status: 404,
    title: 'Nothing is here',
    when: 'The path does not exist, or it names something that does not exist or that this key cannot see.',
    remedy: 'Check the path against the reference, and the id or number against the list that it came from.',
    example: 'You have no order "7K3Q9MX2PA".',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    when: 'The path exists, but not for this method.',
    remedy: 'Use one of the methods that the header `Allow` names.',
    example: 'DELETE is not a method of this path. Use GET, HEAD.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    when: 'Head and body did not arrive completely within 30 seconds. The connection is closed.',
    remedy: 'Send the same request again, on a new connection.',
    example: 'The request did not arrive completely within 30 s. Send it again.',
  },
  insufficient_units: {
    status: 409,
    title: 'Too few units are left',
    when: 'More units were to be consumed than the entitlement has left: they are consumed, or were paid back. Nothing was taken.',
    remedy: 'Read the entitlement and ask for less. The same request will be refused until units come back.',
    example: 'Of "Drink voucher" 1 unit is left, and 2 were to be consumed.',
  },
  ref_conflict: {
    status: 409,
    title: 'The ref was used for something else',
    when: 'A consumption with this `ref` exists, of another entitlement or of another number of units. Nothing was taken.',
    remedy: 'Use a new `ref` for each consumption, and the same one only to repeat a request as it was.',
    example: 'The ref "till-3-000412" was used for 1 unit of ent_01kamz0g5ve4q8v5x2c4g6t0yd. Use a new one.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The Idempotency-Key was used for something else',
    when: 'The `Idempotency-Key` came within the last 24 hours with another body. Nothing was done.',
    remedy: 'Use a new key for each new request, and the same one only to repeat a request as it was.',
    example: 'This Idempotency-Key was sent before with another body. Use a new key for a new request.',
  },
  capacity_below_sold: {
    status: 409,
    title: 'More are sold than that',
    when: 'A quantity was to be set below what is sold and held. Nothing was changed.',
    remedy: 'Set `quantity` to at least `sold` + `reserved`, or archive what shall not be sold any more.',
    example: '"Half marathon" has 1544 sold and 6 held: its quantity cannot be less than 1550.',
  },
  sold_out: {
    status: 409,
    title: 'Too few are left',
    when: 'An order asks for more than can be sold now. Nothing was taken.',
    remedy: 'Read what is available, ask for less, or try later: reservations that run out give their stock back.',
    example: 'Of "Half marathon" 1 is left, and 2 were asked for.',
  },
  too_many_holds: {
    status: 409,
    title: 'Too many unpaid reservations',
    when: 'The network address or the e-mail address holds the maximum number of unpaid tickets and add-ons of this organizer. Nothing was reserved.',
    remedy:
      'Pay or cancel one of the reservations, or wait until the earliest one expires. If `detail` says so, verify the e-mail ' +
      'address and send its `buyerToken`: reservations that others make in its name then do not count.',
    example:
      'Your network address holds 58 tickets and add-ons in reservations that are not paid, and at most 60 may be held at ' +
      'once without being paid. Pay or cancel one of those reservations, or wait until the earliest of them expires: after ' +
      '10 minutes, or later where it is to be paid by transfer.',
  },
  invalid_state: {
    status: 409,
    title: 'The present state refuses this',
    when: 'The request is sound, but what it is about has moved on: an order that has expired cannot be paid.',
    remedy: 'Read it again and decide anew; the same request will be refused as long as the state stays.',
    example: 'The order is expired; only a pending order can be paid.',
  },
  precondition_failed: {
    status: 412,
    title: 'Somebody else has changed this',
    when: 'The `ETag` in `If-Match` is not the current one: somebody has changed the resource since. Nothing was changed.',
    remedy: 'Read it again, apply your change to the new version, and send it with the new `ETag`.',
    example:
      'Somebody has changed this since the ETag in If-Match. Read it again, and apply your change to the new version.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request is too large',
    when: 'The body is over 1 MiB.',
    remedy: 'Send less in one request.',
    example: 'The body is over 1 MiB. Send less in one request.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    when: 'The address with its query is longer than 8192 characters.',
    remedy: 'Shorten the query.',
    example: 'The address is longer than 8192 characters. Shorten its query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not JSON',
    when: 'The body was sent as something other than JSON, in a charset other than UTF-8, or with a `Content-Encoding`.',
    remedy: 'Send JSON in UTF-8, uncompressed, and say so with `Content-Type: application/json`.',
    example: 'Send the body as JSON with "Content-Type: application/json".',
  },
  expectation_failed: {
    status: 417,
    title: 'The expectation cannot be met',
    when: 'The header `Expect` asks for something other than `100-continue`.',
    remedy: 'Send the request without `Expect`.',
    example: 'The only expectation that this server supports is "Expect: 100-continue".',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'The limit of this minute is used up: that of the key, or on endpoints without keys that of the address.',
    remedy: 'Wait as many seconds as `Retry-After` says, then go on.',
    example: 'This key has sent its 120 requests of this minute. Wait 23 s and go on.',
  },
  too_many_failed_attempts: {
    status: 429,
    title: 'Too many requests without a good key',
    when: 'Too many requests without a good key came from this address within a minute. Good keys go on working.',
    remedy: 'Find what sends the bad key and stop it. Wait as many seconds as `Retry-After` says, or send a good key.',
    example: 'Too many requests without a good key came from this address. Wait 23 s, or send a good key.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    when: 'The address and the headers are over 16 KiB together. The connection is closed.',
    remedy: 'Send shorter headers; cookies are often the reason.',
    example: 'The address and headers are over 16 KiB together. Send shorter ones.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    when: 'The request met an error that is ours. Nothing more is told of it here; the log has it under the `requestId`.',
    remedy: 'Try again later. If it stays, tell us the `requestId`.',
    example: 'The request could not be answered. If it happens again, tell us the requestId.',
  },
  not_implemented: {
    status: 501,
    title: 'The server does not implement this',
    when: 'The body has a `Transfer-Encoding` other than `chunked`, or the method is `CONNECT`.',
    remedy: 'Send the body with a `Content-Length`, or chunked.',
    example: 'The only Transfer-Encoding that is read is chunked.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available right now',
    when: 'The database cannot be reached, or more requests are under way than the server takes. Nothing was half done.',
    remedy: 'Wait as many seconds as `Retry-After` says and send the same request again.',
    example: 'The database cannot be reached. Nothing was changed; try again shortly.',
  },
  http_version_not_supported: {
    status: 505,
    title: 'The HTTP version is not supported',
    when: 'The request line names a version other than HTTP/1.1 or HTTP/1.0.',
    remedy: 'Send HTTP/1.1. A proxy in front of this server may speak HTTP/2 with its callers.',
    example: 'The request line names a version other than HTTP/1.1 or HTTP/1.0.',
  },
} as const satisfies Readonly<Record<string, ErrorDescription>>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A field at fault: where it is (`limit`, `items.0.quantity`) and what is wrong with it. */
export interface FieldError {
  path: string;
  message: string;
}

/** An error with a code of the catalogue; `detail` says in a sentence what was wrong and what to do. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    detail: string,
    extra: { fields?: readonly FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, extra.cause === undefined ? {} : { cause: extra.cause });
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.fields = extra.fields ?? [];
    this.headers = extra.headers ?? {};
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

export function invalidRequest(detail: string, fields: readonly FieldError[] = []): ApiError {
  return new ApiError('invalid_request', detail, { fields });
}

export function notFound(detail: string): ApiError {
  return new ApiError('not_found', detail);
}

export function invalidState(detail: string): ApiError {
  return new ApiError('invalid_state', detail);
}

/** The database is gone or the server is overloaded; nothing was changed. */
export function unavailable(detail: string, cause?: unknown): ApiError {
  return new ApiError('unavailable', detail, { headers: { 'retry-after': '1' }, cause });
}
