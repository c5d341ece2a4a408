import { ApiError, type FieldError, fieldError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { hashToken } from '../../platform/token-format.ts';
import { recordAudit } from '../audit/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { generateKey, type KeyKind } from './key-format.ts';
import { isScope, type KeyPolicy, publishableScopes, type Scope } from './scopes.ts';

export interface NewKey {
  readonly kind: KeyKind;
  readonly name: string;
  /** By default, all scopes that a new key of this kind can have in this deployment. */
  readonly scopes?: readonly string[];
  /** The time from now until the key expires. By default, it does not expire. */
  readonly lifetimeMs?: number;
}

/** A new key. `key` is returned only once and is not stored. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly kind: KeyKind;
  readonly scopes: readonly Scope[];
}

/**
 * Creates a key for an organizer.
 *
 * @throws ApiError `invalid_key_name` if the name is empty or too long
 * @throws ApiError `invalid_key_scopes` if a scope does not exist, is not allowed for this kind of key, or can only be granted
 *   by the operator
 */
export async function createKey(
  db: Db,
  scope: OrganizerOrigin,
  newKey: NewKey,
  policy: KeyPolicy,
  clock: Clock,
): Promise<CreatedKey> {
  if (newKey.name.trim() === '' || newKey.name.length > 200) {
    throw new ApiError('invalid_key_name', {}, { fields: [fieldError('name', 'not_a_name', {})] });
  }
  const scopes = chooseScopes(newKey, policy);
  const now = clock.now();
  const expiresAt = newKey.lifetimeMs === undefined ? null : timestamp(now + newKey.lifetimeMs);
  return db.transaction().execute(async (tx) => {
    const { kind, name } = newKey;
    const createdKey = await insertKey(tx, scope.organizerId, {
      id: newId('key', now),
      kind,
      name,
      scopes,
      createdAtMs: now,
      createdBy: scope.origin.actor,
      expiresAt,
    });
    await recordAudit(tx, scope, {
      action: 'key.create',
      subject: createdKey.id,
      details: { kind, scopes, expiresAt },
      at: timestamp(now),
    });
    return createdKey;
  });
}

/** Generates a key and stores its hash. The key of a sandbox has another prefix. */
export async function insertKey(
  db: Db,
  organizerId: string,
  properties: {
    id: string;
    kind: KeyKind;
    name: string;
    scopes: readonly Scope[];
    createdAtMs: number;
    /** The actor, as in the audit log. */
    createdBy: string;
    expiresAt: string | null;
  },
): Promise<CreatedKey> {
  const isSandbox = (await findSandbox(db, organizerId)) !== null;
  const key = generateKey(properties.kind, { isSandbox });
  const { id } = properties;
  await db
    .insertInto('api_keys')
    .values({
      organizer_id: organizerId,
      id,
      kind: properties.kind,
      name: properties.name,
      key_hash: hashToken(key),
      last4: key.slice(-4),
      scopes: properties.scopes.join(' '),
      created_at: timestamp(properties.createdAtMs),
      expires_at: properties.expiresAt,
      revoked_at: null,
      last_used_at: null,
      created_by: properties.createdBy,
    })
    .execute();
  return { id, key, kind: properties.kind, scopes: properties.scopes };
}

function chooseScopes(key: NewKey, policy: KeyPolicy): Scope[] {
  const allowed: readonly Scope[] = key.kind === 'publishable' ? publishableScopes : policy.secretDefault;
  const requestedScopes = key.scopes;
  if (requestedScopes === undefined) return [...allowed];
  const scopeError = (error: FieldError) => new ApiError('invalid_key_scopes', {}, { fields: [error] });
  if (requestedScopes.length === 0) throw scopeError(fieldError('scopes', 'no_scope', {}));
  for (const scope of requestedScopes) {
    if (isScope(scope) && allowed.includes(scope)) continue;
    if (isScope(scope) && key.kind === 'secret' && policy.granted.includes(scope)) {
      throw scopeError(fieldError('scopes', 'scope_granted_later', { scope }));
    }
    throw scopeError(fieldError('scopes', 'scope_not_allowed', { kind: key.kind, scope, allowed }));
  }
  return allowed.filter((scope) => requestedScopes.includes(scope));
}
