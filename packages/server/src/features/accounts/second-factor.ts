import { createHash } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { endSessions } from './sessions.ts';

/** The cookie that identifies a user who must still enter the second factor. The library for accounts defines its name. */
export const challengeCookie = 'two_factor';
/** The time in which the second factor must be entered. */
export const challengeMinutes = 10;
/** Longer than an authenticator app's code is accepted: 30 s, and 30 s before and after. */
const codeLifetimeMs = 2 * 60_000;

/**
 * Removes the second factor of a user, and ends the user's sessions.
 *
 * @param options.exceptId the id of a session that does not end
 */
export async function removeSecondFactor(
  tx: Db,
  user: { id: string; email: string },
  options: { exceptId?: string } = {},
): Promise<void> {
  await tx.deleteFrom('user_second_factors').where('user_id', '=', user.id).execute();
  await tx.updateTable('users').set({ two_factor_enabled: 0 }).where('id', '=', user.id).execute();
  await endSessions(tx, user, options);
}

/** The part of the library for accounts that stores codes. */
interface CodeStore {
  /** Returns false if the identifier was reserved before. */
  reserveVerificationValue(code: { identifier: string; value: string; expiresAt: Date }): Promise<boolean>;
}

/**
 * Marks the code of an authenticator app as used (RFC 6238, section 5.2).
 *
 * @returns false if the user has used the code before
 */
export function useCode(store: CodeStore, userId: string, code: string): Promise<boolean> {
  const identifier = `used-code:${createHash('sha256').update(`${userId} ${code}`).digest('base64url')}`;
  return store.reserveVerificationValue({ identifier, value: '', expiresAt: new Date(Date.now() + codeLifetimeMs) });
}

/** The error for a second factor that the library for accounts rejected. */
export async function factorError(response: Response): Promise<ApiError> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return new ApiError('factor_locked', {});
  if (
    code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE' ||
    code === 'INVALID_TWO_FACTOR_COOKIE' ||
    code === 'UNAUTHORIZED'
  ) {
    return new ApiError('sign_in_ended', {});
  }
  return new ApiError('wrong_factor_code', {});
}
