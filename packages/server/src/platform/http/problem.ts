import { ApiError, type ErrorCode, errorCodes, type FieldError, type Params, type Reason } from '../../errors/index.ts';
import { CommitOutcomeUnknown } from '../database/dialect.ts';
import { Type } from './schema.ts';

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

/** The schema of a field error. */
const fieldErrorSchema = Type.Unsafe<FieldError>({
  $id: 'FieldError',
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
});

/** The schema of the body of an error response that has one of these codes. */
export const problemSchema = (codes: ReadonlySet<ErrorCode>) =>
  Type.Unsafe<Problem>({
    $id: 'Problem',
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
      code: {
        type: 'string',
        enum: (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code)),
        description: 'The kind of error, for programs',
      },
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
        items: fieldErrorSchema,
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'reason', 'params', 'requestId'],
  });

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
 * @param context.isUnavailable whether an error means that the database is unavailable
 * @param context.bodyTypes the media types that the route accepts, if it accepts other bodies than JSON
 */
export function toApiError(
  error: unknown,
  {
    isUnavailable,
    bodyTypes,
    bytesMax,
  }: { isUnavailable: (error: unknown) => boolean; bodyTypes: readonly string[] | undefined; bytesMax: number },
): ApiError {
  if (error instanceof ApiError) return error;
  const coded = error as CodedError;
  switch (coded.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body_too_large', { bytesMax });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return bodyTypes === undefined
        ? new ApiError('body_not_json', {})
        : new ApiError('unsupported_body_type', { types: bodyTypes });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('wrong_content_length', {});
  }
  if (error instanceof CommitOutcomeUnknown) return new ApiError('commit_outcome_unknown', {}, { cause: error });
  if (isUnavailable(error)) {
    return new ApiError('database_unavailable', {}, { cause: error });
  }
  return new ApiError('unexpected_error', {}, { cause: error });
}
