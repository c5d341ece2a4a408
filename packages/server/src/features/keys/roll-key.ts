import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { type CreatedKey, insertKey } from './create-key.ts';
import { parseScopes, readKey } from './queries.ts';
import { moveScopeRequests } from './scope-request-queries.ts';

const dayMs = 86_400_000;

/** The longest time for which a rolled key can still be used. */
export const graceMsMax = 7 * dayMs;

/**
 * Creates a new key with the name, scopes and lifetime of an old key. The old key stays valid for the grace period. Pending
 * requests for scopes move to the new key.
 *
 * @param graceMs 0 to 7 days; if the old key expires earlier, its expiry does not change
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `invalid_grace_period` if the grace period is out of range
 * @throws ApiError `key_not_found` if no key has this id
 * @throws ApiError `key_inactive` if the key is revoked or has expired
 */
export async function rollKey(
  db: Db,
  organizerId: string,
  keyId: string,
  graceMs: number,
  clock: Clock,
  origin: AuditOrigin,
): Promise<CreatedKey & { previous: { id: string; expiresAt: string } }> {
  if (graceMs < 0 || graceMs > graceMsMax) {
    throw new ApiError('invalid_grace_period', {}, { fields: [fieldError('grace', 'not_a_grace_period', {})] });
  }
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const oldKey = await readKey(tx, organizerId, keyId);
    const graceEnd = timestamp(now + graceMs);
    const expiresAt = oldKey.expiresAt !== null && oldKey.expiresAt < graceEnd ? oldKey.expiresAt : graceEnd;
    // The scopes are read while the row is locked, so that a scope that was just removed is not copied.
    const oldRow = await tx
      .updateTable('api_keys')
      .set({ expires_at: expiresAt })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', oldKey.id)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]))
      .returning('scopes')
      .executeTakeFirst();
    if (oldRow === undefined) {
      throw new ApiError('key_inactive', { keyId });
    }
    const lifetimeMs = oldKey.expiresAt === null ? null : Date.parse(oldKey.expiresAt) - Date.parse(oldKey.createdAt);
    const newExpiresAt = lifetimeMs === null ? null : timestamp(now + lifetimeMs);
    const createdKey = await insertKey(tx, organizerId, {
      kind: oldKey.kind,
      name: oldKey.name,
      scopes: parseScopes(oldRow.scopes),
      createdAtMs: now,
      createdBy: origin.actor,
      expiresAt: newExpiresAt,
    });
    await moveScopeRequests(tx, organizerId, { fromKeyId: oldKey.id, toKeyId: createdKey.id });
    await recordAudit(tx, organizerId, {
      ...origin,
      action: 'key.roll',
      subject: oldKey.id,
      details: { newKeyId: createdKey.id, scopes: createdKey.scopes, expiresAt, newExpiresAt },
      at: timestamp(now),
    });
    return { ...createdKey, previous: { id: oldKey.id, expiresAt } };
  });
}
