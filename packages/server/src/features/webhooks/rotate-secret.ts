import { ApiError, fieldError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { getEndpoint, lockEndpoints } from './endpoints.ts';
import { insertSecret, publicKeyOf } from './secrets.ts';

const dayMs = 86_400_000;

/**
 * Creates a new signing secret for an endpoint. During the grace period, deliveries are also signed with the old secrets.
 *
 * @param graceMs from 0 to 7 days; an old secret that already expires earlier keeps its expiry time
 * @returns the new secret; with Ed25519, also its public key
 * @throws ApiError `invalid_grace_period` if the grace period is out of range
 * @throws ApiError `endpoint_not_found` if no endpoint has this id
 */
export async function rotateSecret(
  db: Db,
  scope: RequestScope,
  endpointId: string,
  graceMs: number,
  secrets: Secrets,
): Promise<{ id: string; secret: string; publicKey: string | null; previousUntil: string }> {
  const { organizerId } = scope;
  if (graceMs < 0 || graceMs > 7 * dayMs) {
    throw new ApiError('invalid_grace_period', {}, { fields: [fieldError('grace', 'not_a_grace_period', {})] });
  }
  const { ed25519 } = await getEndpoint(db, organizerId, endpointId);
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent rotations run one after the other: only one secret has no expiry time.
    await lockEndpoints(tx, organizerId, [endpointId]);
    const nowMs = scope.clock.now();
    const previousUntil = timestamp(nowMs + graceMs);
    await tx
      .updateTable('webhook_secrets')
      .set({ expires_at: previousUntil })
      .where('organizer_id', '=', organizerId)
      .where('endpoint_id', '=', endpointId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', previousUntil)]))
      .execute();
    const inserted = await insertSecret(tx, organizerId, endpointId, secrets.webhookSecretKey, nowMs);
    await recordAudit(tx, scope, {
      action: 'webhook.rotate',
      subject: endpointId,
      details: { previousUntil },
      at: timestamp(nowMs),
    });
    const publicKey = ed25519 ? publicKeyOf(inserted) : null;
    return { id: endpointId, secret: inserted.secret, publicKey, previousUntil };
  });
}
