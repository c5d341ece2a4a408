import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Services } from '../../platform/http/plane.ts';
import { newId } from '../../platform/ids.ts';
import type { OrganizerOrigin, Origin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { queueMailWithPayload } from '../mail/index.ts';
import { isPermitted } from './is-permitted.ts';
import { addMember } from './members.ts';
import { storePasswordHash } from './passwords.ts';
import type { Role } from './roles.ts';
import { createUser, findUser, normalizeEmail, type User } from './users.ts';
import { withdrawInvitations } from './withdraw-invitations.ts';

const validDays = 7;
/** Invitations are deleted this long after their expiry, because they contain e-mail addresses. */
const retentionDays = 30;
const dayMs = 24 * 60 * 60_000;

/** An invitation that is neither accepted nor revoked. It can have expired. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The parts of an invitation that its recipient can read. */
export interface ReceivedInvitation {
  readonly organizerId: string;
  readonly invitationId: string;
  readonly organizerName: string;
  readonly organizerSlug: string;
  readonly email: string;
  readonly role: Role;
}

/** The payload of the mail with an invitation. */
export interface InvitationMail {
  readonly to: string;
  readonly organizerName: string;
  readonly role: Role;
  readonly token: string;
  readonly validDays: number;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** An organizer's open invitations, newest first. */
export async function listInvitations(db: Db, organizerId: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at'])
    .where('organizer_id', '=', organizerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** Whether an e-mail address has an invitation of an organizer that is not deleted yet. */
export async function isInvitedEmail(db: Db, organizerId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Invites a person by e-mail. An earlier open invitation to the same e-mail address is revoked.
 *
 * @throws ApiError `invalid_state` if the e-mail address belongs to a member
 */
export async function invite(
  { db, clock, secrets }: Services,
  scope: OrganizerOrigin,
  invitation: { email: string; role: Role },
): Promise<Invitation> {
  const { organizerId } = scope;
  const email = normalizeEmail(invitation.email);
  const nowMs = clock.now();
  const [now, expiresAt] = [timestamp(nowMs), timestamp(nowMs + validDays * dayMs)];
  const token = randomBytes(24).toString('base64url');
  const { role } = invitation;
  const row = {
    organizer_id: organizerId,
    id: newId('inv', nowMs),
    email,
    role,
    token_hash: hashToken(token),
    invited_by: scope.origin.actor,
    created_at: now,
    expires_at: expiresAt,
    accepted_at: null,
    revoked_at: null,
  };
  await db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email);
    if (user !== null && (await isMember(tx, organizerId, user.id))) throw new ApiError('already_member', {});
    await withdrawInvitations(tx, organizerId, { email }, now);
    await tx.insertInto('invitations').values(row).execute();
    const { name: organizerName } = await tx
      .selectFrom('organizers')
      .select('name')
      .where('id', '=', organizerId)
      .executeTakeFirstOrThrow();
    const payload: InvitationMail = { to: email, organizerName, role, token, validDays };
    await queueMailWithPayload(tx, secrets, { kind: 'invitation', expiresAt }, payload, now);
    await recordAudit(tx, scope, { action: 'member.invite', subject: row.id, details: { role }, at: now });
  });
  return { id: row.id, email, role, createdAt: now, expiresAt };
}

async function isMember(tx: Db, organizerId: string, userId: string): Promise<boolean> {
  const member = await tx
    .selectFrom('members')
    .select('role')
    .where('organizer_id', '=', organizerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Revokes an open invitation: its link no longer works.
 *
 * @throws ApiError `not_found`
 */
export async function revokeInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: OrganizerOrigin,
  invitationId: string,
): Promise<void> {
  const at = timestamp(clock.now());
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set({ revoked_at: at })
      .where('organizer_id', '=', scope.organizerId)
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('invitation_not_found', { invitationId });
    const entry = { action: 'member.revoke_invitation' as const, subject: invitationId, details: {}, at };
    await recordAudit(tx, scope, entry);
  });
}

/** Deletes the invitations that expired more than 30 days ago, whether or not they were accepted. */
export async function purgeInvitations(db: Db, nowMs: number): Promise<void> {
  const before = timestamp(nowMs - retentionDays * dayMs);
  await deleteInBatches(db, 'invitations', ['organizer_id', 'id'], sql`where expires_at <= ${before}`);
}

/**
 * The invitation of a link.
 *
 * @throws ApiError `link_not_valid` if it was accepted, revoked or replaced, or has expired, or if the inviter could not issue it
 *   any more
 */
export async function readInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<ReceivedInvitation> {
  const invitation = await db
    .selectFrom('invitations as i')
    .innerJoin('organizers as o', 'o.id', 'i.organizer_id')
    .select(['i.organizer_id', 'i.id', 'o.name', 'o.slug', 'i.email', 'i.role', 'i.invited_by'])
    .where('i.token_hash', '=', hashToken(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', timestamp(clock.now()))
    .executeTakeFirst();
  if (invitation === undefined) throw new ApiError('invitation_not_valid', {});
  const { organizer_id: organizerId, invited_by: invitedBy } = invitation;
  if (!(await isPermitted(db, organizerId, invitedBy, 'members:write'))) throw new ApiError('invitation_not_valid', {});
  return {
    organizerId,
    invitationId: invitation.id,
    organizerName: invitation.name,
    organizerSlug: invitation.slug,
    email: invitation.email,
    role: invitation.role,
  };
}

/**
 * Accepts an invitation: its recipient becomes a member. The role of an existing member does not change. Of
 * several requests with the same link, one succeeds.
 *
 * @param newUser the details of a user who is created if no user has the invited e-mail address; null if there is one
 * @returns the member, and whether it is a new user
 * @throws ApiError `link_not_valid`
 */
export async function acceptInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  newUser: { readonly name: string; readonly passwordHash: string } | null,
  origin: Omit<Origin, 'actor'>,
): Promise<{ user: User; isNew: boolean }> {
  const now = timestamp(clock.now());
  return db.transaction().execute(async (tx) => {
    const { organizerId, invitationId, email, role } = await readInvitation({ db: tx, clock }, token);
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set({ accepted_at: now })
      .where('organizer_id', '=', organizerId)
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('invitation_not_valid', {});
    const { user, isNew } = await createUser(tx, { email, name: newUser?.name ?? email }, clock);
    if (user.disabledAt !== null) throw new ApiError('invitation_not_valid', {});
    if (isNew && newUser !== null) await storePasswordHash(tx, user.id, newUser.passwordHash, now);
    await addMember(tx, { organizerId, origin: { ...origin, actor: user.id } }, { userId: user.id, role }, clock);
    return { user, isNew };
  });
}
