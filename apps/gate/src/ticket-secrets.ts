import { hashLength, type TicketRecord } from './bundle-format.ts';

const version = 'organizer-gate-v1';
/** The keystream consists of SHA-384 hashes. */
const keystreamBlockBytes = 48;

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
}

/** The hash by which a bundle names the ticket with this QR code. */
export async function hashOfTicket(qrValue: string): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(`${version}\0${qrValue}`));
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
 * Reads the details of a ticket. They are encrypted with a keystream that is derived from its QR code, so they can be read only with
 * the ticket in hand. It also depends on the revision of the ticket, and on the initialization vector of the bundle.
 *
 * @param qrValue the content of the QR code; null if it is not known
 * @returns null if the details cannot be read
 */
export async function readDetails(record: TicketRecord, qrValue: string | null): Promise<TicketDetails | null> {
  if (!record.isPlain && qrValue === null) return null;
  try {
    return detailsOf(record.isPlain ? record.details : await decrypt(record, qrValue ?? ''));
  } catch {
    return null;
  }
}

async function decrypt({ details, iv, revision }: TicketRecord, qrValue: string): Promise<Uint8Array> {
  const blocks = Array.from({ length: Math.ceil(details.length / keystreamBlockBytes) }, (_, block) =>
    crypto.subtle.digest('SHA-384', bytesOf(`${version}\0${block}\0${iv}\0${revision}\0${qrValue}`)),
  );
  const keystream = (await Promise.all(blocks)).map((block) => new Uint8Array(block));
  const keyByteAt = (index: number) =>
    keystream[Math.floor(index / keystreamBlockBytes)]?.[index % keystreamBlockBytes] ?? 0;
  return details.map((byte, index) => byte ^ keyByteAt(index));
}

/** The details of a record that are not encrypted. */
export function detailsOf(json: Uint8Array): TicketDetails {
  const values = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as (string | null)[];
  const [holderName = null, bib = null, category = null, ticketId = null, orderNumber = null, buyerWords = null] =
    values;
  return { holderName, bib, category, ticketId, orderNumber, buyerWords };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
