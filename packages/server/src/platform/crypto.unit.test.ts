import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decrypt, deriveSecrets, encrypt } from './crypto.ts';

const { webhookSecretKey: key, cursorKey } = deriveSecrets('a master key that only the tests use');
const text = 'whsec_Zoë 日本';

describe('an encrypted text', () => {
  test('is decrypted to the same text, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (any, context) => {
        expect(decrypt(key, encrypt(key, any, context), context)).toBe(any);
      }),
    );
  });

  test('differs each time and does not contain the text', () => {
    const made = Array.from({ length: 100 }, () => encrypt(key, text, 'a'));
    expect(new Set(made).size).toBe(100);
    expect(new Set(made.map((one) => one.slice(0, 16))).size).toBe(100); // The nonce: 12 bytes.
    for (const one of made) expect(Buffer.from(one, 'base64').includes('whsec')).toBe(false);
  });

  test('is not decrypted with another key or another context', () => {
    const made = encrypt(key, text, 'org_1 whk_1');
    expect(cursorKey).not.toBe(key);
    const otherMaster = deriveSecrets('another master key of the tests').webhookSecretKey;
    for (const other of [cursorKey, otherMaster]) expect(() => decrypt(other, made, 'org_1 whk_1')).toThrow();
    for (const context of ['org_1 whk_2', 'org_2 whk_1', '', 'org_1 whk_1 ']) {
      expect(() => decrypt(key, made, context)).toThrow();
    }
    expect(decrypt(key, made, 'org_1 whk_1')).toBe(text);
  });

  test('is not decrypted if a bit was changed or a part is missing', () => {
    const bytes = Buffer.from(encrypt(key, text, 'a'), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => decrypt(key, changed.toString('base64'), 'a'), `bit ${bit}`).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decrypt(key, bytes.subarray(0, length).toString('base64'), 'a'), `${length} bytes`).toThrow();
    }
  });

  test('is AES-256-GCM: nonce, ciphertext and tag', async () => {
    const bytes = Buffer.from(encrypt(key, text, 'a'), 'base64');
    const given = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: Buffer.from('a'), tagLength: 128 };
    const imported = await crypto.subtle.importKey('raw', Buffer.from(key, 'hex'), 'AES-GCM', false, ['decrypt']);
    expect(Buffer.from(key, 'hex')).toHaveLength(32);
    const plain = await crypto.subtle.decrypt(given, imported, bytes.subarray(12));
    expect(Buffer.from(plain).toString()).toBe(text);
  });
});
