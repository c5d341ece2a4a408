import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { getKey } from './queries.ts';

/**
 * Revokes a key. Within a second, every process rejects it. A repeated call changes nothing.
 *
 * @param origin the actor, for the audit log
 * @throws ApiError `not_found`
 */
export async function revokeKey(
  db: Db,
  keyId: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; revokedAt: string }> {
  return db.transaction().execute(async (tx) => {
    const { organizerId } = await getKey(tx, keyId);
    const now = timestamp(clock.now());
    const { numUpdatedRows } = await tx
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return { id: keyId, revokedAt: (await getKey(tx, keyId)).revokedAt ?? now };
    await recordAudit(tx, organizerId, { ...origin, action: 'key.revoke', subject: keyId, details: {}, at: now });
    return { id: keyId, revokedAt: now };
  });
}
