import { ApiError } from '../../errors/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/crypto.ts';
import { bearerToken, challenge } from '../../platform/http/credentials.ts';
import type { Authenticator, Principal } from '../../platform/http/principal.ts';
import { readBuyerToken } from '../otp/index.ts';
import { isReservationToken } from './reservation-token.ts';

/** The permission of every buyer. */
export const ownOrdersPermission = 'own-orders:read';

interface Buyer extends Principal {
  readonly organizerId: null;
  readonly actor: null;
  readonly rateLimitKey: null;
}

/** A buyer. It is identified by a verified e-mail address, or by the token of a reservation, which is valid for one order only. */
export type BuyerPrincipal =
  | (Buyer & { readonly kind: 'buyer'; readonly email: string })
  | (Buyer & { readonly kind: 'reservation'; readonly token: string });

const buyerProperties: Omit<Buyer, 'kind'> = {
  organizerId: null,
  actor: null,
  permissions: new Set([ownOrdersPermission]),
  rateLimitKey: null,
};

/**
 * Authenticates buyers by a bearer token: the `buyerToken` of an e-mail address or the `reservationToken` of an order.
 * Whether a reservation token belongs to an order is checked when the order is read.
 */
export function buyerAuthenticator({
  secrets,
  clock,
}: {
  secrets: Secrets;
  clock: Clock;
}): Authenticator<BuyerPrincipal> {
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers.authorization);
      if (token === null) return missingTokenError();
      if (isReservationToken(token)) return { kind: 'reservation', token, ...buyerProperties };
      const email = readBuyerToken(secrets, token, clock.now());
      return email instanceof ApiError ? email : { kind: 'buyer', email, ...buyerProperties };
    },
    documentation: {
      name: 'buyer',
      scheme: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'byt_… or rsv_…',
        description: 'The `buyerToken` of a verified e-mail address, or the `reservationToken` of an order.',
      },
      errors: ['missing_key', 'invalid_key'],
      namesPermissions: false,
    },
  };
}

function missingTokenError(): ApiError {
  return new ApiError('missing_buyer_token', {}, { headers: { 'www-authenticate': challenge() } });
}
