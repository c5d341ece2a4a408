import { decrypt, encrypt, type Secrets } from '../../platform/crypto.ts';
import { ApiError } from '../../platform/errors.ts';
import { challenge } from '../../platform/http/admission.ts';

/** How long a verified address counts as verified. */
const tokenSeconds = 30 * 60;
const prefix = 'byt_';
const context = 'buyer token';

/** What shows that an address is its holder's: opaque, and good until its time is over. */
export interface BuyerToken {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** A token for an address that was verified at this moment. */
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
 * The address that a token was issued for.
 *
 * @throws ApiError `invalid_key` for one that is mistyped, forged or whose time is over
 */
export function requireBuyer(key: Pick<Secrets, 'buyerTokenKey'>, token: string, nowMs: number): string {
  const email = readBuyerToken(key, token, nowMs);
  if (email !== null) return email;
  throw new ApiError('invalid_key', 'The token is not valid or has ended. Verify the e-mail address again.', {
    headers: { 'www-authenticate': challenge('error="invalid_token"') },
  });
}

/** The same; null for such a one. */
export function readBuyerToken(
  { buyerTokenKey }: Pick<Secrets, 'buyerTokenKey'>,
  token: string,
  nowMs: number,
): string | null {
  if (!token.startsWith(prefix)) return null;
  try {
    const sealed = Buffer.from(token.slice(prefix.length), 'base64url').toString('base64');
    const { email, expiresAtMs } = JSON.parse(decrypt(buyerTokenKey, sealed, context)) as {
      email: string;
      expiresAtMs: number;
    };
    return nowMs < expiresAtMs ? email : null;
  } catch {
    return null; // Not one that was issued here.
  }
}
