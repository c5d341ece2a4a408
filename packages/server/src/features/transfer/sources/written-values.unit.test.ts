import { expect, test } from 'vitest';
import { parseDecimal, parseWrittenAmount, shownDecimalMark } from './exact-amount.ts';
import { parseWrittenTime, shownDateOrder } from './local-time.ts';

test.each([
  ['49.00', 'EUR', 4_900],
  ['49,00 €', 'EUR', 4_900],
  ['€ 1.234,50', 'EUR', 123_450],
  ['$1,234.50', 'USD', 123_450],
  ["CHF 1'234.50", 'CHF', 123_450],
  ['1 234,5', 'EUR', 123_450],
  ['1,234', 'EUR', 123_400],
  ['1.234.567', 'EUR', 123_456_700],
  ['0.29', 'EUR', 29],
  ['70368744177.63', 'EUR', 7_036_874_417_763],
  ['-12,30', 'EUR', -1_230],
  ['(12.30)', 'USD', -1_230],
  ["Fr. 1'234.50", 'CHF', 123_450],
  ['Rs.500', 'INR', 50_000],
  ['₹ 1,23,456.50', 'INR', 12_345_650],
  ['kr. 1.250', 'DKK', 125_000],
  ['250,- kr', 'NOK', 25_000],
  ['CHF 12.–', 'CHF', 1_200],
  ['-12.-', 'CHF', -1_200],
  ['12,30-', 'EUR', -1_230],
  ['R$ 1.234,50', 'BRL', 123_450],
  ['1.234,50 Kč.', 'CZK', 123_450],
  ['$.50', 'USD', 50],
  ['¥2,900', 'JPY', 2_900],
  ['2900.00', 'JPY', 2_900],
  ['12.500', 'KWD', 12_500, '.'],
  ['12,500', 'KWD', 12_500, ','],
  ['1,234.500', 'KWD', 1_234_500],
  ['0.500', 'KWD', 500],
] as const)('%s in %s is read exactly', (text, currency, expected, mark?: '.' | ',') => {
  expect(parseWrittenAmount('price', text, currency, mark ?? 'unknown')).toBe(expected);
});

test.each([
  ['1.2345', 'EUR', /4 decimals, but EUR has 2/],
  ['2900.50', 'JPY', /1 decimals, but JPY has 0/],
  ['1,234', 'KWD', /read in two ways in KWD/],
  ['free', 'EUR', /not an amount/],
  ['', 'EUR', /not an amount/],
  ['99999999999999999', 'EUR', /too large/],
] as const)('%s in %s is rejected, not rounded', (text, currency, message) => {
  expect(() => parseWrittenAmount('price', text, currency, 'unknown')).toThrow(message);
});

test('amounts of computers have a point before the decimals, never a separator of thousands', () => {
  expect(parseDecimal('total', '1.234', 'KWD')).toBe(1_234);
  expect(() => parseDecimal('total', '1,234', 'EUR')).toThrow(/not an amount/);
  expect(shownDecimalMark('€ 1.234,50', 'EUR')).toBe(',');
  expect(shownDecimalMark('1.234', 'EUR')).toBe('unknown');
});

test.each([
  ['Fri 29 May 2026 20:00', '2026-05-29T18:00:00.000Z'],
  ['Nov 7, 2025 2:28 PM', '2025-11-07T13:28:00.000Z'],
  ['7 Nov 2025 12:05 am', '2025-11-06T23:05:00.000Z'],
  ['2017-01-24 21:15:19+01:00', '2017-01-24T20:15:19.000Z'],
  ['2026-05-29 20:00:00', '2026-05-29T18:00:00.000Z'],
  ['29.05.2026 20:00', '2026-05-29T18:00:00.000Z'],
  ['29/05/2026, 20:00', '2026-05-29T18:00:00.000Z'],
  ['29. März 2026', '2026-03-28T23:00:00.000Z'],
  ['12 août 2026 20h15', '2026-08-12T18:15:00.000Z'],
  ['2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['11/29/24 22:28', '2024-11-29T21:28:00.000Z'],
  ['29.11.24 22:28', '2024-11-29T21:28:00.000Z'],
])('%s is a time in Berlin', (text, expected) => {
  expect(parseWrittenTime(text, 'Europe/Berlin', 'unknown')).toBe(expected);
});

test('a date that can be read in two ways is read only if other dates of the file show the order', () => {
  expect(parseWrittenTime('03/04/2027 10:00', 'UTC', 'unknown')).toBeNull();
  expect(parseWrittenTime('03/04/2027 10:00', 'UTC', 'day-first')).toBe('2027-04-03T10:00:00.000Z');
  expect(parseWrittenTime('03/04/2027 10:00', 'UTC', 'month-first')).toBe('2027-03-04T10:00:00.000Z');
  expect([shownDateOrder('13/04/2027'), shownDateOrder('04/13/2027'), shownDateOrder('03/04/2027')]).toEqual([
    'day-first',
    'month-first',
    'unknown',
  ]);
  expect([shownDateOrder('29/11/24 22:28'), shownDateOrder('11/29/24 22:28')]).toEqual(['day-first', 'month-first']);
  for (const text of ['31/02/2027', 'tomorrow', '2027-13-01', '2027-01-01 25:00']) {
    expect(parseWrittenTime(text, 'UTC', 'day-first')).toBeNull();
  }
});
