import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';

/** The state of a queue in the database. */
export interface QueueHealth {
  /** The number of rows that wait for an attempt. Counting stops at `queueCountMax`. */
  readonly waiting: number;
  /** The number of these rows whose attempt is due. */
  readonly due: number;
  /** The time at which the row that waits longest was due, RFC 3339; null if no row is due. */
  readonly oldestDueAt: string | null;
}

/** Counts stop at this number, so that a long queue does not make the statement slow. */
const queueCountMax = 10_000;

/** Reads the state of a queue. It reads only the index of the waiting rows. */
export async function readQueueHealth(
  db: Db,
  { table, now }: { table: 'webhook_deliveries' | 'mails' | 'order_mails' | 'payment_refunds'; now: string },
): Promise<QueueHealth> {
  const { rows } = await sql<QueueHealth>`
    select count(*) as waiting, count(case when next_attempt_at <= ${now} then 1 end) as due,
      min(case when next_attempt_at <= ${now} then next_attempt_at end) as "oldestDueAt"
    from (
      select next_attempt_at from ${sql.table(table)} where status = 'pending' limit ${sql.lit(queueCountMax)}
    ) as waiting`.execute(db);
  return rows[0]!;
}
