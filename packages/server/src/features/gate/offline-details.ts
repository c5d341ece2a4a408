import { createCipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/dialect.ts';
import { type BundledTicket, storeOfflineDetails } from '../tickets/index.ts';

const info = 'organizer-gate-v2';
const saltBytes = 16;
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** The bytes by which encrypted details are longer than their text. */
export const encryptionBytes = saltBytes + tagBytes;
const fingerprintBytes = 12;
const fingerprintLength = (fingerprintBytes * 4) / 3;

/** A QR content of this service, with 160 random bits, or a random UUID. Others, which were imported, can be short or numbered. */
const notGuessable =
  /^(?:[0-9A-HJKMNP-TV-Z]{32}|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/i;

/** Whether the QR content of a ticket can keep a secret from someone who tries QR contents. */
export function canKeepSecret(qrValue: string): boolean {
  return notGuessable.test(qrValue);
}

/**
 * Encrypts details for the holder of a ticket: HKDF-SHA256 of the QR content with a random salt gives the key and the nonce of
 * AES-256-GCM.
 *
 * @returns the salt, the ciphertext and the tag
 */
function encryptDetails(text: Buffer, qrValue: string): Buffer {
  const salt = randomBytes(saltBytes);
  const derived = Buffer.from(hkdfSync('sha256', qrValue, salt, info, keyBytes + nonceBytes));
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(0, keyBytes), derived.subarray(keyBytes));
  return Buffer.concat([salt, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/**
 * The encrypted details of tickets, in their order. They are encrypted once for each change of their text or of the QR content, because
 * that takes most of the time of a bundle.
 *
 * @param textOf returns the details of a ticket
 */
export async function offlineDetails(
  db: Db,
  organizerId: string,
  tickets: readonly BundledTicket[],
  textOf: (ticket: BundledTicket) => Buffer,
): Promise<Buffer[]> {
  const changed: Parameters<typeof storeOfflineDetails>[2][number][] = [];
  const details = tickets.map((ticket) => {
    const { id, qrValue, offlineDetails: stored } = ticket;
    const text = textOf(ticket);
    const fingerprint = hash('sha256', `${qrValue}\0${text.toString()}`, 'base64url').slice(0, fingerprintLength);
    if (stored?.startsWith(fingerprint)) return Buffer.from(stored.slice(fingerprintLength), 'base64url');
    const bytes = encryptDetails(text, qrValue);
    changed.push({ id, encrypted: fingerprint + bytes.toString('base64url'), isStored: stored !== null });
    return bytes;
  });
  await storeOfflineDetails(db, organizerId, changed);
  return details;
}
