import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';

/** How many unpaid tickets and add-ons one network address and one e-mail address can reserve. */
export interface HoldLimits {
  /** null: the operator's default; 0: no limit. */
  readonly perAddress: number | null;
  readonly perEmail: number | null;
}

/**
 * Sets an organizer's limits of unpaid units for new reservations. Limits that are not given stay as they are.
 *
 * @param origin who sets them, for the audit
 * @returns the limits after the change
 */
export async function setHoldLimits(
  db: Db,
  organizerId: string,
  changes: Partial<HoldLimits>,
  clock: Clock,
  origin: AuditOrigin,
): Promise<HoldLimits> {
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('organizers')
      .set({
        ...(changes.perAddress === undefined ? {} : { holds_per_address: changes.perAddress }),
        ...(changes.perEmail === undefined ? {} : { holds_per_email: changes.perEmail }),
        updated_at: now,
      })
      .where('id', '=', organizerId)
      .returning(['holds_per_address', 'holds_per_email'])
      .executeTakeFirstOrThrow();
    const limits = { perAddress: row.holds_per_address, perEmail: row.holds_per_email };
    const details = { ...limits };
    await recordAudit(tx, organizerId, {
      ...origin,
      action: 'organizer.set_hold_limits',
      subject: organizerId,
      details,
      at: now,
    });
    return limits;
  });
}
