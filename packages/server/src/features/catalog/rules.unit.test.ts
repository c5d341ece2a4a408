import { describe, expect, test } from 'vitest';
import { currencyFieldErrors, errorsOfComputedFields, eventFieldErrors, ticketTypeFieldErrors } from './rules.ts';

const pathsOf = (fieldErrors: readonly { path: string }[]) => fieldErrors.map(({ path }) => path);
const [early, late] = ['2027-05-01T06:00:00Z', '2027-05-01T08:00:00Z'];

describe('the rules of an event', () => {
  test.each([
    ['slug', 'a', true],
    ['slug', 'harbour-2027', true],
    ['slug', 'x'.repeat(100), true],
    ['slug', 'x'.repeat(101), false],
    ['slug', '', false],
    ['slug', '-a', false],
    ['slug', 'a-', false],
    ['slug', 'A', false],
    ['slug', 'a b', false],
    ['slug', 'a\n', false],
    ['slug', 'ä', false],
    ['timezone', 'Europe/Berlin', true],
    ['timezone', 'UTC', true],
    ['timezone', 'Mars/Olympus', false],
    ['timezone', '+02:00', false],
    ['timezone', '', false],
    ['currency', 'EUR', true],
    ['currency', 'JPY', true],
    ['currency', 'eur', false],
    ['currency', 'EUX', false],
    ['currency', 'EURO', false],
    ['posterUrl', 'https://example.com/a.png', true],
    ['posterUrl', 'http://example.com/a.png', false],
    ['posterUrl', 'https://', false],
    ['posterUrl', 'javascript:alert(1)', false],
    ['posterUrl', '', false],
    ['posterUrl', 'https://example.com/a@b.png?c=d@e', true],
    ['posterUrl', 'https://user:pw@example.com/a.png', false],
    ['posterUrl', 'https://user@example.com/a.png', false],
    ['posterUrl', 'https://:pw@example.com/a.png', false],
    ['posterUrl', 'https://us\ner:pw@example.com/a.png', false],
  ])('check the %s %j (valid: %s)', (field, value, isValid) => {
    expect(new Set(pathsOf(eventFieldErrors({ [field]: value })))).toEqual(new Set(isValid ? [] : [field]));
  });

  test('ignore fields that are null, absent or of a wrong type, because the schema checks them', () => {
    const fields = ['slug', 'timezone', 'currency', 'posterUrl', 'startsAt', 'endsAt'];
    for (const value of [null, undefined, 7, [], {}]) {
      expect(eventFieldErrors(Object.fromEntries(fields.map((field) => [field, value])))).toEqual([]);
    }
  });

  test('report all invalid fields together', () => {
    const input = { slug: 'A', timezone: 'x', currency: 'x', posterUrl: 'x', startsAt: late, endsAt: early };
    expect(pathsOf(eventFieldErrors(input)).sort()).toEqual(['currency', 'endsAt', 'posterUrl', 'slug', 'timezone']);
  });
});

describe.each([
  ['startsAt', 'endsAt', eventFieldErrors],
  ['salesStartAt', 'salesEndAt', ticketTypeFieldErrors],
] as const)('%s and %s', (start, end, fieldErrors) => {
  test('can be equal but not reversed, even with different UTC offsets', () => {
    expect(fieldErrors({ [start]: early, [end]: late })).toEqual([]);
    expect(fieldErrors({ [start]: early, [end]: early })).toEqual([]);
    expect(fieldErrors({ [start]: '2027-05-01T10:00:00+04:00', [end]: '2027-05-01T06:30:00Z' })).toEqual([]);
    expect(pathsOf(fieldErrors({ [start]: '2027-05-01T06:00:00-04:00', [end]: late }))).toEqual([end]);
  });

  test('are compared with the stored times, and the error has the path of the field in the request', () => {
    const stored = { [start]: early, [end]: late };
    expect(fieldErrors({ [end]: '2027-05-01T05:00:00Z' }, stored)).toEqual([
      {
        path: end,
        code: 'before_other',
        params: { other: start, time: '2027-05-01T06:00:00.000Z' },
        message: `must not be before ${start}, which is 2027-05-01T06:00:00.000Z`,
      },
    ]);
    expect(fieldErrors({ [start]: '2027-05-01T09:00:00Z' }, stored)).toEqual([
      {
        path: start,
        code: 'after_other',
        params: { other: end, time: '2027-05-01T08:00:00.000Z' },
        message: `must not be after ${end}, which is 2027-05-01T08:00:00.000Z`,
      },
    ]);
    expect(fieldErrors({ [start]: '2027-05-01T09:00:00Z', [end]: null }, stored)).toEqual([]);
    expect(fieldErrors({ name: 'x' }, { [start]: late, [end]: early })).toEqual([]);
  });
});

describe('the rules of a ticket type', () => {
  test('require a maximum per order that is not below the minimum', () => {
    expect(ticketTypeFieldErrors({ minPerOrder: 2, maxPerOrder: 2 })).toEqual([]);
    expect(ticketTypeFieldErrors({ minPerOrder: 3, maxPerOrder: null })).toEqual([]);
    expect(pathsOf(ticketTypeFieldErrors({ minPerOrder: 3, maxPerOrder: 2 }))).toEqual(['maxPerOrder']);
    expect(pathsOf(ticketTypeFieldErrors({ minPerOrder: 3 }, { minPerOrder: 1, maxPerOrder: 2 }))).toEqual([
      'minPerOrder',
    ]);
    expect(pathsOf(ticketTypeFieldErrors({ maxPerOrder: 2 }, { minPerOrder: 3, maxPerOrder: 4 }))).toEqual([
      'maxPerOrder',
    ]);
  });
});

test('the currency of an offer can be absent; otherwise it must be the currency of the event', () => {
  expect(currencyFieldErrors({}, 'EUR')).toEqual([]);
  expect(currencyFieldErrors({ currency: 'EUR' }, 'EUR')).toEqual([]);
  expect(currencyFieldErrors({ currency: 'USD' }, 'EUR')).toEqual([
    {
      path: 'currency',
      code: 'other_currency',
      params: { given: 'USD', currency: 'EUR' },
      message: 'is USD, but the currency of the event is EUR',
    },
  ]);
});

test('computed fields cannot be set', () => {
  expect(pathsOf(errorsOfComputedFields({ id: 'x', name: 'x', sold: 3 }, ['id', 'sold', 'reserved']))).toEqual([
    'id',
    'sold',
  ]);
});
