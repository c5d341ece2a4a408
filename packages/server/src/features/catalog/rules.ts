import { type FieldError, fieldError } from '../../errors/index.ts';
import { isTimeZone, parseTimestamp } from '../../platform/clock.ts';
import { isCurrency } from '../../platform/money.ts';
import { hasNoCredentials, isHttpsUrl } from '../../platform/net/link-url.ts';
import { slugPattern } from './bounds.ts';

/*
 * Rules of the catalog that its schemas cannot express. Each rule takes the fields that were sent and, for a change, those
 * that are stored: rules about two fields apply to the result. Fields of a wrong type are ignored here: the schema reports
 * them.
 */

type Fields = Readonly<Record<string, unknown>>;

const slugForm = new RegExp(slugPattern);

/** The errors of an event's fields. */
export function eventFieldErrors(sent: Fields, stored: Fields = {}): FieldError[] {
  return [
    ...errorUnless(sent, 'slug', (slug) => slugForm.test(slug), 'not_a_slug'),
    ...errorUnless(sent, 'timezone', isTimeZone, 'not_a_time_zone'),
    ...errorUnless(sent, 'currency', isCurrency, 'not_a_currency'),
    ...errorUnless(sent, 'posterUrl', isHttpsUrl, 'not_https'),
    ...errorUnless(sent, 'posterUrl', hasNoCredentials, 'has_credentials'),
    ...timeOrderFieldErrors(sent, stored, 'startsAt', 'endsAt'),
  ];
}

/** The errors of a ticket type's fields. */
export function ticketTypeFieldErrors(sent: Fields, stored: Fields = {}): FieldError[] {
  return [...timeOrderFieldErrors(sent, stored, 'salesStartAt', 'salesEndAt'), ...perOrderFieldErrors(sent, stored)];
}

/** Fields that the API computes: they are reported as computed, not as unknown. */
export function computedFieldErrors(sent: Fields, computed: readonly string[]): FieldError[] {
  return computed.filter((path) => path in sent).map((path) => fieldError(path, 'computed', {}));
}

/** All offers of an event have its currency. A ticket type or add-on can state the currency, but not another one. */
export function currencyFieldErrors({ currency: given }: Fields, currency: string): FieldError[] {
  if (typeof given !== 'string' || given === currency) return [];
  return [fieldError('currency', 'other_currency', { given, currency })];
}

/** An error of a field that is text for which a condition is false. */
function errorUnless(
  sent: Fields,
  path: string,
  holds: (text: string) => boolean,
  code: 'not_a_slug' | 'not_a_time_zone' | 'not_a_currency' | 'not_https' | 'has_credentials',
): FieldError[] {
  const value = sent[path];
  return typeof value !== 'string' || holds(value) ? [] : [fieldError(path, code, {})];
}

/** An error of two times in the wrong order. It names the field that was sent, or the later one if both were. */
function timeOrderFieldErrors(sent: Fields, stored: Fields, first: string, last: string): FieldError[] {
  const [from, to] = [first, last].map((path) => instant(path in sent ? sent[path] : stored[path]));
  if (!from || !to || from <= to) return [];
  if (last in sent) return [fieldError(last, 'before_other', { other: first, time: from })];
  return first in sent ? [fieldError(first, 'after_other', { other: last, time: to })] : [];
}

function instant(value: unknown): string | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

function perOrderFieldErrors(sent: Fields, stored: Fields): FieldError[] {
  const { minPerOrder: min, maxPerOrder: max } = { ...stored, ...sent };
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  if ('maxPerOrder' in sent) return [fieldError('maxPerOrder', 'below_other', { other: 'minPerOrder', value: min })];
  return 'minPerOrder' in sent ? [fieldError('minPerOrder', 'above_other', { other: 'maxPerOrder', value: max })] : [];
}
