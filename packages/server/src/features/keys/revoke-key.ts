import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { getKey } from './queries.ts';

/**
 * Revokes a key: within a second no process takes it any more. Doing it twice changes nothing.
 *
 * @throws ApiError `not_found`
 */
export async function revokeKey(db: Db, keyId: string, clock: Clock): Promise<{ id: string; revokedAt: string }> {
  const key = await getKey(db, keyId);
  await db
    .updateTable('api_keys')
    .set({ revoked_at: timestamp(clock.now()) })
    .where('organizer_id', '=', key.organizerId)
    .where('id', '=', key.id)
    .where('revoked_at', 'is', null)
    .execute();
  return { id: key.id, revokedAt: (await getKey(db, keyId)).revokedAt! };
}
