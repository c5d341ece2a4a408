import { randomFillSync, randomInt } from 'node:crypto';

/** The type prefixes of ids. */
export type IdPrefix =
  | 'org' | 'usr' | 'ses' | 'psk' | 'inv' | 'evt' | 'que' | 'tty' | 'add' | 'itm' | 'tkt' | 'ent' | 'con' | 'ret' | 'stl' | 'led'
  | 'key' | 'srq' | 'whk' | 'whs' | 'msg' | 'dlv' | 'att' | 'rpl' | 'aud' | 'req' | 'pay' | 'rfd' | 'mal' | 'gat' | 'dev' | 'scn'
  | 'slv'; // biome-ignore format: a table

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const upperAlphabet = alphabet.toUpperCase();

// Random bytes are generated 8 KiB at a time. A call for each id would take longer than the rest of `newId`.
const pool = Buffer.alloc(8192);
let poolOffset = pool.length;
function randomSlice(length: number): number {
  if (poolOffset + length > pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const start = poolOffset;
  poolOffset += length;
  return start;
}

const uuid = new Uint8Array(16);
let lastMs = 0;
let counter = 0;

/**
 * Creates a TypeID: the prefix, `_`, and a UUIDv7 (RFC 9562) in 26 characters of Crockford base32. The ids of one process
 * sort by their creation, also within one millisecond, if `epochMs` never decreases.
 *
 * @param epochMs the time in the id, in milliseconds since the epoch
 */
export function newId(prefix: IdPrefix, epochMs: number): string {
  const start = randomSlice(9);
  if (epochMs === lastMs) counter += 1;
  else {
    lastMs = epochMs;
    // The counter has 26 bits and starts below 2^24, so 50 million ids of one millisecond are sorted.
    counter = pool.readUIntBE(start, 3);
  }
  uuid[0] = epochMs / 2 ** 40;
  uuid[1] = epochMs / 2 ** 32;
  uuid[2] = epochMs / 2 ** 24;
  uuid[3] = epochMs / 2 ** 16;
  uuid[4] = epochMs / 2 ** 8;
  uuid[5] = epochMs;
  uuid[6] = 0x70 | ((counter >> 22) & 0x0f);
  uuid[7] = counter >> 14;
  uuid[8] = 0x80 | ((counter >> 8) & 0x3f);
  uuid[9] = counter;
  pool.copy(uuid, 10, start + 3, start + 9);
  return `${prefix}_${base32(uuid)}`;
}

/**
 * Returns the smallest id of a time. Ids sort by time, so an id of an earlier time is smaller. There are no ids before the epoch:
 * for an earlier time, it returns the smallest id of all.
 */
export function firstIdOf(prefix: IdPrefix, epochMs: number): string {
  const bytes = new Uint8Array(16);
  const idMs = Math.max(0, epochMs);
  for (let i = 0; i < 6; i += 1) bytes[i] = idMs / 2 ** (8 * (5 - i));
  return `${prefix}_${base32(bytes)}`;
}

/** Returns the time in an id, in milliseconds since the epoch. */
export function epochMsOf(id: string): number {
  // After the prefix, the first ten characters are two zero bits and the 48 bits of the time.
  const time = id.slice(id.indexOf('_') + 1).slice(0, 10);
  return [...time].reduce((value, character) => value * 32 + alphabet.indexOf(character), 0);
}

/** Encodes 128 bits in 26 characters. The first character has the top 3 bits (TypeID specification 0.3). */
function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 2; // 26 characters have 130 bits, so the first two bits are zero.
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}

const idPattern = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether the text has the form of an id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && idPattern.test(text);
}

/** Creates an order number: 10 random characters of Crockford base32 in upper case, 50 bits. */
export function newOrderNumber(): string {
  return randomBase32(10);
}

const orderNumberPattern = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/**
 * Converts an order number to its stored form. The result is in upper case, with O replaced by 0, and I and L replaced by 1, as
 * Crockford base32 defines.
 *
 * @returns null if the text is not an order number
 */
export function parseOrderNumber(text: string): string | null {
  if (text.length !== 10) return null;
  if (orderNumberPattern.test(text)) return text;
  const upper = text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return orderNumberPattern.test(upper) ? upper : null;
}

/** Creates the QR content of a ticket: 160 random bits in 32 characters of Crockford base32 in upper case. */
export function newQrValue(): string {
  return randomBase32(32);
}

/** Returns random characters of Crockford base32 in upper case. */
function randomBase32(length: number): string {
  const start = randomSlice(length);
  let text = '';
  for (const byte of pool.subarray(start, start + length)) text += upperAlphabet.charAt(byte & 31);
  return text;
}

const base62Alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random characters of base62. All characters have the same probability. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i += 1) text += base62Alphabet.charAt(randomInt(62));
  return text;
}

/** Encodes a whole number in base62, padded with zeros on the left. */
export function base62(value: number, length: number): string {
  let text = '';
  let remainingValue = value;
  for (let i = 0; i < length; i += 1) {
    text = base62Alphabet.charAt(remainingValue % 62) + text;
    remainingValue = Math.floor(remainingValue / 62);
  }
  return text;
}
