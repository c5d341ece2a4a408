import { createHmac, randomBytes } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { isSameText, type Secrets } from '../../platform/crypto.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Origin } from '../../platform/scope.ts';
import { byOperator } from '../audit/index.ts';
import { createSignInLink } from './create-link.ts';
import { firstOperatorUrl } from './links.ts';
import { setMember } from './members.ts';
import { storePasswordHash } from './passwords.ts';
import { storeVerification } from './store-verification.ts';
import { recordUserAudit } from './user-audit.ts';
import { createUser, ensureUser, hasUsers, type User } from './users.ts';

const identifier = 'first-operator';
const hourMs = 60 * 60_000;
const operatorLinkHours = 24;
/** A start prints an earlier link again if it can still be used for this time. */
const reusableHours = 12;
const demoLinkMinutes = 7 * 24 * 60;

/** A link with which the first user becomes the operator. */
interface OperatorLink {
  readonly url: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** The token of a link. The database has only the seed, from which the token cannot be derived without the key. */
function tokenOf({ sessionKey }: Pick<Secrets, 'sessionKey'>, seed: string): string {
  return createHmac('sha256', sessionKey).update(`first operator ${seed}`).digest('base64url');
}

/**
 * The link with which the first user becomes the operator. Starts within 12 hours return the same link, so that a server that
 * restarts again and again does not replace the link that was printed. Each link expires 24 hours after it was created.
 *
 * @returns null if there is a user
 */
export async function createFirstOperatorLink(
  db: Db,
  { baseUrl, clock, secrets }: { baseUrl: string; clock: Clock; secrets: Pick<Secrets, 'sessionKey'> },
): Promise<OperatorLink | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasUsers(tx)) return null;
    const nowMs = clock.now();
    const earlier = await tx
      .selectFrom('user_verifications')
      .select(['value', 'expires_at'])
      .where('identifier', '=', identifier)
      .where('expires_at', '>', timestamp(nowMs + reusableHours * hourMs))
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const { value: seed, expires_at: expiresAt } = earlier ?? (await insertSeed(tx, nowMs));
    return { url: firstOperatorUrl(baseUrl, tokenOf(secrets, seed)), expiresAt };
  });
}

async function insertSeed(tx: Db, nowMs: number): Promise<{ value: string; expires_at: string }> {
  const value = randomBytes(24).toString('base64url');
  const seed = { identifier, value, minutes: operatorLinkHours * 60 };
  return { value, expires_at: await storeVerification(tx, seed, nowMs) };
}

/**
 * Creates a user for the demonstration data, who is the operator and the owner of organizers.
 *
 * @returns a sign-in link of the user
 */
export async function createDemoLink(
  db: Db,
  organizerIds: readonly string[],
  { baseUrl, clock }: { baseUrl: string; clock: Clock },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const details = { email: 'demo@example.com', name: 'Demo', isOperator: true };
    const user = await ensureUser(tx, details, clock, byOperator);
    for (const organizerId of organizerIds) {
      await setMember(tx, { organizerId, origin: byOperator }, { userId: user.id, role: 'owner' }, clock);
    }
    return createSignInLink(tx, user, { baseUrl, minutes: demoLinkMinutes, clock }, byOperator);
  });
}

/**
 * Creates the first user, as the operator. Of several requests, one succeeds. All links are then without effect.
 *
 * @param details.passwordHash as better-auth creates it
 * @param request the origin of the request, for the audit log
 * @throws ApiError `link_not_valid` if the link has expired, or if there is a user
 */
export async function createFirstOperator(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Pick<Secrets, 'sessionKey'> },
  token: string,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
  request: Pick<Origin, 'address' | 'requestId'>,
): Promise<User> {
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    // Deleting the rows decides between concurrent requests.
    const links = await tx
      .deleteFrom('user_verifications')
      .where('identifier', '=', identifier)
      .where('expires_at', '>', now)
      .returning('value')
      .execute();
    const isValid = links.some(({ value: seed }) => isSameText(tokenOf(secrets, seed), token));
    if (!isValid || (await hasUsers(tx))) throw new ApiError('sign_in_link_not_valid', {});
    const { user } = await createUser(tx, { email, name, isOperator: true }, clock);
    await storePasswordHash(tx, user.id, passwordHash, now);
    const action = { action: 'user.add', details: { isOperator: true }, at: now } as const;
    await recordUserAudit(tx, user.id, action, { ...request, actor: user.id });
    return user;
  });
}
