import { sql, type UpdateObject } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type IfMatch, matchesVersion } from '../../platform/http/entity-tags.ts';

/**
 * Changes columns of an organizer, and raises its version.
 *
 * @param options.now RFC 3339
 * @param options.ifMatch the versions in the `If-Match` header; null if the request has no such header
 * @returns the row after the change
 * @throws ApiError `resource_changed` if the settings were changed after the caller read them
 */
export async function changeSettings(
  tx: Db,
  organizerId: string,
  columns: Partial<Tables['organizers']>,
  { now, ifMatch }: { now: string; ifMatch: IfMatch | null },
): Promise<Tables['organizers']> {
  const row = await tx
    .updateTable('organizers')
    .set({ ...columns, version: sql`version + 1`, updated_at: now } as UpdateObject<Tables, 'organizers'>)
    .where('id', '=', organizerId)
    .where(matchesVersion(ifMatch, organizerId))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('resource_changed', {});
  return row;
}
