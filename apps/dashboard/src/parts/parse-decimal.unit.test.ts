import { expect, test } from 'vitest';
import { parseDecimal } from '#app/parts/parse-decimal.ts';

test.each([
  ['1,234.50', 'en', 1234.5],
  ['1.234,50', 'en', 1234.5],
  ['1,200', 'en', 1200],
  ['1.200', 'en', 1.2],
  ['12,50', 'en', 12.5],
  ['1.234,50', 'de', 1234.5],
  ['1,234.50', 'de', 1234.5],
  ['1.200', 'de', 1200],
  ['1,200', 'de', 1.2],
  ['0.200', 'de', 0.2],
  ['12.50', 'de', 12.5],
  ['1.234.567', 'de', 1_234_567],
  ['1.234.567', 'en', 1_234_567],
  ['1 234,5', 'de-AT', 1234.5],
  ["1'234.50", 'de-CH', 1234.5],
  [' 7 ', 'en', 7],
  ['7,', 'de', 7],
  ['.5', 'en', 0.5],
  ['-1.234,5', 'de', -1234.5],
])('%s in %s is %d', (text, locale, number) => {
  expect(parseDecimal(text, locale)).toBe(number);
});

test.each(['', '-', ',', 'abc', '1.234.5', '1,23.456,7', '1.2.3', '12a'])('%s is not a number', (text) => {
  expect(parseDecimal(text, 'de')).toBeNull();
});
