import { ApiError } from '../../errors/index.ts';
import { decrypt, encrypt, type Secrets } from '../../platform/crypto.ts';
import { challenge } from '../../platform/http/credentials.ts';

/** How long a buyer token is valid. */
const tokenSeconds = 30 * 60;
const prefix = 'byt_';
const context = 'buyer token';

/** A token that proves that its owner has verified an e-mail address. Callers cannot read its content. */
export interface BuyerToken {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** Creates a token for an e-mail address that was just verified. */
export function issueBuyerToken(
  { buyerTokenKey }: Pick<Secrets, 'buyerTokenKey'>,
  email: string,
  nowMs: number,
): BuyerToken {
  const expiresAtMs = nowMs + tokenSeconds * 1_000;
  const sealed = encrypt(buyerTokenKey, JSON.stringify({ email, expiresAtMs }), context);
  return { token: prefix + Buffer.from(sealed, 'base64').toString('base64url'), expiresAtMs };
}

/**
 * Returns the e-mail address for which a token was issued.
 *
 * @throws ApiError `invalid_buyer_token` if the token is mistyped or forged, `expired_buyer_token` if it has expired
 */
export function requireBuyerEmail(key: Pick<Secrets, 'buyerTokenKey'>, token: string, nowMs: number): string {
  const email = readBuyerToken(key, token, nowMs);
  if (email instanceof ApiError) throw email;
  return email;
}

/** Like `requireBuyerEmail`, but returns the error. */
export function readBuyerToken(
  { buyerTokenKey }: Pick<Secrets, 'buyerTokenKey'>,
  token: string,
  nowMs: number,
): string | ApiError {
  if (!token.startsWith(prefix)) return unusable('invalid_buyer_token');
  try {
    const sealed = Buffer.from(token.slice(prefix.length), 'base64url').toString('base64');
    const { email, expiresAtMs } = JSON.parse(decrypt(buyerTokenKey, sealed, context)) as {
      email: string;
      expiresAtMs: number;
    };
    return nowMs < expiresAtMs ? email : unusable('expired_buyer_token');
  } catch {
    return unusable('invalid_buyer_token'); // Not a token of this server.
  }
}

function unusable(reason: 'invalid_buyer_token' | 'expired_buyer_token'): ApiError {
  return new ApiError(reason, {}, { headers: { 'www-authenticate': challenge('error="invalid_token"') } });
}
