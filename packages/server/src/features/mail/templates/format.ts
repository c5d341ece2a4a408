import { unusualDigits } from '../../../platform/money.ts';
/**
 * An amount as people read it: `€29.00`, `¥2,900`, `KWD 2.900`.
 *
 * @param amount minor units
 * @param currency ISO 4217
 */
export function money(amount: number, currency: string): string {
  const digits = unusualDigits[currency] ?? 2;
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

/** The time from one moment to another, the day said once where it is one day. */
export function period(startsAt: string, endsAt: string | null, timezone: string): string {
  if (endsAt === null) return moment(startsAt, timezone);
  const start = parts(startsAt, timezone);
  const end = parts(endsAt, timezone);
  if (start.zone !== end.zone) return `${moment(startsAt, timezone)} – ${moment(endsAt, timezone)}`;
  const until = start.date === end.date ? end.time : `${end.date}, ${end.time}`;
  return `${start.date}, ${start.time} – ${until} (${start.zone})`;
}

/** Text from outside on one line, without characters that hide or reorder what stands beside them. */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
}

/** `1 ticket`, `2 tickets`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
