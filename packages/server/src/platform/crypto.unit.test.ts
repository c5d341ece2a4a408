import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveSecrets, isMacOf, macOf } from './crypto.ts';

const masterKey = 'a master key that only the tests use';
const { webhookSecretKey: key, mailKey, cursorKey } = deriveSecrets(masterKey);
const text = 'whsec_Zoë 日本';

/** The bytes of a sealed text as the last release reads them. */
const bytesOf = (sealed: string) => Buffer.from(sealed, 'base64');

describe('a sealed text', () => {
  test('is opened as the original text, for any text and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (anyText, context) => {
        expect(key.open(key.seal(anyText, context), context)).toBe(anyText);
      }),
    );
  });

  test('is different each time and does not contain the plain text', () => {
    const sealedTexts = Array.from({ length: 100 }, () => key.seal(text, 'a'));
    // The first 16 characters are the nonce of 12 bytes.
    expect(new Set(sealedTexts.map((sealed) => sealed.slice(0, 16))).size).toBe(100);
    for (const sealed of sealedTexts) expect(bytesOf(sealed).includes('whsec')).toBe(false);
  });

  test('is not opened with another key or another context', () => {
    const sealed = key.seal(text, 'org_1 whk_1');
    const keyOfOtherMaster = deriveSecrets('another master key of the tests').webhookSecretKey;
    for (const otherKey of [mailKey, keyOfOtherMaster]) {
      expect(() => otherKey.open(sealed, 'org_1 whk_1')).toThrow();
      expect(() => otherKey.open(sealed.slice(0, sealed.indexOf('.')), 'org_1 whk_1')).toThrow();
    }
    for (const context of ['org_1 whk_2', 'org_2 whk_1', '', 'org_1 whk_1 ']) {
      expect(() => key.open(sealed, context)).toThrow();
    }
    expect(key.open(sealed, 'org_1 whk_1')).toBe(text);
  });

  test('is not opened if a bit was changed or a part is missing', () => {
    const bytes = bytesOf(key.seal(text, 'a'));
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => key.open(changed.toString('base64'), 'a'), `bit ${bit}`).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => key.open(bytes.subarray(0, length).toString('base64'), 'a'), `${length} bytes`).toThrow();
    }
  });

  test('is AES-256-GCM: nonce, ciphertext and tag, and then the id of the master key', async () => {
    const sealed = key.seal(text, 'a');
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=\.[0-9a-f]{8}$/);
    const bytes = bytesOf(sealed);
    const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: Buffer.from('a'), tagLength: 128 };
    const rawKey = key.openWithKey(sealed, 'a').key.export();
    expect(rawKey).toHaveLength(32);
    const importedKey = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['decrypt']);
    const decrypted = await crypto.subtle.decrypt(parameters, importedKey, bytes.subarray(12));
    expect(Buffer.from(decrypted).toString()).toBe(text);
  });

  test('of an earlier release, without an id, is opened', () => {
    expect(key.open('7rmgBpXn/0jQ0IKwjdG9nobSU72AR/i/Cd7FqwBli+4SW7s5y/OrzoS0Tj3e', 'a')).toBe(text);
  });
});

describe('a message authentication code', () => {
  test('is HMAC-SHA256, truncated to 96 bits', () => {
    // RFC 4231, test case 2.
    const mac = Buffer.from('5bdcc146bf60754e6a042426', 'hex').toString('base64url');
    expect(macOf(createSecretKey('Jefe', 'utf8'), 'what do ya want for nothing?')).toBe(mac);
  });

  test('is verified, also one of an earlier release, and not with another key, text or code', () => {
    for (const mac of [macOf(cursorKey, 'a text'), '0XlahBvddmj4kSpb']) {
      expect(isMacOf(cursorKey, 'a text', mac)).toBe(true);
      expect(isMacOf(cursorKey, 'a text.', mac)).toBe(false);
      expect(isMacOf(deriveSecrets(masterKey).otpKey, 'a text', mac)).toBe(false);
      expect(isMacOf(cursorKey, 'a text', mac.slice(1))).toBe(false);
      expect(isMacOf(cursorKey, 'a text', `${mac.slice(0, -1)}A`)).toBe(false);
    }
  });
});
