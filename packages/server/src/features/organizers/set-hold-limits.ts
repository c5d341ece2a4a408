import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';

/** The maximum number of unpaid tickets and add-ons of one IP address and of one e-mail address. */
export interface HoldLimits {
  /** null: the operator's default; 0: no limit. */
  readonly perAddress: number | null;
  readonly perEmail: number | null;
}

/** The limits of an organizer. */
export async function readHoldLimits(db: Db, organizerId: string): Promise<HoldLimits> {
  return db
    .selectFrom('organizers')
    .select(['holds_per_address as perAddress', 'holds_per_email as perEmail'])
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow();
}

/**
 * Sets an organizer's limits of unpaid units for new reservations. Limits that `changes` does not contain do not change.
 *
 * @param origin the actor and the request, for the audit log
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
