import { localTimeToUtc } from '#shared/time-zone';
import { parseTimestamp, timestamp } from '../../../platform/clock.ts';

/** Whether dates such as `03/04/2027` have the day or the month first; `unknown` if no date of the file shows it. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown';

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const months: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'ene', 'januar', 'janvier', 'january', 'enero', 'gennaio', 'gen', 'januari', 'janeiro'],
    ['feb', 'februar', 'fevr', 'fevrier', 'february', 'febrero', 'febbraio', 'februari', 'fevereiro', 'fev'],
    ['mar', 'mrz', 'marz', 'mars', 'march', 'marzo', 'maart', 'mrt', 'marco'],
    ['apr', 'april', 'avr', 'avril', 'abr', 'abril', 'aprile'],
    ['may', 'mai', 'mayo', 'maggio', 'mag', 'mei', 'maio'],
    ['jun', 'juni', 'juin', 'june', 'junio', 'giugno', 'giu', 'junho'],
    ['jul', 'juli', 'juil', 'juillet', 'july', 'julio', 'luglio', 'lug', 'julho'],
    ['aug', 'august', 'aout', 'ago', 'agosto', 'augustus'],
    ['sep', 'sept', 'september', 'septembre', 'septiembre', 'settembre', 'set', 'setembro'],
    ['oct', 'okt', 'oktober', 'octobre', 'october', 'octubre', 'ottobre', 'ott', 'outubro', 'out'],
    ['nov', 'november', 'novembre', 'noviembre', 'novembro'],
    ['dec', 'dez', 'dezember', 'decembre', 'december', 'dic', 'diciembre', 'dicembre', 'dezembro'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
);

/**
 * Converts a written date and time, for example `29 May 2026 20:00`, to RFC 3339 in UTC. A time without an offset is in the time
 * zone.
 *
 * @param order how dates with slashes are read
 * @param time the time of day, if it has its own column
 * @returns null if the text is not a date, or can be read in two ways
 */
export function parseWrittenTime(text: string, timeZone: string, order: DateOrder, time = ''): string | null {
  const plain = text.trim().normalize('NFKC').replaceAll(/\s+/g, ' ');
  const exact = parseTimestamp(
    plain.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d{2}:\d{2}:\d{2})/, '$1T').replace(/ (?=[+-]\d{2}:)/, ''),
  );
  if (exact !== null) return exact;
  const clock = clockOf(time === '' ? plain : time);
  const date = dateOf(plain, order);
  if (date === null || clock === null) return null;
  const localMs = Date.UTC(date.year, date.month - 1, date.day) + clock;
  return timestamp(localTimeToUtc(timeZone, localMs));
}

/** Returns which order a date shows: `unknown` if it has names of months, begins with the year, or can be read in two ways. */
export function shownDateOrder(text: string): DateOrder {
  const match = /(?:^|\s)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/.exec(text.trim());
  if (match === null) return 'unknown';
  if (Number(match[1]) > 12) return 'day-first';
  return Number(match[2]) > 12 ? 'month-first' : 'unknown';
}

function dateOf(text: string, order: DateOrder): DateParts | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso !== null) return validDate(iso[1], iso[2], iso[3]);
  const dotted = /(?:^|\s)(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/.exec(text);
  if (dotted !== null) return validDate(dotted[3], dotted[2], dotted[1]);
  const numeric = /(?:^|\s)(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/.exec(text);
  if (numeric !== null) {
    const [, first, second, year] = numeric;
    const shown = shownDateOrder(text);
    const used = shown === 'unknown' ? order : shown;
    if (used === 'unknown') return first === second ? validDate(year, first, second) : null;
    return used === 'day-first' ? validDate(year, second, first) : validDate(year, first, second);
  }
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  const month = words?.map((word) => (Object.hasOwn(months, word) ? months[word] : undefined)).find(Boolean);
  const day = /(?<![\d:])(\d{1,2})(?:\.|,|st|nd|rd|th|º)?(?![\d:])/.exec(text)?.[1];
  const year = /(?<!\d)(\d{4})(?!\d)/.exec(text)?.[1];
  return validDate(year, String(month ?? ''), day);
}

function validDate(yearText?: string, monthText?: string, dayText?: string): DateParts | null {
  // Products that sell tickets on the web write no years before 2000.
  const fullYear = yearText?.length === 2 ? `20${yearText}` : yearText;
  const [year, month, day] = [fullYear, monthText, dayText].map((text) => Number(text || Number.NaN));
  if (!year || !month || !day || month > 12 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return { year, month, day };
}

/** The time of day in a text, as milliseconds since midnight; midnight if the text has none, null if it is not valid. */
function clockOf(text: string): number | null {
  const match = /(?<!\d)(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap])?\.?m?/i.exec(text);
  if (match === null) return 0;
  const [, hourText, minute, second = '0', half] = match;
  const hour = Number(hourText);
  const isHalf = half !== undefined;
  if (hour > (isHalf ? 12 : 23) || (isHalf && hour === 0) || Number(minute) > 59 || Number(second) > 59) return null;
  const hours = isHalf ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
}
