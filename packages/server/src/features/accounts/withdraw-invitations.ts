import type { Db } from '../../platform/database/dialect.ts';

/**
 * Revokes the open invitations of an e-mail address to an organizer: their links no longer work.
 *
 * @param email as `normalizeEmail` returns it
 * @param now RFC 3339
 */
export async function withdrawInvitations(tx: Db, organizerId: string, email: string, now: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('organizer_id', '=', organizerId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}
