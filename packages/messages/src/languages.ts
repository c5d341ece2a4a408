/** The languages that have a folder here, the default first. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = languages[0];

/** The language of a language tag (BCP 47) such as `de-CH`; null if there are no texts in it. */
export function languageOfTag(tag: string | null | undefined): Language | null {
  const name = tag?.toLowerCase().split('-')[0];
  return languages.find((language) => language === name) ?? null;
}

/**
 * The language that a reader prefers, by a list of languages with weights (RFC 9110, section 12.5.4); null if there are no texts in
 * any of them.
 *
 * @param acceptLanguage the header `Accept-Language`, for example `de-CH, de;q=0.9, en;q=0.8`
 */
export function languageForHeader(acceptLanguage: string | undefined): Language | null {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return accepted.map(({ tag }) => languageOfTag(tag)).find((language) => language !== null) ?? null;
}
