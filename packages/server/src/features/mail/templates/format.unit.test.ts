import { expect, test } from 'vitest';
import { formatsOf } from '../../../platform/texts.ts';
import { formatPeriod, formatTime } from './format.ts';

test.for([
  [2_900, 'EUR', '€29.00'],
  [0, 'EUR', '€0.00'],
  [5, 'USD', '$0.05'],
  [-500, 'GBP', '−£5.00'],
  [2_900, 'JPY', '¥2,900'],
  [2_900, 'KWD', 'KWD 2.900'],
  [2_900, 'HUF', 'HUF 29.00'],
  [2_900, 'CLF', 'CLF 0.2900'],
  [1_000_000_000_000, 'CHF', 'CHF 10,000,000,000.00'],
] as const)('%d minor units of %s are formatted as %s', ([amount, currency, expected]) => {
  expect(formatsOf('en').money(amount, currency).replace('\u00a0', ' ')).toBe(expected);
});

test.for([
  ['America/New_York', 'Saturday, 1 May 2027, 20:05 (Eastern Daylight Time)'],
  ['Asia/Kolkata', 'Sunday, 2 May 2027, 05:35 (India Standard Time)'],
  ['UTC', 'Sunday, 2 May 2027, 00:05 (Coordinated Universal Time)'],
] as const)('a time is formatted in the local time of %s', ([timezone, expected]) => {
  expect(formatTime('2027-05-02T00:05:00.000Z', { language: 'en', timezone })).toBe(expected);
});

test.for([
  ['2027-05-01T10:00:00.000Z', null, 'Saturday, 1 May 2027, 12:00 (Central European Summer Time)'],
  [
    '2027-05-01T10:00:00.000Z',
    '2027-05-01T21:59:00.000Z',
    'Saturday, 1 May 2027, 12:00 – 23:59 (Central European Summer Time)',
  ],
  [
    '2027-05-01T10:00:00.000Z',
    '2027-05-01T22:00:00.000Z',
    'Saturday, 1 May 2027, 12:00 – Sunday, 2 May 2027, 00:00 (Central European Summer Time)',
  ],
  [
    '2027-10-30T22:00:00.000Z',
    '2027-10-31T05:00:00.000Z',
    'Sunday, 31 October 2027, 00:00 (Central European Summer Time) – ' +
      'Sunday, 31 October 2027, 06:00 (Central European Standard Time)',
  ],
] as const)('the period from %s to %s is formatted as %s', ([startsAt, endsAt, expected]) => {
  expect(formatPeriod(startsAt, endsAt, { language: 'en', timezone: 'Europe/Berlin' })).toBe(expected);
});
