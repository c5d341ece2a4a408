import { createFormats, type Formats } from '@organizer/shared/formats';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type Language, type Localized, languages } from '#app/parts/localized.ts';

const storageKey = 'organizer-language';

interface LanguageSettings {
  readonly language: Language;
  /** The language with the region that the browser prefers, for numbers and amounts. */
  readonly locale: string;
  /** The locale of days and times, on all pages the same one. */
  readonly dateLocale: string;
  readonly setLanguage: (language: Language) => void;
  readonly formats: Formats;
  /** A share of basis points, such as `2.5%`. */
  readonly percent: (basisPoints: number) => string;
}

const LanguageContext = createContext<LanguageSettings | null>(null);

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setStored] = useState(initialLanguage);
  const settings = useMemo<LanguageSettings>(() => {
    const locale = localeOf(language);
    const setLanguage = (chosen: Language) => {
      localStorage.setItem(storageKey, chosen);
      setStored(chosen);
    };
    const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    return {
      language,
      locale,
      dateLocale: dateLocales[language],
      setLanguage,
      formats: formatsOf(language, locale),
      percent: (basisPoints) => percentFormat.format(basisPoints / 10_000),
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={settings}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageSettings {
  const settings = use(LanguageContext);
  if (settings === null) throw new Error('There is no LanguageProvider.');
  return settings;
}

/** The texts of an area in the language of the page. */
export function useMessages<T>(messages: Localized<T>): T {
  return messages[useLanguage().language];
}

function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

function initialLanguage(): Language {
  const stored = localStorage.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language;
}

const dateLocales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };

function formatsOf(language: Language, locale: string): Formats {
  const dayEnd = language === 'de' ? '.' : '';
  const date = ({ day, month, year }: DateParts) => `${day}${dayEnd} ${month} ${year}`;
  return createFormats({ locale, dateLocale: dateLocales[language], month: 'short', date });
}

type DateParts = Readonly<Record<'day' | 'month' | 'year', string>>;
