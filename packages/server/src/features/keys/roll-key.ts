import { ApiError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { listOwners } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import { type CreatedKey, insertKey } from './create-key.ts';
import type { RolledKeyMail } from './mails.ts';
import { findSuccessor, parseScopes, readKey } from './queries.ts';
import { listRequestedScopes, moveScopeRequests } from './scope-request-queries.ts';
import type { KeyPolicy, Scope } from './scopes.ts';

const dayMs = 86_400_000;

/** The longest time for which a rolled key can still be used. */
export const graceMsMax = 7 * dayMs;

export interface KeyRoll {
  /** 0 to 7 days; if the old key expires earlier, its expiry does not change. */
  readonly graceMs: number;
  /** Whether the caller can have a key with a scope. */
  readonly mayHold: (scope: Scope) => boolean;
}

/**
 * Creates a new key with the name, scopes and lifetime of an old key. The old key stays valid for the grace period. Pending
 * requests for scopes move to the new key. The owners get a mail if the key has scopes that only the operator grants.
 *
 * @throws ApiError `invalid_grace_period` if the grace period is out of range
 * @throws ApiError `key_not_found` if no key has this id
 * @throws ApiError `key_inactive` if the key is revoked or has expired
 * @throws ApiError `key_rolled` if the key was rolled before
 * @throws ApiError `key_beyond_role` if the key has a scope that the caller cannot have, or if another member requested one for it
 */
export async function rollKey(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Pick<Secrets, 'mailKey'> },
  { organizerId, origin }: OrganizerOrigin,
  keyId: string,
  { graceMs, mayHold }: KeyRoll,
  { granted }: KeyPolicy,
): Promise<CreatedKey & { previous: { id: string; expiresAt: string } }> {
  if (graceMs < 0 || graceMs > graceMsMax) {
    throw new ApiError('invalid_grace_period', {}, { fields: [fieldError('grace', 'not_a_grace_period', {})] });
  }
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const oldKey = await readKey(tx, organizerId, keyId);
    const newKeyId = newId('key', now);
    const graceEnd = timestamp(now + graceMs);
    const expiresAt = oldKey.expiresAt !== null && oldKey.expiresAt < graceEnd ? oldKey.expiresAt : graceEnd;
    const scopes = await retireKey(tx, organizerId, keyId, { expiresAt, now: timestamp(now) });
    const requested = await listRequestedScopes(tx, organizerId, { keyId, byOthersThan: origin.actor });
    const beyond = [...new Set([...scopes, ...requested])].filter((scope) => !mayHold(scope));
    if (beyond.length > 0) throw new ApiError('key_beyond_role', { keyId, scopes: beyond });
    const lifetimeMs = oldKey.expiresAt === null ? null : Date.parse(oldKey.expiresAt) - Date.parse(oldKey.createdAt);
    const newExpiresAt = lifetimeMs === null ? null : timestamp(now + lifetimeMs);
    const createdKey = await insertKey(tx, organizerId, {
      id: newKeyId,
      kind: oldKey.kind,
      name: oldKey.name,
      scopes,
      createdAtMs: now,
      createdBy: origin.actor,
      expiresAt: newExpiresAt,
    });
    // The row of the old key is locked, so it has no other successor.
    const successor = { organizer_id: organizerId, key_id: keyId, new_key_id: newKeyId };
    await tx.insertInto('key_successors').values(successor).execute();
    await moveScopeRequests(tx, organizerId, { fromKeyId: keyId, toKeyId: newKeyId });
    await recordAudit(
      tx,
      { organizerId, origin },
      {
        action: 'key.roll',
        subject: keyId,
        details: { newKeyId, scopes, expiresAt, newExpiresAt },
        at: timestamp(now),
      },
    );
    const grantedScopes = scopes.filter((scope) => granted.includes(scope));
    const owners = grantedScopes.length === 0 ? [] : await listOwners(tx, organizerId);
    const rolledBy = owners.find(({ id }) => id === origin.actor)?.email ?? origin.actor;
    for (const { email: to, organizerName, organizerSlug } of owners) {
      const names = { organizerName, organizerSlug, keyName: oldKey.name };
      const payload: RolledKeyMail = { to, ...names, newKeyId, scopes: grantedScopes, rolledBy };
      await queueMailWithPayload(tx, secrets, { kind: 'key_rolled' }, payload, timestamp(now));
    }
    return { ...createdKey, previous: { id: keyId, expiresAt } };
  });
}

/**
 * Sets the expiry of a key that can be rolled.
 *
 * @returns the scopes of the key. They are read while the row is locked, so that a scope that was just removed is not copied.
 */
async function retireKey(
  tx: Db,
  organizerId: string,
  keyId: string,
  { expiresAt, now }: { expiresAt: string; now: string },
): Promise<Scope[]> {
  const row = await tx
    .updateTable('api_keys')
    .set({ expires_at: expiresAt })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('scopes')
    .executeTakeFirst();
  const newKeyId = await findSuccessor(tx, organizerId, keyId);
  if (newKeyId !== null) throw new ApiError('key_rolled', { keyId, newKeyId });
  if (row === undefined) throw new ApiError('key_inactive', { keyId });
  return parseScopes(row.scopes);
}
