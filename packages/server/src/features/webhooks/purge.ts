import { sql } from 'kysely';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { attemptRetentionMs } from './schedule.ts';

/** Deletes attempts and their counts after 30 days, in batches, and expired signing secrets. */
export async function purgeAttempts(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  const oldAttempts = sql`where started_at < ${timestamp(now - attemptRetentionMs)} order by started_at`;
  await deleteInBatches(db, 'webhook_attempts', ['organizer_id', 'delivery_id', 'id'], oldAttempts);
  const countKey = ['organizer_id', 'endpoint_id', 'hour', 'outcome', 'latency_ms'] as const;
  const oldCounts = sql`where hour < ${timestamp(now - attemptRetentionMs)} order by hour`;
  await deleteInBatches(db, 'webhook_attempt_counts', countKey, oldCounts);
  await db.deleteFrom('webhook_secrets').where('expires_at', '<', timestamp(now)).execute();
}
