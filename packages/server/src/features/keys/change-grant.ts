import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { invalidRequest, invalidState } from '../../platform/errors.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { getKey } from './queries.ts';
import { type KeyPolicy, type Scope, scopes } from './scopes.ts';

/**
 * Gives a secret key a scope that is the operator's to give, or takes it back. Doing it twice changes nothing.
 *
 * @param origin who does it: the audit tells of it
 * @returns the key's scopes after it
 * @throws ApiError `not_found`, `invalid_request` for a scope that is not granted this way, `invalid_state` for a
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
    const choice = policy.granted.length > 0 ? policy.granted.join(', ') : 'none in this deployment';
    throw invalidRequest(`"${scope}" is not a scope that the operator grants (${choice}).`, [
      { path: 'scope', message: `must be one of: ${choice}` },
    ]);
  }
  return db.transaction().execute(async (tx) => {
    const key = await getKey(tx, keyId);
    if (key.kind === 'publishable') throw invalidState('A publishable key has the scope events:read alone.');
    if (key.revokedAt !== null) throw invalidState(`The key ${keyId} is revoked.`);
    if (key.scopes.includes(scope) === isGrant) return { id: keyId, scopes: key.scopes };
    const wanted = new Set(key.scopes);
    if (isGrant) wanted.add(scope);
    else wanted.delete(scope);
    const after = scopes.filter((known) => wanted.has(known));
    const { numUpdatedRows } = await tx
      .updateTable('api_keys')
      .set({ scopes: after.join(' ') })
      .where('organizer_id', '=', key.organizerId)
      .where('id', '=', keyId)
      .where('scopes', '=', key.scopes.join(' '))
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw invalidState('The key was changed at the same moment; try again.');
    await recordAudit(tx, key.organizerId, {
      ...origin,
      action: isGrant ? 'key.grant' : 'key.ungrant',
      subject: keyId,
      details: { scope },
      at: timestamp(clock.now()),
    });
    return { id: keyId, scopes: after };
  });
}
