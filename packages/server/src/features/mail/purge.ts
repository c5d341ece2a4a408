import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';

const dayMs = 24 * 60 * 60_000;
/** Failed e-mails are stored for operators, who can read why an e-mail did not arrive. */
const failedRetentionMs = 30 * dayMs;
/** Workers delete expired e-mails earlier. This time applies only if no worker runs. */
const expiredRetentionMs = dayMs;

/** Deletes old failed e-mails, and expired e-mails that no worker has deleted, in batches. */
export async function purgeMails(db: Db, nowMs: number): Promise<void> {
  const oldMails = sql`where (status = 'failed' and updated_at <= ${timestamp(nowMs - failedRetentionMs)})
    or expires_at <= ${timestamp(nowMs - expiredRetentionMs)}`;
  await deleteInBatches(db, 'mails', ['id'], oldMails);
  await deleteInBatches(db, 'order_mails', ['organizer_id', 'id'], oldMails);
}
