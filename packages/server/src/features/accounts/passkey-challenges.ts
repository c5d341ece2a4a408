import { createHash, randomBytes } from 'node:crypto';
import { timestamp } from '../../platform/clock.ts';
import type { Services } from '../../platform/http/plane.ts';
import { storeVerification } from './store-verification.ts';

/** The time in which a browser must sign a challenge. */
export const passkeyMinutes = 5;

/** What a challenge is for. Its signature is accepted for nothing else. */
export interface ChallengeUse {
  readonly kind: 'registration' | 'second factor' | 'sign-in';
  /** What the challenge is bound to: the id of a session, the id of a sign-in, or the token in a cookie of the browser. */
  readonly holder: string;
  /** Ending the sessions of this user withdraws the challenge; null if the user is not known yet. */
  readonly userId: string | null;
}

type ChallengeServices = Pick<Services, 'db' | 'clock'>;

function identifierOf({ kind, holder }: ChallengeUse, challenge: string): string {
  return `passkey:${createHash('sha256')
    .update(JSON.stringify([kind, holder, challenge]))
    .digest('base64url')}`;
}

/**
 * Creates a challenge for a passkey. It can be used once, within 5 minutes.
 *
 * @returns the challenge, base64url
 */
export async function createPasskeyChallenge({ db, clock }: ChallengeServices, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const identifier = identifierOf(use, challenge);
  await storeVerification(db, { identifier, value: use.userId ?? '', minutes: passkeyMinutes }, clock.now());
  return challenge;
}

/**
 * Uses up the challenge that a browser has signed, even if the signature is rejected later.
 *
 * @param clientDataJson base64url, as the browser sent it
 * @returns the challenge; null if it was not created for this use, was used before, or has expired
 */
export async function takePasskeyChallenge(
  { db, clock }: ChallengeServices,
  use: ChallengeUse,
  clientDataJson: string,
): Promise<string | null> {
  const challenge = challengeOf(clientDataJson);
  if (challenge === null) return null;
  const { numDeletedRows } = await db
    .deleteFrom('user_verifications')
    .where('identifier', '=', identifierOf(use, challenge))
    .where('expires_at', '>', timestamp(clock.now()))
    .executeTakeFirst();
  return numDeletedRows === 1n ? challenge : null;
}

function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
