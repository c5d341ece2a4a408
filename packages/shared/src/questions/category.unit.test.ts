import { expect, test } from 'vitest';
import { type AgeClass, type CategoryRule, categoryOf, needsBirthDate, needsSex } from './category.ts';

const race = { startsAt: '2026-05-10T07:00:00.000Z', timezone: 'Europe/Berlin' };
const rule = (ageClasses: CategoryRule['ageClasses'], bySex = true, prefix: string | null = null): CategoryRule => ({
  prefix,
  bySex,
  ageClasses,
  table: [],
});
const line = (name: string, sex: AgeClass['sex'], minimum: number | null, maximum: number | null): AgeClass => ({
  ...{ name, sex, minimum, maximum },
});
const table: CategoryRule = {
  ...rule('table', false, '21K'),
  table: [
    line('W35', 'female', 35, 49),
    line('W', 'female', 18, null),
    line('M', 'male', 18, null),
    line('Kids', null, null, 13),
  ],
};

test.for([
  ['none', rule('none'), '1986-05-10', 'female', 'W'],
  ['none, without the sex', rule('none', false), '1986-05-10', 'female', null],
  ['none, with a prefix alone', rule('none', false, '21K'), null, null, '21K'],
  ['five years', rule('fiveYears'), '1986-05-10', 'female', 'W40'],
  ['five years, one day younger', rule('fiveYears'), '1986-05-11', 'female', 'W35'],
  ['five years, with a prefix', rule('fiveYears', true, '21K'), '1983-01-01', 'male', '21K M40'],
  ['five years, not by sex', rule('fiveYears', false), '1983-01-01', 'male', '40–44'],
  ['five years, a third sex', rule('fiveYears'), '1983-01-01', 'other', 'X40'],
  ['five years, below 20', rule('fiveYears'), '2006-05-11', 'male', 'MU20'],
  ['five years, 20', rule('fiveYears'), '2006-05-10', 'male', 'M20'],
  ['five years, sex not stated', rule('fiveYears'), '1983-01-01', 'notStated', null],
  ['five years, birth date not known', rule('fiveYears'), null, 'male', null],
  ['ten years', rule('tenYears'), '1979-05-11', 'male', 'M40'],
  ['ten years, not by sex', rule('tenYears', false), '1979-05-11', null, '40–49'],
  ['an own table', table, '1991-05-10', 'female', '21K W35'],
  ['an own table, the next line', table, '1991-05-11', 'female', '21K W'],
  ['an own table, a line for everybody', table, '2013-01-01', 'notStated', '21K Kids'],
  ['an own table, no line fits', table, '2010-01-01', 'male', null],
  ['an own table, birth date not known', table, null, 'male', null],
] as const)('age classes: %s', ([, categoryRule, birthDate, sex, category]) => {
  expect(categoryOf({ birthDate, sex }, categoryRule, null, race)).toBe(category);
});

test('the category depends on the day of the rule about ages', () => {
  const person = { birthDate: '1986-12-24', sex: 'male' };
  const ageRule = { on: 'yearEnd', date: null, leapRule: 'mar1', minimum: null, maximum: null } as const;
  expect(categoryOf(person, rule('fiveYears'), null, race)).toBe('M35');
  expect(categoryOf(person, rule('fiveYears'), ageRule, race)).toBe('M40');
});

test('a rule says which answers it needs', () => {
  expect([rule('none'), rule('fiveYears', false), table].map(needsBirthDate)).toEqual([false, true, true]);
  expect([rule('none'), rule('fiveYears', false), table].map(needsSex)).toEqual([true, false, true]);
  expect(needsSex({ ...table, bySex: true, table: [line('All', null, null, null)] })).toBe(false);
});
