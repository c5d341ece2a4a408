import type { AuditEntry } from '@organizer/shared/dashboard-api';
import type { Formats } from '@organizer/shared/formats';
import type { AuditDetailTexts } from './audit-detail-texts.ts';

/** A detail of an entry of the audit log, as it is shown. */
export interface AuditDetail {
  readonly label: string;
  readonly text: string;
}

interface DetailOptions {
  readonly texts: AuditDetailTexts;
  readonly formats: Formats;
  /** A share of basis points in the format of the language. */
  readonly percent: (basisPoints: number) => string;
  readonly organizer: { readonly currency: string; readonly timezone: string };
  /** The event with an id; undefined if it is not loaded. */
  readonly eventOf: (
    id: string,
  ) => { readonly name: string; readonly currency: string; readonly timezone: string } | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const amounts: ReadonlySet<string> = new Set([
  ...['amount', 'balance', 'byProvider', 'discount', 'paymentFeeFixed', 'platformFeeFixed', 'price', 'total'],
]);
const shares: ReadonlySet<string> = new Set(['paymentFeeBps', 'platformFeeBps', 'taxBps']);
const times: ReadonlySet<string> = new Set([
  ...['endsAt', 'expiresAt', 'hour', 'newExpiresAt', 'previousUntil', 'salesEndAt', 'salesStartAt', 'since'],
  ...['startsAt', 'to'],
]);
const events: ReadonlySet<string> = new Set(['event', 'eventId', 'source']);
/** Details that are lists of the names of fields. */
const fieldLists: ReadonlySet<string> = new Set(['changed', 'columns', 'fields', 'settings']);

/** The details of an entry in words: first the changed fields, with their values if these were recorded, then the other details. */
export function describeAuditDetails(
  { subject, details }: Pick<AuditEntry, 'subject' | 'details'>,
  options: DetailOptions,
): readonly AuditDetail[] {
  const { changed, before, after, ...others } = details;
  const [oldValues = {}, newValues = {}] = [before, after] as (Values | undefined)[];
  const { texts } = options;
  const textOf = valueTexts(subject, { ...newValues, ...others }, options);
  const fields = Array.isArray(changed) ? changed.map(String) : [];
  const [recorded, unrecorded] = [true, false].map((isRecorded) =>
    fields.filter((name) => name in newValues === isRecorded),
  ) as [string[], string[]];
  const hasAmount = Object.keys(others).some((name) => amounts.has(name));
  return [
    ...recorded.map((name) => ({
      label: texts.fields[name] ?? name,
      text: `${textOf(name, oldValues[name])} → ${textOf(name, newValues[name])}`,
    })),
    ...(unrecorded.length === 0 ? [] : [{ label: texts.labels['changed'] ?? '', text: textOf('changed', unrecorded) }]),
    ...Object.entries(others)
      // Amounts are shown with their currency.
      .filter(([name]) => name !== 'currency' || !hasAmount)
      .map(([name, value]) => ({ label: texts.labels[labelName(name, value)] ?? name, text: textOf(name, value) })),
  ];
}

/** An import counts the created events in `event`. In other entries, this is the id of an event. */
function labelName(name: string, value: unknown): string {
  return name === 'event' && typeof value === 'number' ? 'importedEvents' : name;
}

/** Returns a function with the text of a value, by the name of its detail or field. */
function valueTexts(subject: string, values: Values, options: DetailOptions): (name: string, value: unknown) => string {
  const { texts, formats, percent, organizer, eventOf } = options;
  const eventId = [values['eventId'], values['event'], subject].find((id) => String(id).startsWith('evt_'));
  const event = eventId === undefined ? organizer : eventOf(String(eventId));
  const currency = typeof values['currency'] === 'string' ? values['currency'] : event?.currency;
  const textOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return texts.nulls[name] ?? texts.none;
    if (Array.isArray(value)) return value.map((item) => textOf(name, item)).join(', ') || texts.none;
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (typeof value === 'number') {
      if (amounts.has(name) && currency !== undefined) return formats.money(value, currency);
      return shares.has(name) ? percent(value) : formats.number(value);
    }
    if (typeof value !== 'string') return JSON.stringify(value);
    if (fieldLists.has(name)) return texts.fields[value] ?? value;
    if (times.has(name)) return formats.dateTime(value, event?.timezone ?? organizer.timezone);
    if (events.has(name)) return eventOf(value)?.name ?? value;
    // An item of a refund is its id with the quantity: `itm_…:2`.
    if (name === 'items') return value.replace(/^(.*):(\d+)$/, '$2 × $1');
    return texts.values[name]?.[value] ?? value;
  };
  return textOf;
}
