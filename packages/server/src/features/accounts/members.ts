import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { announceOnCommit, type Db, dialectOf } from '../../platform/database/dialect.ts';
import type { OrganizerOrigin } from '../../platform/scope.ts';
import { recordAudit } from '../audit/index.ts';
import { findSandbox } from '../organizers/index.ts';
import { accessChannel } from './access-channel.ts';
import type { MemberKey, MemberKeys } from './member-keys.ts';
import { type Action, permissionsOf, type Role } from './roles.ts';
import { withdrawInvitations, withdrawIssuedInvitations } from './withdraw-invitations.ts';

/** A user with a role in an organizer. */
export interface Member {
  /** The id of the user. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  /** RFC 3339, like all times of this interface. */
  readonly joinedAt: string;
}

/** An organizer with the role that a user has in it. */
export interface Membership {
  readonly organizerId: string;
  readonly slug: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  /** Since when the organizer is suspended; null if it is not. */
  readonly suspendedAt: string | null;
  /** The slug of the live organizer, if this is its sandbox; null for a live organizer. */
  readonly sandboxOf: string | null;
  /** By how much the clock of a sandbox is ahead of the server's, in milliseconds; 0 for a live organizer. */
  readonly clockAheadMs: number;
  /** Since when the data of a sandbox is being deleted; null if no reset is in progress. */
  readonly resetStartedAt: string | null;
  readonly role: Role;
}

/** The organizers of a user and their sandboxes, by name. The members of a sandbox are those of its live organizer. */
export async function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  const ofUser = sql`(select u.organizer_id from members as u where u.user_id = ${userId})`;
  return db
    .selectFrom('organizers as o')
    .innerJoin('members as m', (join) => join.on(sql`m.organizer_id`, '=', sql`coalesce(o.sandbox_of, o.id)`))
    .leftJoin('organizers as live', 'live.id', 'o.sandbox_of')
    .select([
      'o.id as organizerId',
      'o.slug',
      'o.name',
      'o.currency',
      'o.timezone',
      'o.suspended_at as suspendedAt',
      'live.slug as sandboxOf',
      'o.clock_offset_ms as clockAheadMs',
      'o.reset_started_at as resetStartedAt',
      'm.role',
    ])
    .where('m.user_id', '=', userId)
    .where(sql<boolean>`(o.id in ${ofUser} or o.sandbox_of in ${ofUser})`)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
}

/** The organizers of these users, by name. */
export async function listMembershipsOf(
  db: Db,
  userIds: readonly string[],
): Promise<readonly (Pick<Membership, 'slug' | 'name' | 'role'> & { readonly userId: string })[]> {
  if (userIds.length === 0) return [];
  return db
    .selectFrom('members as m')
    .innerJoin('organizers as o', 'o.id', 'm.organizer_id')
    .select(['m.user_id as userId', 'o.slug', 'o.name', 'm.role'])
    .where('m.user_id', 'in', userIds)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
}

/** The owners of an organizer who can sign in, each with the name and the slug of the organizer. */
export async function listOwners(
  db: Db,
  organizerId: string,
): Promise<
  readonly {
    readonly id: string;
    readonly email: string;
    readonly organizerName: string;
    readonly organizerSlug: string;
  }[]
> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('organizers as o', 'o.id', 'm.organizer_id')
    .select(['u.id', 'u.email', 'o.name as organizerName', 'o.slug as organizerSlug'])
    .where('m.organizer_id', '=', organizerId)
    .where('m.role', '=', 'owner')
    .where('u.disabled_at', 'is', null)
    .orderBy('u.email')
    .execute();
}

/** Whether a user with this e-mail address is a member of an organizer. */
export async function isMemberEmail(db: Db, organizerId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.organizer_id', '=', organizerId)
    .where('u.email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** The members of an organizer, by e-mail address. */
export async function listMembers(db: Db, organizerId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'm.role', 'u.two_factor_enabled', 'm.created_at'])
    .where('m.organizer_id', '=', organizerId)
    .orderBy('u.email')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasSecondFactor: row.two_factor_enabled === 1,
    joinedAt: row.created_at,
  }));
}

/** The e-mail addresses of the members of an organizer whose role permits an action, without disabled users. */
export async function listEmailsOfMembers(db: Db, organizerId: string, action: Action): Promise<string[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'm.role'])
    .where('m.organizer_id', '=', organizerId)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.email')
    .execute();
  return rows.filter(({ role }) => permissionsOf[role].has(action)).map(({ email }) => email);
}

/**
 * Asserts that a user is a member of an organizer.
 *
 * @throws ApiError `not_found`
 */
export async function assertMember(db: Db, organizerId: string, userId: string): Promise<void> {
  const member = await db
    .selectFrom('members')
    .select('role')
    .where('organizer_id', '=', organizerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (member === undefined) throw new ApiError('member_not_found', { memberId: userId });
}

/**
 * Makes a user a member of an organizer. The role of an existing member does not change.
 *
 * @throws ApiError `invalid_state` if the organizer is a sandbox
 */
export async function addMember(
  tx: Db,
  scope: OrganizerOrigin,
  { userId, role }: { userId: string; role: Role },
  clock: Clock,
): Promise<void> {
  const { organizerId } = scope;
  if ((await findSandbox(tx, organizerId)) !== null) throw new ApiError('members_of_sandbox', {});
  const at = timestamp(clock.now());
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('members')
    .values({ organizer_id: organizerId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organizer_id', 'user_id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await recordAudit(tx, scope, { action: 'member.set', subject: userId, details: { role }, at });
}

/**
 * Gives a user a role in an organizer: adds a member, or changes its role. A user who can no longer invite members loses the open
 * invitations that the user has sent.
 *
 * @throws ApiError `invalid_state` if the organizer would have no owner
 */
export async function setMember(
  tx: Db,
  scope: OrganizerOrigin,
  change: { userId: string; role: Role },
  clock: Clock,
): Promise<void> {
  const { organizerId } = scope;
  const member = await lockMember(tx, organizerId, change.userId);
  if (member === undefined) return addMember(tx, scope, change, clock);
  const { userId, role } = change;
  if (member.role === role) return;
  if (member.role === 'owner') await assertOtherOwner(tx, organizerId, userId);
  await tx
    .updateTable('members')
    .set({ role })
    .where('organizer_id', '=', organizerId)
    .where('user_id', '=', userId)
    .execute();
  await announceOnCommit(tx, accessChannel);
  const at = timestamp(clock.now());
  await withdrawIssuedInvitations(tx, organizerId, userId, at);
  await recordAudit(tx, scope, { action: 'member.set', subject: userId, details: { role }, at });
}

/**
 * Changes the role of a member.
 *
 * @throws ApiError `not_found`; `invalid_state` if the organizer would have no owner
 */
export async function changeRole(
  db: Db,
  scope: OrganizerOrigin,
  change: { userId: string; role: Role },
  clock: Clock,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, scope.organizerId, change.userId);
    if (member === undefined) throw new ApiError('member_not_found', { memberId: change.userId });
    await setMember(tx, scope, change, clock);
  });
}

/**
 * Removes a member. Requests of its open sessions are rejected from then on. Open invitations that it has received or sent are
 * revoked.
 *
 * @param keys what happens to the keys that the member has created and that can still be used
 * @returns these keys, as they were before the removal
 * @throws ApiError `not_found`; `invalid_state` if the organizer would have no owner
 */
export async function removeMember(
  db: Db,
  scope: OrganizerOrigin,
  userId: string,
  keys: { readonly choice: 'keep' | 'revoke' } & MemberKeys,
  clock: Clock,
): Promise<MemberKey[]> {
  const { organizerId } = scope;
  return db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, organizerId, userId);
    if (member === undefined) throw new ApiError('member_not_found', { memberId: userId });
    if (member.role === 'owner') await assertOtherOwner(tx, organizerId, userId);
    const at = timestamp(clock.now());
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
    // With an open invitation, the user could become a member again.
    await withdrawInvitations(tx, organizerId, { email }, at);
    await tx.deleteFrom('members').where('organizer_id', '=', organizerId).where('user_id', '=', userId).execute();
    await announceOnCommit(tx, accessChannel);
    await withdrawIssuedInvitations(tx, organizerId, userId, at);
    const createdKeys = await keys.list(tx, organizerId, userId, at);
    if (keys.choice === 'revoke') {
      for (const { id } of createdKeys) await keys.revoke(tx, scope, id, at);
    }
    await recordAudit(tx, scope, { action: 'member.remove', subject: userId, details: {}, at });
    return createdKeys;
  });
}

/**
 * Reads a member of an organizer, and locks all its members: two owners must not remove each other at the same time.
 *
 * @returns undefined if the user is not a member
 */
async function lockMember(tx: Db, organizerId: string, userId: string): Promise<{ role: Role } | undefined> {
  const { rows } = await sql<{ user_id: string; role: Role }>`
    select user_id, role from members where organizer_id = ${organizerId} order by user_id
    ${dialectOf(tx).forUpdate}`.execute(tx);
  return rows.find((row) => row.user_id === userId);
}

async function assertOtherOwner(tx: Db, organizerId: string, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('members')
    .select('user_id')
    .where('organizer_id', '=', organizerId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw new ApiError('last_owner', {});
}
