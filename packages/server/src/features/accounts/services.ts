import { timestamp } from '../../platform/clock.ts';
import type { Services } from '../../platform/http/plane.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import type { Auth } from './auth.ts';

/** The services of accounts. */
export interface AccountServices extends Services {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The library that stores passwords and sessions. The first call loads it. */
  readonly auth: () => Promise<Auth>;
}

/** Adds better-auth to the services. It is loaded when the first request needs it, which takes about 100 ms. */
export function accountServices(services: Services & { readonly baseUrl: string }): AccountServices {
  const { db, clock, secrets, baseUrl } = services;
  let loading: Promise<Auth> | undefined;
  const load = async () => {
    const { createAuth, linkMinutes } = await import('./auth.ts');
    return createAuth({
      db,
      secrets,
      baseUrl,
      sendLink: async ({ email, token }) => {
        const now = clock.now();
        const expiresAt = timestamp(now + linkMinutes * 60_000);
        await db
          .transaction()
          .execute((tx) =>
            queueMailWithPayload(
              tx,
              secrets,
              { kind: 'sign_in_link', expiresAt },
              { to: email, token },
              timestamp(now),
            ),
          );
      },
    });
  };
  const auth = () => {
    loading ??= load();
    return loading;
  };
  return { db, clock, secrets, baseUrl, auth };
}
