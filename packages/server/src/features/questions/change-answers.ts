import { defaultLanguage, type Language } from '#messages/languages';
import { parseAnswers } from '#shared/questions/parse-answer';
import { type Person, visibleQuestions } from '#shared/questions/visible-questions';
import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { answersColumn, type StoredAnswer, storedAnswer } from './answers.ts';
import { listAskedQuestions } from './queries.ts';

/** A person of a locked order whose answers are changed. */
export interface AnswerChange extends Pick<Person, 'offerIds' | 'ageDay'> {
  readonly orderNumber: string;
  readonly eventId: string;
  /** The ticket of the holder; null for the buyer. */
  readonly ticketId: string | null;
  /** The path of the answers in the request. */
  readonly path: string;
  /** Values by question id. Absent answers do not change, and null removes one. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly language: Language | null;
  /** Whether required questions must be answered. */
  readonly requireAll: boolean;
  /** The error of a new birth date at a path; absent if every age is allowed. */
  readonly ageError?: (path: string, birthDate: string) => FieldError | null;
}

/**
 * Changes the answers of a person. Answers to questions that are hidden after the change are removed; those to archived questions stay.
 *
 * @param now RFC 3339
 * @returns whether an answer has changed
 * @throws ApiError `invalid_fields` with the error of each invalid answer
 */
export async function changeAnswers(tx: Db, organizerId: string, change: AnswerChange, now: string): Promise<boolean> {
  const { eventId, ticketId, offerIds, ageDay, answers, path, requireAll, ageError } = change;
  const row = await findRow(tx, organizerId, change);
  const stored = JSON.parse(row?.answers ?? '{}') as Record<string, StoredAnswer>;
  const questions = await listAskedQuestions(tx, organizerId, eventId);
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
  const fields = [
    ...problems.map(({ path: ofQuestion, problem }) =>
      fieldError(`${path}.${ofQuestion}`, problem.code, problem.params as never),
    ),
    ...(tooYoungOrOld ? [tooYoungOrOld] : []),
  ];
  if (fields.length > 0) throw new ApiError('invalid_fields', { part: 'body' }, { fields });
  const values = new Map(parsed.answers.map(({ question, value }) => [question.id, value]));
  const changed = [
    ...visibleQuestions(questions, person, raw).flatMap((question) => {
      const value = values.get(question.id);
      const before = stored[question.id];
      const isKept =
        before !== undefined && (value === undefined || JSON.stringify(value) === JSON.stringify(before.value));
      if (isKept && !(question.id in answers && value === undefined)) return [before];
      return value === undefined ? [] : [storedAnswer(question, value, change.language ?? defaultLanguage, now)];
    }),
    ...Object.values(stored).filter(({ questionId }) => !asked.has(questionId)),
  ];
  const column = answersColumn(changed);
  if (column === answersColumn(Object.values(stored))) return false;
  await writeRow(tx, organizerId, change, { person: row?.person, column, now });
  return true;
}

async function findRow(tx: Db, organizerId: string, { orderNumber, ticketId }: AnswerChange) {
  const rows = tx
    .selectFrom('answers')
    .select(['person', 'answers'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber);
  const ofPerson = ticketId === null ? rows.where('person', '=', 0) : rows.where('ticket_id', '=', ticketId);
  return ofPerson.executeTakeFirst();
}

async function writeRow(
  tx: Db,
  organizerId: string,
  { orderNumber, eventId, ticketId }: AnswerChange,
  { person, column, now }: { person: number | undefined; column: string; now: string },
): Promise<void> {
  if (person !== undefined) {
    await tx
      .updateTable('answers')
      .set({ answers: column, updated_at: now })
      .where('organizer_id', '=', organizerId)
      .where('order_number', '=', orderNumber)
      .where('person', '=', person)
      .execute();
    return;
  }
  const { last } = await tx
    .selectFrom('answers')
    .select((eb) => eb.fn.max('person').as('last'))
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  const key = { organizer_id: organizerId, order_number: orderNumber, person: ticketId === null ? 0 : (last ?? 0) + 1 };
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto('answers')
    .values({ ...key, event_id: eventId, ticket_id: ticketId, answers: column, ...times })
    .execute();
}
