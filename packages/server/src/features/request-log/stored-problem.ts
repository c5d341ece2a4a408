import { ApiError, type FieldError, fieldError, type Params } from '../../errors/index.ts';
import { isId, parseOrderNumber } from '../../platform/ids.ts';

/** An error in the log. */
export interface StoredProblem {
  readonly reason: string;
  readonly detail: string;
  readonly params: Params;
  readonly errors: FieldError[];
}

const omitted = '…';

/**
 * An error without text that the client sent, because this text can contain personal data: parts of paths, and names of fields
 * that do not exist. The values of other parameters come from the server.
 */
export function storedProblem({ code, reason, params, fields }: ApiError): StoredProblem {
  const isNotFound = code === 'not_found';
  const storedParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const isFromClient = value.includes('@') || (isNotFound && name !== 'kind' && !isReference(value));
      return [name, isFromClient ? omitted : value];
    }),
  );
  const errors = fields.map((field) => fieldError(storedPath(field.path), field.code, field.params as never));
  const { detail } = new ApiError(reason, storedParams as never, { fields: errors });
  return { reason, detail, params: storedParams, errors };
}

/** Whether the text is an id or an order number, and not an arbitrary text such as a name or a phone number. */
function isReference(text: string): boolean {
  if (isId(text.slice(0, 3) as 'evt', text)) return true;
  return parseOrderNumber(text) === text && /[0-9]/.test(text) && /[A-Z]/.test(text);
}

/** The path of a field. Names of parameters and fields have only these characters. */
function storedPath(path: string): string {
  return /^[A-Za-z0-9_.[\]-]{0,60}$/.test(path) ? path : omitted;
}
