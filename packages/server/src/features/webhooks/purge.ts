import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { type Db, dialectOf } from '../../platform/database/dialect.ts';
import { attemptsKeptMs } from './schedule.ts';

/** Removed in one transaction: a step that nobody notices. */
const stepMax = 500;

/** Removes attempts that were kept long enough, a step at a time, and secrets that are over. */
export async function removeOldAttempts(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  const { numDeletedRows } = await db
    .deleteFrom('webhook_attempts')
    .where((eb) =>
      eb(
        sql`(organizer_id, delivery_id, id)`,
        'in',
        sql`(select organizer_id, delivery_id, id from webhook_attempts
          where started_at < ${timestamp(now - attemptsKeptMs)} order by started_at
          limit ${sql.lit(stepMax)} ${dialectOf(db).forUpdateSkipLocked})`,
      ),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows === BigInt(stepMax)) return removeOldAttempts(db, clock);
  await db.deleteFrom('webhook_secrets').where('expires_at', '<', timestamp(now)).execute();
}
