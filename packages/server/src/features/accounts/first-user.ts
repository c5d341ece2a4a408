import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import { byOperator } from '../audit/index.ts';
import { createSignInLink } from './create-link.ts';
import { firstOperatorUrl } from './links.ts';
import { setMember } from './members.ts';
import { storePasswordHash } from './passwords.ts';
import { createUser, ensureUser, hasUsers, type User } from './users.ts';

const identifier = 'first-operator';
const validDays = 7;
const dayMs = 24 * 60 * 60_000;

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Creates the link with which the first user becomes the operator. An earlier link no longer works.
 *
 * @returns null if there is a user
 */
export async function createFirstOperatorLink(
  db: Db,
  { baseUrl, clock }: { baseUrl: string; clock: Clock },
): Promise<string | null> {
  const token = randomBytes(24).toString('base64url');
  return db.transaction().execute(async (tx) => {
    if (await hasUsers(tx)) return null;
    const nowMs = clock.now();
    const now = timestamp(nowMs);
    await tx.deleteFrom('user_verifications').where('identifier', '=', identifier).execute();
    await tx
      .insertInto('user_verifications')
      .values({
        id: newId('ses', nowMs),
        identifier,
        value: hashToken(token),
        expires_at: timestamp(nowMs + validDays * dayMs),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return firstOperatorUrl(baseUrl, token);
  });
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
    const user = await ensureUser(tx, { email: 'demo@example.com', name: 'Demo', isOperator: true }, clock);
    for (const organizerId of organizerIds) {
      await setMember(tx, organizerId, { userId: user.id, role: 'owner' }, clock, byOperator);
    }
    return createSignInLink(tx, user, { baseUrl, minutes: validDays * 24 * 60, clock });
  });
}

/**
 * Creates the first user, as the operator. Of several requests with the link, one succeeds.
 *
 * @param details.passwordHash as the library for accounts creates it
 * @throws ApiError `link_not_valid` if the link was used or replaced, or has expired, or if there is a user
 */
export async function createFirstOperator(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<User> {
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('user_verifications')
      .where('identifier', '=', identifier)
      .where('value', '=', hashToken(token))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (numDeletedRows === 0n || (await hasUsers(tx))) throw new ApiError('sign_in_link_not_valid', {});
    const { user } = await createUser(tx, { email, name, isOperator: true }, clock);
    await storePasswordHash(tx, user.id, passwordHash, now);
    return user;
  });
}
