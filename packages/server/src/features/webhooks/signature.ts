import { createHmac, createSecretKey, type KeyObject, randomBytes, sign } from 'node:crypto';

const prefix = 'whsec_';

/** The keys of a signing secret for both signature headers. */
export interface SigningSecret {
  /** The whole text `whsec_…`: the key for `X-…-Signature`. */
  readonly whole: KeyObject;
  /** The decoded base64 after `whsec_`: the key for Standard Webhooks. */
  readonly decoded: KeyObject;
  /** The Ed25519 private key that belongs to the secret; null if the endpoint does not use Ed25519. */
  readonly ed25519: KeyObject | null;
}

/** Returns `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** @param text `whsec_…` */
export function signingSecret(text: string, ed25519: KeyObject | null): SigningSecret {
  return {
    whole: createSecretKey(Buffer.from(text)),
    decoded: createSecretKey(Buffer.from(text.slice(prefix.length), 'base64')),
    ed25519,
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

/**
 * The headers of Standard Webhooks 1.0.0.
 *
 * @param id the id of the event
 * @param seconds the time of sending, since the epoch
 */
export function standardHeaders(
  secrets: readonly SigningSecret[],
  id: string,
  seconds: number,
  body: Buffer,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardSignature(secrets, id, seconds, body),
  };
}

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0.0): for each secret `v1,<base64>` and, with Ed25519, `v1a,<base64>`,
 * separated by spaces.
 */
function standardSignature(secrets: readonly SigningSecret[], id: string, seconds: number, body: Buffer): string {
  return secrets
    .flatMap(({ decoded, ed25519 }) => {
      const head = `${id}.${seconds}.`;
      const mac = `v1,${createHmac('sha256', decoded).update(head).update(body).digest('base64')}`;
      if (ed25519 === null) return [mac];
      const signed = sign(null, Buffer.concat([Buffer.from(head), body]), ed25519);
      return [mac, `v1a,${signed.toString('base64')}`];
    })
    .join(' ');
}
