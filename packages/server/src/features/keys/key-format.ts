import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../../platform/ids.ts';

export type KeyKind = 'publishable' | 'secret';

const prefixes: Readonly<Record<KeyKind, string>> = { publishable: 'pk_', secret: 'sk_' };

/** The first characters of a key: `pk_` or `sk_`, and `test_` for a key of a sandbox. */
export function keyPrefix(kind: KeyKind, { isSandbox }: { isSandbox: boolean }): string {
  return prefixes[kind] + (isSandbox ? 'test_' : '');
}

/** Generates a key: its prefix, 32 random characters of base62, and 6 characters of the CRC32 of the preceding characters. */
export function generateKey(kind: KeyKind, options = { isSandbox: false }): string {
  const body = keyPrefix(kind, options) + randomBase62(32);
  return body + checksum(body);
}

/** Whether the text has the format and the checksum of a key. This rejects mistyped keys without a query. */
export function isWellFormedKey(text: string): boolean {
  return /^[ps]k_(?:test_)?[0-9A-Za-z]{38}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** The hash of a key, which is stored instead of the key. A key has 190 random bits, so it needs no slow hash. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  return base62(crc32(body), 6);
}
