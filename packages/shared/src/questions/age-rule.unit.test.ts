import { expect, test } from 'vitest';
import { ageOn } from './age-on.ts';
import { ageDayOf, ageProblem, defaultAgeRule } from './age-rule.ts';

test.for([
  ['2008-05-11', '2026-05-10', 'mar1', 17],
  ['2008-05-11', '2026-05-11', 'mar1', 18],
  ['2008-05-11', '2026-12-31', 'mar1', 18],
  ['2008-05-11', '2026-01-01', 'mar1', 17],
  ['2008-02-29', '2026-02-28', 'mar1', 17],
  ['2008-02-29', '2026-03-01', 'mar1', 18],
  ['2008-02-29', '2026-02-27', 'feb28', 17],
  ['2008-02-29', '2026-02-28', 'feb28', 18],
  ['2008-02-29', '2028-02-28', 'feb28', 19],
  ['2008-02-29', '2028-02-29', 'mar1', 20],
  ['2000-02-29', '2100-02-28', 'mar1', 99],
  ['2000-02-29', '2100-02-28', 'feb28', 100],
  ['2026-05-10', '2026-05-10', 'mar1', 0],
  ['2027-01-01', '2026-12-31', 'mar1', -1],
] as const)('a person born on %s has on %s, with the rule %s, the age %s', ([birthDate, onDate, leapRule, age]) => {
  expect(ageOn(birthDate, onDate, leapRule)).toBe(age);
});

/** It starts on 10 May in Auckland, and on 9 May in UTC. */
const race = { startsAt: '2026-05-09T20:00:00.000Z', timezone: 'Pacific/Auckland' };
const newYear = { startsAt: '2026-12-31T23:30:00.000Z', timezone: 'Europe/Berlin' };

test.for([
  ['event', race, '2026-05-10'],
  ['event', { ...race, timezone: 'America/New_York' }, '2026-05-09'],
  ['yearEnd', race, '2026-12-31'],
  ['previousYearEnd', race, '2025-12-31'],
  ['yearEnd', newYear, '2027-12-31'],
  ['date', race, '2026-01-01'],
  ['date', { ...race, startsAt: '2026-09-09T20:00:00.000Z' }, '2026-01-01'],
] as const)('with the day %s, the age at %j is computed on %s', ([on, event, day]) => {
  const rule = { ...defaultAgeRule, on, date: on === 'date' ? '2026-01-01' : null };
  expect(ageDayOf(rule, event)).toEqual({ onDate: day, leapRule: 'mar1' });
});

test('a person is too young below the minimum age, and too old above the maximum age', () => {
  const adults = { ...defaultAgeRule, minimum: 18, maximum: 64 };
  expect(ageProblem('2008-05-11', adults, race)).toEqual({ code: 'too_young', age: 18, onDate: '2026-05-10' });
  expect(ageProblem('2008-05-10', adults, race)).toBeNull();
  expect(ageProblem('1961-05-11', adults, race)).toBeNull();
  expect(ageProblem('1961-05-10', adults, race)).toEqual({ code: 'too_old', age: 64, onDate: '2026-05-10' });
  expect(ageProblem('2008-05-11', { ...adults, on: 'yearEnd' }, race)).toBeNull();
});
