import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decrypt, deriveSecrets, encrypt } from './crypto.ts';

const { webhookSecretKey: key, cursorKey } = deriveSecrets('a master key that only the tests use');
const text = 'whsec_Zoë 日本';

describe('an encrypted text', () => {
  test('is decrypted to the original text, for any text and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (anyText, context) => {
        expect(decrypt(key, encrypt(key, anyText, context), context)).toBe(anyText);
      }),
    );
  });

  test('is different each time and does not contain the plain text', () => {
    const ciphertexts = Array.from({ length: 100 }, () => encrypt(key, text, 'a'));
    expect(new Set(ciphertexts).size).toBe(100);
    // The first 16 characters are the nonce of 12 bytes.
    expect(new Set(ciphertexts.map((ciphertext) => ciphertext.slice(0, 16))).size).toBe(100);
    for (const ciphertext of ciphertexts) expect(Buffer.from(ciphertext, 'base64').includes('whsec')).toBe(false);
  });

  test('is not decrypted with another key or another context', () => {
    const ciphertext = encrypt(key, text, 'org_1 whk_1');
    expect(cursorKey).not.toBe(key);
    const keyOfOtherMaster = deriveSecrets('another master key of the tests').webhookSecretKey;
    for (const otherKey of [cursorKey, keyOfOtherMaster]) {
      expect(() => decrypt(otherKey, ciphertext, 'org_1 whk_1')).toThrow();
    }
    for (const context of ['org_1 whk_2', 'org_2 whk_1', '', 'org_1 whk_1 ']) {
      expect(() => decrypt(key, ciphertext, context)).toThrow();
    }
    expect(decrypt(key, ciphertext, 'org_1 whk_1')).toBe(text);
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
    const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: Buffer.from('a'), tagLength: 128 };
    const importedKey = await crypto.subtle.importKey('raw', Buffer.from(key, 'hex'), 'AES-GCM', false, ['decrypt']);
    expect(Buffer.from(key, 'hex')).toHaveLength(32);
    const decrypted = await crypto.subtle.decrypt(parameters, importedKey, bytes.subarray(12));
    expect(Buffer.from(decrypted).toString()).toBe(text);
  });
});
