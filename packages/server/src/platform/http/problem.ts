import { ApiError, type ErrorCode, errorCatalogue, type FieldError, invalidRequest, unavailable } from '../errors.ts';

/** An error body: `application/problem+json` of RFC 9457 with our `code`, `requestId` and `errors`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  requestId: string;
  errors?: readonly FieldError[];
}

export const problemType = 'application/problem+json; charset=utf-8';

export function toProblem(error: ApiError, requestId: string, baseUrl: string): Problem {
  const { status, title } = errorCatalogue[error.code];
  return {
    type: `${baseUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
  };
}

interface ForeignError extends Error {
  code?: string;
}

/**
 * Any error as one of the catalogue. What is not known to be the caller's fault is a 500 that tells nothing.
 *
 * @param isUnavailable tells whether the database failed for want of the database, not of the statement
 */
export function toApiError(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error;
  const foreign = error as ForeignError;
  switch (foreign.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('payload_too_large', 'The body is over 1 MiB. Send less in one request.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type', 'Send the body as JSON with "Content-Type: application/json".');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidRequest('The body is not as long as its Content-Length says.');
  }
  if (isUnavailable(error)) {
    return unavailable(
      'The database cannot be reached, or is busy with what this needs. Nothing is half done; try again shortly.',
      error,
    );
  }
  return new ApiError(
    'internal_error',
    'The request could not be answered. If it happens again, tell us the requestId.',
    { cause: error },
  );
}
