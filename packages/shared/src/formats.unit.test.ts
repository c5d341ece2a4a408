import { expect, test } from 'vitest';
import { messagesOfLanguage } from './messages.ts';

const { money, dateTime, dateRange } = messagesOfLanguage('en').formats;

test.for([
  [8900, 'EUR', '€89.00'],
  [-8900, 'EUR', '\u2212€89.00'],
  [2900, 'JPY', '¥2,900'],
  [1234, 'KWD', 'KWD\u00a01.234'],
  [123_400, 'HUF', 'HUF\u00a01,234.00'],
] as const)('%i minor units of %s are written %s', ([amount, currency, text]) => {
  expect(money(amount, currency)).toBe(text);
});

test('a time is written with the name of its time zone', () => {
  expect(dateTime('2027-05-01T06:00:00Z', 'Europe/Berlin')).toBe('Sat, 1 May 2027, 08:00 CEST');
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
