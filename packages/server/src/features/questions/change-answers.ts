import { defaultLanguage, languageOfTag } from '#messages/languages';
import { parseAnswers } from '#shared/questions/parse-answer';
import { type Person, visibleQuestions } from '#shared/questions/visible-questions';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { answerTexts } from './answer-texts.ts';
import {
  answerColumns,
  answersColumn,
  insertAnswerRows,
  keepQuestions,
  maxAnswerErrors,
  readAnswerRows,
  type ShownIn,
  type StoredAnswer,
  storedAnswer,
} from './answers.ts';
import { type AskedQuestion, listAskedQuestions } from './queries.ts';

/** A locked order whose answers are changed. */
export interface AnsweredOrder {
  readonly orderNumber: string;
  readonly eventId: string;
  readonly shownIn: ShownIn;
  /** Whether required questions must be answered. */
  readonly requireAll: boolean;
}

/** A person of the order. */
export interface AnswerChange extends Pick<Person, 'offerIds' | 'ageDay'> {
  /** The ticket of the holder; null for the buyer. */
  readonly ticketId: string | null;
  /** The path of the answers in the request. */
  readonly path: string;
  /** Values by question id. Absent answers do not change, and null removes one. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The error of a new birth date at a path; absent if every age is allowed. */
  readonly ageError?: (path: string, birthDate: string) => FieldError | null;
}

/**
 * Changes the answers of different persons. Answers to questions that are hidden after the change are removed; those to archived questions
 * stay. A consent that is removed is withdrawn: what was accepted stays on record, and when.
 *
 * @param now RFC 3339
 * @returns those of the changes that have changed an answer
 * @throws ApiError `invalid_fields` with the error of each invalid answer
 */
export async function changeAnswers(
  tx: Db,
  organizerId: string,
  order: AnsweredOrder,
  changes: readonly AnswerChange[],
  now: string,
): Promise<AnswerChange[]> {
  const { orderNumber, eventId } = order;
  await keepQuestions(tx, organizerId, [...new Set(changes.flatMap(({ answers }) => Object.keys(answers)))]);
  const questions = await listAskedQuestions(tx, organizerId, eventId);
  const rows = await readAnswerRows(tx, organizerId, orderNumber);
  const buyerRow = rows.find(({ person }) => person === 0);
  const rowOfTicket = new Map(rows.map((row) => [row.ticket_id, row]));
  const outcomes = changes.map((change) => {
    const row = change.ticketId === null ? buyerRow : rowOfTicket.get(change.ticketId);
    const stored = JSON.parse(row?.answers ?? '{}') as Record<string, StoredAnswer>;
    return { change, row, stored, ...changedAnswers(questions, stored, order, change, now) };
  });
  const fields = outcomes.flatMap(({ errors }) => errors).slice(0, maxAnswerErrors);
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
  const changed = outcomes.filter(
    ({ stored, answers }) => answersColumn(answers) !== answersColumn(Object.values(stored)),
  );
  const key = { organizer_id: organizerId, order_number: orderNumber };
  const updates = changed.flatMap(({ row, answers }) =>
    row === undefined ? [] : [{ ...key, ...answerColumns(row.person, answers), updated_at: now }],
  );
  await dialectOf(tx).updateMany(tx, 'answers', ['organizer_id', 'order_number', 'person'], updates);
  let last = Math.max(0, ...rows.map(({ person }) => person));
  const inserts = changed.flatMap(({ row, change: { ticketId }, answers }) => {
    if (row !== undefined) return [];
    if (ticketId !== null) last += 1;
    const person = ticketId === null ? 0 : last;
    const times = { created_at: now, updated_at: now };
    return [{ ...key, ...answerColumns(person, answers), event_id: eventId, ticket_id: ticketId, ...times }];
  });
  await insertAnswerRows(tx, inserts);
  return changed.map(({ change }) => change);
}

/** The answers of a person after a change, and the error of each invalid one. */
function changedAnswers(
  questions: readonly AskedQuestion[],
  stored: Readonly<Record<string, StoredAnswer>>,
  { shownIn, requireAll }: AnsweredOrder,
  { ticketId, offerIds, ageDay, answers, path, ageError }: AnswerChange,
  now: string,
): { answers: StoredAnswer[]; errors: FieldError[] } {
  const asked = new Set(questions.map(({ id }) => id));
  const kept = Object.values(stored).flatMap(({ questionId, value }) =>
    asked.has(questionId) ? [[questionId, value]] : [],
  );
  const raw = { ...Object.fromEntries(kept), ...answers };
  const askedOf = ticketId === null ? 'buyer' : 'holder';
  const person: Person = { askedOf, offerIds, ...(ageDay ? { ageDay } : {}) };
  const parsed = parseAnswers(questions, person, raw, { requireAll, today: now.slice(0, 10) });
  // An answer that does not change need not meet the rules of today.
  const problems = parsed.problems.filter(({ questionId }) => questionId in answers || !(questionId in stored));
  const birthDate = parsed.answers.find(({ question }) => question.key === 'birthDate' && question.id in answers);
  const tooYoungOrOld = birthDate && ageError?.(`${path}.${birthDate.question.id}`, String(birthDate.value));
  const errors = [
    ...problems.map(({ path: ofQuestion, problem }) =>
      fieldError(`${path}.${ofQuestion}`, problem.code, problem.params as never),
    ),
    ...(tooYoungOrOld ? [tooYoungOrOld] : []),
  ];
  const values = new Map(parsed.answers.map(({ question, value }) => [question.id, value]));
  const visible = visibleQuestions(questions, person, raw).flatMap((question) => {
    const value = values.get(question.id);
    const before = stored[question.id];
    const isKept =
      before !== undefined && (value === undefined || JSON.stringify(value) === JSON.stringify(before.value));
    if (isKept && !(question.id in answers && value === undefined)) return [before];
    return value === undefined ? [] : [storedAnswer(question, value, shownIn, now)];
  });
  const answered = new Set(visible.map(({ questionId }) => questionId));
  const others = Object.values(stored).flatMap((before) => {
    if (!asked.has(before.questionId)) return [before];
    return before.kind === 'consent' && !answered.has(before.questionId) ? [withdraw(before, now)] : [];
  });
  const places = new Map(questions.map(({ id }, place) => [id, place]));
  const placeOf = ({ questionId }: StoredAnswer) => places.get(questionId) ?? questions.length;
  return { answers: [...visible, ...others].sort((a, b) => placeOf(a) - placeOf(b)), errors };
}

/** The record of a consent that is withdrawn. */
function withdraw(consent: StoredAnswer, now: string): StoredAnswer {
  if (consent.withdrawn !== undefined) return consent;
  const { no } = answerTexts(languageOfTag(consent.language) ?? defaultLanguage);
  return { ...consent, value: false, text: no, withdrawn: { at: now, value: consent.value } };
}
