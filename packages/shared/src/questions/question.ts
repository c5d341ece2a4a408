/** What a question asks for. */
export const questionKinds = [
  'text',
  'longText',
  'number',
  'date',
  'choice',
  'choices',
  'boolean',
  'country',
  'phone',
  'email',
  'consent',
  'contact',
  'address',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** Who is asked: the buyer once for each order, or the holder of each ticket. */
export const askedPersons = ['buyer', 'holder'] as const;
export type AskedPerson = (typeof askedPersons)[number];

/** The questions whose meaning programs know, and the kind that each of them has. */
export const kindOfKey = {
  birthDate: 'date',
  sex: 'choice',
  nationality: 'country',
  club: 'text',
  team: 'text',
  company: 'text',
  diet: 'text',
  emergencyContact: 'contact',
  postalAddress: 'address',
  guardian: 'consent',
} as const satisfies Record<string, QuestionKind>;
export type QuestionKey = keyof typeof kindOfKey;
export const questionKeys = Object.keys(kindOfKey) as QuestionKey[];

/** The codes of the options of the question `sex`. Their labels are texts of this program in each language. */
export const sexCodes = ['female', 'male', 'other', 'notStated'] as const;

export interface QuestionOption {
  /** Stays the same if the label changes. */
  readonly code: string;
  readonly label: string;
}

/** The label of an option, if it has one among translated labels by code. */
export function labelOf({ code, label }: QuestionOption, translated: Readonly<Record<string, string>> = {}): string {
  // The organizer chooses the codes, for example `constructor`.
  return Object.hasOwn(translated, code) ? translated[code]! : label;
}

/** The texts of a question that can be translated. */
interface QuestionTexts {
  readonly label: string;
  readonly options: readonly QuestionOption[] | null;
  /** Translated texts by language. */
  readonly translations: object;
}

type TranslatedTexts = { readonly label?: string; readonly options?: Readonly<Record<string, string>> };

/** A question with the label and the options in a language, as far as it is translated. */
export function questionIn<Q extends QuestionTexts>(question: Q, language: string): Q {
  const translations = question.translations as Readonly<Record<string, TranslatedTexts | undefined>>;
  const { label, options } = translations[language] ?? {};
  return {
    ...question,
    label: label ?? question.label,
    options: question.options?.map((option) => ({ ...option, label: labelOf(option, options) })) ?? null,
  };
}

/** A person to contact, for example in an emergency. */
export interface Contact {
  readonly name: string;
  /** `+` and digits. */
  readonly phone: string;
}

export interface Address {
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A guardian who has given a consent. */
export interface Guardian {
  readonly name: string;
}

/**
 * The value of an answer: text for `text`, `longText`, `email`, `phone`, a `date` (YYYY-MM-DD), the code of a `country` or a `choice`; a
 * list of codes for `choices`; `true` for a `consent`, or the guardian who has given it.
 */
export type AnswerValue = string | number | boolean | readonly string[] | Contact | Address | Guardian;

/** A question as the API returns it. */
export interface Question {
  readonly id: string;
  readonly askedOf: AskedPerson;
  readonly kind: QuestionKind;
  readonly key: QuestionKey | null;
  readonly label: string;
  readonly help: string | null;
  readonly isRequired: boolean;
  /** Of a `choice` and of `choices`. */
  readonly options: readonly QuestionOption[] | null;
  /** The least number or date (YYYY-MM-DD), or the least number of `choices`. */
  readonly minimum: number | string | null;
  readonly maximum: number | string | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** See `parsePattern`. */
  readonly pattern: string | null;
  /** What a form shows before the person has answered. */
  readonly default: AnswerValue | null;
  /** The question is asked only if the answer to another question has one of these values: codes, or `true` or `false`. */
  readonly shownIf: { readonly questionId: string; readonly values: readonly string[] } | null;
  /** The question is asked only of holders who are at most this old on the day of the `AgeRule` of their ticket type. */
  readonly maxAge: number | null;
  /** The question is asked only for these ticket types and add-ons; null: for all. */
  readonly offerIds: readonly string[] | null;
}
