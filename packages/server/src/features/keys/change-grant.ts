import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { getKey } from './queries.ts';
import { type KeyPolicy, type Scope, scopes } from './scopes.ts';

/**
 * Grants a secret key a scope that only the operator can grant, or removes such a scope. A repeated call changes nothing.
 *
 * @param origin the actor, for the audit log
 * @returns the key's scopes after the change
 * @throws ApiError `not_found`, `invalid_request` for a scope that the operator cannot grant, `invalid_state` for a
 *   publishable or revoked key
 */
export async function changeGrant(
  db: Db,
  keyId: string,
  change: { grant: string } | { ungrant: string },
  policy: KeyPolicy,
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; scopes: readonly Scope[] }> {
  const isGrant = 'grant' in change;
  const scope = (isGrant ? change.grant : change.ungrant) as Scope;
  if (!policy.granted.includes(scope)) {
    const allowed = policy.granted;
    const fields = [fieldError('scope', 'scope_not_grantable', { allowed })];
    throw new ApiError('scope_not_grantable', { scope, allowed }, { fields });
  }
  return db.transaction().execute(async (tx) => {
    const key = await getKey(tx, keyId);
    if (key.kind === 'publishable') throw new ApiError('key_publishable', {});
    if (key.revokedAt !== null) throw new ApiError('key_revoked', { keyId });
    if (key.scopes.includes(scope) === isGrant) return { id: keyId, scopes: key.scopes };
    const scopeSet = new Set(key.scopes);
    if (isGrant) scopeSet.add(scope);
    else scopeSet.delete(scope);
    const newScopes = scopes.filter((name) => scopeSet.has(name));
    const { numUpdatedRows } = await tx
      .updateTable('api_keys')
      .set({ scopes: newScopes.join(' ') })
      .where('organizer_id', '=', key.organizerId)
      .where('id', '=', keyId)
      .where('scopes', '=', key.scopes.join(' '))
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new ApiError('key_changed', {});
    await recordAudit(tx, key.organizerId, {
      ...origin,
      action: isGrant ? 'key.grant' : 'key.ungrant',
      subject: keyId,
      details: { scope },
      at: timestamp(clock.now()),
    });
    return { id: keyId, scopes: newScopes };
  });
}
