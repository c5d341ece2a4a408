import type { FastifyRequest } from 'fastify';
import { ApiError, type FieldError } from '../../errors/index.ts';

/** A body of which the schema may have found fields at fault, and that other rules are yet to look at. */
export interface UncheckedBody<T extends object> {
  /** As it was sent: fields at fault have any value. */
  readonly sent: Readonly<T>;
  /** What its schema says of it. */
  readonly faults: readonly FieldError[];
}

/**
 * The body of a route with `attachValidation`, so that a caller is told of everything that is wrong with it at once.
 *
 * @throws ApiError `invalid_request` where another part of the request is at fault, or the body is no object
 */
export function uncheckedBody<T extends object>(
  request: Pick<FastifyRequest, 'validationError'> & { readonly body: T },
): UncheckedBody<T> {
  const { validationError: error, body } = request;
  if (error === undefined || error === null) return { sent: body, faults: [] };
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!(error instanceof ApiError) || error.validationContext !== 'body' || !isObject) throw error;
  return { sent: body, faults: error.fields };
}

/**
 * The body, once nothing is found wrong with it.
 *
 * @param found what rules beyond the schema say; where both speak of a field, they count
 * @throws ApiError `invalid_request` naming each field at fault
 */
export function acceptBody<T extends object>({ sent, faults }: UncheckedBody<T>, found: readonly FieldError[]): T {
  const byPath = new Map([...faults, ...found].map((fault) => [fault.path, fault]));
  if (byPath.size === 0) return sent;
  const fields = [...byPath.values()];
  throw new ApiError('invalid_fields', { part: 'body' }, { fields });
}
