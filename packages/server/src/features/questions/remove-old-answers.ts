import { sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { hasAnswerTo } from './queries.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Maximum number of persons in one transaction. */
const maxPersonsPerBatch = 100;
/** Maximum number of batches for one question in one run. The next run continues. */
const maxBatchesPerRun = 1_000;

interface LimitedQuestion {
  readonly organizerId: string;
  readonly eventId: string;
  readonly id: string;
  readonly retentionDays: number;
  readonly endedAt: string;
}

/**
 * Removes the answers to questions whose `retentionDays` since the end of their event have passed. The other answers of the persons stay.
 * Any number of processes can run this at the same time.
 */
export async function removeOldAnswers(db: Db, clock: ServiceClock): Promise<void> {
  const { rows } = await sql<LimitedQuestion>`select q.organizer_id as "organizerId", q.event_id as "eventId", q.id,
      q.retention_days as "retentionDays", coalesce(e.ends_at, e.starts_at) as "endedAt"
    from questions as q join events as e on e.organizer_id = q.organizer_id and e.id = q.event_id
    where q.retention_days is not null`.execute(db);
  for (const question of rows) {
    const nowMs = clock.of(question.organizerId).now();
    if (Date.parse(question.endedAt) + question.retentionDays * dayMs > nowMs) continue;
    for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
      const removed = await db.transaction().execute((tx) => removeAnswers(tx, question, timestamp(nowMs)));
      if (removed < maxPersonsPerBatch) break;
    }
  }
}

/** @returns the number of persons whose answers were changed */
async function removeAnswers(tx: Db, { organizerId, eventId, id }: LimitedQuestion, now: string): Promise<number> {
  const { forUpdate, updateMany } = dialectOf(tx);
  const { rows } = await sql<Pick<Tables['answers'], 'order_number' | 'person' | 'answers'>>`
    select order_number, person, answers from answers
    where organizer_id = ${organizerId} and event_id = ${eventId} and ${hasAnswerTo(id)}
    order by order_number, person limit ${sql.lit(maxPersonsPerBatch)} ${forUpdate}`.execute(tx);
  const changed = rows.map((row) => {
    const { [id]: _, ...others } = JSON.parse(row.answers) as Record<string, unknown>;
    return { organizer_id: organizerId, ...row, answers: JSON.stringify(others), updated_at: now };
  });
  await updateMany(tx, 'answers', ['organizer_id', 'order_number', 'person'], changed);
  return rows.length;
}
