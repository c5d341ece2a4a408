import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';

const defaultSeconds = 600;

/** The time within which a consumption can be reversed, in seconds. */
export async function readReverseWithinSeconds(db: Db, organizerId: string): Promise<number> {
  const row = await db
    .selectFrom('organizers')
    .select('reverse_within_seconds')
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow();
  return toReverseWithinSeconds(row);
}

/** The time in the row of an organizer, in seconds. */
export function toReverseWithinSeconds(row: Pick<Tables['organizers'], 'reverse_within_seconds'>): number {
  return row.reverse_within_seconds ?? defaultSeconds;
}

/**
 * Sets the time within which a consumption can be reversed.
 *
 * @param seconds null for the default of 10 minutes; 0: consumptions cannot be reversed
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @returns the time after the change, in seconds
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setReverseWithinSeconds(
  db: Db,
  scope: RequestScope,
  seconds: number | null,
  ifMatch: IfMatch | null = null,
): Promise<number> {
  const { organizerId } = scope;
  const at = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    await changeSettings(tx, organizerId, { reverse_within_seconds: seconds }, { now: at, ifMatch });
    await recordAudit(tx, scope, {
      action: 'organizer.update',
      subject: organizerId,
      details: { reverseWithinSeconds: seconds },
      at,
    });
  });
  return seconds ?? defaultSeconds;
}
