export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
/** The names of the languages, each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Texts in each language. */
export type Localized<T> = Readonly<Record<Language, T>>;

/** Declares the texts of an area. A text that is missing in a language is a type error. */
export function defineMessages<T extends object>(texts: { readonly en: T; readonly de: NoInfer<T> }): Localized<T> {
  return texts;
}
