import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from './ids.ts';

const checkLength = 6;

/** Generates a token: the prefix, 32 random characters of base62, and 6 check digits, the CRC32 of what precedes. */
export function generateToken(prefix: string): string {
  const body = prefix + randomBase62(32);
  return body + checkDigits(body);
}

/** Whether the text has the form of a token and its check digits. This rejects mistyped tokens without a query. */
export function isToken(text: string): boolean {
  return (
    /^[a-z]+_(?:test_)?[0-9A-Za-z]{38}$/.test(text) &&
    checkDigits(text.slice(0, -checkLength)) === text.slice(-checkLength)
  );
}

/** The hash of a token, which is stored instead of the token. A token has 190 random bits, so it needs no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

function checkDigits(body: string): string {
  return base62(crc32(body), checkLength);
}
