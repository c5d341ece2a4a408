import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Verifies the signature of a webhook. Throws an Error with the reason if it is not valid.
 *
 * @param {Buffer} body the request body as raw bytes, before it is parsed
 * @param {string | undefined} header the value of X-SERVICE-Signature
 * @param {string} secret the complete secret of the endpoint, including whsec_
 * @param {{ now?: number, toleranceSeconds?: number }} [options] `now` is in Unix seconds, by default the current time
 */
export function verify(body, header, secret, { now = Date.now() / 1000, toleranceSeconds = 300 } = {}) {
  // With an empty secret, any client could create a valid signature.
  if (!secret) throw new Error('the secret is missing');

  let time = '';
  const signatures = [];
  for (const part of (header ?? '').split(',')) {
    if (part.startsWith('t=')) time = part.slice(2);
    // During a rotation of the secret, there are several. Unknown names are ignored, because later versions can add names.
    if (part.startsWith('v1=')) signatures.push(Buffer.from(part.slice(3)));
  }
  if (!/^[0-9]{1,12}$/.test(time)) throw new Error('the header has no time t=');
  if (signatures.length === 0) throw new Error('the header has no signature v1=');

  const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'));
  // A comparison in constant time does not reveal how many characters are correct.
  const matches = (signature) => signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!signatures.some(matches)) throw new Error('no signature matches');

  // A recorded request must not be accepted later. This form of the comparison also rejects NaN.
  const fresh = Math.abs(Math.floor(now) - Number(time)) <= toleranceSeconds;
  if (!fresh) throw new Error(`the time differs from the current time by more than ${toleranceSeconds} s`);
}

// An example program. It reads the body from standard input.
//   node verify.mjs HEADER SECRET [NOW] < body
if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [header, secret, now] = process.argv.slice(2);
  try {
    verify(readFileSync(0), header, secret, now === undefined ? {} : { now: Number(now) });
    console.log('valid');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
