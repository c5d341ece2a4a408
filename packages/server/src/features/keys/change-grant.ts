import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { readKey } from './queries.ts';
import { closeScopeRequests } from './scope-request-queries.ts';
import { isScope, type KeyPolicy, type Scope, scopes } from './scopes.ts';

/**
 * Grants a secret key a scope that only the operator can grant, or removes such a scope. A repeated call changes nothing. A
 * pending request for the scope becomes granted.
 *
 * @param origin the actor and the request, for the audit log
 * @returns the key's scopes after the change
 * @throws ApiError `scope_not_grantable` if the operator cannot grant the scope
 * @throws ApiError `key_not_found` if no key has this id
 * @throws ApiError `key_publishable` if the key is publishable
 * @throws ApiError `key_revoked` if the key is revoked
 * @throws ApiError `key_changed` if the key was changed at the same time
 */
export async function changeGrant(
  db: Db,
  organizerId: string,
  keyId: string,
  change: { grant: string } | { ungrant: string },
  policy: KeyPolicy,
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; scopes: readonly Scope[] }> {
  const isGranted = 'grant' in change;
  const scope = assertGrantable(isGranted ? change.grant : change.ungrant, policy);
  const at = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const changed = await setGrant(tx, organizerId, keyId, { scope, isGranted }, at, origin);
    if (isGranted) {
      const decision = { status: 'granted', decidedBy: origin.actor, at } as const;
      await closeScopeRequests(tx, organizerId, keyId, decision, scope);
    }
    return changed;
  });
}

/** @throws ApiError `invalid_request` for a scope that the operator cannot grant */
export function assertGrantable(scope: string, { granted }: KeyPolicy): Scope {
  if (isScope(scope) && granted.includes(scope)) return scope;
  const fields = [fieldError('scope', 'scope_not_grantable', { allowed: granted })];
  throw new ApiError('scope_not_grantable', { scope, allowed: granted }, { fields });
}

/** Adds or removes a scope in a transaction, and records it. */
export async function setGrant(
  tx: Db,
  organizerId: string,
  keyId: string,
  { scope, isGranted }: { scope: Scope; isGranted: boolean },
  at: string,
  origin: AuditOrigin,
): Promise<{ id: string; scopes: readonly Scope[] }> {
  const key = await readKey(tx, organizerId, keyId);
  if (key.kind === 'publishable') throw new ApiError('key_publishable', {});
  if (key.revokedAt !== null) throw new ApiError('key_revoked', { keyId });
  if (key.scopes.includes(scope) === isGranted) return { id: keyId, scopes: key.scopes };
  const newScopes = scopes.filter((name) => (name === scope ? isGranted : key.scopes.includes(name)));
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ scopes: newScopes.join(' ') })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .where('scopes', '=', key.scopes.join(' '))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError('key_changed', {});
  const action = isGranted ? 'key.grant' : 'key.ungrant';
  await recordAudit(tx, organizerId, { ...origin, action, subject: keyId, details: { scope }, at });
  return { id: keyId, scopes: newScopes };
}
