import Format from 'typebox/format';
import { System } from 'typebox/system';
import { type FieldError, fieldError } from '../errors/index.ts';
import { parseTimestamp } from './clock.ts';

/** At most this many errors are reported for one request: more than any object of the API has fields. */
const issuesMax = 200;
/** At most this many characters of a field's name are returned. */
const pathMax = 500;

// Times in requests and in imported files are parsed by the same function.
Format.Set('date-time', (text) => parseTimestamp(text) !== null);
System.Settings.Set({ maxErrors: issuesMax });

/** A problem of a value, as the validator reports it. */
export interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

/**
 * A validator's issues as one error per field.
 *
 * @param unknownField the error of a field that the schema does not have
 */
export function describeIssues(
  issues: readonly ValidationIssue[],
  unknownField: 'unknown_field' | 'unknown_parameter' = 'unknown_field',
): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const field of describeIssue(issue, unknownField)) {
      // The allowed values of an enum are more helpful than its type.
      if (!fields.has(field.path) || issue.keyword === 'enum') fields.set(field.path, field);
    }
  }
  // The size of a response is limited, even if a request has many errors.
  return [...fields.values()].slice(0, issuesMax).map((field) => ({ ...field, path: field.path.slice(0, pathMax) }));
}

function describeIssue(
  { keyword, instancePath, params: all }: ValidationIssue,
  unknownField: 'unknown_field' | 'unknown_parameter',
): FieldError[] {
  const params = all as Record<string, unknown>;
  const path = instancePath.slice(1).replaceAll('/', '.');
  const limit = Number(params['limit']);
  const children = (names: unknown, code: 'required' | 'unknown_field' | 'unknown_parameter') =>
    [names].flat().map((name) => fieldError(path === '' ? String(name) : `${path}.${name}`, code, {}));
  switch (keyword) {
    case 'boolean': // TypeBox reports the same again as `additionalProperties`.
    case 'anyOf': // The branches have reported their own issues.
      return [];
    case 'type': {
      const type = [params['type']].flat().join(' or ');
      // If a value can also be null, the other branch has reported its type.
      return type === 'null' ? [] : [fieldError(path, 'wrong_type', { type })];
    }
    case 'required':
      return children(params['requiredProperties'], 'required');
    case 'additionalProperties':
      return children(params['additionalProperties'], unknownField);
    case 'enum':
      return [fieldError(path, 'not_allowed', { allowed: (params['allowedValues'] as unknown[]).map(String) })];
    case 'const':
      return [fieldError(path, 'not_constant', { value: JSON.stringify(params['allowedValue']) })];
    case 'minimum':
      return [fieldError(path, 'below_minimum', { minimum: limit })];
    case 'maximum':
      return [fieldError(path, 'above_maximum', { maximum: limit })];
    case 'minLength':
      return [fieldError(path, 'too_short', { lengthMin: limit })];
    case 'maxLength':
      return [fieldError(path, 'too_long', { lengthMax: limit })];
    case 'minItems':
      return [fieldError(path, 'too_few_items', { itemsMin: limit })];
    case 'maxItems':
      return [fieldError(path, 'too_many_items', { itemsMax: limit })];
    case 'format':
      return [fieldError(path, params['format'] === 'date-time' ? 'not_a_time' : 'wrong_format', {})];
    case 'pattern':
      return [fieldError(path, 'wrong_format', {})];
    default:
      return [fieldError(path, 'invalid_value', {})];
  }
}

/**
 * Finds text that databases cannot store unchanged: with NUL, or with half of a surrogate pair.
 *
 * @param value a parsed JSON value
 * @returns an error with the path of the first such text; null if there is none
 */
export function findUnstorableText(value: unknown, path = ''): FieldError | null {
  if (typeof value === 'string') {
    const isStorable = value.isWellFormed() && !value.includes('\0');
    return isStorable ? null : fieldError(path, 'invalid_character', {});
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const error = findUnstorableText(inner, path === '' ? name : `${path}.${name}`);
    if (error !== null) return error;
  }
  return null;
}
