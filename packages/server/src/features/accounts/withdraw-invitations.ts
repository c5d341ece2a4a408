import type { Db } from '../../platform/database/dialect.ts';
import { isPermitted } from './is-permitted.ts';

/**
 * Revokes open invitations to an organizer: their links no longer work.
 *
 * @param which those to an e-mail address, as `normalizeEmail` returns it, or those that a user has issued
 * @param now RFC 3339
 */
export async function withdrawInvitations(
  tx: Db,
  organizerId: string,
  which: { readonly email: string } | { readonly issuedBy: string },
  now: string,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('organizer_id', '=', organizerId)
    .where((eb) => ('email' in which ? eb('email', '=', which.email) : eb('invited_by', '=', which.issuedBy)))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Revokes the open invitations that a user has issued and could not issue any more. Call it in the transaction in which the user
 * loses a role.
 */
export async function withdrawIssuedInvitations(
  tx: Db,
  organizerId: string,
  userId: string,
  now: string,
): Promise<void> {
  if (await isPermitted(tx, organizerId, userId, 'members:write')) return;
  await withdrawInvitations(tx, organizerId, { issuedBy: userId }, now);
}

/** Revokes the open invitations that a user who was disabled has issued, in all organizers. */
export async function withdrawAllIssuedInvitations(tx: Db, userId: string, now: string): Promise<void> {
  const organizers = await tx
    .selectFrom('invitations')
    .select('organizer_id')
    .distinct()
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { organizer_id: organizerId } of organizers) {
    await withdrawInvitations(tx, organizerId, { issuedBy: userId }, now);
  }
}
