import * as en from '#messages/en/index';
import { type Language, languages } from '#messages/languages';
import type { Messages } from '#messages/texts';
import { messages } from '../../src/platform/texts.ts';

/** A language for tests: each message is in brackets, so what is outside of brackets is not translated. */
export const markedLanguage = 'xx' as Language;

/** The same from right to left: the language of Hebrew with marked English texts. */
export const markedFromRight = 'he' as Language;

/** Adds the language. Returns a function that removes it. */
export function addMarkedLanguage(language = markedLanguage): () => void {
  const formats = { ...en.formats, locale: language };
  const { checkout, ...texts } = marked({ ...en });
  messages[language] = { ...texts, checkout: { ...checkout, formats }, formats };
  (languages as unknown as string[]).push(language);
  return () => {
    Reflect.deleteProperty(messages, language);
    (languages as unknown as string[]).pop();
  };
}

function marked<M extends object>(original: M): M {
  const entries = Object.entries(original).map(([name, message]: [string, string | Messages]) => {
    if (typeof message !== 'string') return [name, marked(message)];
    return [name, message === '' ? '' : `⟦${message}⟧`];
  });
  return Object.fromEntries(entries);
}

const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? [];

/**
 * The words of a text that are not translated.
 *
 * @param known names, times and other words that are the same in all languages
 */
export function unmarkedWords(text: string, known: string): string[] {
  const knownWords = new Set(wordsOf(known));
  const withoutMarked = (rest: string) => rest.replaceAll(/⟦[^⟦⟧]*⟧|https?:\S+/g, ' ');
  // An argument of a message can be marked, too.
  const unmarked = withoutMarked(withoutMarked(text));
  return wordsOf(unmarked).filter((word) => !knownWords.has(word));
}
