import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { parseTimestamp } from '../clock.ts';
import { describeIssues, findForbiddenText } from '../validation.ts';
import { withCommas } from './schema.ts';

interface Property {
  readonly type?: string;
  readonly default?: unknown;
  readonly [withCommas]?: boolean;
}

/** The compiled schemas. Several routes, and all applications of a process, share the schema of a path or a query. */
const validators = new WeakMap<TSchema, Validator>();

/**
 * Validates requests against the schemas of their route. A schema is compiled at the first request that needs it: compiling all of
 * them would be a large part of the start of a server. Types in a body are not converted. Numbers and booleans in a query
 * are parsed, but only in their canonical form: `10`, not `1e1` or ` 10`.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const properties = Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {});
  const part = httpPart === 'querystring' ? 'query' : httpPart === 'params' ? 'path' : (httpPart ?? 'body');
  const isQuery = httpPart === 'querystring';
  const unknownField = isQuery ? 'unknown_parameter' : 'unknown_field';

  return (data: unknown) => {
    const repeated = isQuery ? repeatedParameters(properties, data as Record<string, unknown>) : [];
    if (repeated.length > 0) return { error: invalidFields(repeated, part) };
    const value = isQuery ? readQuery(properties, data as Record<string, unknown>) : data;
    const validator = validatorOf(schema);
    if (!validator.Check(value)) {
      const fields = describeIssues(validator.Errors(value), unknownField);
      return { error: invalidFields(isQuery ? fields.map((field) => explainSpace(field, value)) : fields, part) };
    }
    const textError =
      httpPart === 'body' ? findForbiddenText(value) : findNulCharacter(value as Record<string, unknown>);
    if (textError !== null) return { error: invalidFields([textError], part) };
    return { value };
  };
};

function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

function invalidFields(fields: readonly FieldError[], part: string): ApiError {
  return new ApiError('invalid_fields', { part }, { fields });
}

/** Finds a NUL in a path or a query, which PostgreSQL cannot store. Other malformed text was rejected before. */
function findNulCharacter(values: Record<string, unknown>): FieldError | null {
  for (const path in values) {
    const text = values[path];
    if ([text].flat().some((part) => typeof part === 'string' && part.includes('\0')))
      return fieldError(path, 'invalid_character', {});
  }
  return null;
}

/** The field errors of repeated parameters. Only a list can be repeated. */
function repeatedParameters(
  properties: readonly [string, Property][],
  query: Record<string, unknown>,
): readonly FieldError[] {
  const fields: FieldError[] = [];
  for (const [path, { type }] of properties) {
    if (type !== 'array' && Array.isArray(query[path])) fields.push(fieldError(path, 'repeated_parameter', {}));
  }
  return fields;
}

/** In a query, `+` means a space (WHATWG URL). If a time is invalid only because of this, the error says so. */
function explainSpace(field: FieldError, query: unknown): FieldError {
  const text = (query as Record<string, unknown>)[field.path];
  if (field.code !== 'not_a_time' || typeof text !== 'string') return field;
  return parseTimestamp(text.replace(/ (?=[^ ]*$)/, '+')) === null
    ? field
    : fieldError(field.path, 'plus_not_escaped', {});
}

/**
 * Adds default values and parses numbers, lists and booleans. Text that is not in canonical form is not changed. The values of a
 * list are separated by commas, or the parameter is repeated. Equal values count once.
 */
function readQuery(properties: readonly [string, Property][], query: Record<string, unknown>): Record<string, unknown> {
  if (properties.length === 0) return query;
  const value: Record<string, unknown> = { ...query };
  for (const [name, { type, default: fallback, [withCommas]: hasCommas }] of properties) {
    const text = value[name];
    if (text === undefined && fallback !== undefined) value[name] = fallback;
    else if (type === 'integer' && typeof text === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(text))
      value[name] = Number(text);
    else if (type === 'array' && text !== undefined)
      value[name] = [...new Set([text].flat().flatMap((part) => (hasCommas ? [part] : String(part).split(','))))];
    else if (type === 'boolean' && (text === 'true' || text === 'false')) value[name] = text === 'true';
  }
  return value;
}
