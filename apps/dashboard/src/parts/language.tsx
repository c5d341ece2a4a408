import type * as en from '@organizer/messages/en/dashboard/index';
import { defaultLanguage, type Language, languageOfTag, languages } from '@organizer/messages/languages';
import { type CompiledMessages, createTexts, type Texts } from '@organizer/messages/texts';
import { createFormats, type Formats } from '@organizer/shared/formats';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { notifyFailed } from '#app/parts/notify.ts';

const storageKey = 'organizer-language';

/** The messages by language, a file of the build each. Only those of the reader are loaded. */
const files = import.meta.glob<CompiledMessages>('../../../../packages/messages/src/*/dashboard/index.ts');

const fileOf = (language: Language) => `../../../../packages/messages/src/${language}/dashboard/index.ts`;

/** The languages that have texts of the dashboard. Their texts that are missing are in English. */
export const dashboardLanguages = languages.filter((language) => fileOf(language) in files);

/** The name of a language in itself, such as `Deutsch`. */
export function languageName(tag: Language): string | undefined {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
}

/** The texts of the dashboard by area. */
export type DashboardTexts = Texts<typeof en>;

interface LoadedLanguage {
  readonly language: Language;
  readonly texts: DashboardTexts;
}

interface LanguageSettings extends LoadedLanguage {
  /** The language of tables that are downloaded. */
  readonly fileLanguage: 'en' | 'de';
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

interface LanguageProviderProps {
  readonly initial: LoadedLanguage;
  readonly children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [loaded, setLoaded] = useState(initial);
  const settings = useMemo<LanguageSettings>(() => {
    const { language, texts } = loaded;
    const locale = localeOf(language);
    const setLanguage = (chosen: Language) => {
      localStorage.setItem(storageKey, chosen);
      loadLanguage(chosen).then(
        (next) => chosenLanguage() === chosen && setLoaded(next),
        () => notifyFailed(texts.failures.unreachable),
      );
    };
    const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    const { dateLocale, dateWithoutWeekday: date } = texts.formats;
    return {
      ...loaded,
      ...{ locale, dateLocale, setLanguage },
      fileLanguage: language === 'de' ? 'de' : 'en',
      formats: createFormats({ locale, dateLocale, month: 'short', date }),
      percent: (basisPoints) => percentFormat.format(basisPoints / 10_000),
    };
  }, [loaded]);
  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded.language]);
  return <LanguageContext value={settings}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageSettings {
  const settings = use(LanguageContext);
  if (settings === null) throw new Error('There is no LanguageProvider.');
  return settings;
}

/** The texts of an area in the language of the page. */
export function useMessages<A extends keyof DashboardTexts>(area: A): DashboardTexts[A] {
  return useLanguage().texts[area];
}

/** The text of a name from the server; the name itself if it has no text. */
export function textOrName(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name] ?? name;
}

/** The language that was chosen in this browser, otherwise the first one of the browser that has texts. */
export function chosenLanguage(): Language {
  const tags = [localStorage.getItem(storageKey), ...navigator.languages];
  const isTranslated = (language: Language | null) => language !== null && dashboardLanguages.includes(language);
  return tags.map(languageOfTag).find(isTranslated) ?? defaultLanguage;
}

/** Loads the texts of a language. */
export async function loadLanguage(language: Language): Promise<LoadedLanguage> {
  const load = files[fileOf(language)];
  if (load === undefined) throw new Error(`The dashboard has no texts in the language ${language}.`);
  return { language, texts: createTexts<typeof en>(await load(), localeOf(language)) };
}

function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`) && isLocale(tag)) ?? language;
}

/** Whether `Intl` accepts a tag. Chromium without a locale has the tag `en-US@posix`, which is not a language tag (BCP 47). */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
