import { isDate, longTextLengthMax, parseAnswer, textLengthMax } from '#shared/questions/parse-answer';
import { parsePattern } from '#shared/questions/pattern';
import { kindOfKey, type QuestionKind } from '#shared/questions/question';
import { type FieldError, fieldError } from '../../errors/index.ts';
import type { QuestionView } from './queries.ts';

/** The maximum number of questions of an event, including archived ones. */
export const maxQuestions = 100;

/** The maximum number of options of a question, including archived ones. */
export const maxStoredOptions = 200;

/** The kinds of questions that can have each field. */
const kindsWith = {
  options: ['choice', 'choices'],
  minimum: ['number', 'date', 'choices'],
  maximum: ['number', 'date', 'choices'],
  minLength: ['text', 'longText'],
  maxLength: ['text', 'longText'],
  pattern: ['text'],
} as const satisfies Partial<Record<keyof QuestionView, readonly QuestionKind[]>>;

/** Whether other questions can depend on the answers to a question. */
function canBeParent({ kind, shownIf, isArchived }: QuestionView): boolean {
  return ['choice', 'choices', 'boolean'].includes(kind) && shownIf === null && !isArchived;
}

/**
 * The errors of a question that its schema cannot express.
 *
 * @param question as it will be stored
 * @param others the other questions of its event
 * @param offerIds the ids of all ticket types and add-ons of its event
 */
export function questionErrors(
  question: QuestionView,
  others: readonly QuestionView[],
  offerIds: ReadonlySet<string>,
): FieldError[] {
  const { kind, key, isRequired, isMarketing } = question;
  const kindOfThisKey = key === null ? kind : kindOfKey[key];
  return [
    ...(kind === kindOfThisKey ? [] : [fieldError('kind', 'not_constant', { value: JSON.stringify(kindOfThisKey) })]),
    ...Object.entries(kindsWith).flatMap(([field, kinds]) =>
      question[field as keyof typeof kindsWith] === null || (kinds as readonly string[]).includes(kind)
        ? []
        : [fieldError(field, 'not_of_this_kind', { kind })],
    ),
    ...(isMarketing && kind !== 'consent' ? [fieldError('isMarketing', 'not_of_this_kind', { kind })] : []),
    ...(isMarketing && isRequired ? [fieldError('isRequired', 'marketing_required', {})] : []),
    ...optionErrors(question),
    ...boundErrors(question),
    ...defaultErrors(question),
    ...conditionErrors(question, others),
    ...ageErrors(question, others),
    ...(question.offerIds ?? []).flatMap((id, index) =>
      offerIds.has(id) ? [] : [fieldError(`offerIds.${index}`, 'unknown_offer', { kind: 'ticket type or add-on', id })],
    ),
  ];
}

function optionErrors({ kind, options, isArchived }: QuestionView): FieldError[] {
  if (kind !== 'choice' && kind !== 'choices') return [];
  // Nobody is asked an archived question, so it can have archived options only.
  if (!options?.some((option) => isArchived || !option.isArchived)) return [fieldError('options', 'required', {})];
  if (options.length > maxStoredOptions)
    return [fieldError('options', 'too_many_items', { itemsMax: maxStoredOptions })];
  const codes = options.map(({ code }) => code);
  return codes.flatMap((code, index) =>
    codes.indexOf(code) === index ? [] : [fieldError(`options.${index}.code`, 'repeated_code', { code })],
  );
}

function boundErrors(question: QuestionView): FieldError[] {
  const { kind, minimum, maximum, minLength, maxLength, pattern, isArchived } = question;
  const isBound = (value: unknown) =>
    kind === 'date' ? typeof value === 'string' && isDate(value) : typeof value === 'number';
  const wrongBounds = (['minimum', 'maximum'] as const).filter(
    (field) => question[field] !== null && kindsWith.minimum.includes(kind as never) && !isBound(question[field]),
  );
  const offered = answersOf(question).length;
  const isAboveOptions = kind === 'choices' && !isArchived && typeof minimum === 'number' && minimum > offered;
  const lengthMax = kind === 'text' ? textLengthMax : longTextLengthMax;
  const isReversed = minimum !== null && maximum !== null && wrongBounds.length === 0 && minimum > maximum;
  return [
    ...wrongBounds.map((field) =>
      kind === 'date' ? fieldError(field, 'not_a_date', {}) : fieldError(field, 'wrong_type', { type: 'number' }),
    ),
    ...(isAboveOptions ? [fieldError('minimum', 'above_maximum', { maximum: offered })] : []),
    ...(isReversed ? [fieldError('maximum', 'below_least', { other: 'minimum' })] : []),
    ...((minLength ?? 0) > (maxLength ?? lengthMax)
      ? [fieldError('maxLength', 'below_least', { other: 'minLength' })]
      : []),
    ...((maxLength ?? 0) > lengthMax ? [fieldError('maxLength', 'above_maximum', { maximum: lengthMax })] : []),
    ...patternErrors(pattern),
  ];
}

function patternErrors(pattern: string | null): FieldError[] {
  if (pattern === null || parsePattern(pattern) !== null) return [];
  let validLength = Math.max(0, pattern.length - 1);
  while (validLength > 0 && parsePattern(pattern.slice(0, validLength)) === null) validLength -= 1;
  return [fieldError('pattern', 'not_a_pattern', { position: validLength + 1 })];
}

function defaultErrors(question: QuestionView): FieldError[] {
  if (question.default === null) return [];
  if (question.kind === 'consent') return [fieldError('default', 'consent_preselected', {})];
  const offered = question.options?.filter(({ isArchived }) => !isArchived) ?? null;
  const parsed = parseAnswer({ ...question, options: offered }, question.default, '9999-12-31');
  if ('problem' in parsed) {
    const path = parsed.field === undefined ? 'default' : `default.${parsed.field}`;
    return [fieldError(path, parsed.problem.code, parsed.problem.params as never)];
  }
  return parsed.value === null ? [fieldError('default', 'not_constant', { value: 'null' })] : [];
}

function conditionErrors(question: QuestionView, others: readonly QuestionView[]): FieldError[] {
  const { shownIf, askedOf, isArchived } = question;
  if (shownIf === null || isArchived) return [];
  const parent = others.find(({ id }) => id === shownIf.questionId);
  const isParentOfOthers = others.some((other) => other.shownIf?.questionId === question.id && !other.isArchived);
  if (parent === undefined || parent.askedOf !== askedOf || !canBeParent(parent) || isParentOfOthers)
    return [fieldError('shownIf.questionId', 'not_a_parent', {})];
  const possible = answersOf(parent);
  return shownIf.values.flatMap((value, index) =>
    possible.includes(value) ? [] : [fieldError(`shownIf.values.${index}`, 'not_allowed', { allowed: possible })],
  );
}

/** The error of a question for certain ages if not all holders are asked for their birth date. */
function ageErrors({ maxAge, askedOf, isArchived }: QuestionView, others: readonly QuestionView[]): FieldError[] {
  if (maxAge === null || isArchived || (askedOf === 'holder' && others.some(asksBirthDate))) return [];
  return [fieldError('maxAge', 'needs_question', { key: 'birthDate' })];
}

/** Whether a question asks all holders for their birth date. */
function asksBirthDate({ key, askedOf, isRequired, isArchived, shownIf, maxAge, offerIds }: QuestionView): boolean {
  const isForAll = shownIf === null && maxAge === null && offerIds === null;
  return key === 'birthDate' && askedOf === 'holder' && isRequired && !isArchived && isForAll;
}

/** The answers to a parent on which another question can depend. */
function answersOf({ kind, options }: QuestionView): string[] {
  if (kind === 'boolean') return ['true', 'false'];
  return (options ?? []).filter(({ isArchived }) => !isArchived).map(({ code }) => code);
}

/**
 * The question that depends on a question, or on one of its options, that would no longer exist.
 *
 * @param parent as it will be stored; null if it will be deleted
 */
export function findDependent(
  parentId: string,
  parent: QuestionView | null,
  others: readonly QuestionView[],
): QuestionView | undefined {
  const possible = parent === null || !canBeParent(parent) ? [] : answersOf(parent);
  const hasBirthDate = [...others, ...(parent === null ? [] : [parent])].some(asksBirthDate);
  return others.find(({ shownIf, maxAge, isArchived }) => {
    if (isArchived) return false;
    if (maxAge !== null && !hasBirthDate) return true;
    return shownIf?.questionId === parentId && !shownIf.values.every((value) => possible.includes(value));
  });
}
