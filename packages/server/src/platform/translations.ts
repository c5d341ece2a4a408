import { type RawBuilder, sql } from 'kysely';
import { type Language, languages } from '#messages/languages';
import { type Db, dialectOf } from './database/dialect.ts';

/*
 * The texts that organizers write in several languages. A column has the text in the default language, and the column `translations` of
 * the same row has the texts in other languages, as JSON: `{"de":{"name":"Halbmarathon"}}`.
 */

type Texts = Readonly<Record<string, string | null | undefined>>;

/** A change to translations: absent languages and texts do not change, null removes them. */
export type TranslationsPatch = { readonly [L in Language]?: Texts | null };

/**
 * The column `translations` after a change.
 *
 * @param stored the column before the change
 * @param patch validated; undefined does not change it, null removes all translations
 * @returns JSON; null for no translations, undefined for no change
 */
export function mergeTranslations(
  stored: string | null,
  patch: TranslationsPatch | null | undefined,
): string | null | undefined {
  if (!patch) return patch;
  const before = JSON.parse(stored ?? '{}') as TranslationsPatch;
  const merged = Object.entries({ ...before, ...patch }).map(([language, texts]) => {
    const all = { ...(texts === null ? {} : before[language as Language]), ...texts };
    return [language, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== null))] as const;
  });
  const left = merged.filter(([, texts]) => Object.keys(texts).length > 0);
  return left.length === 0 ? null : JSON.stringify(Object.fromEntries(left));
}

/** The JSON of the column `translations`. `alias` is its table in the statement. */
export function translationsJson(db: Db, alias: string): RawBuilder<unknown> {
  return dialectOf(db).json(sql`coalesce(${sql.ref(`${alias}.translations`)}, '{}')`);
}

/**
 * The SQL of a text in a language; without a translation, in the default language. `alias` is its table in the statement.
 *
 * @param language null for the default language
 */
export function textIn(db: Db, alias: string, field: string, language: Language | null): RawBuilder<unknown> {
  const text = sql.ref(`${alias}.${field}`);
  if (language === null) return text;
  const translations = dialectOf(db).json(sql.ref(`${alias}.translations`));
  return sql`coalesce(${translations} -> ${sql.lit(language)} ->> ${sql.lit(field)}, ${text})`;
}

/** The texts by language in a column `translations`. */
export function parseTranslations(stored: string | null): {
  readonly [L in Language]?: Readonly<Record<string, string>>;
} {
  return JSON.parse(stored ?? '{}');
}

/**
 * Creates a value for each language, and one for the default language of an event, which other languages get, too. It is for statements:
 * each names its language.
 */
export function byLanguage<T>(create: (language: Language | null) => T): (language: Language | null) => T {
  const values = new Map([null, ...languages].map((language) => [language, create(language)]));
  return (language) => values.get(language) ?? values.get(null)!;
}
