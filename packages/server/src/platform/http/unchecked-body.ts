import type { FastifyRequest } from 'fastify';
import { ApiError, type FieldError } from '../../errors/index.ts';

/** A body that was validated against its schema, but not yet against further rules. It can have errors. */
export interface UncheckedBody<T extends object> {
  /** The body as it was sent. Fields with errors can have any value. */
  readonly sent: Readonly<T>;
  /** The errors that the schema found. */
  readonly fieldErrors: readonly FieldError[];
}

/**
 * The body of a route with `attachValidation`: one error response reports the errors of the schema and of further rules.
 *
 * @throws ApiError `invalid_request` if another part of the request is not valid, or the body is not an object
 */
export function uncheckedBody<T extends object>(
  request: Pick<FastifyRequest, 'validationError'> & { readonly body: T },
): UncheckedBody<T> {
  const { validationError: error, body } = request;
  if (error === undefined || error === null) return { sent: body, fieldErrors: [] };
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!(error instanceof ApiError) || error.validationContext !== 'body' || !isObject) throw error;
  return { sent: body, fieldErrors: error.fields };
}

/**
 * The body, if it has no errors.
 *
 * @param found the errors that further rules found; they replace those of the schema for the same field
 * @throws ApiError `invalid_request` with all fields that have errors
 */
export function acceptBody<T extends object>({ sent, fieldErrors }: UncheckedBody<T>, found: readonly FieldError[]): T {
  const byPath = new Map([...fieldErrors, ...found].map((error) => [error.path, error]));
  if (byPath.size === 0) return sent;
  const fields = [...byPath.values()];
  throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}
