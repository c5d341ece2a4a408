import { currencyDecimals } from '#shared/formats';

/**
 * An amount as people read it: `€29.00`, `¥2,900`, `KWD 2.900`.
 *
 * @param amount minor units
 * @param currency ISO 4217
 */
export function money(amount: number, currency: string): string {
  const digits = currencyDecimals(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits).replace('-', '\u2212');
}

function parts(iso: string, timezone: string): Record<'date' | 'time' | 'zone', string> {
  const at = new Date(iso);
  const shown = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...options });
  const zone = shown({ timeZoneName: 'long' }).formatToParts(at);
  return {
    date: shown({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at),
    time: shown({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at),
    zone: zone.find(({ type }) => type === 'timeZoneName')!.value,
  };
}

/**
 * A moment where it happens: `Saturday, 1 May 2027, 08:00 (Central European Summer Time)`.
 *
 * @param iso RFC 3339
 * @param timezone IANA name
 */
export function moment(iso: string, timezone: string): string {
  const { date, time, zone } = parts(iso, timezone);
  return `${date}, ${time} (${zone})`;
}

/** The time from one moment to another with its time zone, the day said once where it is one day. */
export function period(startsAt: string, endsAt: string | null, timezone: string): string {
  const end = endsAt ?? startsAt;
  const [startZone, endZone] = [parts(startsAt, timezone).zone, parts(end, timezone).zone];
  if (startZone !== endZone) return `${moment(startsAt, timezone)} – ${moment(end, timezone)}`;
  return `${localPeriod(startsAt, endsAt, timezone)} (${startZone})`;
}

function localPeriod(startsAt: string, endsAt: string | null, timezone: string): string {
  const { date, time, end } = localTimes(startsAt, endsAt, timezone);
  return end === null ? `${date}, ${time}` : `${date}, ${time} – ${end}`;
}

/** Day and time of a start by the clocks there, and its end: a day and a time where it is on another day. */
export function localTimes(
  startsAt: string,
  endsAt: string | null,
  timezone: string,
): { date: string; time: string; end: string | null; isOneDay: boolean } {
  const { date, time } = parts(startsAt, timezone);
  if (endsAt === null) return { date, time, end: null, isOneDay: true };
  const end = parts(endsAt, timezone);
  const isOneDay = date === end.date;
  return { date, time, end: isOneDay ? end.time : `${end.date}, ${end.time}`, isOneDay };
}

/**
 * Text on one line, without characters that hide or reorder what stands beside them. The isolates that `isolated` sets stay:
 * they reorder nothing outside of them.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\ufeff]/g, '')
    .trim();
}

/** A sentence on one line, without a second full stop where it ends in a name such as "Kranich e.V.". */
export function sentence(text: string): string {
  return oneLine(text).replace(/(?<!\.)\.(\u2069?)\.(?=\s|$)/g, '.$1');
}

const isolates = /[\u2068\u2069]/g;

/**
 * Text from outside, to stand within a sentence: a name that is written from right to left does not reorder the words around
 * it (Unicode Bidirectional Algorithm, section 2.4.2).
 */
export function isolated(text: string): string {
  const shown = oneLine(text).replace(isolates, '');
  return /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u.test(shown)
    ? `\u2068${shown}\u2069`
    : shown;
}

/** Text for a header: on one line, without characters that mail programs may show as boxes. */
export function headerText(text: string): string {
  return oneLine(text).replace(isolates, '');
}

/** `1 ticket`, `2 tickets`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
