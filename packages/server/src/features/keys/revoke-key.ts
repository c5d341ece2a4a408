import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { readKey } from './queries.ts';
import { closeScopeRequests } from './scope-request-queries.ts';

/**
 * Revokes a key. Within a second, every process rejects it. Its pending requests for scopes are withdrawn. A repeated call
 * changes nothing.
 *
 * @throws ApiError `key_not_found` if no key has this id
 */
export async function revokeKey(
  db: Db,
  scope: OrganizerOrigin,
  keyId: string,
  clock: Clock,
): Promise<{ id: string; revokedAt: string }> {
  return db.transaction().execute((tx) => revokeKeyIn(tx, scope, keyId, timestamp(clock.now())));
}

/** Revokes a key in a transaction. */
export async function revokeKeyIn(
  tx: Db,
  scope: OrganizerOrigin,
  keyId: string,
  at: string,
): Promise<{ id: string; revokedAt: string }> {
  const { organizerId } = scope;
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return { id: keyId, revokedAt: (await readKey(tx, organizerId, keyId)).revokedAt ?? at };
  await closeScopeRequests(tx, organizerId, keyId, { status: 'withdrawn', decidedBy: scope.origin.actor, at });
  await recordAudit(tx, scope, { action: 'key.revoke', subject: keyId, details: {}, at });
  return { id: keyId, revokedAt: at };
}
