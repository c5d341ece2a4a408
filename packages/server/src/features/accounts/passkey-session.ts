import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { challengeCookie } from './second-factor.ts';

/** The type of the body. Only this feature calls the function, so the body is not validated. */
const metadata = { $Infer: { body: {} as { userId: string } } };

/** Starts sessions of users who have proven all factors, with a passkey. The library has no function for this. */
export const sessionAfterPasskey = {
  id: 'session-after-passkey',
  endpoints: {
    startPasskeySession: createAuthEndpoint.serverOnly({ method: 'POST', metadata }, async (context) => {
      const { internalAdapter, createAuthCookie } = context.context;
      const { userId } = context.body;
      const user = await internalAdapter.findUserById(userId);
      // There is no session for a disabled user.
      const session = user === null ? null : await internalAdapter.createSession(userId);
      if (user === null || session === null) throw new APIError('UNAUTHORIZED');
      await setSessionCookie(context, { session, user });
      expireCookie(context, createAuthCookie(challengeCookie));
      return context.json({ token: session.token });
    }),
  },
} satisfies BetterAuthPlugin;
