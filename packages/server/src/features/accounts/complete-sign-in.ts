import type { FastifyReply } from 'fastify';
import { rememberBrowser } from './known-browser.ts';
import { permitPasswordReset } from './password-reset.ts';
import type { AccountServices } from './services.ts';
import { recordSignIn, setCookies } from './sessions.ts';

/**
 * Completes a sign-in after all factors of the user were verified: sends the cookies of the session.
 *
 * @param response the response of better-auth that started the session
 * @param token the token of the session
 */
export async function completeSignIn(
  services: AccountServices,
  reply: FastifyReply,
  response: Response,
  { token, isByLink }: { token: string; isByLink: boolean },
): Promise<void> {
  const email = await recordSignIn(services.db, token);
  if (isByLink) await permitPasswordReset(services, token);
  setCookies(reply, response);
  rememberBrowser(services, reply, email);
}
