import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedTexts } from './shared-texts.ts';

/** What remains of a text with parameters that is the same in both languages. */
const sharedTemplates: ReadonlySet<string> = new Set(['Ticket', 'UTC', 'ms']);
/** Errors with the sentence of the server, which is in English. */
const serverTexts = /^failureMessages\.(?:reasons|fields)\./;
/** Frequent English words that are no German words. */
const englishWords = /\b(?:a|and|are|by|for|from|is|it|no|not|of|or|the|this|to|with|you|your)\b/i;

interface TextPair {
  readonly path: string;
  readonly english: unknown;
  readonly german: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Each text and its translation. Texts with parameters are functions. */
function pairsOf(path: string, english: unknown, german: unknown): TextPair[] {
  if (!isObject(english) || !isObject(german)) return [{ path, english, german }];
  const names = new Set([...Object.keys(english), ...Object.keys(german)]);
  return [...names].flatMap((name) => pairsOf(`${path}.${name}`, english[name], german[name]));
}

/** The words of a text: those of a function are all of its strings, without their parameters. */
function wordsOf(text: unknown): string {
  if (typeof text !== 'function') return String(text);
  const literals = [...String(text).matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template);
  return literals.join(' ').replaceAll(/\$\{[^}]*\}/g, ' ');
}

/** What is wrong with a translation, or null. */
function findProblem({ path, english, german }: TextPair): string | null {
  const isMissing = german === undefined || (english === undefined && !serverTexts.test(path));
  if (isMissing) return `${path} is missing in a language`;
  const words = wordsOf(german);
  if (englishWords.test(words)) return `${path} has an English word: ${words}`;
  if (String(german) !== String(english)) return null;
  const isShared =
    typeof german === 'function' ? sharedTemplates.has(words.trim()) : sharedTexts.has(words) || words === '';
  return isShared ? null : `${path} is not translated: ${words}`;
}

const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));

describe('each German text of the dashboard differs from the English one, and has no English words', () => {
  test.each(files)('in %s', async (file) => {
    const exported: Record<string, unknown> = await import(join(import.meta.dirname, file));
    const problems = Object.entries(exported).flatMap(([name, texts]) =>
      isObject(texts) && 'de' in texts
        ? pairsOf(name, texts['en'], texts['de']).flatMap((pair) => findProblem(pair) ?? [])
        : [],
    );
    expect(problems).toEqual([]);
  });
});

test.each<[string, unknown, unknown]>([
  ['missing', 'Orders', undefined],
  ['not translated', 'Orders', 'Orders'],
  ['not translated', (count: number) => `${count} orders`, (count: number) => `${count} orders`],
  ['English word', 'The order is paid.', 'Die Bestellung is bezahlt.'],
])('the check finds a text that is %s', (problem, english, german) => {
  expect(findProblem({ path: 'texts', english, german })).toContain(problem);
});
