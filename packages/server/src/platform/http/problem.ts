import { ApiError, type ErrorCode, errorCodes, type FieldError, type Params, type Reason } from '../../errors/index.ts';

/**
 * The body of an error response: `application/problem+json` of RFC 9457, with the extension members from `code` to
 * `errors`.
 */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  reason: Reason;
  params: Params;
  requestId: string;
  errors?: readonly FieldError[];
}

export const problemType = 'application/problem+json; charset=utf-8';

export function toProblem(error: ApiError, requestId: string, baseUrl: string): Problem {
  const { status, title } = errorCodes[error.code];
  return {
    type: `${baseUrl}/docs/errors#${error.code}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    reason: error.reason,
    params: error.params,
    requestId,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
  };
}

interface CodedError extends Error {
  code?: string;
}

/**
 * Converts any error to an ApiError. An unexpected error becomes a 500 without details.
 *
 * @param isUnavailable whether an error means that the database is unavailable
 */
export function toApiError(error: unknown, isUnavailable: (error: unknown) => boolean): ApiError {
  if (error instanceof ApiError) return error;
  const coded = error as CodedError;
  switch (coded.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body_too_large', {});
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('body_not_json', {});
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('wrong_content_length', {});
  }
  if (isUnavailable(error)) {
    return new ApiError('database_unavailable', {}, { cause: error });
  }
  return new ApiError('unexpected_error', {}, { cause: error });
}
