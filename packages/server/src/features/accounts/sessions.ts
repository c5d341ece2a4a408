import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { AccountServices } from './services.ts';

/** A signed-in user. */
export interface SessionUser {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
}

/** The parts of a request that the library for accounts reads. */
export type SessionRequest = Pick<FastifyRequest, 'headers' | 'ip'>;

/** The headers that the library for accounts reads: the cookies, the browser, and the IP address that this server determined. */
export function authHeaders({ headers, ip }: SessionRequest): Headers {
  const result = new Headers({ 'x-forwarded-for': ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = headers[name];
    if (value !== undefined) result.set(name, value);
  }
  return result;
}

/**
 * The user of the session whose cookie the request has. The database is read for each request: a session that was ended, a
 * disabled user and a removed member are rejected immediately, in every process.
 *
 * @param options.pendingFactor whether a session whose second factor is not verified yet is accepted
 */
export async function readSession(
  { db, auth }: Pick<AccountServices, 'db' | 'auth'>,
  request: SessionRequest,
  { pendingFactor = false } = {},
): Promise<SessionUser | ApiError> {
  if (!request.headers.cookie?.includes('organizer.session_token=')) return new ApiError('session_missing', {});
  const { api } = await auth();
  const found = await api.getSession({ headers: authHeaders(request), query: { disableRefresh: true } });
  if (found === null) return new ApiError('session_ended', {});
  const { session } = found;
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'is_operator', 'two_factor_enabled'])
    .where('id', '=', session.userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) return new ApiError('session_ended', {});
  if (session.factorPending && !pendingFactor) return new ApiError('second_factor_missing', {});
  return {
    sessionId: session.id,
    userId: user.id,
    email: user.email,
    name: user.name,
    isOperator: user.is_operator === 1,
    hasSecondFactor: user.two_factor_enabled === 1,
  };
}

/** Copies the cookies that the library for accounts has set. */
export function setCookies(reply: FastifyReply, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
}
