import { page } from './state.ts';

/** Words are English; how English is written follows the reader, where the reader has an English of their own. */
const locale = /^en\b/.test(navigator.language) ? navigator.language : 'en-GB';

const currencies = new Map<string, Intl.NumberFormat>();

/** An amount in minor units as people write it. */
export function money(amount: number, currency: string): string {
  const digits = page.digits[currency] ?? 2;
  let format = currencies.get(currency);
  if (format === undefined) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals });
    currencies.set(currency, format);
  }
  return format.format(amount / 10 ** digits);
}

export function price(amount: number, currency: string): string {
  return amount === 0 ? 'Free' : money(amount, currency);
}

/** A day and time in the event's zone, which is named: its readers may be elsewhere. */
export function dateTime(time: string, timeZone: string): string {
  return dateFormat(timeZone).format(new Date(time));
}

/** When an event is; the day once where it starts and ends on the same. */
export function dateRange(startsAt: string, endsAt: string | null, timeZone: string): string {
  if (endsAt === null) return dateTime(startsAt, timeZone);
  return dateFormat(timeZone).formatRange(new Date(startsAt), new Date(endsAt));
}

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
}

/** Time that is left, `9:41` or `1:02:03`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** `1 ticket`, `2 tickets`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Words with the times that the server wrote into them as people read them. */
export function readable(words: string, timeZone: string): string {
  return words.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => dateTime(time, timeZone));
}

/** Words of an error as a sentence of their own. */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether a text may be an e-mail address: what is certainly none is refused before it is sent. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
