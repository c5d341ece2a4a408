import Stripe from 'stripe';
import type { Received } from './receiver.ts';

/**
 * Verifies the header `X-…-Signature` of a webhook with the package `stripe`, which uses the same format.
 *
 * @param arrivalMs when the request arrives, in milliseconds since the epoch
 * @param toleranceSeconds the maximum age of the signature, by default that of the package
 * @throws Error if the signature is not valid at that time
 */
export function verifySignatureHeader(
  { headers, body }: Pick<Received, 'headers' | 'body'>,
  secret: string,
  arrivalMs: number,
  header = 'x-service-signature',
  toleranceSeconds?: number,
): unknown {
  return Stripe.webhooks.constructEvent(body, String(headers[header]), secret, toleranceSeconds, undefined, arrivalMs);
}
