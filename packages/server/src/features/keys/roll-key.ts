import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { type CreatedKey, insertKey } from './create-key.ts';
import { getKey, parseScopes } from './queries.ts';

const dayMs = 86_400_000;

/**
 * Creates a new key with the name, scopes and lifetime of an old one. The old one stays valid for the grace period.
 *
 * @param graceMs 0 to 7 days; an earlier expiry of the old key does not change
 * @param origin for the audit log
 * @throws ApiError `not_found`, `invalid_request` for a grace period out of range, `invalid_state` for a key that is
 *   revoked or expired
 */
export async function rollKey(
  db: Db,
  keyId: string,
  graceMs: number,
  clock: Clock,
  origin: AuditOrigin,
): Promise<CreatedKey & { previous: { id: string; expiresAt: string } }> {
  if (graceMs < 0 || graceMs > 7 * dayMs) {
    throw new ApiError('invalid_grace_period', {}, { fields: [fieldError('grace', 'not_a_grace_period', {})] });
  }
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const old = await getKey(tx, keyId);
    const end = timestamp(now + graceMs);
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
    // The scopes are read under the lock of the row, so that a scope that was just withdrawn is not copied.
    const expiring = await tx
      .updateTable('api_keys')
      .set({ expires_at: expiresAt })
      .where('organizer_id', '=', old.organizerId)
      .where('id', '=', old.id)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]))
      .returning('scopes')
      .executeTakeFirst();
    if (expiring === undefined) {
      throw new ApiError('key_inactive', { keyId });
    }
    const lifetimeMs = old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt);
    const newExpiresAt = lifetimeMs === null ? null : timestamp(now + lifetimeMs);
    const created = await insertKey(tx, old.organizerId, {
      kind: old.kind,
      name: old.name,
      scopes: parseScopes(expiring.scopes),
      createdAtMs: now,
      expiresAt: newExpiresAt,
    });
    await recordAudit(tx, old.organizerId, {
      ...origin,
      action: 'key.roll',
      subject: old.id,
      details: { newKeyId: created.id, scopes: created.scopes, expiresAt, newExpiresAt },
      at: timestamp(now),
    });
    return { ...created, previous: { id: old.id, expiresAt } };
  });
}
