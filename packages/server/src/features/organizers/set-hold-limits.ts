import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';

/** The maximum number of unpaid tickets and add-ons of one IP address and of one e-mail address. */
export interface HoldLimits {
  /** null: the operator's default; 0: no limit. */
  readonly perAddress: number | null;
  readonly perEmail: number | null;
}

/** The limits in the row of an organizer. */
export function toHoldLimits(row: Pick<Tables['organizers'], 'holds_per_address' | 'holds_per_email'>): HoldLimits {
  return { perAddress: row.holds_per_address, perEmail: row.holds_per_email };
}

/**
 * Sets an organizer's limits of unpaid units for new reservations. Limits that `changes` does not contain do not change.
 *
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @returns the limits after the change
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setHoldLimits(
  db: Db,
  scope: RequestScope,
  changes: Partial<HoldLimits>,
  ifMatch: IfMatch | null = null,
): Promise<HoldLimits> {
  const { organizerId } = scope;
  const now = timestamp(scope.clock.now());
  return db.transaction().execute(async (tx) => {
    const columns = {
      ...(changes.perAddress === undefined ? {} : { holds_per_address: changes.perAddress }),
      ...(changes.perEmail === undefined ? {} : { holds_per_email: changes.perEmail }),
    };
    const limits = toHoldLimits(await changeSettings(tx, organizerId, columns, { now, ifMatch }));
    const details = { ...limits };
    await recordAudit(tx, scope, { action: 'organizer.set_hold_limits', subject: organizerId, details, at: now });
    return limits;
  });
}
