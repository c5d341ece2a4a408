import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { announceOnCommit, type Db } from '../../platform/database/dialect.ts';
import { type Param, statement } from '../../platform/database/statement.ts';
import { organizerIdOfSlug } from '../organizers/index.ts';
import { accessChannel } from './access-channel.ts';
import { linkValue } from './create-link.ts';
import type { Role } from './roles.ts';
import type { AccountServices } from './services.ts';
import { readSignedCookie, sessionCookie } from './session-cookie.ts';

/** A longer text about the browser is cut off. */
const userAgentLengthMax = 400;

/** A signed-in user. */
export interface SessionUser {
  readonly sessionId: string;
  /** RFC 3339. */
  readonly signedInAt: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
}

/** The parts of a request that better-auth reads. */
type SessionRequest = Pick<FastifyRequest, 'headers' | 'ip'>;

/** The headers that better-auth reads: the cookies, the browser, and the IP address that this server determined. */
export function authHeaders({ headers, ip }: SessionRequest, cookie = headers.cookie): Headers {
  const result = new Headers({ 'x-forwarded-for': ip });
  if (cookie !== undefined) result.set('cookie', cookie);
  const userAgent = headers['user-agent'];
  if (userAgent !== undefined) result.set('user-agent', userAgent.slice(0, userAgentLengthMax));
  return result;
}

/**
 * Asserts within a transaction that a session has not ended since its request began. Call it after `lockUser`: a change of second
 * factors, which locks the user too, then cannot end the session until the transaction ends.
 *
 * @throws ApiError `session_ended`
 */
export async function assertSessionExists(tx: Db, { sessionId }: Pick<SessionUser, 'sessionId'>): Promise<void> {
  const session = await tx.selectFrom('user_sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
  if (session === undefined) throw new ApiError('session_ended', {});
}

interface SessionRow {
  session_id: string;
  created_at: string;
  id: string;
  email: string;
  name: string;
  is_operator: 0 | 1;
  two_factor_enabled: 0 | 1;
}

function currentSessions<P extends { token: string; now: string }>(db: Db, param: Param<P>) {
  return db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as session_id',
      's.created_at',
      'u.id',
      'u.email',
      'u.name',
      'u.is_operator',
      'u.two_factor_enabled',
    ])
    .where('s.token', '=', param('token'))
    .where('s.expires_at', '>', param('now'))
    .where('u.disabled_at', 'is', null);
}

const findSession = statement<{ token: string; now: string }, SessionRow>(currentSessions);

interface MemberSessionRow extends SessionRow {
  organizer_id: string | null;
  sandbox_of: string | null;
  reset_started_at: string | null;
  role: Role | null;
}

const findMemberSession = statement<{ token: string; now: string; slug: string }, MemberSessionRow>((db, param) =>
  currentSessions(db, param)
    .leftJoin('organizers as o', (join) => join.on('o.id', '=', organizerIdOfSlug(param('slug'))))
    // The members of a sandbox are those of its live organizer.
    .leftJoin('members as m', (join) =>
      join.on(sql`m.organizer_id`, '=', sql`coalesce(o.sandbox_of, o.id)`).onRef('m.user_id', '=', 'u.id'),
    )
    .select(['o.id as organizer_id', 'o.sandbox_of', 'o.reset_started_at', 'm.role']),
);

/** The parts of the services with which a session is read. */
type SessionServices = Omit<AccountServices, 'auth'>;

/**
 * The user of the session whose cookie the request has. The database is read for each request: a session that was ended and a
 * disabled user are rejected immediately, in every process.
 */
export async function readSession(
  services: SessionServices,
  request: Pick<SessionRequest, 'headers'>,
): Promise<SessionUser | ApiError> {
  const token = tokenOf(services, request);
  if (token === null) return new ApiError('session_missing', {});
  const [row] = await findSession(services.db, { token, now: timestamp(services.clock.now()) });
  return row === undefined ? new ApiError('session_ended', {}) : toUser(row);
}

/** A signed-in user, and the role that the user has in an organizer; null if the user is not a member of it. */
interface MemberSession {
  readonly user: SessionUser;
  readonly membership: {
    readonly organizerId: string;
    readonly role: Role;
    readonly isSandbox: boolean;
    /** Whether the organizer is a sandbox whose data is being deleted. */
    readonly isInReset: boolean;
  } | null;
}

/**
 * Like `readSession`, with the role of the user in the organizer with this slug. Both are read in one statement for each request, so
 * a removed member is rejected immediately too.
 */
export async function readMemberSession(
  services: SessionServices,
  request: Pick<SessionRequest, 'headers'>,
  slug: string,
): Promise<MemberSession | ApiError> {
  const token = tokenOf(services, request);
  if (token === null) return new ApiError('session_missing', {});
  const [row] = await findMemberSession(services.db, { token, now: timestamp(services.clock.now()), slug });
  if (row === undefined) return new ApiError('session_ended', {});
  const { organizer_id: organizerId, role } = row;
  if (organizerId === null || role === null) return { user: toUser(row), membership: null };
  const state = { isSandbox: row.sandbox_of !== null, isInReset: row.reset_started_at !== null };
  return { user: toUser(row), membership: { organizerId, role, ...state } };
}

function tokenOf({ secrets, baseUrl }: SessionServices, { headers }: Pick<SessionRequest, 'headers'>): string | null {
  return readSignedCookie(headers.cookie, sessionCookie, { baseUrl, sessionKey: secrets.sessionKey });
}

function toUser(row: SessionRow): SessionUser {
  return {
    sessionId: row.session_id,
    signedInAt: row.created_at,
    userId: row.id,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator === 1,
    hasSecondFactor: row.two_factor_enabled === 1,
  };
}

/**
 * Ends the sessions of a user, and withdraws sign-in links, sign-ins that wait for the second factor, and the permission to set a new
 * password without the current one.
 *
 * @param options.exceptId the id of a session that does not end
 */
export async function endSessions(
  tx: Db,
  { id: userId, email }: { id: string; email: string },
  { exceptId }: { exceptId?: string } = {},
): Promise<void> {
  let sessions = tx.deleteFrom('user_sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) sessions = sessions.where('id', '<>', exceptId);
  await sessions.execute();
  await announceOnCommit(tx, accessChannel);
  await tx
    .deleteFrom('user_verifications')
    .where('value', 'in', [userId, linkValue(email)])
    .execute();
}

/**
 * Stores that the user of a new session has signed in.
 *
 * @param token the token of the session
 * @returns the e-mail address of the user
 */
export async function recordSignIn(db: Db, token: string): Promise<string> {
  const { email } = await db
    .updateTable('users')
    .from('user_sessions as s')
    .set((eb) => ({ last_signed_in_at: eb.ref('s.created_at') }))
    .whereRef('s.user_id', '=', 'users.id')
    .where('s.token', '=', token)
    .returning('users.email')
    .executeTakeFirstOrThrow();
  return email;
}

/** Ends the sessions of a user except the current one. */
export function endOtherSessions(tx: Db, { userId: id, email, sessionId: exceptId }: SessionUser): Promise<void> {
  return endSessions(tx, { id, email }, { exceptId });
}

/** Deletes expired sessions, links and codes. */
export async function purgeExpired(db: Db, now: string): Promise<void> {
  const expired = sql`where expires_at <= ${now}`;
  await deleteInBatches(db, 'user_sessions', ['id'], expired);
  await deleteInBatches(db, 'user_verifications', ['id'], expired);
}

/** Copies the cookies that better-auth has set. */
export function setCookies(reply: FastifyReply, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
}
