import type { Db } from '../../platform/database/dialect.ts';
import { mailTables } from './leases.ts';

/** The error of e-mails that the operator has dropped. */
const droppedError = 'dropped';

/**
 * Marks all e-mails that wait as failed, and deletes their payloads.
 *
 * @param now RFC 3339
 * @returns the number of e-mails
 */
export async function dropWaitingMails(tx: Db, now: string): Promise<number> {
  let dropped = 0;
  for (const table of mailTables) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ status: 'failed', next_attempt_at: null, payload: null, error: droppedError, updated_at: now })
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    dropped += Number(numUpdatedRows);
  }
  return dropped;
}
