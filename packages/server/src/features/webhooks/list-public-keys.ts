import { timestamp } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { OrganizerTime } from '../../platform/scope.ts';
import { getEndpoint } from './endpoints.ts';
import { publicKeyOf, revealSecret } from './secrets.ts';

/** An Ed25519 public key of an endpoint. */
export interface PublicKey {
  readonly publicKey: string;
  readonly createdAt: string;
  /** The time until which deliveries are signed with its private key; null for the newest key. */
  readonly expiresAt: string | null;
}

/**
 * Lists the Ed25519 public keys of an endpoint that have not expired, newest first: one for each signing secret. The list is empty if
 * the endpoint does not use Ed25519.
 *
 * @throws ApiError `endpoint_not_found` if the organizer has no endpoint with this id
 * @throws ApiError `signing_secret_unreadable` if a secret was encrypted under another master key
 */
export async function listPublicKeys(
  db: Db,
  { organizerId, clock }: OrganizerTime,
  endpointId: string,
  secrets: Secrets,
): Promise<PublicKey[]> {
  const { ed25519 } = await getEndpoint(db, organizerId, endpointId);
  if (!ed25519) return [];
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['id', 'ciphertext', 'created_at', 'expires_at'])
    .where('organizer_id', '=', organizerId)
    .where('endpoint_id', '=', endpointId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(clock.now()))]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, ciphertext, created_at, expires_at }) => ({
    publicKey: publicKeyOf(revealSecret(secrets.webhookSecretKey, { organizerId, endpointId, id, ciphertext })),
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}
