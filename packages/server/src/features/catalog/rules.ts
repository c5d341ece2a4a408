import { type FieldError, fieldError } from '../../errors/index.ts';
import { isTimeZone, parseTimestamp } from '../../platform/clock.ts';
import { isCurrency } from '../../platform/money.ts';
import { hasNoCredentials, isHttpsUrl } from '../../platform/net/link-url.ts';
import { slugPattern } from './bounds.ts';
import { holderRuleErrors } from './holder-rules.ts';

/*
 * Rules of the catalog that its schemas cannot express. Each rule takes the fields of the request and, for a change, the
 * stored fields: rules about two fields check the values after the change. Fields of a wrong type are ignored here, because
 * the schema reports them.
 */

type Fields = Readonly<Record<string, unknown>>;

const slugRegExp = new RegExp(slugPattern);

/** The errors of an event's fields. */
export function eventFieldErrors(input: Fields, stored: Fields = {}): FieldError[] {
  return [
    ...errorUnless(input, 'slug', (slug) => slugRegExp.test(slug), 'not_a_slug'),
    ...errorUnless(input, 'timezone', isTimeZone, 'not_a_time_zone'),
    ...errorUnless(input, 'currency', isCurrency, 'not_a_currency'),
    ...errorUnless(input, 'posterUrl', isHttpsUrl, 'not_https'),
    ...errorUnless(input, 'posterUrl', hasNoCredentials, 'has_credentials'),
    ...timeOrderFieldErrors(input, stored, 'startsAt', 'endsAt'),
  ];
}

/** The errors of a ticket type's fields. */
export function ticketTypeFieldErrors(input: Fields, stored: Fields = {}): FieldError[] {
  return [
    ...timeOrderFieldErrors(input, stored, 'salesStartAt', 'salesEndAt'),
    ...perOrderFieldErrors(input, stored),
    ...holderRuleErrors(input, stored),
    ...bibFieldErrors(input['bibs']),
  ];
}

/** The errors of computed fields in a request. Without this rule, they would be reported as unknown fields. */
export function errorsOfComputedFields(input: Fields, computed: readonly string[]): FieldError[] {
  return computed.filter((path) => path in input).map((path) => fieldError(path, 'computed', {}));
}

/** The error of a currency in the request that is not the currency of the event, which all its offers have. */
export function currencyFieldErrors(input: Fields, currency: string): FieldError[] {
  const { currency: given } = input;
  if (typeof given !== 'string' || given === currency) return [];
  return [fieldError('currency', 'other_currency', { given, currency })];
}

/** The error of a text field whose value is not valid. */
function errorUnless(
  input: Fields,
  path: string,
  isValid: (text: string) => boolean,
  code: 'not_a_slug' | 'not_a_time_zone' | 'not_a_currency' | 'not_https' | 'has_credentials',
): FieldError[] {
  const value = input[path];
  return typeof value !== 'string' || isValid(value) ? [] : [fieldError(path, code, {})];
}

/** The error of a start after its end. It has the path of the end, or of the start if the request has no end. */
function timeOrderFieldErrors(input: Fields, stored: Fields, start: string, end: string): FieldError[] {
  const [from, to] = [start, end].map((path) => toUtcTime(path in input ? input[path] : stored[path]));
  if (!from || !to || from <= to) return [];
  if (end in input) return [fieldError(end, 'before_other', { other: start, time: from })];
  return start in input ? [fieldError(start, 'after_other', { other: end, time: to })] : [];
}

function toUtcTime(value: unknown): string | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

/** A range has both ends, or none. */
function bibFieldErrors(bibs: unknown): FieldError[] {
  const { first, last } = (bibs ?? {}) as Fields;
  if (typeof first === 'number' && last === null) return [fieldError('bibs.last', 'required', {})];
  if (first === null && typeof last === 'number') return [fieldError('bibs.first', 'required', {})];
  if (typeof first !== 'number' || typeof last !== 'number' || first <= last) return [];
  return [fieldError('bibs.last', 'below_other', { other: 'bibs.first', value: first })];
}

function perOrderFieldErrors(input: Fields, stored: Fields): FieldError[] {
  const { minPerOrder: min, maxPerOrder: max } = { ...stored, ...input };
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  if ('maxPerOrder' in input) return [fieldError('maxPerOrder', 'below_other', { other: 'minPerOrder', value: min })];
  return 'minPerOrder' in input ? [fieldError('minPerOrder', 'above_other', { other: 'maxPerOrder', value: max })] : [];
}
