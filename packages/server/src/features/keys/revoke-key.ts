import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { type AuditOrigin, recordAudit } from '../audit/index.ts';
import { readKey } from './queries.ts';
import { closeScopeRequests } from './scope-request-queries.ts';

/**
 * Revokes a key. Within a second, every process rejects it. Its pending requests for scopes are withdrawn. A repeated call
 * changes nothing.
 *
 * @param origin the actor and the request, for the audit log
 * @throws ApiError `key_not_found` if no key has this id
 */
export async function revokeKey(
  db: Db,
  organizerId: string,
  keyId: string,
  clock: Clock,
  origin: AuditOrigin,
): Promise<{ id: string; revokedAt: string }> {
  return db.transaction().execute((tx) => revokeKeyIn(tx, organizerId, keyId, timestamp(clock.now()), origin));
}

/** Revokes a key in a transaction. */
export async function revokeKeyIn(
  tx: Db,
  organizerId: string,
  keyId: string,
  at: string,
  origin: AuditOrigin,
): Promise<{ id: string; revokedAt: string }> {
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('organizer_id', '=', organizerId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return { id: keyId, revokedAt: (await readKey(tx, organizerId, keyId)).revokedAt ?? at };
  await closeScopeRequests(tx, organizerId, keyId, { status: 'withdrawn', decidedBy: origin.actor, at });
  await recordAudit(tx, { organizerId, origin }, { action: 'key.revoke', subject: keyId, details: {}, at });
  return { id: keyId, revokedAt: at };
}
