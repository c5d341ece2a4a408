import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** The keys of a signing secret for both signature headers. */
export interface SigningSecret {
  /** The whole text `whsec_…`: the key for `X-…-Signature`. */
  readonly whole: KeyObject;
  /** The decoded base64 after `whsec_`: the key for Standard Webhooks. */
  readonly decoded: KeyObject;
}

/** Returns `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** @param text `whsec_…` */
export function signingSecret(text: string): SigningSecret {
  return {
    whole: createSecretKey(Buffer.from(text)),
    decoded: createSecretKey(Buffer.from(text.slice(prefix.length), 'base64')),
  };
}

/**
 * The value of `X-…-Signature`: `t=<unix seconds>,v1=<hex>`, with a `v1` for each secret.
 *
 * @param seconds since the epoch
 */
export function signature(secrets: readonly SigningSecret[], seconds: number, body: Buffer): string {
  let header = `t=${seconds}`;
  for (const { whole } of secrets) {
    header += `,v1=${createHmac('sha256', whole).update(`${seconds}.`).update(body).digest('hex')}`;
  }
  return header;
}

/** The value of `webhook-signature`: `v1,<base64>` for each secret, separated by spaces (Standard Webhooks 1.0.0). */
export function standardSignature(
  secrets: readonly SigningSecret[],
  id: string,
  seconds: number,
  body: Buffer,
): string {
  return secrets
    .map(({ decoded }) => {
      const mac = createHmac('sha256', decoded).update(`${id}.${seconds}.`).update(body).digest('base64');
      return `v1,${mac}`;
    })
    .join(' ');
}
