import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const { money, dateTime, dateRange } = createFormats({
  locale: 'en',
  dateLocale: 'en-GB',
  date: ({ weekday, day, month, year }) => `${weekday}, ${day} ${month} ${year}`,
});

test.for([
  [8900, 'EUR', '€89.00'],
  [-8900, 'EUR', '\u2212€89.00'],
  [2900, 'JPY', '¥2,900'],
  [1234, 'KWD', 'KWD\u00a01.234'],
  [123_400, 'HUF', 'HUF\u00a01,234.00'],
] as const)('%i minor units of %s are written %s', ([amount, currency, text]) => {
  expect(money(amount, currency)).toBe(text);
});

test.for([
  ['Europe/Berlin', '14:00 CEST'],
  ['Europe/London', '13:00 BST'],
  ['America/New_York', '08:00 EDT'],
  ['America/St_Johns', '09:30 NDT'],
  ['Asia/Kolkata', '17:30 IST'],
  ['Asia/Tokyo', '21:00 JST'],
  ['Australia/Sydney', '22:00 AEST'],
  ['America/Sao_Paulo', '09:00 GMT-3'],
] as const)('a time in %s is written with the abbreviation of its time zone', ([timeZone, text]) => {
  expect(dateTime('2027-05-01T12:00:00Z', timeZone)).toBe(`Sat, 1 May 2027, ${text}`);
});

test('the abbreviation of a time zone is that of the language, if it has one', () => {
  const german = createFormats({ locale: 'de', dateLocale: 'de', date: ({ day }) => day });
  expect(german.dateTime('2027-05-01T12:00:00Z', 'Europe/Berlin')).toBe('1, 14:00 MESZ');
  expect(german.dateTime('2027-01-01T12:00:00Z', 'America/New_York')).toBe('1, 07:00 EST');
});

test.for([
  ['the date once', '2027-05-01T06:00:00Z', '2027-05-01T12:00:00Z', 'Sat, 1 May 2027, 08:00 – 14:00 CEST'],
  [
    'both dates',
    '2027-05-01T06:00:00Z',
    '2027-05-02T12:00:00Z',
    'Sat, 1 May 2027, 08:00 – Sun, 2 May 2027, 14:00 CEST',
  ],
  ['only the start', '2027-05-01T06:00:00Z', null, 'Sat, 1 May 2027, 08:00 CEST'],
  [
    'both time zones, if daylight saving time starts between',
    '2027-03-27T22:00:00Z',
    '2027-03-28T06:00:00Z',
    'Sat, 27 March 2027, 23:00 CET – Sun, 28 March 2027, 08:00 CEST',
  ],
] as const)('a range of times is written with %s', ([, startsAt, endsAt, text]) => {
  expect(dateRange(startsAt, endsAt, 'Europe/Berlin')).toBe(text);
});

test.for(['fr', 'es', 'it', 'nl', 'pl'])('in the language %s, a time zone has its abbreviation, too', (language) => {
  const formats = createFormats({
    locale: language,
    dateLocale: language,
    date: ({ day, month }) => `${day} ${month}`,
  });
  expect(formats.dateTime('2027-05-10T12:00:00Z', 'Europe/Berlin')).toMatch(/^10 m\S+, 14:00 CEST$/);
  expect(formats.dateTime('2027-05-10T12:00:00Z', 'America/New_York')).toMatch(/08:00 EDT$/);
});

test('in a language from right to left, an amount is isolated from the text around it', () => {
  const formats = createFormats({ locale: 'he', dateLocale: 'he', direction: 'rtl', date: ({ day }) => day });
  expect(formats.money(8900, 'EUR')).toMatch(/^\u2068.*89\.00.*\u2069$/);
});
