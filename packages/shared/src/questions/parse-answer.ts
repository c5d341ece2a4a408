import { emailPattern } from '../email-form.ts';
import { countryCodes } from './countries.ts';
import { matchesPattern, type Pattern, parsePattern } from './pattern.ts';
import type { AnswerValue, Question } from './question.ts';
import { type Person, visibleQuestions } from './visible-questions.ts';

/** What is wrong with an answer. It never contains the answer. */
export type AnswerProblem =
  | { readonly code: 'required' | AnswerFormat; readonly params: Readonly<Record<never, never>> }
  | { readonly code: 'wrong_type'; readonly params: { readonly type: string } }
  | { readonly code: 'too_short'; readonly params: { readonly lengthMin: number } }
  | { readonly code: 'too_long'; readonly params: { readonly lengthMax: number } }
  | { readonly code: 'below_minimum'; readonly params: { readonly minimum: number } }
  | { readonly code: 'above_maximum'; readonly params: { readonly maximum: number } }
  | { readonly code: 'too_few_items'; readonly params: { readonly itemsMin: number } }
  | { readonly code: 'too_many_items'; readonly params: { readonly itemsMax: number } }
  | { readonly code: 'date_too_early' | 'date_too_late'; readonly params: { readonly date: string } };

type AnswerFormat =
  | 'unknown_field'
  | 'unknown_question'
  | 'unknown_option'
  | 'wrong_format'
  | 'invalid_character'
  | 'not_a_date'
  | 'not_a_country'
  | 'not_a_phone_number'
  | 'not_an_email';

/** The result of `parseAnswer`. `value` is null if there is no answer. `field` is a field of a contact or an address. */
export type ParsedAnswer =
  | { readonly value: AnswerValue | null }
  | { readonly problem: AnswerProblem; readonly field?: string };

/** The questions that `parseAnswer` can judge. */
export type AnswerRules = Omit<
  Question,
  'askedOf' | 'label' | 'help' | 'isRequired' | 'default' | 'shownIf' | 'maxAge' | 'offerIds'
>;

/** The greatest lengths of answers. A question can have a smaller one. */
export const textLengthMax = 500;
export const longTextLengthMax = 5_000;
const nameLengthMax = 200;
/** An error names this much of an unknown field. */
const unknownFieldLengthMax = 100;
const numberMax = 1e12;
/** The first possible date of birth. */
export const birthDateMin = '1900-01-01';

const email = new RegExp(emailPattern);

/**
 * Converts an answer to the value to store, for example a phone number to `+` and digits.
 *
 * @param raw a value of a request; null, empty text and empty lists are no answer
 * @param today YYYY-MM-DD; a date of birth is not after it
 */
export function parseAnswer(question: AnswerRules, raw: unknown, today: string): ParsedAnswer {
  if (isEmpty(raw)) return { value: null };
  switch (question.kind) {
    case 'text':
    case 'longText':
      return parseText(question, raw);
    case 'email':
      return ofText(raw, 254, (text) => (email.test(text) ? { value: text } : invalid('not_an_email')));
    case 'phone':
      return ofText(raw, 50, parsePhone);
    case 'country':
      return ofText(raw, 2, parseCountry);
    case 'date':
      return parseDate(question, raw, today);
    case 'number':
      return parseNumber(question, raw);
    case 'boolean':
      return typeof raw === 'boolean' ? { value: raw } : wrongType('true or false');
    case 'choice':
      return ofText(raw, textLengthMax, (code) =>
        hasOption(question, code) ? { value: code } : invalid('unknown_option'),
      );
    case 'choices':
      return parseChoices(question, raw);
    case 'consent':
      if (question.key === 'guardian') return parseFields(raw, { name: parseName });
      // A consent that is not given is no answer.
      if (raw === false) return { value: null };
      return raw === true ? { value: true } : wrongType('true');
    case 'contact':
      return parseFields(raw, { name: parseName, phone: (value) => ofText(value, 50, parsePhone) });
    case 'address':
      return parseFields(raw, {
        street: parseName,
        postalCode: parseName,
        city: parseName,
        country: (value) => ofText(value, 2, parseCountry),
      });
  }
}

function isEmpty(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true;
  if (typeof raw === 'string') return raw.trim() === '';
  return typeof raw === 'object' && Object.values(raw).every((part) => part === null || part === '');
}

function invalid(code: AnswerFormat): ParsedAnswer {
  return { problem: { code, params: {} } };
}

function wrongType(type: string): ParsedAnswer {
  return { problem: { code: 'wrong_type', params: { type } } };
}

function ofText(raw: unknown, lengthMax: number, parse: (text: string) => ParsedAnswer): ParsedAnswer {
  if (typeof raw !== 'string') return wrongType('string');
  const text = raw.trim();
  // Line breaks and tabs are allowed in long texts only.
  if (/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(text) || (lengthMax < longTextLengthMax && /[\n\r\t]/.test(text)))
    return invalid('invalid_character');
  return [...text].length > lengthMax ? { problem: { code: 'too_long', params: { lengthMax } } } : parse(text);
}

function parseName(raw: unknown): ParsedAnswer {
  return ofText(raw, nameLengthMax, (value) => ({ value }));
}

/** The patterns of questions. That of a question is parsed once for all persons of an order. */
const patterns = new WeakMap<AnswerRules, Pattern | null>();

function patternOf(question: AnswerRules): Pattern | null {
  if (question.pattern === null) return null;
  let pattern = patterns.get(question);
  if (pattern === undefined) {
    pattern = parsePattern(question.pattern);
    patterns.set(question, pattern);
  }
  return pattern;
}

function parseText(question: AnswerRules, raw: unknown): ParsedAnswer {
  const { kind, minLength, maxLength } = question;
  const lengthMax = kind === 'text' ? textLengthMax : longTextLengthMax;
  return ofText(raw, lengthMax, (value) => {
    const { length } = [...value];
    if (maxLength !== null && length > maxLength)
      return { problem: { code: 'too_long', params: { lengthMax: maxLength } } };
    if (minLength !== null && length < minLength)
      return { problem: { code: 'too_short', params: { lengthMin: minLength } } };
    const pattern = patternOf(question);
    return pattern === null || matchesPattern(pattern, value) ? { value } : invalid('wrong_format');
  });
}

function parsePhone(text: string): ParsedAnswer {
  const value = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(value) ? { value } : invalid('not_a_phone_number');
}

function parseCountry(text: string): ParsedAnswer {
  return countryCodes.includes(text) ? { value: text } : invalid('not_a_country');
}

/** Whether a text is a date of the calendar, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function parseDate({ key, minimum, maximum }: AnswerRules, raw: unknown, today: string): ParsedAnswer {
  if (typeof raw !== 'string') return wrongType('string');
  if (!isDate(raw)) return invalid('not_a_date');
  const isBirthDate = key === 'birthDate';
  const first = [minimum, isBirthDate ? birthDateMin : null]
    .filter((date) => typeof date === 'string')
    .sort()
    .at(-1);
  const last = [maximum, isBirthDate ? today : null]
    .filter((date) => typeof date === 'string')
    .sort()
    .at(0);
  if (first !== undefined && raw < first) return { problem: { code: 'date_too_early', params: { date: first } } };
  if (last !== undefined && raw > last) return { problem: { code: 'date_too_late', params: { date: last } } };
  return { value: raw };
}

function parseNumber({ minimum, maximum }: AnswerRules, raw: unknown): ParsedAnswer {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return wrongType('number');
  const least = typeof minimum === 'number' ? minimum : -numberMax;
  const most = typeof maximum === 'number' ? maximum : numberMax;
  if (raw < least) return { problem: { code: 'below_minimum', params: { minimum: least } } };
  if (raw > most) return { problem: { code: 'above_maximum', params: { maximum: most } } };
  return { value: raw };
}

function hasOption({ options }: AnswerRules, code: unknown): boolean {
  return options?.some((option) => option.code === code) ?? false;
}

function parseChoices(question: AnswerRules, raw: unknown): ParsedAnswer {
  if (!Array.isArray(raw)) return wrongType('array');
  const value = [...new Set(raw as unknown[])];
  if (!value.every((code): code is string => hasOption(question, code))) return invalid('unknown_option');
  const { minimum, maximum } = question;
  if (typeof minimum === 'number' && value.length < minimum)
    return { problem: { code: 'too_few_items', params: { itemsMin: minimum } } };
  if (typeof maximum === 'number' && value.length > maximum)
    return { problem: { code: 'too_many_items', params: { itemsMax: maximum } } };
  return { value };
}

/** Parses an object whose fields are all required. */
function parseFields(raw: unknown, fields: Readonly<Record<string, (raw: unknown) => ParsedAnswer>>): ParsedAnswer {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return wrongType('object');
  const unknown = Object.keys(raw).find((field) => !Object.hasOwn(fields, field));
  if (unknown !== undefined) return { ...invalid('unknown_field'), field: unknown.slice(0, unknownFieldLengthMax) };
  const value: Record<string, AnswerValue> = {};
  for (const [field, parse] of Object.entries(fields)) {
    const part = (raw as Readonly<Record<string, unknown>>)[field];
    const parsed: ParsedAnswer = isEmpty(part) ? { problem: { code: 'required', params: {} } } : parse(part);
    if ('problem' in parsed) return { ...parsed, field };
    value[field] = parsed.value!;
  }
  return { value: value as unknown as AnswerValue };
}

/** A problem with the answer to a question. `path` is the id of the question, and the field of a contact or an address. */
export interface QuestionProblem {
  readonly questionId: string;
  readonly path: string;
  readonly problem: AnswerProblem;
}

/**
 * Checks all answers of a person. Hidden questions are not required, and their answers are ignored, whatever they are.
 *
 * @param questions of the event, without archived ones
 * @param raw values of a request by question id
 * @param options.requireAll whether required questions must be answered
 * @param options.today YYYY-MM-DD
 * @returns the values to store, in the order of the questions, and what is wrong
 */
export function parseAnswers<Q extends Question>(
  questions: readonly Q[],
  person: Person,
  raw: Readonly<Record<string, unknown>>,
  { requireAll, today }: { requireAll: boolean; today: string },
): { answers: { question: Q; value: AnswerValue }[]; problems: QuestionProblem[] } {
  const answers: { question: Q; value: AnswerValue }[] = [];
  const problems: QuestionProblem[] = [];
  for (const questionId of Object.keys(raw)) {
    const question = questions.find(({ id }) => id === questionId);
    if (question?.askedOf !== person.askedOf)
      problems.push({ questionId, path: questionId, problem: { code: 'unknown_question', params: {} } });
  }
  for (const question of visibleQuestions(questions, person, raw)) {
    const { id, isRequired } = question;
    const parsed = parseAnswer(question, Object.hasOwn(raw, id) ? raw[id] : null, today);
    if ('problem' in parsed) {
      const path = parsed.field === undefined ? id : `${id}.${parsed.field}`;
      problems.push({ questionId: id, path, problem: parsed.problem });
    } else if (parsed.value !== null) answers.push({ question, value: parsed.value });
    else if (isRequired && requireAll)
      problems.push({ questionId: id, path: id, problem: { code: 'required', params: {} } });
  }
  return { answers, problems };
}
