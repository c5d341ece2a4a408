import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import { announceOnCommit } from '../../platform/database/dialect.ts';
import type { Feature } from '../../platform/http/plane.ts';
import type { ScopeReader } from '../../platform/http/principal.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { readHolds } from '../../platform/queue/holds.ts';
import { accessChannel } from './access-channel.ts';
import { mailChange } from './change-mails.ts';
import { listMemberships } from './members.ts';
import { canResetPassword, resetMinutes } from './password-reset.ts';
import { readPasswordHash, storePasswordHash } from './passwords.ts';
import { assertPresent, currentPassword } from './presence.ts';
import { permissionsOf, sandboxPermissionsOf } from './roles.ts';
import { account, name, newPassword, session } from './schema.ts';
import { readFactors } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { accountPermission, type UserPrincipal } from './session-authenticators.ts';
import { authHeaders, endOtherSessions, setCookies } from './sessions.ts';

const tags = ['Account'];
const config = { permission: accountPermission };
/** The most sessions in the list. */
const sessionsMax = 100;

type Services = AccountServices & {
  readonly scopeOf: ScopeReader<UserPrincipal>;
  readonly limiter: Limiter;
};

/** The signed-in user's own account: profile, password, sessions. */
export const accountRoutes: Feature<Services> = (app, services) => {
  const { auth, db, clock, scopeOf, secrets } = services;

  app.get(
    '/me',
    {
      config,
      schema: {
        operationId: 'getAccount',
        tags,
        summary: 'Read the signed-in user',
        querystring: object({}),
        response: { 200: account },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      // Extends the session while the dashboard is used.
      const { api } = await auth();
      setCookies(reply, await api.getSession({ headers: authHeaders(request), asResponse: true }));
      const memberships = await listMemberships(db, user.userId);
      return {
        id: user.userId,
        email: user.email,
        name: user.name,
        isOperator: user.isOperator,
        hasPassword: (await readPasswordHash(db, user.userId)) !== null,
        canResetPassword: await canResetPassword(services, user),
        hasSecondFactor: user.hasSecondFactor,
        hasAuthenticator: (await readFactors(db, user.userId)).hasAuthenticator,
        held: [...(await readHolds(db)).keys()],
        organizers: memberships.map(({ organizerId: _, suspendedAt, resetStartedAt, ...membership }) => ({
          ...membership,
          isSuspended: suspendedAt !== null && resetStartedAt === null,
          isInReset: resetStartedAt !== null,
          permissions: [...(membership.sandboxOf === null ? permissionsOf : sandboxPermissionsOf)[membership.role]],
        })),
      };
    },
  );

  app.patch(
    '/me',
    {
      config,
      schema: {
        operationId: 'updateAccount',
        tags,
        summary: 'Change the name of the signed-in user',
        querystring: object({}),
        body: object({ name }, { $id: 'AccountUpdate' }),
        response: { 200: object({ name }, { $id: 'AccountUpdated' }) },
      },
    },
    async (request) => {
      const { userId } = scopeOf(request).principal.user;
      const { name: newName } = request.body;
      await db
        .updateTable('users')
        .set({ name: newName, updated_at: timestamp(clock.now()) })
        .where('id', '=', userId)
        .execute();
      return { name: newName };
    },
  );

  app.post(
    '/sign-out',
    {
      config,
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'End the current session',
        querystring: object({}),
        response: { 200: object({}, { $id: 'SignedOut' }) },
      },
    },
    async (request, reply) => {
      const { api } = await auth();
      setCookies(reply, await api.signOut({ headers: authHeaders(request), asResponse: true }));
      return {};
    },
  );

  app.post(
    '/password',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'setPassword',
        tags,
        summary: 'Set or change the password',
        description:
          'All other sessions of the user end. The current password is not needed in a session that began with a sign-in link ' +
          `within the last ${resetMinutes} minutes.`,
        querystring: object({}),
        body: object({ currentPassword, newPassword }, { $id: 'PasswordChange' }),
        response: { 200: object({}, { $id: 'PasswordChanged' }) },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      const { body } = request;
      if (!(await canResetPassword(services, user))) await assertPresent(services, reply, user, body.currentPassword);
      const { password: passwords } = await (await auth()).$context;
      const hash = await passwords.hash(body.newPassword);
      const now = timestamp(clock.now());
      await db.transaction().execute(async (tx) => {
        await storePasswordHash(tx, user.userId, hash, now);
        await endOtherSessions(tx, user);
        await mailChange(tx, secrets, user, 'password', now);
      });
      return {};
    },
  );

  app.get(
    '/sessions',
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: "List the user's sessions",
        querystring: object({}),
        response: { 200: object({ data: Type.Array(session, { maxItems: sessionsMax }) }, { $id: 'SessionList' }) },
      },
    },
    async (request) => {
      const { user } = scopeOf(request).principal;
      const rows = await db
        .selectFrom('user_sessions')
        .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
        .where('user_id', '=', user.userId)
        .where('expires_at', '>', timestamp(clock.now()))
        .orderBy('updated_at', 'desc')
        .limit(sessionsMax)
        .execute();
      const data = rows.map((row) => ({
        id: row.id,
        isCurrent: row.id === user.sessionId,
        ipAddress: row.ip_address ?? '',
        userAgent: row.user_agent ?? '',
        createdAt: row.created_at,
        lastUsedAt: row.updated_at,
        expiresAt: row.expires_at,
      }));
      return { data };
    },
  );

  app.delete(
    '/sessions/:sessionId',
    {
      config,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End a session',
        params: object({ sessionId: pathId('Id of the session', 'ses_01kamz0g5ve4q8v5x2c4g6t0yd') }),
        querystring: object({}),
        response: { 200: object({}, { $id: 'SessionEnded' }) },
      },
    },
    async (request) => {
      const { userId } = scopeOf(request).principal.user;
      const { numDeletedRows } = await db.transaction().execute(async (tx) => {
        await announceOnCommit(tx, accessChannel);
        return tx
          .deleteFrom('user_sessions')
          .where('user_id', '=', userId)
          .where('id', '=', request.params.sessionId)
          .executeTakeFirst();
      });
      if (numDeletedRows === 0n) throw new ApiError('session_not_found', {});
      return {};
    },
  );
};
