/**
 * Reads the binary format of the offline bundle. All numbers are little-endian. A header is followed by records and a footer:
 * `OGB1`, kind (u8), length (u16), JSON; records; 12 bytes 0xFF, count (u32), an Ed25519 signature over the SHA-256 of all bytes
 * before it.
 */

const magic = 'OGB1';
const headerStart = 7;
const marker = { bytes: 12, value: 0xff };
const countBytes = 4;
const signatureBytes = 64;
const footerBytes = marker.bytes + countBytes + signatureBytes;

/** The version of the bundles whose details this app can read. */
export const bundleVersion = 2;
/** The length of a ticket's hash in bytes. */
export const hashLength = 12;
const revisionOffset = hashLength;
const stateOffset = revisionOffset + 6;
const typeOffset = stateOffset + 1;
const lengthOffset = typeOffset + 2;
const recordStart = lengthOffset + 1;

/** This bit of the state says that the details of the ticket are not encrypted. */
const plainDetailsBit = 0x80;

export type TicketState = 'valid' | 'inside' | 'outside' | 'void';
const ticketStates: readonly TicketState[] = ['valid', 'inside', 'outside', 'void'];

export interface BundleHeader {
  readonly eventId: string;
  /** The position in the changes of the event up to which the bundle contains them. */
  readonly cursor: string;
  readonly madeAt: string;
  /** The ids of the ticket types to which the records refer by index. */
  readonly ticketTypeIds: readonly string[];
  /** How the details are encrypted. Missing before version 2. */
  readonly version?: number;
}

/** The records of one bundle, and what is needed to read them. */
export interface BundlePart {
  readonly header: BundleHeader;
  /** The bytes of all records. */
  readonly records: Uint8Array;
}

export interface Bundle extends BundlePart {
  /** `changes` has only the tickets that changed since the cursor of the request. */
  readonly kind: 'complete' | 'changes';
  readonly count: number;
  /** The bytes whose SHA-256 is signed. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** What a bundle says about one ticket. */
export interface TicketRecord {
  /** The time of the ticket's last change in milliseconds. */
  readonly revision: number;
  readonly state: TicketState;
  readonly ticketTypeId: string | null;
  /** The details as JSON, encrypted unless `isPlain`. */
  readonly details: Uint8Array;
  readonly isPlain: boolean;
}

/**
 * Splits a bundle into its parts. It does not verify the signature.
 *
 * @throws Error if the bytes are not a complete bundle
 */
export function parseBundle(bytes: Uint8Array): Bundle {
  const view = viewOf(bytes);
  if (bytes.length < headerStart + footerBytes || asText(bytes.subarray(0, magic.length)) !== magic) {
    throw new Error('This is not a bundle.');
  }
  const kind = bytes[magic.length];
  if (kind !== 0 && kind !== 1) throw new Error('The kind of the bundle is unknown.');
  const recordsStart = headerStart + view.getUint16(magic.length + 1, true);
  const recordsEnd = bytes.length - footerBytes;
  if (recordsStart > recordsEnd) throw new Error('The bundle is too short.');
  const header = JSON.parse(asText(bytes.subarray(headerStart, recordsStart))) as BundleHeader;
  const records = bytes.subarray(recordsStart, recordsEnd);
  const signatureStart = bytes.length - signatureBytes;
  const count = view.getUint32(signatureStart - countBytes, true);
  if (bytes.subarray(recordsEnd, recordsEnd + marker.bytes).some((byte) => byte !== marker.value)) {
    throw new Error('The bundle has no footer.');
  }
  if (countRecords(records) !== count) throw new Error('The bundle does not have all its records.');
  return {
    kind: kind === 0 ? 'complete' : 'changes',
    header,
    records,
    count,
    signed: bytes.subarray(0, signatureStart),
    signature: bytes.subarray(signatureStart),
  };
}

/** Whether the bundle was signed with a key. */
export async function isSignedBy(
  bundle: Pick<Bundle, 'signed' | 'signature'>,
  publicKey: Uint8Array,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', copyOf(publicKey), 'Ed25519', false, ['verify']);
  const digest = await crypto.subtle.digest('SHA-256', copyOf(bundle.signed));
  return crypto.subtle.verify('Ed25519', key, copyOf(bundle.signature), digest);
}

/** The number of records. -1 if the last one is not complete. */
function countRecords(records: Uint8Array): number {
  let count = 0;
  let offset = 0;
  while (offset < records.length) {
    offset = recordEnd(records, offset);
    count += 1;
  }
  return offset === records.length ? count : -1;
}

/** The offset of the first byte after the record that begins at `offset`. */
export function recordEnd(records: Uint8Array, offset: number): number {
  return offset + recordStart + (records[offset + lengthOffset] ?? 0);
}

/** Reads the record that begins at `offset` and came with a bundle with this header. */
export function readRecord(records: Uint8Array, offset: number, header: BundleHeader): TicketRecord {
  const view = viewOf(records);
  const stateByte = records[offset + stateOffset] ?? 0;
  return {
    revision: readRevision(records, offset),
    // A state that this version does not know does not admit.
    state: ticketStates[stateByte & ~plainDetailsBit] ?? 'void',
    ticketTypeId: header.ticketTypeIds[view.getUint16(offset + typeOffset, true)] ?? null,
    details: records.subarray(offset + recordStart, recordEnd(records, offset)),
    isPlain: (stateByte & plainDetailsBit) !== 0,
  };
}

/** The revision of the record that begins at `offset`. */
export function readRevision(records: Uint8Array, offset: number): number {
  const view = viewOf(records);
  const start = offset + revisionOffset;
  return view.getUint32(start, true) + view.getUint16(start + 4, true) * 2 ** 32;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function asText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The bytes in a buffer of the type that the Web Cryptography API requires. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
