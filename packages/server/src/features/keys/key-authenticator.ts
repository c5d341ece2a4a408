import { ApiError } from '../../errors/index.ts';
import { basicUserName, bearerToken, challenge } from '../../platform/http/credentials.ts';
import type { Authenticator } from '../../platform/http/principal.ts';
import type { TokenRing } from '../../platform/http/token-ring.ts';
import type { KeyPrincipal } from './keyring.ts';

/**
 * Authenticates requests by an API key, sent as a bearer token or as the user name of Basic authentication. A password is
 * ignored.
 */
export function keyAuthenticator(keyring: TokenRing<KeyPrincipal>): Authenticator<KeyPrincipal> {
  const keyOf = (authorization: string | undefined) => bearerToken(authorization) ?? basicUserName(authorization);
  return {
    isUnknown({ headers }) {
      const key = keyOf(headers.authorization);
      return key !== null && keyring.isUnknown(key);
    },
    async authenticate({ headers }) {
      const key = keyOf(headers.authorization);
      if (key === null) return missingKey();
      return (await keyring.find(key)) ?? invalidKey();
    },
    documentation: {
      name: 'key',
      scheme: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'pk_… or sk_…',
        description:
          'An API key: publishable (`pk_…`) or secret (`sk_…`). Store secret keys on your servers only. Keys of the sandbox ' +
          'begin with `pk_test_` and `sk_test_`.',
      },
      alternatives: {
        keyAsUserName: {
          type: 'http',
          scheme: 'basic',
          description:
            'Each operation that accepts `key` also accepts the same key as the user name, without a password (`curl -u sk_…:`).',
        },
      },
      errors: ['missing_key', 'invalid_key'],
      namesPermissions: true,
    },
  };
}

function missingKey(): ApiError {
  return new ApiError('missing_api_key', {}, { headers: { 'www-authenticate': challenge() } });
}

function invalidKey(): ApiError {
  return new ApiError('invalid_api_key', {}, { headers: { 'www-authenticate': challenge('error="invalid_token"') } });
}
