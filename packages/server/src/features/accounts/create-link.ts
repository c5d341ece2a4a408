import { createHash, randomBytes } from 'node:crypto';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Origin } from '../../platform/scope.ts';
import { signInLinkUrl } from './links.ts';
import { storeVerification } from './store-verification.ts';
import { recordUserAudit } from './user-audit.ts';

/** The `value` of a sign-in link of a user in `user_verifications`, as better-auth stores it. */
export function linkValue(email: string): string {
  return JSON.stringify({ type: 'magic-link', email });
}

/**
 * Creates a one-time sign-in link that is printed instead of mailed. It is stored in the form in which better-auth stores mailed
 * links, so its route accepts it.
 *
 * @param options.minutes how long the link can be used
 * @param origin the actor, for the audit log
 * @returns the URL of the link
 */
export async function createSignInLink(
  tx: Db,
  { id: userId, email }: { id: string; email: string },
  { baseUrl, minutes, clock }: { baseUrl: string; minutes: number; clock: Clock },
  origin: Origin,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const nowMs = clock.now();
  const now = timestamp(nowMs);
  const identifier = `magic-link:${createHash('sha256').update(token).digest('base64url')}`;
  await storeVerification(tx, { identifier, value: linkValue(email), minutes }, nowMs);
  await recordUserAudit(tx, userId, { action: 'user.link', details: { validMinutes: minutes }, at: now }, origin);
  return signInLinkUrl(baseUrl, token);
}
