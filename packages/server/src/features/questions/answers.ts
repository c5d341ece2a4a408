import { sql } from 'kysely';
import type { Language } from '#messages/languages';
import { answerText } from '#shared/questions/answer-text';
import type { PersonOfCategory } from '#shared/questions/category';
import { parseAnswers } from '#shared/questions/parse-answer';
import { type AnswerValue, questionIn } from '#shared/questions/question';
import type { Person } from '#shared/questions/visible-questions';
import { type FieldError, fieldError } from '../../errors/index.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Static } from '../../platform/http/schema.ts';
import { answerTexts } from './answer-texts.ts';
import type { AskedQuestion } from './queries.ts';
import type { answer } from './schema.ts';
import { wordsColumn } from './words-of-answers.ts';

/** Maximum number of errors about persons and their answers in a response. */
export const maxAnswerErrors = 200;

/** An answer as it is stored, and as the API returns it. */
export type StoredAnswer = Static<typeof answer>;

/** The answers of one person of an order. */
export interface PersonAnswers {
  /** 0 for the buyer, otherwise the place of the holder in the list of attendees, from 1. */
  readonly person: number;
  readonly answers: readonly StoredAnswer[];
}

/** The languages in which a person saw questions. */
export interface ShownIn {
  /** The language that the person asked for; null for that of the event. */
  readonly pageLanguage: Language | null;
  /** The default language of the event. Texts without a translation are in it. */
  readonly eventLanguage: Language;
}

/** A person of a request, with the answers as they were sent. */
export interface AnsweringPerson extends Person {
  readonly person: number;
  /** The path of the answers in the request. */
  readonly path: string;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Checks the answers of the persons of an order.
 *
 * @param options.requireAll whether required questions must be answered. Members and programs can leave them open
 * @returns the answers to store, only of persons with answers, and the error of each invalid one
 */
export function checkAnswers(
  questions: readonly AskedQuestion[],
  persons: readonly AnsweringPerson[],
  { now, shownIn, requireAll }: { now: string; shownIn: ShownIn; requireAll: boolean },
): { answers: PersonAnswers[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const today = now.slice(0, 10);
  const answers = persons.flatMap(({ person, path, answers: raw = {}, ...asked }) => {
    const parsed = parseAnswers(questions, asked, raw, { requireAll, today });
    for (const { path: ofQuestion, problem } of parsed.problems)
      errors.push(fieldError(`${path}.answers.${ofQuestion}`, problem.code, problem.params as never));
    const stored = parsed.answers.map(({ question, value }) => storedAnswer(question, value, shownIn, now));
    return stored.length === 0 ? [] : [{ person, answers: stored }];
  });
  return { answers, errors };
}

/**
 * An answer with the texts of its question that the person saw. Its language is that of the label, so it is the language of the event if the
 * label is not translated.
 */
export function storedAnswer(
  question: Omit<AskedQuestion, 'default'>,
  value: AnswerValue,
  { pageLanguage, eventLanguage }: ShownIn,
  now: string,
): StoredAnswer {
  const { id: questionId, key, kind, version, translations } = question;
  const shown = pageLanguage ?? eventLanguage;
  const language = translations[shown]?.label === undefined ? eventLanguage : shown;
  const { label, options } = questionIn(question, shown);
  return {
    questionId,
    key,
    kind,
    label,
    value: value as StoredAnswer['value'],
    text: answerText({ kind, key, options }, value, answerTexts(language), language),
    version,
    language,
    answeredAt: now,
  };
}

/** A question was deleted after answers to it were checked. */
export class QuestionDeleted extends Error {}

const lockQuestionRows = statement<{ organizerId: string; ids: unknown }, { id: string }>((db, param) => {
  const { isInList, forKeyShare } = dialectOf(db);
  return sql`select id from questions where organizer_id = ${param('organizerId')}
    and ${isInList(sql.ref('id'), param('ids'))} order by id ${forKeyShare}`;
});

/**
 * Keeps questions from being deleted until the transaction ends. To avoid deadlocks, call this before the event is locked.
 *
 * @returns the number of those that exist
 */
export async function keepQuestions(tx: Db, organizerId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await lockQuestionRows(tx, { organizerId, ids: dialectOf(tx).listOf(ids) });
  return rows.length;
}

/**
 * Inserts the answers of an order in one statement. Answers to questions that were archived in the meantime are inserted, too.
 *
 * @throws QuestionDeleted if a question was deleted in the meantime; the caller must roll back, and check the answers again
 */
export async function insertAnswers(
  tx: Db,
  organizerId: string,
  { orderNumber, eventId }: { orderNumber: string; eventId: string },
  persons: readonly PersonAnswers[],
  now: string,
): Promise<void> {
  const questionIds = new Set(persons.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)));
  if ((await keepQuestions(tx, organizerId, [...questionIds])) < questionIds.size) throw new QuestionDeleted();
  const rows = persons.map(({ person, answers }) => ({
    organizer_id: organizerId,
    order_number: orderNumber,
    event_id: eventId,
    ticket_id: null,
    ...answerColumns(person, answers),
    created_at: now,
    updated_at: now,
  }));
  await insertAnswerRows(tx, rows);
}

/** Inserts the answers of any number of orders in few round trips. */
export function insertAnswerRows(tx: Db, rows: readonly Tables['answers'][]): Promise<void> {
  return dialectOf(tx).insertMany(tx, 'answers', rows);
}

/** The answers of all persons of an order, as they are stored. */
export function readAnswerRows(tx: Db, organizerId: string, orderNumber: string) {
  return tx
    .selectFrom('answers')
    .select(['person', 'ticket_id', 'answers'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .execute();
}

/** The columns of a row that depend on the answers of its person. */
export function answerColumns(
  person: number,
  answers: readonly StoredAnswer[],
): Pick<Tables['answers'], 'person' | 'answers' | 'words'> {
  return { person, answers: answersColumn(answers), words: person === 0 ? null : wordsColumn(answers) };
}

/** The column `answers` of a row. */
export function answersColumn(answers: readonly StoredAnswer[]): string {
  return JSON.stringify(Object.fromEntries(answers.map((stored) => [stored.questionId, stored])));
}

/**
 * Records which tickets the holders with answers have got.
 *
 * @param tickets those whose person is null have no answers
 */
export async function assignAnswers(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  tickets: readonly { readonly person: number | null; readonly ticketId: string }[],
): Promise<void> {
  const rows = tickets.flatMap(({ person, ticketId }) =>
    person === null ? [] : [{ organizer_id: organizerId, order_number: orderNumber, person, ticket_id: ticketId }],
  );
  await dialectOf(tx).updateMany(tx, 'answers', ['organizer_id', 'order_number', 'person'], rows);
}

/** The birth dates and the sexes of the holders of an order, by person. */
export async function readPersonsOfOrder(
  db: Db,
  organizerId: string,
  orderNumber: string,
): Promise<ReadonlyMap<number, PersonOfCategory>> {
  const rows = await db
    .selectFrom('answers')
    .select(['person', 'answers'])
    .where('organizer_id', '=', organizerId)
    .where('order_number', '=', orderNumber)
    .where('person', '>', 0)
    .execute();
  return new Map(rows.map((row) => [row.person, personOfAnswers(storedAnswersOf(row))]));
}

/** The answers in a row. */
export function storedAnswersOf({ answers }: Pick<Tables['answers'], 'answers'>): StoredAnswer[] {
  return Object.values(JSON.parse(answers) as Record<string, StoredAnswer>);
}

/** What a category needs to know of the holder with these answers. */
export function personOfAnswers(answers: readonly StoredAnswer[]): PersonOfCategory {
  const textOf = (key: StoredAnswer['key']) => {
    const value = answers.find((stored) => stored.key === key)?.value;
    return typeof value === 'string' ? value : null;
  };
  return { birthDate: textOf('birthDate'), sex: textOf('sex') };
}

/** Deletes the answers of orders whose buyers are removed. */
export async function deleteAnswers(tx: Db, organizerId: string, orderNumbers: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('answers')
    .where('organizer_id', '=', organizerId)
    .where((eb) => dialectOf(tx).isOneOf(eb.ref('order_number'), orderNumbers))
    .execute();
}
