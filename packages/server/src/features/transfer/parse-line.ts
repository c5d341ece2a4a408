import { Compile } from 'typebox/compile';
import { type FieldError, fieldError } from '../../errors/index.ts';
import { parseTimestamp } from '../../platform/clock.ts';
import { externalFieldErrors } from '../../platform/external-fields.ts';
import { describeIssues, findForbiddenText, isStorable } from '../../platform/validation.ts';
import { holderNameErrors } from '../tickets/index.ts';
import type { FileLine } from './read-lines.ts';
import {
  addonLine,
  eventLine,
  type ImportLine,
  orderLine,
  posterLine,
  questionLine,
  reference,
  ticketTypeLine,
} from './schema.ts';

/** A field error of a line. The message follows the field's name. */
type LineFieldError = Pick<FieldError, 'path' | 'message'>;

/** The error of a line that is not imported. It has an error for each invalid field. */
export class LineError extends Error {
  readonly fields: readonly LineFieldError[];
  /** The `externalId` of a line that `parseLine` rejects; null if the line has no valid one. */
  readonly externalId: string | null;

  constructor(fields: readonly LineFieldError[], externalId: string | null = null) {
    super(fields.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; '));
    this.fields = fields.map(({ path, message }) => ({ path, message }));
    this.externalId = externalId;
  }
}

/** Creates a LineError for one field. */
export function lineError(path: string, message: string): LineError {
  return new LineError([{ path, message }]);
}

/** @throws LineError if there are errors */
export function assertNoFieldErrors(fieldErrors: readonly LineFieldError[]): void {
  if (fieldErrors.length > 0) throw new LineError(fieldErrors);
}

const validators = {
  event: Compile(eventLine),
  ticketType: Compile(ticketTypeLine),
  addon: Compile(addonLine),
  poster: Compile(posterLine),
  question: Compile(questionLine),
  order: Compile(orderLine),
};

const externalIdValidator = Compile(reference);

/**
 * Parses a line of an import file, and validates it with the schema of its type.
 *
 * @throws LineError if the line is not valid
 */
export function parseLine(line: FileLine): ImportLine {
  if ('problem' in line) throw lineError('', line.problem);
  const { text } = line;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw lineError('', `is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw lineError('', 'is not a JSON object');
  const { type, externalId } = value as { type?: unknown; externalId?: unknown };
  const validId = externalIdValidator.Check(externalId) ? externalId : null;
  if (typeof type !== 'string' || !Object.hasOwn(validators, type)) {
    const message = `must be one of ${Object.keys(validators).join(', ')}`;
    throw new LineError([{ path: 'type', message }], validId);
  }
  const validator = validators[type as keyof typeof validators];
  if (!validator.Check(value)) {
    const fields = describeIssues(validator.Errors(value));
    if (fields.length === 0) throw new LineError([{ path: '', message: 'is not valid for its type' }], validId);
    // Names without a visible character were accepted before, and an export with such names can be imported.
    const wrong = fields.filter(({ code }) => code !== 'no_visible_text');
    if (wrong.length > 0) throw new LineError(wrong, validId);
  }
  // In a line of valid UTF-8, these characters can occur only as escapes. Lines without such escapes need no further check.
  const textError = /\\u(?:0000|[dD][89a-fA-F])/.test(text) ? findForbiddenText(value, isStorable) : null;
  if (textError !== null) throw new LineError([textError], validId);
  const parsed = value as ImportLine;
  const furtherErrors = furtherErrorsOf(parsed);
  if (furtherErrors.length > 0) throw new LineError(furtherErrors, validId);
  return parsed;
}

/** The errors of metadata and of names that a schema cannot express. */
function furtherErrorsOf(line: ImportLine): LineFieldError[] {
  const attendees = line.type === 'order' ? (line.attendees ?? []) : [];
  return [
    ...(line.type === 'question' ? [] : externalFieldErrors(line)),
    ...attendees.flatMap((attendee, index) => [
      ...externalFieldErrors(attendee).map(({ path, message }) => ({ path: `attendees.${index}.${path}`, message })),
      ...holderNameErrors(attendee, `attendees.${index}.`),
    ]),
  ];
}

/**
 * Parses a time of a line.
 *
 * @returns the time as it is stored; null if the line has none
 * @throws LineError if the time is not an RFC 3339 date-time
 */
export function lineTime(path: string, text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const time = parseTimestamp(text);
  if (time === null) throw new LineError([fieldError(path, 'not_a_time', {})]);
  return time;
}
