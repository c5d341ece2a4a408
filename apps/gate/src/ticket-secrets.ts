import { hashLength, type TicketRecord } from './bundle-format.ts';

const hashPrefix = 'organizer-gate-v1\0';
const info = 'organizer-gate-v2';
const saltBytes = 16;
const keyBytes = 32;
const nonceBytes = 12;

/** What a bundle says about the holder of a ticket. */
export interface TicketDetails {
  readonly holderName: string | null;
  readonly bib: string | null;
  readonly category: string | null;
  /** This and the following only in the bundles of devices that carry names. */
  readonly ticketId: string | null;
  readonly orderNumber: string | null;
  /** The words by which a search finds the buyer, with a space between them. */
  readonly buyerWords: string | null;
  /** The names of the add-ons of the holder. */
  readonly addons: readonly string[];
}

/** The hash by which a bundle names the ticket with this QR code. */
export async function hashOfTicket(qrValue: string): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(hashPrefix + qrValue));
  return new Uint8Array(digest, 0, hashLength);
}

/** The bytes of a text in base64. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** A hash as text. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Reads the details of a ticket. They are encrypted with a key that is derived from its QR code, so they can be read only with the
 * ticket in hand.
 *
 * @param qrValue the content of the QR code; null if it is not known
 * @returns null if the details cannot be read
 */
export async function readDetails(record: TicketRecord, qrValue: string | null): Promise<TicketDetails | null> {
  if (!record.isPlain && qrValue === null) return null;
  try {
    return detailsOf(record.isPlain ? record.details : await decrypt(record.details, qrValue ?? ''));
  } catch {
    return null;
  }
}

/** Decrypts with AES-256-GCM. HKDF-SHA256 of the QR code and the salt before the ciphertext gives the key and the nonce. */
async function decrypt(details: Uint8Array, qrValue: string): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', bytesOf(qrValue), 'HKDF', false, ['deriveBits']);
  const salt = details.slice(0, saltBytes);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: bytesOf(info) };
  const derived = await crypto.subtle.deriveBits(derivation, material, (keyBytes + nonceBytes) * 8);
  const key = await crypto.subtle.importKey('raw', derived.slice(0, keyBytes), 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: derived.slice(keyBytes) };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, details.slice(saltBytes)));
}

/** The details of a record that are not encrypted. */
export function detailsOf(json: Uint8Array): TicketDetails {
  const values = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as (string | null)[];
  const [holderName = null, bib = null, category = null, ticketId = null, orderNumber = null, ...others] = values;
  const [buyerWords = null, addons = null] = others;
  return { holderName, bib, category, ticketId, orderNumber, buyerWords, addons: addons?.split('\n') ?? [] };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
