export { ApiError, exampleError, reasonsOf } from './api-error.ts';
export { type ErrorCode, errorCodes } from './codes.ts';
export { type FieldError, fieldError } from './field-errors.ts';
export { OperatorError } from './operator-error.ts';
export type { Params } from './params.ts';
export type { Reason } from './reasons.ts';
