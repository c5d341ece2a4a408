import type { WebhookEvent } from './types.ts';

export type { UnknownWebhook, WebhookEvent } from './types.ts';

/** The headers of a request: the standard `Headers`, or the object of Node, Express and Fastify. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The settings of a verification. */
export interface VerifyOptions {
  /** The maximum difference between the time of sending and the current time, in seconds. By default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in Unix seconds. By default from the clock of this computer. */
  readonly nowSeconds?: number | undefined;
}

/** The length of a public key for Ed25519. */
const publicKeyBytes = 32;

/** Why a request was rejected. */
export type VerificationErrorCode =
  | 'parsed_body'
  | 'missing_secret'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'no_matching_signature'
  | 'invalid_body';

/**
 * The request is not from the service, or is a copy of an old request. Respond with status 400, and do not use its body. With the
 * code `missing_secret`, the secret of this program is missing or invalid, and with `parsed_body`, this program has not passed the
 * raw body: respond with status 500.
 */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly code: VerificationErrorCode;

  constructor(code: VerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Verifies the signature of a webhook (Standard Webhooks 1.0.0) and returns its event.
 *
 * @param rawBody the body as it was received, before it is parsed
 * @param headers the headers of the request
 * @param secrets the secret of the endpoint, `whsec_…`, or its public key for Ed25519, `whpk_…`. While it is changed: the old and
 *   the new one
 * @throws WebhookVerificationError if no signature is valid, or the time of sending differs too much from the current time
 */
export async function verify(
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowSeconds = Date.now() / 1_000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  // `instanceof` is false for the bytes of another realm, such as those of some test runners.
  if (typeof rawBody !== 'string' && (rawBody as ArrayBuffer | null)?.byteLength === undefined) {
    const message = 'The body was already parsed. Pass the raw body, as text or bytes, exactly as it was received.';
    throw new WebhookVerificationError('parsed_body', message);
  }
  const keys = await Promise.all((secrets?.length ? [secrets].flat() : ['']).map(importKey));
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  // This form of the comparison also rejects NaN.
  const isCurrent = /^\d+$/.test(timestamp) && Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds;
  if (!isCurrent) {
    const message = `The time of sending is missing, or differs from the current time by more than ${toleranceSeconds} s.`;
    throw new WebhookVerificationError('invalid_timestamp', message);
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const candidates = signatures.split(' ').map((signature) => signature.split(','));
  for (const { version, algorithm, key } of keys) {
    for (const [candidateVersion, signature = ''] of candidates) {
      if (candidateVersion !== version) continue;
      // `subtle.verify` compares in constant time.
      if (await crypto.subtle.verify(algorithm, key, fromBase64(signature), signed)) return parse(body);
    }
  }
  const message = 'No signature matches the body and a secret. The body must be exactly as it was received.';
  throw new WebhookVerificationError('no_matching_signature', message);
}

function headerOf(headers: RequestHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('missing_header', `The request has no header ${name}.`);
}

async function importKey(secret: string) {
  const trimmed = typeof secret === 'string' ? secret.trim() : '';
  const [, prefix, text = ''] = /^(whsec_|whpk_)?(.*)$/.exec(trimmed) ?? [];
  const bytes = fromBase64(text);
  const isPublic = prefix === 'whpk_';
  // With an empty secret, any client could create a valid signature.
  if (bytes.length === 0 || (isPublic && bytes.length !== publicKeyBytes)) {
    throw new WebhookVerificationError('missing_secret', 'A secret is missing or is not valid.');
  }
  const [version, algorithm] = isPublic ? ['v1a', 'Ed25519'] : ['v1', 'HMAC'];
  const key = await crypto.subtle.importKey('raw', bytes, { name: algorithm, hash: 'SHA-256' }, false, ['verify']);
  return { version, algorithm, key };
}

/** The decoded bytes; none if the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function parse(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('invalid_body', 'The body is signed, but is not JSON.');
  }
  if (typeof (event as { type?: unknown } | null)?.type === 'string') return event as WebhookEvent;
  throw new WebhookVerificationError('invalid_body', 'The body is signed, but is not an event.');
}
