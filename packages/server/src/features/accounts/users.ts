import { ApiError, OperatorError } from '../../errors/index.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { newId } from '../../platform/ids.ts';
import type { Origin } from '../../platform/scope.ts';
import { endSessions } from './sessions.ts';
import { recordUserAudit } from './user-audit.ts';
import { withdrawAllIssuedInvitations } from './withdraw-invitations.ts';

/** A person who can sign in. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly disabledAt: string | null;
  readonly createdAt: string;
}

/** Matches the e-mail addresses that better-auth accepts: in ASCII, with a domain that has a dot. */
export const userEmailPattern =
  "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$";

/** The form in which e-mail addresses of users are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

function users(db: Db) {
  return db.selectFrom('users').select(['id', 'email', 'name', 'is_operator', 'disabled_at', 'created_at']);
}

function toUser(row: {
  id: string;
  email: string;
  name: string;
  is_operator: 0 | 1;
  disabled_at: string | null;
  created_at: string;
}): User {
  const { id, email, name } = row;
  return { id, email, name, isOperator: row.is_operator === 1, disabledAt: row.disabled_at, createdAt: row.created_at };
}

/** The user with this e-mail address, or null. */
export async function findUser(db: Db, email: string): Promise<User | null> {
  const row = await users(db).where('email', '=', normalizeEmail(email)).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/**
 * The user with this id.
 *
 * @throws ApiError `user_not_found`
 */
export async function readUser(db: Db, userId: string): Promise<User> {
  const row = await users(db).where('id', '=', userId).executeTakeFirst();
  if (row === undefined) throw new ApiError('user_not_found', { userId });
  return toUser(row);
}

/**
 * The user with this e-mail address.
 *
 * @throws OperatorError `not_found`
 */
export async function getUser(db: Db, email: string): Promise<User> {
  const user = await findUser(db, email);
  if (user === null) throw new OperatorError(`There is no user with the e-mail address "${email}".`, 'not_found');
  return user;
}

/** The e-mail addresses of the operators of the service. */
export async function listOperatorEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_operator', '=', 1)
    .where('disabled_at', 'is', null)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** The operators of the service, whose ids are in audit logs of organizers. */
export function listOperators(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('users').select(['id', 'name']).where('is_operator', '=', 1).orderBy('id').execute();
}

/** Whether any user exists. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Creates a user, unless there is one with this e-mail address.
 *
 * @returns the user, and whether it is new
 */
export async function createUser(
  tx: Db,
  { email, name, isOperator = false }: { email: string; name: string; isOperator?: boolean },
  clock: Clock,
): Promise<{ user: User; isNew: boolean }> {
  const now = timestamp(clock.now());
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      id: newId('usr', clock.now()),
      email: normalizeEmail(email),
      name,
      // The link in the mail with the invitation has verified the e-mail address, or the operator has entered it.
      email_verified: 1,
      image: null,
      is_operator: isOperator ? 1 : 0,
      two_factor_enabled: 0,
      disabled_at: null,
      last_signed_in_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return { user: await getUser(tx, email), isNew: numInsertedOrUpdatedRows === 1n };
}

/**
 * Creates a user without a password, or enables and returns the user with this e-mail address.
 *
 * @param user.isOperator whether the user becomes an operator of the service; an existing operator remains one
 */
export async function ensureUser(
  tx: Db,
  details: { email: string; name: string; isOperator?: boolean },
  clock: Clock,
  origin: Origin,
): Promise<User> {
  const { user, isNew } = await createUser(tx, details, clock);
  const isOperator = user.isOperator || (details.isOperator ?? false);
  const isChanged = user.disabledAt !== null || user.isOperator !== isOperator;
  if (!isNew && !isChanged) return user;
  const at = timestamp(clock.now());
  await recordUserAudit(tx, user.id, { action: 'user.add', details: { isOperator }, at }, origin);
  if (!isChanged) return user;
  // A session can have been started while the user was being disabled.
  if (user.disabledAt !== null) await endSessions(tx, user);
  await tx
    .updateTable('users')
    .set({ disabled_at: null, is_operator: isOperator ? 1 : 0, updated_at: at })
    .where('id', '=', user.id)
    .execute();
  return getUser(tx, user.email);
}

/**
 * Disables a user: it cannot sign in any more, and its sessions and sign-in links end immediately. Open invitations that it has sent
 * are revoked. A user that is already disabled does not change.
 *
 * @throws OperatorError `not_found`
 * @throws ApiError `own_user` if the actor is this user, who could not enable the account again
 */
export async function disableUser(db: Db, email: string, clock: Clock, origin: Origin): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const user = await getUser(tx, email);
    if (origin.actor === user.id) throw new ApiError('own_user', {});
    const now = timestamp(clock.now());
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ disabled_at: now, updated_at: now })
      .where('id', '=', user.id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    await endSessions(tx, user);
    if (numUpdatedRows === 1n) {
      await withdrawAllIssuedInvitations(tx, user.id, now);
      await recordUserAudit(tx, user.id, { action: 'user.disable', details: {}, at: now }, origin);
    }
    return getUser(tx, email);
  });
}

/**
 * Enables a user that was disabled: it can sign in again, and has the same roles as before. Other users do not change.
 *
 * @throws OperatorError `not_found`
 */
export async function enableUser(db: Db, email: string, clock: Clock, origin: Origin): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const user = await getUser(tx, email);
    const now = timestamp(clock.now());
    // A session can have been started while the user was being disabled.
    if (user.disabledAt !== null) await endSessions(tx, user);
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ disabled_at: null, updated_at: now })
      .where('id', '=', user.id)
      .where('disabled_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      await recordUserAudit(tx, user.id, { action: 'user.enable', details: {}, at: now }, origin);
    }
    return getUser(tx, email);
  });
}
