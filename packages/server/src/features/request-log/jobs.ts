import { sql } from 'kysely';
import { timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { firstIdOf } from '../../platform/ids.ts';
import { type Job, repeatingJob } from '../../platform/job.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The time for which requests are stored. */
const entryRetentionMs = 14 * dayMs;
/** The time for which the number of requests of an hour is stored. */
const usageRetentionMs = 90 * dayMs;

/** Deletes logged requests after 14 days, and the number of requests of an hour after 90 days. */
export const purgeRequestLogJob: Job = repeatingJob('purge request log', hourMs, async ({ db, clock }) => {
  await purgeRequestLog(db, clock.now());
});

/** Deletes old requests and usage. The indexes begin with the organizer, so the organizers are read one after the other. */
export async function purgeRequestLog(db: Db, nowMs: number): Promise<void> {
  const firstEntryId = firstIdOf('req', nowMs - entryRetentionMs);
  for await (const organizerId of organizersIn(db, 'request_log_entries')) {
    const old = sql`where organizer_id = ${organizerId} and id < ${firstEntryId} order by id`;
    await deleteInBatches(db, 'request_log_entries', ['organizer_id', 'id'], old, organizerId);
  }
  const firstHour = timestamp(nowMs - usageRetentionMs);
  for await (const organizerId of organizersIn(db, 'key_usage')) {
    const old = sql`where organizer_id = ${organizerId} and hour < ${firstHour} order by hour`;
    await deleteInBatches(db, 'key_usage', ['organizer_id', 'hour', 'key_id'], old, organizerId);
  }
}

/** The organizers that have rows in a table. Each is one search in an index. */
async function* organizersIn(db: Db, table: 'request_log_entries' | 'key_usage'): AsyncGenerator<string> {
  let previous = '';
  for (;;) {
    const row = await db
      .selectFrom(table)
      .select('organizer_id')
      .where('organizer_id', '>', previous)
      .orderBy('organizer_id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    previous = row.organizer_id;
    yield previous;
  }
}
