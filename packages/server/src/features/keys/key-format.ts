import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../../platform/ids.ts';

export type KeyKind = 'publishable' | 'secret';

const prefixes: Record<KeyKind, string> = { publishable: 'pk_', secret: 'sk_' };

/** A new key: `pk_` or `sk_`, 32 random characters of base62, and 6 of the CRC32 over what precedes. */
export function generateKey(kind: KeyKind): string {
  const body = prefixes[kind] + randomBase62(32);
  return body + checksum(body);
}

/** Whether the text can be a key: a mistyped one is told without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return /^[ps]k_[0-9A-Za-z]{38}$/.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** What is stored and looked up in place of the key. A key has 190 random bits: it needs no slow hash. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksum(body: string): string {
  return base62(crc32(body), 6);
}
