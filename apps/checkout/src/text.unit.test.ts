import { expect, test } from 'vitest';
import { countdown, digitsOf, groupedIban, isEmail, isSameEmail } from './text.ts';

test.for([
  [0, '0:00'],
  [-1, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [581_000, '9:41'],
  [3_723_000, '1:02:03'],
] as const)(
  'a countdown of %i ms is %s: seconds are rounded up, and hours are shown only if there are any',
  ([ms, text]) => {
    expect(countdown(ms)).toBe(text);
  },
);

test('an e-mail address has one @, no spaces, and a domain with a dot', () => {
  expect(['ada@example.com', "o'hara+run@sub.example.co", 'ä@münchen.de'].filter(isEmail)).toHaveLength(3);
  expect(
    ['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'a@b@example.com'].filter(isEmail),
  ).toEqual([]);
});

test('e-mail addresses are the same in upper and lower case', () => {
  expect(isSameEmail('Ada@Example.com', 'ada@example.COM')).toBe(true);
  expect(isSameEmail('ada@example.com', 'bob@example.com')).toBe(false);
});

test('the digits of a pasted code are found between spaces and other characters', () => {
  expect(digitsOf(' 123 456\n')).toBe('123456');
  expect(digitsOf('code: 12-34')).toBe('1234');
});

test('an IBAN is written in groups of four characters', () => {
  expect(groupedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(groupedIban('DE89 3704 0044 0532 0130 00')).toBe('DE89 3704 0044 0532 0130 00');
});
