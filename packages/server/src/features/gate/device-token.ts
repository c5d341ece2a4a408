import { createHmac, hash, hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ed25519Key, ed25519PublicKey, type Secrets } from '../../platform/crypto.ts';
import { base62, randomBase62 } from '../../platform/ids.ts';

/** Generates the token of a device: `gd_`, 32 random characters of base62, and 6 characters of the CRC32 of what precedes. */
export function generateDeviceToken(): string {
  const body = `gd_${randomBase62(32)}`;
  return body + base62(crc32(body), 6);
}

/** Whether the text has the form and the checksum of a token of a device. This rejects mistyped tokens without a query. */
export function isDeviceToken(text: string): boolean {
  return /^gd_[0-9A-Za-z]{38}$/.test(text) && base62(crc32(text.slice(0, -6)), 6) === text.slice(-6);
}

/** The hash of a token, which is stored instead of the token. A token has 190 random bits, so it needs no slow hash. */
export function hashDeviceToken(token: string): string {
  return hash('sha256', token, 'hex');
}

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
