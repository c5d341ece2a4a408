import Stripe from 'stripe';
import type { Received } from './receiver.ts';

/**
 * Verifies the header `X-…-Signature` of a webhook with the package `stripe`, whose format it has.
 *
 * @param atMs when the request arrives, milliseconds since the epoch
 * @param toleranceSeconds how old the signature can be; by default, that of the package
 * @throws Error if the signature is not valid then
 */
export function verifySignatureHeader(
  { headers, body }: Pick<Received, 'headers' | 'body'>,
  secret: string,
  atMs: number,
  header = 'x-service-signature',
  toleranceSeconds?: number,
): unknown {
  return Stripe.webhooks.constructEvent(body, String(headers[header]), secret, toleranceSeconds, undefined, atMs);
}
