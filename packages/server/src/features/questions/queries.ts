import { type RawBuilder, sql } from 'kysely';
import type { Question } from '#shared/questions/question';
import { type Db, dialectOf, type JsonFields } from '../../platform/database/dialect.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Static } from '../../platform/http/schema.ts';
import type { QuestionTranslation, question } from './schema.ts';

/** A question as the API returns it to its organizer. */
export type QuestionView = Static<typeof question>;

/** A question as a person is asked it: not archived, with its translations. */
export interface AskedQuestion extends Question {
  readonly version: number;
  readonly translations: Readonly<Record<string, QuestionTranslation>>;
}

/** The JSON fields of the question `q`, for its organizer or for the persons who are asked. */
function questionFields(db: Db, audience: 'organizer' | 'everyone'): JsonFields {
  const { json, boolean } = dialectOf(db);
  const organizerFields = {
    isMarketing: boolean(sql`q.is_marketing = 1`),
    retentionDays: sql`q.retention_days`,
    isArchived: boolean(sql`q.is_archived = 1`),
    createdAt: sql`q.created_at`,
    updatedAt: sql`q.updated_at`,
  };
  return {
    id: sql`q.id`,
    eventId: sql`q.event_id`,
    position: sql`q.position`,
    askedOf: sql`q.asked_of`,
    kind: sql`q.kind`,
    key: sql`q.key`,
    label: sql`q.label`,
    help: sql`q.help`,
    isRequired: boolean(sql`q.is_required = 1`),
    options: json(audience === 'organizer' ? sql`q.options` : sql`q.offered_options`),
    minimum: json(sql`q.minimum`),
    maximum: json(sql`q.maximum`),
    minLength: sql`q.min_length`,
    maxLength: sql`q.max_length`,
    pattern: sql`q.pattern`,
    default: json(sql`q.default_value`),
    shownIf: json(sql`q.shown_if`),
    maxAge: sql`q.max_age`,
    offerIds: json(sql`q.offer_ids`),
    version: sql`q.version`,
    translations: json(sql`coalesce(q.translations, '{}')`),
    ...(audience === 'organizer' ? organizerFields : {}),
  };
}

/** The JSON of the questions that persons of an event are asked, in their sequence. */
export function askedQuestions(
  db: Db,
  organizerId: RawBuilder<unknown>,
  eventId: RawBuilder<unknown>,
): RawBuilder<string> {
  const { array, object } = dialectOf(db);
  return array(
    object(questionFields(db, 'everyone')),
    sql`from questions as q where q.organizer_id = ${organizerId} and q.event_id = ${eventId} and q.is_archived = 0`,
    sql`q.position, q.id`,
  );
}

const listAsked = statement<{ organizerId: string; eventId: string }, { json: string }>(
  (db, param) =>
    sql<{ json: string }>`select cast(${askedQuestions(db, param('organizerId'), param('eventId'))} as text) as json`,
);

/** The questions that persons of an event are asked, in their sequence. */
export async function listAskedQuestions(db: Db, organizerId: string, eventId: string): Promise<AskedQuestion[]> {
  const [row] = await listAsked(db, { organizerId, eventId });
  return JSON.parse(row!.json) as AskedQuestion[];
}

const list = statement<{ organizerId: string; eventId: string }, { json: string }>(
  (db, param) => sql<{
    json: string;
  }>`select cast(${dialectOf(db).object(questionFields(db, 'organizer'))} as text) as json
    from questions as q where q.organizer_id = ${param('organizerId')} and q.event_id = ${param('eventId')}
    order by q.position, q.id`,
);

/** The questions of an event, in their sequence, including archived ones. The event need not exist. */
export async function listQuestions(db: Db, organizerId: string, eventId: string): Promise<QuestionView[]> {
  const rows = await list(db, { organizerId, eventId });
  return rows.map(({ json }) => JSON.parse(json) as QuestionView);
}

/**
 * The JSON of the answers of a person of an order, in the sequence of the questions.
 *
 * @param person the condition that finds the row `a` of the person
 */
export function answersJson(
  db: Db,
  organizerId: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { json, valuesOf } = dialectOf(db);
  return json(sql`coalesce((select ${valuesOf(sql`a.answers`)} from answers as a
    where a.organizer_id = ${organizerId} and ${person}), '[]')`);
}

/**
 * Whether the holder of the ticket `t` has chosen an option, or has given a consent. The question decides the event, so an index finds its
 * tickets.
 *
 * @param answer the id of the question, a colon, and the code of the option; `true` for a consent, `true` or `false` for a `boolean`
 */
export function hasChosen(db: Db, organizerId: RawBuilder<unknown>, answer: RawBuilder<unknown>): RawBuilder<boolean> {
  const text = sql`cast(${answer} as text)`;
  const [questionId, code] = [sql`substr(${text}, 1, 30)`, sql`substr(${text}, 32)`];
  const stored = sql`${dialectOf(db).json(sql`a.answers`)} -> ${questionId}`;
  const value = sql`cast(${stored} -> 'value' as text)`;
  // Most rows do not have the code, and need no parser.
  const hasCode = sql`(${code} in ('true', 'false') or replace(a.answers, '"' || ${code} || '"', '') <> a.answers)`;
  // The answer to a question with several options is a list, and the consent of a guardian is an object.
  const isGiven = sql`${code} = 'true' and ${stored} ->> 'kind' = 'consent' and ${value} <> 'false'`;
  const isChosen = sql`${value} = ${code} or replace(${value}, '"' || ${code} || '"', '') <> ${value} or (${isGiven})`;
  return sql`t.event_id = (select q.event_id from questions as q where q.organizer_id = ${organizerId} and q.id = ${questionId})
    and (exists (select 1 from answers as a where a.organizer_id = ${organizerId} and a.event_id = t.event_id
      and a.ticket_id = t.id and ${hasCode} and (${isChosen}))) is true`;
}

/** The questions of an event with their references: the `externalId`, or the id of a question without one. */
export async function findQuestionReferences(
  db: Db,
  organizerId: string,
  eventId: string,
): Promise<{ id: string; reference: string }[]> {
  return db
    .selectFrom('questions')
    .select(['id', (eb) => eb.fn.coalesce('external_id', 'id').as('reference')])
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .execute();
}

/** The events of an organizer that have questions. */
export async function listEventsWithQuestions(db: Db, organizerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('event_id')
    .distinct()
    .where('organizer_id', '=', organizerId)
    .orderBy('event_id')
    .execute();
  return rows.map((row) => row.event_id);
}

/** Whether a row of `answers` has an answer to a question. Quotes in texts are escaped, so only the field of the answer matches. */
export function hasAnswerTo(questionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`answers like '%"' || ${questionId} || '":{%'`;
}

/** Whether a person of the event has answered a question. */
export async function hasAnswers(
  db: Db,
  organizerId: string,
  { eventId, id }: { eventId: string; id: string },
): Promise<boolean> {
  const answer = await db
    .selectFrom('answers')
    .select('person')
    .where('organizer_id', '=', organizerId)
    .where('event_id', '=', eventId)
    .where(hasAnswerTo(sql`${id}`))
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

/** The answer of the holder of the ticket `t` to a question, as text; null without an answer. */
export function answerOfTicket(db: Db, organizerId: string, questionId: string): RawBuilder<string | null> {
  return sql`(select cast(${dialectOf(db).json(sql`a.answers`)} -> cast(${questionId} as text) ->> 'value' as text)
    from answers as a where a.organizer_id = ${organizerId} and a.event_id = t.event_id and a.ticket_id = t.id)`;
}
