import type { FastifyRequest } from 'fastify';
import { ApiError, type FieldError } from '../../errors/index.ts';

/** The option of a route whose handler runs even if the schema finds errors: one response reports these errors and the errors of the rules. */
export const attachValidation = true;

/** A body that was validated against its schema, but not yet against further rules. It can have field errors. */
export interface UncheckedBody<T extends object> {
  /** The body as the caller sent it. Fields with errors can have any value. */
  readonly input: Readonly<T>;
  /** The errors from the validation against the schema. */
  readonly fieldErrors: readonly FieldError[];
}

/**
 * The body of a route with `attachValidation`. Its schema errors are not thrown here, so that one error response can report
 * them together with the errors of further rules.
 *
 * @throws ApiError `invalid_fields` if another part of the request is not valid, or the body is not an object
 */
export function uncheckedBody<T extends object>(
  request: Pick<FastifyRequest, 'validationError'> & { readonly body: T },
): UncheckedBody<T> {
  const { validationError: error, body } = request;
  if (error === undefined || error === null) return { input: body, fieldErrors: [] };
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!(error instanceof ApiError) || error.validationContext !== 'body' || !isObject) throw error;
  return { input: body, fieldErrors: error.fields };
}

/**
 * Returns the body if it has no errors.
 *
 * @param ruleErrors errors from further rules; they replace the schema error of the same field
 * @throws ApiError `invalid_fields` if a field has an error. It has all field errors.
 */
export function requireNoErrors<T extends object>(
  { input, fieldErrors }: UncheckedBody<T>,
  ruleErrors: readonly FieldError[],
): T {
  const byPath = new Map([...fieldErrors, ...ruleErrors].map((error) => [error.path, error]));
  if (byPath.size === 0) return input;
  const fields = [...byPath.values()];
  throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}
