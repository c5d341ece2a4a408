import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { answerColumns, readAnswerRows, type StoredAnswer } from './answers.ts';
import { hasAnswerTo } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** A question whose answers are kept no longer. */
export interface QuestionToForget {
  readonly eventId: string;
  readonly eventName: string;
  readonly endedAt: string;
  readonly id: string;
  readonly label: string;
}

/** The organizers with a question whose answers are removed some days after its event. */
export async function listOrganizersWithRetention(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct q.organizer_id as id from questions as q
    where q.retention_days is not null order by q.organizer_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The questions whose `retentionDays` since the end of their event have passed, by their events. */
export async function listQuestionsToForget(db: Db, organizerId: string, nowMs: number): Promise<QuestionToForget[]> {
  const { rows } = await sql<QuestionToForget & { readonly days: number }>`select e.id as "eventId",
      e.name as "eventName", coalesce(e.ends_at, e.starts_at) as "endedAt", q.id, q.label, q.retention_days as days
    from questions as q join events as e on e.organizer_id = ${organizerId} and e.id = q.event_id
    where q.organizer_id = ${organizerId} and q.retention_days is not null
    order by coalesce(e.ends_at, e.starts_at), e.id, q.position, q.id`.execute(db);
  return rows.flatMap(({ days, ...question }) =>
    Date.parse(question.endedAt) + days * dayMs > nowMs ? [] : [question],
  );
}

/** The number of answers that `removeOldAnswers` would remove now, of each question that has some. */
export async function countOldAnswers(
  db: Db,
  organizerId: string,
  nowMs: number,
): Promise<(QuestionToForget & { readonly answers: number })[]> {
  const questions = await listQuestionsToForget(db, organizerId, nowMs);
  const ids = questions.map(({ id }) => id);
  const { rows } = await sql<{ id: string; answers: number }>`select q.id, cast(count(*) as integer) as answers
    from questions as q join answers as a on a.organizer_id = ${organizerId} and a.event_id = q.event_id
      and ${hasAnswerTo(sql`q.id`)}
    where q.organizer_id = ${organizerId} and ${dialectOf(db).isOneOf(sql`q.id`, ids)}
    group by q.id`.execute(db);
  const counts = new Map(rows.map(({ id, answers }) => [id, answers]));
  return questions.flatMap((question) => {
    const answers = counts.get(question.id);
    return answers === undefined ? [] : [{ ...question, answers }];
  });
}

/** The numbers of orders of an event with answers to one of these questions. */
export async function listOrdersWithAnswers(
  db: Db,
  organizerId: string,
  { eventId, questionIds }: { readonly eventId: string; readonly questionIds: readonly string[] },
  limit: number,
): Promise<string[]> {
  const isAnswered = sql.join(
    questionIds.map((id) => hasAnswerTo(sql`${id}`)),
    sql` or `,
  );
  const { rows } = await sql<{ order_number: string }>`select distinct order_number from answers
    where organizer_id = ${organizerId} and event_id = ${eventId} and (${isAnswered})
    order by order_number limit ${limit}`.execute(db);
  return rows.map((row) => row.order_number);
}

/**
 * Removes the answers to questions from a locked order. The other answers of its persons stay.
 *
 * @returns the persons who had such answers, each with the ticket; null for the buyer, and before tickets are issued
 */
export async function removeAnswers(
  tx: Db,
  organizerId: string,
  orderNumber: string,
  questionIds: ReadonlySet<string>,
  now: string,
): Promise<{ person: number; ticketId: string | null }[]> {
  const rows = await readAnswerRows(tx, organizerId, orderNumber);
  const changed = rows.flatMap(({ person, ticket_id: ticketId, answers }) => {
    const stored = Object.values(JSON.parse(answers) as Record<string, StoredAnswer>);
    const kept = stored.filter(({ questionId }) => !questionIds.has(questionId));
    return kept.length === stored.length ? [] : [{ person, ticketId, kept }];
  });
  const key = { organizer_id: organizerId, order_number: orderNumber };
  const updates = changed.map(({ person, kept }) => ({ ...key, ...answerColumns(person, kept), updated_at: now }));
  await dialectOf(tx).updateMany(tx, 'answers', ['organizer_id', 'order_number', 'person'], updates);
  return changed.map(({ person, ticketId }) => ({ person, ticketId }));
}
