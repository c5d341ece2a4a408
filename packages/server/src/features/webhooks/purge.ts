import { type RawBuilder, sql } from 'kysely';
import { type ServiceClock, timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { attemptRetentionMs } from './schedule.ts';

/** Deletes attempts and their counts after 30 days, in batches, and expired signing secrets. */
export async function purgeAttempts(db: Db, clock: ServiceClock): Promise<void> {
  await purgeAt(db, clock.now(), sql``);
  for (const [organizerId, moved] of clock.moved) {
    await purgeAt(db, moved.now(), sql`and organizer_id = ${organizerId}`);
  }
}

/** @param onlyOf a condition that begins with `and`; empty for the rows of all organizers */
async function purgeAt(db: Db, now: number, onlyOf: RawBuilder<unknown>): Promise<void> {
  const oldAttempts = sql`where started_at < ${timestamp(now - attemptRetentionMs)} ${onlyOf} order by started_at`;
  await deleteInBatches(db, 'webhook_attempts', ['organizer_id', 'delivery_id', 'id'], oldAttempts);
  const countKey = ['organizer_id', 'endpoint_id', 'hour', 'outcome', 'latency_ms'] as const;
  const oldCounts = sql`where hour < ${timestamp(now - attemptRetentionMs)} ${onlyOf} order by hour`;
  await deleteInBatches(db, 'webhook_attempt_counts', countKey, oldCounts);
  await sql`delete from webhook_secrets where expires_at < ${timestamp(now)} ${onlyOf}`.execute(db);
}
