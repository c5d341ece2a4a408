/** Lists the texts that are missing in each language, and those whose English text has changed since they were reviewed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultLanguage, type Language, languageOfTag, languages } from './src/languages.ts';
import type { Messages } from './src/texts.ts';

/** The files with all texts that buyers see. They must be complete in every language. */
export const filesForBuyers = ['answers.ts', 'checkout.ts', 'formats.ts', 'mails.ts', 'page.ts'];

const folderOf = (language: string) => join(import.meta.dirname, 'src', language);

/** The files of a language with texts, by their path in its folder. */
export function filesOf(language: string): string[] {
  const files = readdirSync(folderOf(language), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('index.ts')).sort();
}

/** The messages of a file by their path; none if the language has no such file. */
export async function readMessages(language: string, file: string): Promise<Map<string, string>> {
  const path = join(folderOf(language), file);
  return new Map(existsSync(path) ? flatten((await import(path)).default) : []);
}

function flatten(messages: Messages, path = ''): [path: string, message: string][] {
  return Object.entries(messages).flatMap(([name, message]): [string, string][] =>
    typeof message === 'string' ? [[`${path}${name}`, message]] : flatten(message, `${path}${name}.`),
  );
}

interface Coverage {
  /** The texts that are missing in the files that the language has, and in those for buyers. */
  readonly missing: readonly string[];
  /** The texts that are new or whose English text has changed since `recordReview`. */
  readonly notReviewed: readonly string[];
  /** The number of texts of the other files. They are shown in English. */
  readonly inEnglish: number;
}

/** Compares the texts of a language with the English ones. */
export async function coverageOf(language: Language): Promise<Coverage> {
  const reviewed = readReview(language);
  const missing: string[] = [];
  const notReviewed: string[] = [];
  let inEnglish = 0;
  for (const file of filesOf(defaultLanguage)) {
    const english = await readMessages(defaultLanguage, file);
    const translated = await readMessages(language, file);
    if (translated.size === 0 && !filesForBuyers.includes(file)) inEnglish += english.size;
    else
      for (const [path, text] of english) {
        if (!translated.has(path)) missing.push(`${file}: ${path}`);
        else if (!reviewed.has(markOf(file, path, text))) notReviewed.push(`${file}: ${path}`);
      }
  }
  return { missing, notReviewed, inEnglish };
}

/** A short hash of an English text and its place. */
function markOf(file: string, path: string, text: string): string {
  return createHash('sha256').update(`${file}\n${path}\n${text}`).digest('hex').slice(0, 8);
}

const reviewFile = (language: Language) => join(folderOf(language), 'reviewed.json');

function readReview(language: Language): Set<string> {
  const path = reviewFile(language);
  const marks = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
  return new Set(Object.values(marks).flatMap((line) => line.split(' ')));
}

/** Records that all texts of a language say what the English texts say now. */
async function recordReview(language: Language): Promise<void> {
  const marks: Record<string, string> = {};
  for (const file of filesOf(language)) {
    const english = await readMessages(defaultLanguage, file);
    marks[file] = [...english].map(([path, text]) => markOf(file, path, text)).join(' ');
  }
  writeFileSync(reviewFile(language), `${JSON.stringify(marks, null, 2)}\n`);
}

/** Prints what is missing. Fails if buyers would see an English text. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { reviewed: { type: 'string' } } });
  if (values.reviewed !== undefined) {
    const language = languageOfTag(values.reviewed);
    if (language === null) throw new Error(`There is no language ${values.reviewed}: ${languages.join(', ')}.`);
    await recordReview(language);
  }
  for (const language of languages.filter((tag) => tag !== defaultLanguage)) {
    const { missing, notReviewed, inEnglish } = await coverageOf(language);
    if (missing.some((text) => filesForBuyers.includes(text.split(':')[0] ?? ''))) process.exitCode = 1;
    const lines = [
      ...missing.map((text) => `${language} missing       ${text}`),
      ...notReviewed.map((text) => `${language} not reviewed  ${text}`),
      ...(inEnglish === 0 ? [] : [`${language} in English    ${inEnglish} texts of files that it does not have`]),
    ];
    if (lines.length > 0) console.log(lines.join('\n'));
  }
}

if (import.meta.main) await main();
