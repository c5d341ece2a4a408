import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { linkSignInPrefix } from './password-reset.ts';
import { challengeCookie, challengeMinutes } from './second-factor.ts';

/**
 * Requires the second factor after a sign-in link, which proves only one factor. The library requires it only after a password. The
 * session is replaced with the challenge that the library creates after a password. Both thus have the same limits.
 */
export const secondFactorAfterLink: BetterAuthPlugin = {
  id: 'second-factor-after-link',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/magic-link/verify',
        handler: createAuthMiddleware(async (context) => {
          const { internalAdapter, newSession, secret } = context.context;
          if (newSession?.user['twoFactorEnabled'] !== true) return;
          deleteSessionCookie(context, true);
          await internalAdapter.deleteSession(newSession.session.token);
          context.context.setNewSession(null);
          const maxAge = challengeMinutes * 60;
          const expiresAt = new Date(Date.now() + maxAge * 1_000);
          const identifier = `${linkSignInPrefix}${generateRandomString(20)}`;
          await internalAdapter.createVerificationValue({ identifier, value: newSession.user.id, expiresAt });
          const attempts = `2fa-attempts-${identifier}`;
          await internalAdapter.createVerificationValue({ identifier: attempts, value: '0', expiresAt });
          const { name, attributes } = context.context.createAuthCookie(challengeCookie, { maxAge });
          await context.setSignedCookie(name, identifier, secret, attributes);
          return context.json({ twoFactorRedirect: true });
        }),
      },
    ],
  },
};
