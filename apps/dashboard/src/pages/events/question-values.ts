import type { Question } from '@organizer/shared/dashboard-api';
import type { AskedPerson, QuestionKey, QuestionKind } from '@organizer/shared/questions/question';

/** The values of the inputs of a question. Those that its kind does not have are ignored. */
export interface QuestionValues extends Record<string, unknown> {
  readonly askedOf: AskedPerson;
  readonly kind: QuestionKind;
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly options: readonly OptionValues[];
  readonly minimum: number | string;
  readonly maximum: number | string;
  readonly minLength: number | string;
  readonly maxLength: number | string;
  readonly pattern: string;
  /** Null for none. */
  readonly default: Question['default'];
  /** Without an id, the question is always asked. */
  readonly shownIf: { readonly questionId: string; readonly values: readonly string[] };
  /** Empty for all. */
  readonly offerIds: readonly string[];
  readonly maxAge: number | string;
  readonly isMarketing: boolean;
  readonly retentionDays: number | string;
  readonly isArchived: boolean;
}

export interface OptionValues {
  /** Empty for a new option: the code is derived from the label. */
  readonly code: string;
  readonly label: string;
  readonly isArchived: boolean;
  readonly isStored: boolean;
}

/** A new question: a free one, or one with a meaning. */
export interface NewQuestion extends Partial<Pick<Question, 'askedOf' | 'isRequired'>> {
  readonly key: QuestionKey | null;
  readonly kind: QuestionKind;
  readonly label: string;
}

/** The question is always asked. */
export const noCondition: QuestionValues['shownIf'] = { questionId: '', values: [] };
const noOption: OptionValues = { code: '', label: '', isArchived: false, isStored: false };

/** What a kind of question can have. */
export const has = {
  /** The options of the field `sex` are given. */
  options: ({ kind, key }: Pick<Question, 'kind' | 'key'>) =>
    (kind === 'choice' || kind === 'choices') && key !== 'sex',
  bounds: (kind: QuestionKind) => kind === 'number' || kind === 'date' || kind === 'choices',
  lengths: (kind: QuestionKind) => kind === 'text' || kind === 'longText',
  /** Nobody gives a consent in advance, and a date of birth belongs to one person. */
  default: ({ kind, key }: Pick<Question, 'kind' | 'key'>) =>
    key !== 'birthDate' && !['consent', 'contact', 'address', 'email', 'phone'].includes(kind),
};

export function valuesOfNew({ kind, label, askedOf = 'holder', isRequired = false }: NewQuestion): QuestionValues {
  return {
    askedOf,
    kind,
    label,
    help: '',
    isRequired,
    options: [noOption, noOption],
    minimum: '',
    maximum: '',
    minLength: '',
    maxLength: '',
    pattern: '',
    default: null,
    shownIf: noCondition,
    offerIds: [],
    maxAge: '',
    isMarketing: false,
    retentionDays: '',
    isArchived: false,
  };
}

export function valuesOf(question: Question): QuestionValues {
  return {
    askedOf: question.askedOf,
    kind: question.kind,
    label: question.label,
    help: question.help ?? '',
    isRequired: question.isRequired,
    options: (question.options ?? []).map((option) => ({ ...option, isStored: true })),
    minimum: question.minimum ?? '',
    maximum: question.maximum ?? '',
    minLength: question.minLength ?? '',
    maxLength: question.maxLength ?? '',
    pattern: question.pattern ?? '',
    default: question.default,
    shownIf: question.shownIf ?? noCondition,
    offerIds: question.offerIds ?? [],
    maxAge: question.maxAge ?? '',
    isMarketing: question.isMarketing,
    retentionDays: question.retentionDays ?? '',
    isArchived: question.isArchived,
  };
}

const orNull = <T>(value: T | ''): T | null => (value === '' ? null : value);

/** The body of a request with all that a question of this kind can have. */
export function bodyOf(values: QuestionValues, key: QuestionKey | null) {
  const { kind, isMarketing, shownIf, offerIds } = values;
  return {
    label: values.label,
    help: orNull(values.help),
    isRequired: values.isRequired && !(kind === 'consent' && isMarketing),
    ...(has.options({ kind, key }) && { options: optionsIn(values.options) }),
    ...(has.bounds(kind) && { minimum: orNull(values.minimum), maximum: orNull(values.maximum) }),
    ...(has.lengths(kind) && { minLength: orNull(values.minLength), maxLength: orNull(values.maxLength) }),
    ...(kind === 'text' && { pattern: orNull(values.pattern) }),
    ...(has.default({ kind, key }) && { default: values.default }),
    ...(kind === 'consent' && { isMarketing }),
    shownIf: shownIf.questionId === '' ? null : shownIf,
    offerIds: offerIds.length === 0 ? null : offerIds,
    maxAge: values.askedOf === 'holder' ? orNull(values.maxAge) : null,
    retentionDays: orNull(values.retentionDays),
    isArchived: values.isArchived,
  };
}

/** The options with codes. A code that the user has not chosen is derived from the label. */
function optionsIn(options: readonly OptionValues[]): Omit<OptionValues, 'isStored'>[] {
  const codes = new Set(options.map(({ code }) => code));
  return options.map(({ code, label, isArchived }, index) => {
    if (code !== '') return { code, label, isArchived };
    const base = codeOf(label) || `option-${index + 1}`;
    let derived = base;
    for (let number = 2; codes.has(derived); number += 1) derived = `${base}-${number}`;
    codes.add(derived);
    return { code: derived, label, isArchived };
  });
}

/** The code for a label: its letters and digits without accents. Empty if it has none of the Latin alphabet. */
export function codeOf(label: string): string {
  return label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
}
