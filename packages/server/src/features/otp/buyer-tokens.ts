import { ApiError } from '../../errors/index.ts';
import type { Secrets } from '../../platform/crypto.ts';
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
  const sealed = buyerTokenKey.seal(JSON.stringify({ email, expiresAtMs }), context);
  // Without the id of the master key: the published pattern of a token has no place for it.
  const [base64 = ''] = sealed.split('=');
  return { token: prefix + base64.replaceAll('+', '-').replaceAll('/', '_'), expiresAtMs };
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
    const { email, expiresAtMs } = JSON.parse(buyerTokenKey.open(token.slice(prefix.length), context)) as {
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
