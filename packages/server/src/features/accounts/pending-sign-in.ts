import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { challengeCookie } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { readSignedCookie } from './session-cookie.ts';

/** The attempts of one sign-in, with codes and passkeys together. better-auth has the same number for codes. */
const attemptsMax = 5;
/** Failed attempts in succession, of all sign-ins of a user, before the second factor is locked. As in the library. */
const failuresMax = 10;
const lockMinutes = 15;

/** A sign-in that waits for the second factor. better-auth stores it, and its number of attempts. */
export interface PendingSignIn {
  readonly id: string;
  readonly userId: string;
}

/**
 * The sign-in whose cookie a request has.
 *
 * @throws ApiError `not_signed_in` if there is none, or if it has expired or has ended
 */
export async function findPendingSignIn(
  { db, clock, secrets, baseUrl }: Pick<AccountServices, 'db' | 'clock' | 'secrets' | 'baseUrl'>,
  cookies: string | undefined,
): Promise<PendingSignIn> {
  const id = readSignedCookie(cookies, challengeCookie, { baseUrl, sessionKey: secrets.sessionKey });
  if (id === null) throw new ApiError('sign_in_ended', {});
  const row = await db
    .selectFrom('user_verifications')
    .select('value')
    .where('identifier', '=', id)
    .where('expires_at', '>', timestamp(clock.now()))
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('sign_in_ended', {});
  return { id, userId: row.value };
}

function attemptsOf({ id }: PendingSignIn): string {
  return `2fa-attempts-${id}`;
}

/**
 * Counts an attempt before it is verified.
 *
 * @param now RFC 3339
 * @throws ApiError `sign_in_failed` if the second factor is locked; `not_signed_in` after too many attempts, which end the sign-in
 */
export async function countFactorAttempt(db: Db, pending: PendingSignIn, now: string): Promise<void> {
  const locked = await db
    .selectFrom('user_second_factors')
    .select('id')
    .where('user_id', '=', pending.userId)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  if (locked !== undefined) throw new ApiError('factor_locked', {});
  const attempts = await db
    .selectFrom('user_verifications')
    .select('value')
    .where('identifier', '=', attemptsOf(pending))
    .executeTakeFirst();
  const count = Number(attempts?.value ?? attemptsMax);
  if (count >= attemptsMax) {
    await deletePendingSignIn(db, pending);
    throw new ApiError('sign_in_ended', {});
  }
  // Of several attempts at the same time, one is verified.
  const { numUpdatedRows } = await db
    .updateTable('user_verifications')
    .set({ value: String(count + 1), updated_at: now })
    .where('identifier', '=', attemptsOf(pending))
    .where('value', '=', String(count))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('sign_in_ended', {});
}

/** Counts a failed attempt of a user. After 10 in succession, the second factor is locked for 15 minutes. */
export async function countFactorFailure(db: Db, userId: string, nowMs: number): Promise<void> {
  const now = timestamp(nowMs);
  const lockedUntil = timestamp(nowMs + lockMinutes * 60_000);
  // A lock that has expired starts the count again. A concurrent attempt may have set the lock: it remains.
  await sql`update user_second_factors set
    failed_verification_count = case when locked_until <= ${now} then 1 else failed_verification_count + 1 end,
    locked_until = case when locked_until <= ${now} then null
      when locked_until is null and failed_verification_count + 1 >= ${failuresMax} then ${lockedUntil}
      else locked_until end
    where user_id = ${userId}`.execute(db);
}

/**
 * Completes a sign-in: its cookie can start one session.
 *
 * @param now RFC 3339
 * @throws ApiError `not_signed_in` if it was completed or ended in the meantime
 */
export async function completePendingSignIn(tx: Db, pending: PendingSignIn, now: string): Promise<void> {
  const isOpen = await deletePendingSignIn(tx, pending, now);
  if (!isOpen) throw new ApiError('sign_in_ended', {});
  await tx
    .updateTable('user_second_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', pending.userId)
    .execute();
}

async function deletePendingSignIn(db: Db, pending: PendingSignIn, now = ''): Promise<boolean> {
  await db.deleteFrom('user_verifications').where('identifier', '=', attemptsOf(pending)).execute();
  const { numDeletedRows } = await db
    .deleteFrom('user_verifications')
    .where('identifier', '=', pending.id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
