import { generateToken, isToken } from '../../platform/token-format.ts';

export type KeyKind = 'publishable' | 'secret';

const prefixes: Readonly<Record<KeyKind, string>> = { publishable: 'pk_', secret: 'sk_' };

/** The first characters of a key: `pk_` or `sk_`, and `test_` for a key of a sandbox. */
export function keyPrefix(kind: KeyKind, { isSandbox }: { isSandbox: boolean }): string {
  return prefixes[kind] + (isSandbox ? 'test_' : '');
}

export function generateKey(kind: KeyKind, options = { isSandbox: false }): string {
  return generateToken(keyPrefix(kind, options));
}

export function isWellFormedKey(text: string): boolean {
  return /^[ps]k_/.test(text) && isToken(text);
}
