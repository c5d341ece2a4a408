import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { defaultLanguage, languages } from './languages.ts';
import { sameTexts } from './same-texts.ts';
import type { Messages } from './texts.ts';

/** Frequent English words that are no words of another language here. */
const englishWords = /\b(?:and|are|by|for|from|is|it|no|not|of|or|the|this|to|with|you|your)\b/i;

const filesOf = (language: string) =>
  readdirSync(join(import.meta.dirname, language), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
const files = filesOf(defaultLanguage).filter((file) => !file.endsWith('index.ts'));
const others = languages.filter((language) => language !== defaultLanguage);

async function readMessages(language: string, file: string): Promise<Messages> {
  return (await import(join(import.meta.dirname, language, file))).default;
}

/** The messages of an area by their path. */
function flatten(messages: Messages, path = ''): [path: string, message: string][] {
  return Object.entries(messages).flatMap(([name, message]): [string, string][] =>
    typeof message === 'string' ? [[`${path}${name}`, message]] : flatten(message, `${path}${name}.`),
  );
}

/** The arguments, the tags and the literal text of a compiled message: a node is a text, `[name, type?, options?]` or `[tag, …nodes]`. */
function partsOf(
  node: unknown,
  names = new Set<string>(),
  words: string[] = [],
): { names: Set<string>; words: string[] } {
  if (typeof node === 'string') words.push(node);
  if (!Array.isArray(node)) return { names, words };
  const [name, type, options] = node as [unknown, unknown, unknown];
  const isTyped = typeof type === 'number' && type > 0;
  names.add(isTyped ? `${name} (${type})` : String(name));
  const children = isTyped
    ? Object.values(typeof options === 'object' && options !== null ? options : {})
    : node.slice(1);
  for (const child of children) partsOfBranch(child, names, words);
  return { names, words };
}

function partsOfBranch(branch: unknown, names: Set<string>, words: string[]): void {
  const nodes = Array.isArray(branch) && Array.isArray(branch[0]) ? branch : null;
  for (const node of nodes ?? (Array.isArray(branch) ? branch : [branch])) partsOf(node, names, words);
}

function partsOfMessage(message: string) {
  const compiled = compile(message);
  const names = new Set<string>();
  const words: string[] = [];
  for (const node of typeof compiled === 'string' ? [compiled] : compiled) partsOf(node, names, words);
  return { names: [...names].sort(), words: words.join(' ') };
}

describe.each(others)('the folder %s', (language) => {
  test('has the same files as the English one', () => {
    expect(filesOf(language).sort()).toEqual(filesOf(defaultLanguage).sort());
  });

  test.each(['index.ts', 'dashboard/index.ts'])('names in %s the same areas as the English folder', async (file) => {
    const areasOf = async (folder: string) => Object.keys(await import(join(import.meta.dirname, folder, file)));
    expect(await areasOf(language)).toEqual(await areasOf(defaultLanguage));
  });

  test.each(files)('has in %s the same texts as the English file, with the same arguments', async (file) => {
    const english = new Map(flatten(await readMessages(defaultLanguage, file)));
    const translated = new Map(flatten(await readMessages(language, file)));
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, message] of translated) {
      const source = english.get(path) ?? '';
      // In place of an empty English text, the sentence of the server is shown.
      if (source !== '') expect([path, partsOfMessage(message).names]).toEqual([path, partsOfMessage(source).names]);
    }
  });

  test.each(files.filter((file) => file !== 'formats.ts'))('has in %s no text that is not translated', async (file) => {
    const english = new Map(flatten(await readMessages(defaultLanguage, file)));
    const problems = flatten(await readMessages(language, file)).flatMap(([path, message]) => {
      const { words } = partsOfMessage(message);
      if (englishWords.test(words)) return [`${path} has an English word: ${words}`];
      const isSame = /\p{L}/u.test(words) && words === partsOfMessage(english.get(path) ?? '').words;
      return isSame && !sameTexts.has(words.trim()) ? [`${path} is not translated: ${words}`] : [];
    });
    expect(problems).toEqual([]);
  });
});

test.each(files)('a text in %s without arguments can be shown without formatting', async (file) => {
  for (const language of languages) {
    for (const [path, message] of flatten(await readMessages(language, file))) {
      if (partsOfMessage(message).names.length === 0) expect([path, compile(message)]).toEqual([path, message]);
    }
  }
});
