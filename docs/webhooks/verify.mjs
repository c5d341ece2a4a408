import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Verifies that a webhook is genuine. Throws an Error with the reason if it is not.
 *
 * @param {Buffer} body the request body as raw bytes, before it is parsed
 * @param {string | undefined} header the value of X-SERVICE-Signature
 * @param {string} secret the endpoint's whole secret, with its whsec_
 * @param {{ now?: number, toleranceSeconds?: number }} [options] `now` is in Unix seconds, by default the current time
 */
export function verify(body, header, secret, { now = Date.now() / 1000, toleranceSeconds = 300 } = {}) {
  // Anyone could sign with an empty secret.
  if (!secret) throw new Error('the secret is missing');

  let time = '';
  const signatures = [];
  for (const part of (header ?? '').split(',')) {
    if (part.startsWith('t=')) time = part.slice(2);
    // There is more than one during a rotation of the secret. Other names are ignored: later versions can add some.
    if (part.startsWith('v1=')) signatures.push(Buffer.from(part.slice(3)));
  }
  if (!/^[0-9]{1,12}$/.test(time)) throw new Error('the header has no time t=');
  if (signatures.length === 0) throw new Error('the header has no signature v1=');

  const expected = Buffer.from(createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'));
  // A comparison in constant time does not reveal how many characters are correct.
  const matches = (signature) => signature.length === expected.length && timingSafeEqual(signature, expected);
  if (!signatures.some(matches)) throw new Error('no signature matches');

  // A recorded request must not be accepted later. With this form of the comparison, NaN is rejected too.
  const fresh = Math.abs(Math.floor(now) - Number(time)) <= toleranceSeconds;
  if (!fresh) throw new Error(`the time is more than ${toleranceSeconds} s away`);
}

// A program to try it out. It reads the body from its standard input.
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
