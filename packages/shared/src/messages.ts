import { en } from './messages/en.ts';

/** All texts of the checkout in one language. */
export type Messages = typeof en;

/** The languages of the checkout, the default first. */
const languages: readonly [Messages, ...Messages[]] = [en];

/** The texts in a language. If there are none, the texts in the default language. */
export function messagesOfLanguage(language: string): Messages {
  return languages.find((messages) => messages.language === language) ?? languages[0];
}

/**
 * The texts in the language that a reader prefers, by a list of languages with weights (RFC 9110, section 12.5.4).
 *
 * @param acceptLanguage the header `Accept-Language`, for example `de-CH, de;q=0.9, en;q=0.8`
 */
export function messagesForAcceptLanguage(acceptLanguage: string | undefined): Messages {
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
  for (const { tag } of accepted) {
    const match = languages.find(({ language }) => tag === language || tag.startsWith(`${language}-`));
    if (match !== undefined) return match;
  }
  return languages[0];
}
