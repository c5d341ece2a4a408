import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';

const dayMs = 24 * 60 * 60_000;
/** For whoever wants to know why a mail did not arrive. */
const failedKeptMs = 30 * dayMs;
/** The workers drop what has expired; where none runs, it goes after this. */
const expiredKeptMs = dayMs;
/** Removed in one transaction: a step that nobody notices. */
const stepMax = 500;

/** Removes mails that failed long ago, and those that no worker has dropped in time, a step at a time. */
export async function removeOldMails(db: Db, nowMs: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where((eb) =>
      eb(
        'id',
        'in',
        sql<string>`(select id from mails
          where (status = 'failed' and updated_at <= ${timestamp(nowMs - failedKeptMs)})
            or expires_at <= ${timestamp(nowMs - expiredKeptMs)}
          limit ${sql.lit(stepMax)} ${dialectOf(db).forUpdateSkipLocked})`,
      ),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows === BigInt(stepMax)) await removeOldMails(db, nowMs);
}
