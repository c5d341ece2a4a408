import Format from 'typebox/format';
import { System } from 'typebox/system';
import { parseTimestamp } from './clock.ts';
import type { FieldError } from './errors.ts';

/** Whoever has many fields wrong is told of all of them at once: more than any object of ours has. */
const issuesMax = 200;
/** Characters of a field's name that an answer repeats. */
const pathMax = 500;

// Times are read in one way, wherever they come in.
Format.Set('date-time', (text) => parseTimestamp(text) !== null);
System.Settings.Set({ maxErrors: issuesMax });

/** What to say where a time is wanted and none is found. */
export const notATime = 'must be an RFC 3339 time such as 2026-11-20T09:00:00Z';

/** What the validator says of a value. */
export interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message?: string;
}

/**
 * A validator's findings as one error per field, in words that tell what to do.
 *
 * @param unknownField what to say of a field that the schema does not know
 */
export function describeIssues(
  issues: readonly ValidationIssue[],
  unknownField = 'is not a field of this object',
): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const issue of issues) {
    for (const field of describeIssue(issue, unknownField)) {
      // Of a word that is none of a few, its type is the lesser news.
      if (!fields.has(field.path) || issue.keyword === 'enum') fields.set(field.path, field);
    }
  }
  // What somebody sent by the thousand is not sent back by the thousand.
  return [...fields.values()].slice(0, issuesMax).map((field) => ({ ...field, path: field.path.slice(0, pathMax) }));
}

/** The first errors in a sentence: `"limit" must be <= 100 (and 1 more).` */
export function summarize(fields: readonly FieldError[], whole: string): string {
  const first = fields[0];
  if (first === undefined) return `${whole} is not valid.`;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  return `${first.path === '' ? whole : `"${first.path}"`} ${first.message}${more}.`;
}

function describeIssue(issue: ValidationIssue, unknownField: string): FieldError[] {
  const params = issue.params as Record<string, unknown>;
  const at = issue.instancePath.slice(1).replaceAll('/', '.');
  const children = (names: unknown, message: string) =>
    [names].flat().map((name) => ({ path: at === '' ? String(name) : `${at}.${name}`, message }));
  switch (issue.keyword) {
    case 'boolean': // TypeBox says the same again as `additionalProperties`.
    case 'anyOf': // The branches have said what they want.
      return [];
    case 'type':
      // Of a value that may be null too, the other branch has said what it wants.
      return params['type'] === 'null' ? [] : [{ path: at, message: issue.message! }];
    case 'required':
      return children(params['requiredProperties'], 'is required');
    case 'additionalProperties':
      return children(params['additionalProperties'], unknownField);
    case 'enum':
      return [{ path: at, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` }];
    case 'const':
      return [{ path: at, message: `must be ${JSON.stringify(params['allowedValue'])}` }];
    case 'format':
      if (params['format'] === 'date-time') return [{ path: at, message: notATime }];
      return [{ path: at, message: 'does not have the right form' }];
    case 'pattern':
      return [{ path: at, message: 'does not have the right form' }];
    default:
      return [{ path: at, message: issue.message ?? 'is not valid' }];
  }
}

/**
 * Text that no database keeps as it is: with NUL, or with half of a surrogate pair.
 *
 * @returns where the first such text is in a value made of JSON, or null
 */
export function brokenText(value: unknown, path = ''): FieldError | null {
  if (typeof value === 'string') {
    const isGood = value.isWellFormed() && !value.includes('\0');
    return isGood ? null : { path, message: 'has a character that text cannot have' };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const broken = brokenText(inner, path === '' ? name : `${path}.${name}`);
    if (broken !== null) return broken;
  }
  return null;
}
