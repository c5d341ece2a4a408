import { copyOf, hashLength, type TicketRecord } from './bundle-format.ts';

const hashPrefix = 'organizer-gate-v1\0';
const keyName = 'organizer-gate-v1';
const keyLength = 16;

/** What a bundle says about the holder of a ticket. */
export interface TicketDetails {
  readonly holderName: string | null;
  readonly bib: string | null;
  readonly category: string | null;
  /** Only in the bundles of devices that carry names. */
  readonly ticketId: string | null;
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
 * ticket in hand. The key depends on the revision, and the initialization vector on the bundle.
 *
 * @param qrValue the content of the QR code; null if it is not known
 * @returns null if the details cannot be read
 */
export async function readDetails(record: TicketRecord, qrValue: string | null): Promise<TicketDetails | null> {
  if (record.isPlain) return detailsOf(record.details);
  if (qrValue === null || record.details.length === 0) return null;
  try {
    const macKey = await crypto.subtle.importKey('raw', bytesOf(keyName), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    const mac = await crypto.subtle.sign('HMAC', macKey, bytesOf(`${qrValue}\0${record.revision}`));
    const key = await crypto.subtle.importKey('raw', mac.slice(0, keyLength), 'AES-GCM', false, ['decrypt']);
    const algorithm = { name: 'AES-GCM', iv: bytesOfBase64(record.iv) };
    return detailsOf(new Uint8Array(await crypto.subtle.decrypt(algorithm, key, copyOf(record.details))));
  } catch {
    return null;
  }
}

/** The details of a record that are not encrypted. */
export function detailsOf(json: Uint8Array): TicketDetails {
  const [holderName = null, bib = null, category = null, ticketId = null] = JSON.parse(
    new TextDecoder().decode(json),
  ) as (string | null)[];
  return { holderName, bib, category, ticketId };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
