import { sql } from 'kysely';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { NewRow } from '../../platform/database/tables.ts';
import type { QuestionView } from './queries.ts';

type Row = NewRow<'questions'>;

/** The columns that a change of a question can set. */
function changeableColumns(question: QuestionView) {
  const { options, shownIf, offerIds, translations, minimum, maximum } = question;
  const offered = options?.filter(({ isArchived }) => !isArchived).map(({ code, label }) => ({ code, label })) ?? null;
  return {
    position: question.position,
    label: question.label,
    help: question.help,
    is_required: question.isRequired ? 1 : 0,
    options: jsonOrNull(options),
    offered_options: jsonOrNull(offered),
    minimum: jsonOrNull(minimum),
    maximum: jsonOrNull(maximum),
    min_length: question.minLength,
    max_length: question.maxLength,
    pattern: question.pattern,
    default_value: jsonOrNull(question.default),
    shown_if: jsonOrNull(shownIf),
    max_age: question.maxAge,
    offer_ids: jsonOrNull(offerIds),
    is_marketing: question.isMarketing ? 1 : 0,
    retention_days: question.retentionDays,
    translations: Object.keys(translations).length === 0 ? null : JSON.stringify(translations),
    is_archived: question.isArchived ? 1 : 0,
    version: question.version,
    updated_at: question.updatedAt,
  } as const;
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Inserts validated questions. The caller has locked their event. */
export async function insertQuestions(
  tx: Db,
  organizerId: string,
  questions: readonly (QuestionView & { readonly externalId?: string })[],
): Promise<void> {
  if (questions.length === 0) return;
  const rows = questions.map(
    (question): Row => ({
      organizer_id: organizerId,
      id: question.id,
      external_id: question.externalId ?? null,
      event_id: question.eventId,
      asked_of: question.askedOf,
      kind: question.kind,
      key: question.key,
      created_at: question.createdAt,
      ...changeableColumns(question),
    }),
  );
  await tx.insertInto('questions').values(rows).execute();
}

/** Writes a changed question. The caller has locked its event. */
export async function updateQuestion(tx: Db, organizerId: string, question: QuestionView): Promise<void> {
  await tx
    .updateTable('questions')
    .set(changeableColumns(question))
    .where('organizer_id', '=', organizerId)
    .where('id', '=', question.id)
    .execute();
}

/** Sets the positions of questions. The caller has locked their event. */
export async function moveQuestions(
  tx: Db,
  organizerId: string,
  questions: readonly { readonly id: string; readonly position: number }[],
  now: string,
): Promise<void> {
  const rows = questions.map(({ id, position }) => ({ organizer_id: organizerId, id, position, updated_at: now }));
  await dialectOf(tx).updateMany(tx, 'questions', ['organizer_id', 'id'], rows);
}

/**
 * Locks a question, so that no answers to it are inserted until the transaction ends. To avoid deadlocks, call this before the event is
 * locked.
 */
export async function lockQuestionRow(tx: Db, organizerId: string, id: string): Promise<void> {
  await sql`select id from questions where organizer_id = ${organizerId} and id = ${id} ${dialectOf(tx).forUpdate}`.execute(
    tx,
  );
}

/**
 * Locks the questions of an event, without waiting: if another transaction has locked one, the statement fails as `unavailable`. The caller
 * has locked the event.
 */
export async function lockQuestionsNow(tx: Db, organizerId: string, eventId: string): Promise<void> {
  await sql`select id from questions where organizer_id = ${organizerId} and event_id = ${eventId}
    ${dialectOf(tx).forUpdateNoWait}`.execute(tx);
}

/** Deletes a question that nobody has answered. The caller has locked its event. */
export async function deleteQuestionRow(tx: Db, organizerId: string, id: string): Promise<void> {
  await tx.deleteFrom('questions').where('organizer_id', '=', organizerId).where('id', '=', id).execute();
}
