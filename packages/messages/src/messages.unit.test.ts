import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { coverageOf, filesForBuyers, filesOf, readMessages } from '../translations.ts';
import { defaultLanguage, languages } from './languages.ts';
import { sameTexts } from './same-texts.ts';

/** Frequent English words, without those that are words of the language, too. */
const englishWords = [
  'and',
  'are',
  'by',
  'for',
  'from',
  'is',
  'it',
  'not',
  'of',
  'or',
  'the',
  'this',
  'to',
  'with',
  'you',
];
const ownWords: Readonly<Record<string, readonly string[]>> = { fr: ['or'], nl: ['is', 'of'], pl: ['by', 'to'] };

const files = filesOf(defaultLanguage);
const others = languages.filter((language) => language !== defaultLanguage);

interface Parts {
  readonly names: Set<string>;
  readonly words: string[];
  /** The categories of each plural. */
  readonly plurals: string[][];
}

/** The type of a plural in a compiled message. */
const pluralType = 2;

/** The arguments, the tags and the literal text of a compiled message: a node is a text, `[name, type?, options?]` or `[tag, …nodes]`. */
function partsOf(node: unknown, parts: Parts): void {
  if (typeof node === 'string') parts.words.push(node);
  if (!Array.isArray(node)) return;
  const [name, type, options] = node as [unknown, unknown, unknown];
  const isTyped = typeof type === 'number' && type > 0;
  parts.names.add(isTyped ? `${name} (${type})` : String(name));
  const branches = typeof options === 'object' && options !== null ? options : {};
  if (type === pluralType) parts.plurals.push(Object.keys(branches));
  for (const child of isTyped ? Object.values(branches) : node.slice(1)) partsOfBranch(child, parts);
}

function partsOfBranch(branch: unknown, parts: Parts): void {
  const nodes = Array.isArray(branch) && Array.isArray(branch[0]) ? branch : null;
  for (const node of nodes ?? (Array.isArray(branch) ? branch : [branch])) partsOf(node, parts);
}

function partsOfMessage(message: string) {
  const compiled = compile(message);
  const parts: Parts = { names: new Set(), words: [], plurals: [] };
  for (const node of typeof compiled === 'string' ? [compiled] : compiled) partsOf(node, parts);
  return { names: [...parts.names].sort(), words: parts.words.join(' '), plurals: parts.plurals };
}

describe.each(others)('the folder %s', (language) => {
  const own = filesOf(language);
  const isEnglish = new RegExp(
    `\\b(?:${englishWords.filter((word) => !ownWords[language]?.includes(word)).join('|')})\\b`,
    'i',
  );

  test('has only files that the English one has, and all texts that buyers see', async () => {
    expect(own.filter((file) => !files.includes(file))).toEqual([]);
    expect((await coverageOf(language)).missing).toEqual([]);
    if (language === 'de') expect(own).toEqual(files);
  });

  test('names each of its areas', async () => {
    const areasOf = async (folder: string) => Object.keys(await import(join(import.meta.dirname, folder, 'index.ts')));
    const english = await areasOf(defaultLanguage);
    const areas = await areasOf(language);
    expect(areas.filter((area) => !english.includes(area))).toEqual([]);
    expect(areas).toHaveLength(own.filter((file) => !file.includes('/') && file !== 'gate.ts').length);
  });

  test.each(own)('has in %s texts with the same arguments as in English', async (file) => {
    const english = await readMessages(defaultLanguage, file);
    for (const [path, message] of await readMessages(language, file)) {
      const source = english.get(path);
      expect([path, source]).toEqual([path, expect.any(String)]);
      // In place of an empty English text, the sentence of the server is shown.
      if (source !== '') expect([path, partsOfMessage(message).names]).toEqual([path, partsOfMessage(source!).names]);
    }
  });

  test.each(own)('has in %s each plural category of the language', async (file) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // With "=0" and "other" alone, the text does not depend on the number.
    const isComplete = (categories: readonly string[]) =>
      categories.every((name) => name === 'other' || name.startsWith('=')) ||
      pluralCategories.every((name) => categories.includes(name));
    const messages = [...(await readMessages(language, file))];
    const incomplete = messages.filter(([, message]) => !partsOfMessage(message).plurals.every(isComplete));
    expect(incomplete).toEqual([]);
  });

  test.each(own.filter((file) => file !== 'formats.ts'))('has in %s no text that is not translated', async (file) => {
    const english = await readMessages(defaultLanguage, file);
    const problems = [...(await readMessages(language, file))].flatMap(([path, message]) => {
      if (path.startsWith('formats.')) return [];
      const { words } = partsOfMessage(message);
      if (isEnglish.test(words)) return [`${path} has an English word: ${words}`];
      const isSame = /\p{L}/u.test(words) && words === partsOfMessage(english.get(path) ?? '').words;
      return isSame && !sameTexts.has(words.trim()) ? [`${path} is not translated: ${words}`] : [];
    });
    expect(problems).toEqual([]);
  });
});

test('the texts for buyers are in each folder', () => {
  for (const language of languages) expect(filesOf(language)).toEqual(expect.arrayContaining(filesForBuyers));
});

test.each(files)('a text in %s without arguments can be shown without formatting', async (file) => {
  for (const language of languages) {
    for (const [path, message] of await readMessages(language, file)) {
      if (partsOfMessage(message).names.length === 0) expect([path, compile(message)]).toEqual([path, message]);
    }
  }
});
