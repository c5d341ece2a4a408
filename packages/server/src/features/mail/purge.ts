import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { deleteInBatches } from '../../platform/database/remove-steps.ts';

const dayMs = 24 * 60 * 60_000;
/** For whoever wants to know why a mail did not arrive. */
const failedKeptMs = 30 * dayMs;
/** The workers drop what has expired; where none runs, it goes after this. */
const expiredKeptMs = dayMs;
/** Removes mails that failed long ago, and those that no worker has dropped in time, a step at a time. */
export async function purgeMails(db: Db, nowMs: number): Promise<void> {
  const old = sql`where (status = 'failed' and updated_at <= ${timestamp(nowMs - failedKeptMs)})
    or expires_at <= ${timestamp(nowMs - expiredKeptMs)}`;
  await deleteInBatches(db, 'mails', ['id'], old);
}
