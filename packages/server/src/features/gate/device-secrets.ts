import { createHmac, hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { ed25519Key, ed25519PublicKey, type Secrets } from '../../platform/crypto.ts';

/** The first characters of the token of a device. */
export const deviceTokenPrefix = 'gd_';

/** Digits and letters that cannot be confused with each other. */
const pairingAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const pairingLength = 8;

/** Generates a pairing code, such as `K7MP3XQ9`. */
export function generatePairingCode(): string {
  return Array.from({ length: pairingLength }, () => pairingAlphabet[randomInt(pairingAlphabet.length)]).join('');
}

/**
 * The hash of a pairing code; null for text that cannot be one. A code has only 39 bits, so the hash needs the key: the codes cannot
 * be found with a copy of the database.
 *
 * @param code with or without hyphens and spaces, in upper or lower case
 */
export function hashPairingCode({ gateKey }: Pick<Secrets, 'gateKey'>, code: string): string | null {
  const characters = code.toUpperCase().replaceAll(/[\s-]/g, '');
  if (characters.length !== pairingLength) return null;
  return createHmac('sha256', gateKey).update(`pairing ${characters}`).digest('hex');
}

/** The private key that signs the offline bundles of this service. It is derived from the master key and not stored. */
export function bundlePrivateKey({ gateKey }: Pick<Secrets, 'gateKey'>): KeyObject {
  return ed25519Key(Buffer.from(hkdfSync('sha256', gateKey, '', 'offline bundle ed25519 v1', 32)));
}

/** The public key of `bundlePrivateKey`: 32 bytes in base64. */
export function bundlePublicKey(secrets: Pick<Secrets, 'gateKey'>): string {
  return ed25519PublicKey(bundlePrivateKey(secrets));
}
