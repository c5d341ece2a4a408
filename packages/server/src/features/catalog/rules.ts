import { isTimeZone, parseTimestamp } from '../../platform/clock.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isCurrency } from '../../platform/money.ts';
import { hasNoCredentials, isHttpsUrl } from '../../platform/net/link-url.ts';
import { slugPattern } from './bounds.ts';

/*
 * What must hold of the catalog beyond what its schemas say. Each rule takes what was sent, which may still be anything
 * (a field that is not of its type is the schema's to refuse), and what is stored already where something is changed:
 * rules about two fields hold for what comes out.
 */

type Fields = Readonly<Record<string, unknown>>;

const slugForm = new RegExp(slugPattern);

/** What is wrong with the fields of an event. */
export function eventFaults(sent: Fields, stored: Fields = {}): FieldError[] {
  return [
    ...unless(
      sent,
      'slug',
      (slug) => slugForm.test(slug),
      'does not have the right form: lower-case letters, digits and inner hyphens',
    ),
    ...unless(sent, 'timezone', isTimeZone, 'must be an IANA time zone such as Europe/Berlin'),
    ...unless(sent, 'currency', isCurrency, 'must be an ISO 4217 code such as EUR'),
    ...unless(sent, 'posterUrl', isHttpsUrl, 'must be an address that begins with https://'),
    ...unless(sent, 'posterUrl', hasNoCredentials, 'must not contain a user name or a password'),
    ...unlessInOrder(sent, stored, 'startsAt', 'endsAt'),
  ];
}

/** What is wrong with the fields of a ticket type. */
export function ticketTypeFaults(sent: Fields, stored: Fields = {}): FieldError[] {
  return [...unlessInOrder(sent, stored, 'salesStartAt', 'salesEndAt'), ...perOrderFaults(sent, stored)];
}

/** What the API shows and nobody sets, said more helpfully than of a field that is not known at all. */
export function computedFaults(sent: Fields, computed: readonly string[]): FieldError[] {
  return computed.filter((path) => path in sent).map((path) => ({ path, message: 'cannot be set: it is computed' }));
}

/** An event sells in one currency: a ticket type or add-on may repeat it, and has no other. */
export function currencyFaults(sent: Fields, currency: string): FieldError[] {
  return unless(
    sent,
    'currency',
    (given) => given === currency,
    (given) => `is ${given}, but the event sells in ${currency}`,
  );
}

function unless(
  sent: Fields,
  path: string,
  holds: (text: string) => boolean,
  message: string | ((text: string) => string),
): FieldError[] {
  const value = sent[path];
  if (typeof value !== 'string' || holds(value)) return [];
  return [{ path, message: typeof message === 'string' ? message : message(value) }];
}

/** Names the field that was sent: of both, the later one. */
function unlessInOrder(sent: Fields, stored: Fields, first: string, last: string): FieldError[] {
  const [from, to] = [first, last].map((path) => instant(path in sent ? sent[path] : stored[path]));
  if (!from || !to || from <= to) return [];
  if (last in sent) return [{ path: last, message: `must not be before ${first}, which is ${from}` }];
  return first in sent ? [{ path: first, message: `must not be after ${last}, which is ${to}` }] : [];
}

function instant(value: unknown): string | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

function perOrderFaults(sent: Fields, stored: Fields): FieldError[] {
  const { minPerOrder: least, maxPerOrder: most } = { ...stored, ...sent };
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
  if ('maxPerOrder' in sent)
    return [{ path: 'maxPerOrder', message: `must not be below minPerOrder, which is ${least}` }];
  return 'minPerOrder' in sent
    ? [{ path: 'minPerOrder', message: `must not be above maxPerOrder, which is ${most}` }]
    : [];
}
