/**
 * Every error that a caller can meet: its code, HTTP status and title. Codes are the contract's words;
 * `docs/errors.md` has a section for each, to which `type` links.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  missing_key: { status: 401, title: 'No API key was sent' },
  invalid_key: { status: 401, title: 'The API key is not valid' },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope' },
  not_found: { status: 404, title: 'Nothing is here' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  sold_out: { status: 409, title: 'Too few are left' },
  invalid_state: { status: 409, title: 'The present state refuses this' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The body is not JSON' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_failed_attempts: { status: 429, title: 'Too many requests without a good key' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const;

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
