import { timestamp } from '../../platform/clock.ts';
import type { Services } from '../../platform/http/plane.ts';
import type { SessionUser } from './sessions.ts';
import { storeVerification } from './store-verification.ts';

/** The time after signing in with a link for which the session can set a new password without the current one. */
export const resetMinutes = 15;

/**
 * The prefix of the id of a sign-in that began with a link and waits for the second factor. After a password, the library for
 * accounts creates an id with the prefix `2fa-`.
 */
export const linkSignInPrefix = 'link-';

/** Whether a sign-in with a second factor began with a link. Its id must be from the signed cookie. */
export function beganWithLink(signInId: string | null): boolean {
  return signInId?.startsWith(linkSignInPrefix) === true;
}

type ResetServices = Pick<Services, 'db' | 'clock'>;

function identifierOf(sessionId: string): string {
  return `password-reset:${sessionId}`;
}

/**
 * Permits a new session to set a password without the current one. Each change that ends other sessions of the user withdraws the
 * permission, and so does the new password.
 *
 * @param token the token of the session
 */
export async function permitPasswordReset({ db, clock }: ResetServices, token: string): Promise<void> {
  const session = await db
    .selectFrom('user_sessions')
    .select(['id', 'user_id'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const permission = { identifier: identifierOf(session.id), value: session.user_id, minutes: resetMinutes };
  await storeVerification(db, permission, clock.now());
}

/** Whether a session can set a password without the current one. */
export async function canResetPassword(
  { db, clock }: ResetServices,
  { sessionId }: Pick<SessionUser, 'sessionId'>,
): Promise<boolean> {
  const permit = await db
    .selectFrom('user_verifications')
    .select('id')
    .where('identifier', '=', identifierOf(sessionId))
    .where('expires_at', '>', timestamp(clock.now()))
    .executeTakeFirst();
  return permit !== undefined;
}
