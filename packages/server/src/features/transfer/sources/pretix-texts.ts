import { type Language, languageOfTag, languages } from '#messages/languages';
import { asObject, asText } from './json-fields.ts';
import { cut, type SourceContext } from './source.ts';

/** A text in the main language of an import, or else in its first language, with its translations. */
export interface PretixText {
  readonly text: string;
  readonly translations: { readonly [L in Language]?: string };
}

/** Reads the texts of an event of pretix, which has each in one or several languages. */
export class PretixTexts {
  /** The main language, which the names of lines have, as pretix names it. */
  readonly language: string;
  readonly #notes: SourceContext['notes'];

  /** @param eventName decides the main language if the settings do not: English if it has it, or else its first language */
  constructor({ language, event, notes }: SourceContext, eventName: unknown) {
    const named = textsOf(eventName).map(([found]) => found);
    this.language = language ?? event?.language ?? (named.includes('en') ? 'en' : (named[0] ?? 'en'));
    this.#notes = notes;
  }

  /** A text with its translations; null if it is empty. */
  read(value: unknown, what: string): PretixText | null {
    const single = asText(value);
    if (single !== null) return { text: single, translations: {} };
    const texts = textsOf(value);
    const chosen =
      texts.find(([language]) => language === this.language) ??
      texts.find(([language]) => language.startsWith(this.language.slice(0, 2))) ??
      texts[0];
    if (chosen === undefined) return null;
    const others = texts.filter(([, text]) => text !== chosen[1]);
    // A variant such as `de-informal` is used if the language itself is missing.
    const found = languages.flatMap((language) => {
      const other = others.find(([tag]) => tag === language) ?? others.find(([tag]) => languageOfTag(tag) === language);
      return other === undefined || language === languageOfTag(chosen[0]) ? [] : [[language, other] as const];
    });
    const used = found.map(([, other]) => other);
    const left = others.filter((other) => !used.includes(other)).map(([tag]) => tag);
    if (left.length > 0)
      this.#notes.left(
        `${what} in the languages ${left.join(', ')}`,
        `texts here are in ${languages.join(', ')}, one in each`,
      );
    return { text: chosen[1], translations: Object.fromEntries(found.map(([language, [, text]]) => [language, text])) };
  }

  /** The text in the main language alone; null if it is empty. */
  readOne(value: unknown, what: string): string | null {
    const read = this.read(value, what);
    const left = Object.keys(read?.translations ?? {});
    if (left.length > 0)
      this.#notes.left(`${what} in the languages ${left.join(', ')}`, `they have one language here: ${this.language}`);
    return read?.text ?? null;
  }
}

/** The texts by language. */
function textsOf(value: unknown): (readonly [language: string, text: string])[] {
  return Object.entries(asObject(value)).flatMap(([language, value]) => {
    const text = asText(value);
    return text === null ? [] : [[language, text] as const];
  });
}

/** Cuts a text that is too long for its field, in each language. */
export function cutTexts(
  { text, translations }: PretixText,
  ...[maxLength, what, notes, example]: readonly [number, string, SourceContext['notes'], string]
): PretixText {
  const each = Object.entries(translations).map(([language, other]) => [
    language,
    cut(other, maxLength, what, notes, example),
  ]);
  return { text: cut(text, maxLength, what, notes, example), translations: Object.fromEntries(each) };
}

/** Two texts with a dash. What has no translation is in the main language. */
export function joinTexts(first: PretixText, second: PretixText): PretixText {
  const join = (language: Language) => `${textIn(first, language)} – ${textIn(second, language)}`;
  const both = { ...first.translations, ...second.translations };
  const translations = Object.fromEntries(Object.keys(both).map((language) => [language, join(language as Language)]));
  return { text: `${first.text} – ${second.text}`, translations };
}

function textIn({ text, translations }: PretixText, language: Language): string {
  return translations[language] ?? text;
}

/**
 * The field `translations` of a line.
 *
 * @param fieldsIn the texts in a language; undefined for a text without a translation
 */
export function translationsOf<F extends object>(
  fieldsIn: (language: Language) => { readonly [K in keyof F]: F[K] | undefined },
): { translations?: { [L in Language]?: F } } {
  const translated = languages.flatMap((language) => {
    const fields = Object.entries(fieldsIn(language)).filter(([, text]) => text !== undefined);
    return fields.length === 0 ? [] : [[language, Object.fromEntries(fields)] as const];
  });
  return translated.length === 0 ? {} : { translations: Object.fromEntries(translated) };
}
