import { expect, test } from 'vitest';
import { languageForHeader, languageOfTag } from './languages.ts';

test.for([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['EN-gb', 'en'],
  ['xx', null],
  ['', null],
] as const)('the language tag %j names the language %j', ([tag, language]) => {
  expect(languageOfTag(tag)).toBe(language);
});

test.for([
  ['de-CH, de;q=0.9, en;q=0.8', 'de'],
  ['fr, en;q=0.5, de;q=0.8', 'fr'],
  ['pt, en;q=0.5, de;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.1', 'en'],
  ['xx;q=nonsense, en;q=0', null],
  ['*', null],
  [',;q=1,,', null],
  [undefined, null],
] as const)('the header %j selects the language %j', ([header, language]) => {
  expect(languageForHeader(header)).toBe(language);
});
