import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { IfMatch } from '../../platform/http/entity-tags.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { changeSettings } from './change-settings.ts';

/** The most days after an event for which an organizer can keep personal data: about 30 years. */
export const personalDataDaysMax = 10_957;

/** The organizers whose personal data is removed some days after each event. */
export async function listPersonalDataDays(db: Db): Promise<{ organizerId: string; days: number }[]> {
  const rows = await db
    .selectFrom('organizers')
    .select(['id as organizerId', 'personal_data_days as days'])
    .where('personal_data_days', 'is not', null)
    .execute();
  return rows as { organizerId: string; days: number }[];
}

/** How many days after an event the personal data of an organizer is removed; null: it is kept. */
export async function readPersonalDataDays(db: Db, organizerId: string): Promise<number | null> {
  const row = await db
    .selectFrom('organizers')
    .select('personal_data_days')
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow();
  return row.personal_data_days;
}

/**
 * Sets how many days after each event the personal data of its buyers and ticket holders is removed. A job then removes it, also of past
 * events.
 *
 * @param days 1 to `personalDataDaysMax`; null: it is kept
 * @param ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function setPersonalDataDays(
  db: Db,
  scope: RequestScope,
  days: number | null,
  ifMatch: IfMatch | null = null,
): Promise<void> {
  const { organizerId: subject } = scope;
  const at = timestamp(scope.clock.now());
  await db.transaction().execute(async (tx) => {
    await changeSettings(tx, subject, { personal_data_days: days }, { now: at, ifMatch });
    await recordAudit(tx, scope, { action: 'organizer.update', subject, details: { personalDataDays: days }, at });
  });
}
