import { describe, expect, test } from 'vitest';
import { ageOn } from './age-on.ts';
import { type AnswerRules, parseAnswer } from './parse-answer.ts';
import { matchesPattern, parsePattern } from './pattern.ts';
import type { Question } from './question.ts';
import { visibleQuestions } from './visible-questions.ts';

describe('ageOn', () => {
  test.each([
    ['2008-05-11', '2026-05-10', 'mar1', 17],
    ['2008-05-10', '2026-05-10', 'mar1', 18],
    ['2008-05-11', '2026-12-31', 'mar1', 18],
    ['2008-02-29', '2026-02-28', 'mar1', 17],
    ['2008-02-29', '2026-03-01', 'mar1', 18],
    ['2008-02-29', '2026-02-28', 'feb28', 18],
    ['2008-02-29', '2028-02-28', 'feb28', 19],
    ['2008-02-29', '2028-02-29', 'feb28', 20],
  ] as const)('a person born on %s has on %s, by the rule %s, the age %i', (birthDate, onDate, rule, age) => {
    expect(ageOn(birthDate, onDate, rule)).toBe(age);
  });
});

test('a date of birth is a day from 1900 until today, written as year, month and day', () => {
  const rules = { kind: 'date', key: 'birthDate' } as AnswerRules;
  const outcome = (raw: string) => {
    const parsed = parseAnswer(rules, raw, '2026-11-28');
    return 'problem' in parsed ? parsed.problem.code : parsed.value;
  };
  const cases = {
    '1899-12-31': 'date_too_early',
    '1900-01-01': '1900-01-01',
    '2026-11-28': '2026-11-28',
    '2026-11-29': 'date_too_late',
    '2025-02-29': 'not_a_date',
    '03/04/2010': 'not_a_date',
    2009: 'not_a_date',
  };
  expect(Object.fromEntries(Object.keys(cases).map((raw) => [raw, outcome(raw)]))).toEqual(cases);
});

describe('a pattern', () => {
  test.each(['(a+)+', '(a|b)', 'a(?=b)', '\\1', 'a{2', '[', '[z-a]', '*a', 'a**', 'a{3,2}', '', '|a', '\\p{L}'])(
    'is not valid if it is %j',
    (source) => expect(parsePattern(source)).toBeNull(),
  );

  test.each([
    ['a{0,2}b', ['b', 'aab'], ['aaab', 'a']],
    ['[^-\\]]+\\-?', ['ab', 'ab-'], ['a-b', ']']],
    ['.{2,}', ['😀é'], ['x', 'a\n']],
    ['\\d*[0-9]\\d', ['12', '12345'], ['1', '1x']],
    ['a\\|b|[|]', ['a|b', '|'], ['a', 'b']],
    ['^x$|^\\$', ['x', '$'], ['^x', 'xx']],
  ])('%s matches a whole text', (source, matching, others) => {
    const pattern = parsePattern(source)!;
    expect(matching.filter((text) => !matchesPattern(pattern, text))).toEqual([]);
    expect(others.filter((text) => matchesPattern(pattern, text))).toEqual([]);
  });

  test('agrees with RegExp, and takes a time that is proportional to the text', () => {
    const atoms = ['a', 'b', '[ab]', '.', '\\w', '[^a]'];
    const quantifiers = ['', '?', '*', '+', '{2}', '{1,3}', '{2,}'];
    let seed = 42;
    const pick = <T>(values: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return values[seed % values.length]!;
    };
    for (let run = 0; run < 2_000; run += 1) {
      const source = Array.from({ length: 1 + (run % 4) }, () => pick(atoms) + pick(quantifiers)).join('');
      const text = Array.from({ length: run % 7 }, () => pick(['a', 'b', 'c'])).join('');
      expect([source, text, matchesPattern(parsePattern(source)!, text)]).toEqual([
        source,
        text,
        new RegExp(`^(?:${source})$`, 'u').test(text),
      ]);
    }
    // A backtracking engine needs longer than the age of the universe.
    expect(matchesPattern(parsePattern(`${'a*'.repeat(100)}b`)!, 'a'.repeat(500))).toBe(false);
  });
});

test('a question is asked if its parent is asked and has one of the answers', () => {
  const asked = { askedOf: 'holder', key: null, offerIds: null, maxAge: null, shownIf: null } as const;
  const child = (id: string, parent: string, ...values: string[]) => ({
    ...asked,
    id,
    shownIf: { questionId: parent, values },
  });
  const questions: Pick<Question, 'id' | 'askedOf' | 'key' | 'offerIds' | 'maxAge' | 'shownIf'>[] = [
    { ...asked, id: 'licence' },
    child('number', 'licence', 'true'),
    { ...asked, id: 'meals', offerIds: ['gala'] },
    child('allergies', 'meals', 'veg', 'fish'),
    { ...asked, id: 'of buyer', askedOf: 'buyer' },
  ];
  const visible = (offerIds: string[], answers: Record<string, unknown>) =>
    visibleQuestions(questions, { askedOf: 'holder', offerIds }, answers).map(({ id }) => id);
  expect(visible([], { licence: false, number: 'X9' })).toEqual(['licence']);
  expect(visible([], { licence: true })).toEqual(['licence', 'number']);
  expect(visible(['gala'], { meals: ['meat', 'fish'] })).toEqual(['licence', 'meals', 'allergies']);
  expect(visible(['other'], { meals: ['fish'] })).toEqual(['licence']);
});

test('a question is not asked of a person who is too old for its parent', () => {
  const asked = { askedOf: 'holder', key: null, offerIds: null, maxAge: null, shownIf: null } as const;
  const questions = [
    { ...asked, id: 'born', key: 'birthDate' as const },
    { ...asked, id: 'bus', maxAge: 17 },
    { ...asked, id: 'stop', shownIf: { questionId: 'bus', values: ['true'] } },
  ];
  const holder = { askedOf: 'holder', offerIds: [], ageDay: { onDate: '2026-05-10', leapRule: 'mar1' } } as const;
  const visible = (born: string) =>
    visibleQuestions(questions, holder, { born, bus: true, stop: 'X9' }).map(({ id }) => id);
  expect(visible('2010-01-01')).toEqual(['born', 'bus', 'stop']);
  expect(visible('1980-01-01')).toEqual(['born']);
});
