import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { type KeyView, listRollableKeys, type RollableKey, readKey } from './queries.ts';
import { closeScopeRequests } from './scope-request-queries.ts';
import { isScope, type KeyPolicy, type Scope, scopes } from './scopes.ts';

/** A key after a change of its scopes. */
export interface ChangedKey {
  readonly id: string;
  readonly scopes: readonly Scope[];
}

/**
 * Grants a secret key a scope that only the operator can grant, or removes such a scope. It is also removed from the keys that
 * replaced the key, and from the keys that it replaced. A repeated call changes nothing. A pending request for the scope becomes
 * granted.
 *
 * @returns the key's scopes after the change, and the other keys that were changed
 * @throws ApiError `scope_not_grantable` if the operator cannot grant the scope
 * @throws ApiError `key_not_found` if no key has this id
 * @throws ApiError `key_publishable` if the key is publishable
 * @throws ApiError `key_revoked` if the key is revoked
 * @throws ApiError `key_changed` if the key was changed at the same time
 */
export async function changeGrant(
  db: Db,
  { organizerId, origin }: OrganizerOrigin,
  keyId: string,
  change: { grant: string } | { ungrant: string },
  policy: KeyPolicy,
  clock: Clock,
): Promise<ChangedKey & { readonly others: readonly ChangedKey[] }> {
  const isGranted = 'grant' in change;
  const scope = assertGrantable(isGranted ? change.grant : change.ungrant, policy);
  const at = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    if (!isGranted) return ungrant(tx, { organizerId, origin }, keyId, scope, at);
    const changed = await grantScope(tx, { organizerId, origin }, keyId, scope, at);
    await closeScopeRequests(tx, organizerId, keyId, { status: 'granted', decidedBy: origin.actor, at }, scope);
    return { ...changed, others: [] };
  });
}

/** @throws ApiError `invalid_request` for a scope that the operator cannot grant */
export function assertGrantable(scope: string, { granted }: KeyPolicy): Scope {
  if (isScope(scope) && granted.includes(scope)) return scope;
  const fields = [fieldError('scope', 'scope_not_grantable', { allowed: granted })];
  throw new ApiError('scope_not_grantable', { scope, allowed: granted }, { fields });
}

/** Adds a scope to a key in a transaction, and records it. */
export async function grantScope(
  tx: Db,
  { organizerId, origin }: OrganizerOrigin,
  keyId: string,
  scope: Scope,
  at: string,
): Promise<ChangedKey> {
  const key = await readKey(tx, organizerId, keyId);
  if (key.kind === 'publishable') throw new ApiError('key_publishable', {});
  if (key.revokedAt !== null) throw new ApiError('key_revoked', { keyId });
  if (key.scopes.includes(scope)) return { id: keyId, scopes: key.scopes };
  return setScope(tx, { organizerId, origin }, key, { scope, isGranted: true }, at);
}

async function ungrant(
  tx: Db,
  { organizerId, origin }: OrganizerOrigin,
  keyId: string,
  scope: Scope,
  at: string,
): Promise<ChangedKey & { others: ChangedKey[] }> {
  const key = await readKey(tx, organizerId, keyId);
  if (key.kind === 'publishable') throw new ApiError('key_publishable', {});
  const changed: ChangedKey[] = [];
  const readHolders = async () =>
    chainOf(keyId, await listRollableKeys(tx, organizerId)).filter(
      ({ revokedAt, scopes: held }) => revokedAt === null && held.includes(scope),
    );
  // A key that was rolled just before its change has a successor with the scope, which is read after the change has locked the key.
  for (let holders = await readHolders(); holders.length > 0; holders = await readHolders()) {
    for (const holder of holders) {
      changed.push(await setScope(tx, { organizerId, origin }, holder, { scope, isGranted: false }, at));
    }
  }
  if (key.revokedAt !== null && changed.length === 0) throw new ApiError('key_revoked', { keyId });
  const own = changed.find(({ id }) => id === keyId) ?? { id: keyId, scopes: key.scopes };
  return { ...own, others: changed.filter(({ id }) => id !== keyId) };
}

/** A key with the keys that it replaced, and with those that replaced it, oldest first. */
function chainOf(keyId: string, keys: readonly RollableKey[]): RollableKey[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const bySuccessor = new Map(keys.map((key) => [key.replacedBy, key]));
  const chain: RollableKey[] = [];
  for (let old = bySuccessor.get(keyId); old !== undefined; old = bySuccessor.get(old.id)) chain.unshift(old);
  for (let key = byId.get(keyId); key !== undefined; key = byId.get(key.replacedBy ?? '')) chain.push(key);
  return chain;
}

/** Changes a key if its scopes are as they were read. */
async function setScope(
  tx: Db,
  { organizerId, origin }: OrganizerOrigin,
  key: KeyView,
  { scope, isGranted }: { scope: Scope; isGranted: boolean },
  at: string,
): Promise<ChangedKey> {
  const newScopes = scopes.filter((name) => (name === scope ? isGranted : key.scopes.includes(name)));
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ scopes: newScopes.join(' ') })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', key.id)
    .where('scopes', '=', key.scopes.join(' '))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ApiError('key_changed', {});
  const action = isGranted ? 'key.grant' : 'key.ungrant';
  await recordAudit(tx, { organizerId, origin }, { action, subject: key.id, details: { scope }, at });
  return { id: key.id, scopes: newScopes };
}
