import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { RequestScope } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { getEndpoint } from './endpoints.ts';
import { publicKeyOf, revealSecret } from './secrets.ts';

/** A signing secret of an endpoint. */
export interface RevealedSecret {
  readonly secret: string;
  /** The Ed25519 public key, `whpk_…`; null if the endpoint does not use Ed25519. */
  readonly publicKey: string | null;
  readonly createdAt: string;
  /** The time until which deliveries are signed with this secret; null for the newest secret. */
  readonly expiresAt: string | null;
}

/**
 * Decrypts the signing secrets of an endpoint that have not expired, newest first. The read is recorded in the audit log before
 * the secrets are returned.
 *
 * @throws ApiError `endpoint_not_found` if the organizer has no endpoint with this id
 * @throws ApiError `signing_secret_unreadable` if a secret was encrypted under another master key
 */
export async function revealSecrets(
  db: Db,
  scope: RequestScope,
  endpointId: string,
  secrets: Secrets,
): Promise<RevealedSecret[]> {
  const { organizerId } = scope;
  const { ed25519 } = await getEndpoint(db, organizerId, endpointId);
  const now = timestamp(scope.clock.now());
  const rows = await db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('organizer_id', '=', organizerId)
    .where('endpoint_id', '=', endpointId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
  const revealed = rows.map(({ id, ciphertext, created_at, expires_at }) => {
    const opened = revealSecret(secrets.webhookSecretKey, { organizerId, endpointId, id, ciphertext });
    const publicKey = ed25519 ? publicKeyOf(opened) : null;
    return { secret: opened.secret, publicKey, createdAt: created_at, expiresAt: expires_at };
  });
  await recordAudit(db, scope, { action: 'webhook.reveal', subject: endpointId, details: {}, at: now });
  return revealed;
}
