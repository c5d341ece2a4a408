import { timestamp } from '../../platform/clock.ts';
import type { Services } from '../../platform/http/plane.ts';
import type { SessionUser } from './sessions.ts';
import { storeVerification } from './store-verification.ts';

/** For this long after a sign-in with a link, the user can set a new password without the current one. */
export const resetMinutes = 15;

/**
 * The id of a sign-in that began with a link and waits for the second factor starts with this prefix. If the sign-in began with a
 * password, better-auth uses the prefix `2fa-`.
 */
export const linkSignInPrefix = 'link-';

/**
 * Whether a sign-in with a second factor began with a link.
 *
 * @param signInId the id in the signed cookie, which a client cannot forge; null if there is none
 */
export function beganWithLink(signInId: string | null): boolean {
  return signInId?.startsWith(linkSignInPrefix) === true;
}

type ResetServices = Pick<Services, 'db' | 'clock'>;

function identifierOf(sessionId: string): string {
  return `password-reset:${sessionId}`;
}

/**
 * Permits a new session to set a password without the current one. The permission is deleted when other sessions of the user are
 * ended, for example when the new password is set.
 *
 * @param token the token of the session
 * @throws Error if the session does not exist
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
  const permission = await db
    .selectFrom('user_verifications')
    .select('id')
    .where('identifier', '=', identifierOf(sessionId))
    .where('expires_at', '>', timestamp(clock.now()))
    .executeTakeFirst();
  return permission !== undefined;
}
