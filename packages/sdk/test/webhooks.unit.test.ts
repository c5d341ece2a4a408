import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../server/src/platform/clock.ts';
import { verify } from '../src/webhooks.ts';

const secret = 'whsec_dGhpcyBpcyBubyBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==';
const otherSecret = 'whsec_YW5vdGhlciBvbmUgdGhhdCBpcyBubyBzZWNyZXQgZWl0aGVy';
const nowSeconds = 1_795_168_800;
const event = { id: 'msg_1', type: 'order.paid', sequence: 1, data: { note: 'Zoë 日本 🏃‍♀️ \u2028' } };
const body = JSON.stringify(event);

/** The headers of a webhook, signed by the reference implementation of Standard Webhooks. */
function signed({ text = body, seconds = nowSeconds, secrets = [secret], id = 'msg_1' } = {}): Record<string, string> {
  const signatures = secrets.map((key) => new Webhook(key).sign(id, new Date(seconds * 1_000), text));
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

describe('a signature of the reference implementation is accepted', () => {
  test.each<[string, Parameters<typeof verify>[0], Parameters<typeof verify>[1], string | string[]]>([
    ['a body as text', body, signed(), secret],
    ['a body as bytes', Buffer.from(body), signed(), secret],
    ['a body as an ArrayBuffer', new Uint8Array(Buffer.from(body)).buffer, signed(), secret],
    [
      'headers in upper case',
      body,
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
      secret,
    ],
    ['standard headers', body, new Headers(signed()), secret],
    ['the new secret of the receiver', body, signed(), [otherSecret, secret]],
    ['a second signature with the new secret', body, signed({ secrets: [otherSecret, secret] }), secret],
    [
      'signatures of other versions',
      body,
      { ...signed(), 'webhook-signature': `v2,AA v1a,AA ${signed()['webhook-signature']}` },
      secret,
    ],
    ['a secret with a line break at its end', body, signed(), `${secret}\n`],
    ['a time 300 s old', body, signed({ seconds: nowSeconds - 300 }), secret],
    ['a time 300 s ahead', body, signed({ seconds: nowSeconds + 300 }), secret],
  ])('%s', async (_name, rawBody, headers, secrets) => {
    expect(await verify(rawBody, headers, secrets, { nowSeconds })).toEqual(event);
  });
});

describe('a request is rejected', () => {
  const signature = signed()['webhook-signature'] as string;
  const { 'webhook-signature': _signature, ...withoutSignature } = signed();
  test.each<[string, string, Record<string, string>, string | string[], string]>([
    ['with a changed body', `${body} `, signed(), secret, 'no_matching_signature'],
    ['with a changed id', body, { ...signed(), 'webhook-id': 'msg_2' }, secret, 'no_matching_signature'],
    [
      'with a changed time',
      body,
      { ...signed(), 'webhook-timestamp': `${nowSeconds + 1}` },
      secret,
      'no_matching_signature',
    ],
    ['with the signature of another secret', body, signed({ secrets: [otherSecret] }), secret, 'no_matching_signature'],
    [
      'with a part of a signature',
      body,
      { ...signed(), 'webhook-signature': signature.slice(0, -4) },
      secret,
      'no_matching_signature',
    ],
    [
      'with a signature that is not base64',
      body,
      { ...signed(), 'webhook-signature': 'v1,%' },
      secret,
      'no_matching_signature',
    ],
    ['with an empty signature', body, { ...signed(), 'webhook-signature': 'v1,' }, secret, 'no_matching_signature'],
    [
      'with a signature of another version',
      body,
      { ...signed(), 'webhook-signature': signature.replace('v1', 'v2') },
      secret,
      'no_matching_signature',
    ],
    ['without a signature', body, withoutSignature, secret, 'missing_header'],
    ['301 s old', body, signed({ seconds: nowSeconds - 301 }), secret, 'invalid_timestamp'],
    ['301 s ahead', body, signed({ seconds: nowSeconds + 301 }), secret, 'invalid_timestamp'],
    ['with a time that is no number', body, { ...signed(), 'webhook-timestamp': 'now' }, secret, 'invalid_timestamp'],
    ['if there is no secret', body, signed(), [], 'missing_secret'],
    ['if the secret is empty', body, signed(), '', 'missing_secret'],
    ['if one of the secrets is undefined', body, signed(), [undefined as unknown as string], 'missing_secret'],
    ['if a later secret is undefined', body, signed(), [secret, undefined as unknown as string], 'missing_secret'],
    ['if the secret is not text', body, signed(), 5 as unknown as string, 'missing_secret'],
    ['if the public key is too short', body, signed(), 'whpk_AAAA', 'missing_secret'],
    ['if the signed body is no event', '[]', signed({ text: '[]' }), secret, 'invalid_body'],
    ['if the body was parsed before', event as unknown as string, signed(), secret, 'parsed_body'],
    ['if there is no body', undefined as unknown as string, signed(), secret, 'parsed_body'],
    ['if the signed body is not JSON', 'ping', signed({ text: 'ping' }), secret, 'invalid_body'],
  ])('%s', async (_name, rawBody, headers, secrets, code) => {
    await expect(verify(rawBody, headers, secrets, { nowSeconds })).rejects.toMatchObject({ code });
  });
});

test('a signature with Ed25519 is accepted only with its public key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { privateKey: otherKey } = generateKeyPairSync('ed25519');
  const text = `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;
  const headersOf = (key: KeyObject, version = 'v1a') => {
    const signature = sign(null, Buffer.from(`msg_1.${nowSeconds}.${body}`), key).toString('base64');
    return { ...signed(), 'webhook-signature': `${signed()['webhook-signature']} ${version},${signature}` };
  };
  expect(await verify(body, headersOf(privateKey), text, { nowSeconds })).toEqual(event);
  expect(await verify(body, headersOf(privateKey), [otherSecret, text], { nowSeconds })).toEqual(event);
  for (const headers of [headersOf(otherKey), headersOf(privateKey, 'v1'), signed()])
    await expect(verify(body, headers, text, { nowSeconds })).rejects.toMatchObject({ code: 'no_matching_signature' });
});

test('the tolerance can be changed, and the current time is that of this computer', async () => {
  const late = signed({ seconds: nowSeconds - 900 });
  expect(await verify(body, late, secret, { nowSeconds, toleranceSeconds: 900 })).toEqual(event);
  expect(await verify(body, signed({ seconds: Math.floor(systemClock.now() / 1_000) }), secret)).toEqual(event);
  await expect(verify(body, signed(), secret)).rejects.toMatchObject({ code: 'invalid_timestamp' });
});
