import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';

/** The shortest password, in characters (NIST SP 800-63B requires at least 8). */
export const passwordLengthMin = 10;
export const passwordLengthMax = 128;

const providerId = 'credential';

/** The hash of a user's password; null if the user has none. */
export async function readPasswordHash(db: Db, userId: string): Promise<string | null> {
  const credential = await db
    .selectFrom('user_credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return credential?.password ?? null;
}

/**
 * Sets the password of a user.
 *
 * @param hash as better-auth creates it
 * @param now RFC 3339
 */
export async function storePasswordHash(tx: Db, userId: string, hash: string, now: string): Promise<void> {
  await tx
    .insertInto('user_credentials')
    .values({
      id: newId('ses', Date.parse(now)),
      user_id: userId,
      account_id: userId,
      provider_id: providerId,
      password: hash,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider_id']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute();
}
