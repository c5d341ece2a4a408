import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';

interface Verification {
  /** What the holder presents, or a hash of it. */
  readonly identifier: string;
  readonly value: string;
  /** The time for which it can be used. */
  readonly minutes: number;
}

/**
 * Stores what can be used for a limited time: a link, the challenge of a passkey, or a permission of a session.
 *
 * @returns the time at which it expires, RFC 3339
 */
export async function storeVerification(
  db: Db,
  { identifier, value, minutes }: Verification,
  nowMs: number,
): Promise<string> {
  const now = timestamp(nowMs);
  const expiresAt = timestamp(nowMs + minutes * 60_000);
  await db
    .insertInto('user_verifications')
    .values({
      id: newId('ses', nowMs),
      identifier,
      value,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return expiresAt;
}
