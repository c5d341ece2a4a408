import type { Language } from '#messages/languages';
import { dateLocaleOf } from '../../../platform/texts.ts';

/** The maximum number of formatters of a kind that are kept. */
const keptFormattersMax = 100;

/** Keeps what `create` returns for each name. Creating a formatter takes much longer than formatting. */
function keepByName<T>(create: (name: string) => T): (name: string) => T {
  const kept = new Map<string, T>();
  return (name) => {
    let value = kept.get(name);
    if (value === undefined) {
      if (kept.size === keptFormattersMax) kept.clear();
      value = create(name);
      kept.set(name, value);
    }
    return value;
  };
}

const timeFormatsOf = keepByName((languageAndZone) => {
  const [language, timeZone] = languageAndZone.split(' ') as [Language, string];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocaleOf(language), { timeZone, ...options });
  return {
    date: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    zone: format({ timeZoneName: 'long' }),
  };
});

/** A language, and the time zone of an event (IANA name), in which times are written. */
interface Place {
  readonly language: Language;
  readonly timezone: string;
}

function localParts(iso: string, { language, timezone }: Place): Record<'date' | 'time' | 'zone', string> {
  const time = new Date(iso);
  const formats = timeFormatsOf(`${language} ${timezone}`);
  const zonePart = formats.zone.formatToParts(time).find(({ type }) => type === 'timeZoneName');
  return { date: formats.date.format(time), time: formats.time.format(time), zone: zonePart?.value ?? timezone };
}

/**
 * Formats a time in a time zone: `Saturday, 1 May 2027, 08:00 (Central European Summer Time)`.
 *
 * @param iso RFC 3339
 */
export function formatTime(iso: string, place: Place): string {
  const { date, time, zone } = localParts(iso, place);
  return `${date}, ${time} (${zone})`;
}

/** Formats a start and an end with their time zone. If both are on the same day, the date is not repeated. */
export function formatPeriod(startsAt: string, endsAt: string | null, place: Place): string {
  const end = endsAt ?? startsAt;
  const [startZone, endZone] = [localParts(startsAt, place).zone, localParts(end, place).zone];
  if (startZone !== endZone) return `${formatTime(startsAt, place)} – ${formatTime(end, place)}`;
  return `${localPeriod(startsAt, endsAt, place)} (${startZone})`;
}

function localPeriod(startsAt: string, endsAt: string | null, place: Place): string {
  const { date, time, end } = localTimes(startsAt, endsAt, place);
  return end === null ? `${date}, ${time}` : `${date}, ${time} – ${end}`;
}

/** Formats a start and an end in local time. `end` contains a date only if it is on another day than the start. */
export function localTimes(
  startsAt: string,
  endsAt: string | null,
  place: Place,
): { date: string; time: string; end: string | null; isOneDay: boolean } {
  const { date, time } = localParts(startsAt, place);
  if (endsAt === null) return { date, time, end: null, isOneDay: true };
  const end = localParts(endsAt, place);
  const isOneDay = date === end.date;
  return { date, time, end: isOneDay ? end.time : `${end.date}, ${end.time}`, isOneDay };
}

/**
 * Puts text on one line, and removes characters that are invisible or change the order of the text around them. The isolate
 * characters that `isolate` adds are not removed, because they affect only the text between them.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\ufeff]/g, '')
    .trim();
}

/** Puts text on one line. If a sentence ends with a name such as "Kranich e.V.", its second full stop is removed. */
export function sentence(text: string): string {
  return oneLine(text).replace(/(?<!\.)\.(\u2069?)\.(?=\s|$)/g, '.$1');
}

const isolateCharacters = /[\u2068\u2069]/g;

/**
 * Wraps text that contains a right-to-left script in isolate characters. Otherwise it would change the order of the words
 * around it (Unicode Bidirectional Algorithm, section 2.4.2). Used for names and other input in sentences.
 */
export function isolate(text: string): string {
  const line = oneLine(text).replace(isolateCharacters, '');
  return /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u.test(line)
    ? `\u2068${line}\u2069`
    : line;
}

/** Formats text for a mail header: on one line, without isolate characters, which some mail programs show as boxes. */
export function headerText(text: string): string {
  return oneLine(text).replace(isolateCharacters, '');
}

/** The time of a change in an account: `2026-11-20 09:00 UTC`. The server does not store the time zone of its users. */
export function utcTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
