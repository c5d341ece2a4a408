/** The languages of buyers, the default first. Each has a folder here. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = languages[0];

/** The languages that are written from right to left. */
const rightToLeft = ['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** The direction in which a language (BCP 47) is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

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
