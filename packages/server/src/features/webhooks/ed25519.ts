import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The bytes before the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyBytes = 32;

/** The signing secret that belongs to a private key. */
interface SecretId {
  readonly organizerId: string;
  readonly endpointId: string;
  readonly secretId: string;
}

/**
 * Derives the Ed25519 private key that belongs to a signing secret. It is not stored. A receiver cannot derive it, because it does
 * not depend on the secret itself. A rotation of the secret replaces it.
 *
 * @param key `Secrets.webhookSecretKey`
 */
export function ed25519PrivateKey(key: string, { organizerId, endpointId, secretId }: SecretId): KeyObject {
  const seed = hkdfSync('sha256', key, '', `ed25519 ${organizerId} ${endpointId} ${secretId}`, 32);
  return createPrivateKey({ key: Buffer.concat([privateKeyHead, Buffer.from(seed)]), format: 'der', type: 'pkcs8' });
}

/** The public key of `ed25519PrivateKey`, as in Standard Webhooks: `whpk_` and the base64 of its 32 bytes. */
export function ed25519PublicKey(key: string, secret: SecretId): string {
  const der = createPublicKey(ed25519PrivateKey(key, secret)).export({ format: 'der', type: 'spki' });
  return `whpk_${der.subarray(-publicKeyBytes).toString('base64')}`;
}
