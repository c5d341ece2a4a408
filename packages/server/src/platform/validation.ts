import Format from 'typebox/format';
import { System } from 'typebox/system';
import { type FieldError, fieldError } from '../errors/index.ts';
import { parseTimestamp } from './clock.ts';

/** Maximum number of errors that are reported for one request. No object of the API has more fields. */
const maxIssues = 200;
/** Maximum length of a field path in an error. */
const maxPathLength = 500;

// Times in requests and in imported files are parsed by the same function.
Format.Set('date-time', (text) => parseTimestamp(text) !== null);
// Spaces, control characters, and characters that Unicode lets programs show as nothing or that look like a space.
Format.Set('visible-text', (text) => text === '' || /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text));
System.Settings.Set({ maxErrors: maxIssues });

/** An error of a value, in the form in which the validator reports it. */
export interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

/**
 * Converts the issues of a validator to one field error per field.
 *
 * @param unknownField the error code for a field that the schema does not define
 */
export function describeIssues(
  issues: readonly ValidationIssue[],
  unknownField: 'unknown_field' | 'unknown_parameter' = 'unknown_field',
): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const field of describeIssue(issue, unknownField)) {
      // An error with the allowed values replaces an error with the type, because it is more helpful.
      if (!fields.has(field.path) || issue.keyword === 'enum') fields.set(field.path, field);
    }
  }
  // Limits the size of the response.
  return [...fields.values()]
    .slice(0, maxIssues)
    .map((field) => ({ ...field, path: field.path.slice(0, maxPathLength) }));
}

function describeIssue(
  { keyword, instancePath, params: issueParams }: ValidationIssue,
  unknownField: 'unknown_field' | 'unknown_parameter',
): FieldError[] {
  const params = issueParams as Record<string, unknown>;
  const path = instancePath.slice(1).replaceAll('/', '.');
  const limit = Number(params['limit']);
  const children = (names: unknown, code: 'required' | 'unknown_field' | 'unknown_parameter') =>
    [names].flat().map((name) => fieldError(path === '' ? String(name) : `${path}.${name}`, code, {}));
  switch (keyword) {
    case 'boolean': // TypeBox also reports `additionalProperties` for the same field.
    case 'anyOf': // TypeBox also reports the issues of each branch.
      return [];
    case 'type': {
      const type = [params['type']].flat().join(' or ');
      // For a value that can be null, TypeBox also reports the issue of the other branch.
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
    case 'maxProperties':
      return [fieldError(path, 'too_many_keys', { keysMax: limit })];
    case 'format':
      return [fieldError(path, params['format'] === 'date-time' ? 'not_a_time' : 'no_visible_text', {})];
    case 'pattern':
      return [fieldError(path, 'wrong_format', {})];
    default:
      return [fieldError(path, 'invalid_value', {})];
  }
}

/** Whether a database can store a text unchanged: it contains neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Whether a request can contain a text: it can be stored, and has no override of the Unicode Bidirectional Algorithm, which would turn the
 * text after it around, for example in an e-mail.
 */
function isAllowedInRequest(text: string): boolean {
  return isStorable(text) && !/[\u202d\u202e]/.test(text);
}

/**
 * Finds text that is not allowed.
 *
 * @param value a parsed JSON value
 * @returns a field error with the path of the first such text; null if there is none
 */
export function findForbiddenText(value: unknown, isAllowed = isAllowedInRequest, path = ''): FieldError | null {
  if (typeof value === 'string') return isAllowed(value) ? null : fieldError(path, 'invalid_character', {});
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const error = findForbiddenText(inner, isAllowed, path === '' ? name : `${path}.${name}`);
    if (error !== null) return error;
  }
  return null;
}
