import type { Address, AnswerValue, Contact, Guardian, Question } from './question.ts';

/** The texts of answers in one language. */
export interface AnswerTexts {
  readonly yes: string;
  readonly no: string;
  /** The options of the question `sex`, by code. */
  readonly sex: Readonly<Record<string, string>>;
}

/**
 * An answer in words, as it is shown to people. Dates stay text (YYYY-MM-DD).
 *
 * @param question with the labels of its options in this language
 * @param language of the names of countries
 */
export function answerText(
  { kind, key, options }: Pick<Question, 'kind' | 'key' | 'options'>,
  value: AnswerValue,
  texts: AnswerTexts,
  language: string,
): string {
  const labelOf = (code: string) =>
    (key === 'sex' ? texts.sex[code] : options?.find((option) => option.code === code)?.label) ?? code;
  const yesOrNo = (is: boolean) => (is ? texts.yes : texts.no);
  switch (kind) {
    case 'boolean':
      return yesOrNo(value as boolean);
    case 'choice':
      return labelOf(value as string);
    case 'choices':
      return (value as readonly string[]).map(labelOf).join(', ');
    case 'country':
      return countryName(value as string, language);
    case 'consent':
      // A consent that was withdrawn has the value false.
      return typeof value === 'boolean' ? yesOrNo(value) : (value as Guardian).name;
    case 'contact': {
      const { name, phone } = value as Contact;
      return `${name}, ${phone}`;
    }
    case 'address': {
      const { street, postalCode, city, country } = value as Address;
      return `${street}, ${postalCode} ${city}, ${countryName(country, language)}`;
    }
    default:
      return String(value);
  }
}

/** The name of a country in a language. */
export function countryName(code: string, language: string): string {
  return namesOf(language).of(code) ?? code;
}

const kept = new Map<string, Intl.DisplayNames>();

function namesOf(language: string): Intl.DisplayNames {
  const names = kept.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  kept.set(language, names);
  return names;
}
