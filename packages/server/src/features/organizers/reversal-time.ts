import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';

const defaultSeconds = 600;

/** The time within which a consumption can be reversed, in seconds. */
export async function readReverseWithinSeconds(db: Db, organizerId: string): Promise<number> {
  const row = await db
    .selectFrom('organizers')
    .select('reverse_within_seconds')
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow();
  return row.reverse_within_seconds ?? defaultSeconds;
}

/**
 * Sets the time within which a consumption can be reversed.
 *
 * @param seconds null for the default of 10 minutes; 0: consumptions cannot be reversed
 * @param origin the actor and the request, for the audit log
 * @returns the time after the change, in seconds
 */
export async function setReverseWithinSeconds(
  db: Db,
  organizerId: string,
  seconds: number | null,
  clock: Clock,
  origin: AuditOrigin,
): Promise<number> {
  const at = timestamp(clock.now());
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('organizers')
      .set({ reverse_within_seconds: seconds, updated_at: at })
      .where('id', '=', organizerId)
      .execute();
    const entry = {
      action: 'organizer.update',
      subject: organizerId,
      details: { reverseWithinSeconds: seconds },
      at,
    } as const;
    await recordAudit(tx, organizerId, { ...origin, ...entry });
  });
  return seconds ?? defaultSeconds;
}
