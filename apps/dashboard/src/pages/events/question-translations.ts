import type { Language } from '@organizer/messages/languages';
import type { Question } from '@organizer/shared/dashboard-api';
import { get, patch, type Tagged } from '#app/parts/api.ts';
import type { DashboardTexts } from '#app/parts/language.tsx';
import { withoutLinks } from '#app/parts/text-with-links.tsx';
import type { Translated, TranslationChanges } from '#app/parts/translations-form.tsx';
import { has } from './question-values.ts';

/** The texts of a question in a language, each with its name in the form. */
type Texts = Readonly<Record<string, string | null>>;

const optionPrefix = 'option ';
/** A point in a name would be a path. No code contains a space. */
const optionName = (code: string) => `${optionPrefix}${code.replaceAll('.', ' ')}`;
const codeOfOption = (name: string) => name.slice(optionPrefix.length).replaceAll(' ', '.');

/** A question as what the form of translations edits. */
export function translatedQuestion(question: Question, t: DashboardTexts['questions']): Omit<Translated, 'id'> {
  const { kind, label, help, options, translations } = question;
  const isConsent = kind === 'consent';
  const named = has.options(question) ? (options ?? []).filter(({ isArchived }) => !isArchived) : [];
  return {
    title: withoutLinks(label),
    fields: [
      { name: 'label', label: isConsent ? t.wording : t.label, original: label, isLong: isConsent, maxLength: 2_000 },
      ...(help === null ? [] : [{ name: 'help', label: t.help, original: help, isLong: true, maxLength: 2_000 }]),
      ...named.map((option) => ({
        ...{ name: optionName(option.code), label: option.label, original: option.label },
        ...{ isLong: false, maxLength: 200 },
      })),
    ],
    translations: Object.fromEntries(
      Object.keys(translations).map((language) => [language, textsIn(translations, language as Language)]),
    ),
  };
}

/** Changes the translations of a question. A request has those of all languages, so they are read first. */
export async function sendQuestionTranslations(path: string, changes: TranslationChanges): Promise<void> {
  const { etag, translations } = await get<Tagged<Question>>(path);
  const changed = Object.entries(changes).map(([language, texts]) => {
    const body = bodyOfTexts({ ...textsIn(translations, language as Language), ...texts });
    return [language, body] as const;
  });
  await patch(path, { translations: { ...translations, ...Object.fromEntries(changed) } }, { 'if-match': etag });
}

function textsIn(translations: Question['translations'], language: Language): Texts {
  const { options = {}, ...texts } = translations[language] ?? {};
  const ofOptions = Object.entries(options).map(([code, text]) => [optionName(code), text] as const);
  return { ...texts, ...Object.fromEntries(ofOptions) };
}

function bodyOfTexts(texts: Texts): object {
  const given = Object.entries(texts).filter(([, text]) => text !== null);
  const [ofOptions, others] = [true, false].map((isOption) =>
    given.filter(([name]) => name.startsWith(optionPrefix) === isOption),
  );
  const options = Object.fromEntries(ofOptions!.map(([name, text]) => [codeOfOption(name), text]));
  return { ...Object.fromEntries(others!), ...(ofOptions!.length > 0 && { options }) };
}
