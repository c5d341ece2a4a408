import { compileMessages } from '#messages/compile';
import * as de from '#messages/de/index';
import * as en from '#messages/en/index';
import * as es from '#messages/es/index';
import * as fr from '#messages/fr/index';
import * as it from '#messages/it/index';
import { directionOf, type Language, languages } from '#messages/languages';
import * as nl from '#messages/nl/index';
import * as pl from '#messages/pl/index';
import { createTexts, type Messages, type PartialTranslation, type Texts, withEnglish } from '#messages/texts';
import { createFormats, type Formats } from '#shared/formats';

type Areas = typeof en;

/** The messages of all areas by language. Texts that are missing are in English. */
export const messages: Record<Language, PartialTranslation<Areas>> = { en, de, fr, es, it, nl, pl };

/** The languages of e-mails to members and operators. */
export const memberMailLanguages = languages.filter((language) => 'memberMails' in messages[language]);

/** Keeps what `create` returns for each language. */
function keepByLanguage<T>(create: (language: Language) => T): (language: Language) => T {
  const kept = new Map<Language, T>();
  return (language) => {
    const value = kept.get(language) ?? create(language);
    kept.set(language, value);
    return value;
  };
}

function textsByLanguage<A extends keyof Areas>(area: A): (language: Language) => Texts<Areas[A]> {
  return keepByLanguage((language) =>
    createTexts<Areas[A]>(
      compileMessages(withEnglish((messages[language][area] ?? {}) as Messages, messages.en[area] as Messages)),
      language,
    ),
  );
}

/** The texts of the checkout page that the server needs, too. */
export const checkoutTexts = textsByLanguage('checkout');

/** The texts of pages that are only in the HTML of the server. */
export const pageTexts = textsByLanguage('page');

/** The texts of e-mails to buyers. */
export const mailTexts = textsByLanguage('mails');

/** The texts of e-mails to members and operators. */
export const memberMailTexts = textsByLanguage('memberMails');

const formatTexts = textsByLanguage('formats');

/** The formats of numbers, amounts and dates. */
export const formatsOf: (language: Language) => Formats = keepByLanguage((language) =>
  createFormats({ ...formatTexts(language), direction: directionOf(language) }),
);

/** The language tag for the names of days, months, countries and time zones. */
export function dateLocaleOf(language: Language): string {
  return formatTexts(language).dateLocale;
}
