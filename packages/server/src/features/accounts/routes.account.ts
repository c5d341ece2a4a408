import type { FastifyReply } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/dialect.ts';
import type { Feature } from '../../platform/http/plane.ts';
import type { PrincipalReader } from '../../platform/http/principal.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { countAttempt } from './attempts.ts';
import { listMemberships } from './members.ts';
import { readPasswordHash, storePasswordHash } from './passwords.ts';
import { permissionsOf } from './roles.ts';
import { account, name, newPassword, password, recoveryCodes, secondFactor, session, totpCode } from './schema.ts';
import { factorError, removeSecondFactor } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { accountPermission, type UserPrincipal } from './session-authenticators.ts';
import { readSessionToken } from './session-cookie.ts';
import { authHeaders, endSessions, type SessionUser, setCookies } from './sessions.ts';

const tags = ['Account'];
const config = { permission: accountPermission };
/** The time after signing in for which a user without a password can change the password and the second factor. */
const freshMinutes = 15;
const currentPassword = Type.Optional(
  Type.String({
    ...password,
    description: `The current password. A user without a password must have signed in within the last ${freshMinutes} minutes`,
  }),
);
/** The most sessions in the list. */
const sessionsMax = 100;

type Services = AccountServices & {
  readonly principal: PrincipalReader<UserPrincipal>;
  readonly limiter: Limiter;
};

/** The signed-in user's own account: profile, password, second factor, sessions. */
export const accountRoutes: Feature<Services> = (app, services) => {
  const { auth, baseUrl, db, clock, principal, secrets } = services;

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
      const { user } = principal(request);
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
        hasSecondFactor: user.hasSecondFactor,
        organizers: memberships.map(({ organizerId: _, suspendedAt, ...membership }) => ({
          ...membership,
          isSuspended: suspendedAt !== null,
          permissions: [...permissionsOf[membership.role]],
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
      const { userId } = principal(request).user;
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
        description: 'All other sessions of the user end.',
        querystring: object({}),
        body: object({ currentPassword, newPassword }, { $id: 'PasswordChange' }),
        response: { 200: object({}, { $id: 'PasswordChanged' }) },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      const { body } = request;
      await assertPresent(reply, user, body.currentPassword);
      const hash = await (await passwords()).hash(body.newPassword);
      await db.transaction().execute(async (tx) => {
        await storePasswordHash(tx, user.userId, hash, timestamp(clock.now()));
        await endOtherSessions(tx, user);
      });
      return {};
    },
  );

  async function passwords() {
    const { $context } = await auth();
    return (await $context).password;
  }

  /**
   * Requires a proof that the user, and not only the browser, is present: the password, or a recent sign-in if the user has none.
   */
  async function assertPresent(reply: FastifyReply, user: SessionUser, current: string | undefined): Promise<void> {
    const hash = await readPasswordHash(db, user.userId);
    if (hash === null) {
      const isFresh = clock.now() - Date.parse(user.signedInAt) <= freshMinutes * 60_000;
      if (!isFresh) throw new ApiError('sign_in_too_old', { freshMinutes });
      return;
    }
    await countAttempt(services, reply, 'password', user.email);
    const isRight = current !== undefined && (await (await passwords()).verify({ hash, password: current }));
    if (!isRight) throw new ApiError('wrong_current_password', {});
  }

  function endOtherSessions(tx: Db, { userId: id, email, sessionId: exceptId }: SessionUser): Promise<void> {
    return endSessions(tx, { id, email }, { exceptId });
  }

  app.post(
    '/second-factor',
    {
      config: { ...config, errors: ['sign_in_failed', 'invalid_state'] },
      schema: {
        operationId: 'createSecondFactor',
        tags,
        summary: 'Set up an authenticator app',
        description: 'The second factor is needed after `confirmSecondFactor` only.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'SecondFactorRequest' }),
        response: { 200: secondFactor },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      const { currentPassword: current } = request.body;
      await assertPresent(reply, user, current);
      if (user.hasSecondFactor) throw new ApiError('second_factor_exists', {});
      const { api } = await auth();
      const body = current === undefined ? {} : { password: current };
      const created = await api.enableTwoFactor({ body, headers: authHeaders(request) });
      if (created.method !== 'totp') throw new Error('The second factor is not an authenticator app.');
      return { uri: created.totpURI, recoveryCodes: created.backupCodes };
    },
  );

  app.post(
    '/second-factor/confirm',
    {
      config: { ...config, errors: ['sign_in_failed', 'invalid_state'] },
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Confirm the authenticator app with a code',
        description: 'All other sessions of the user end.',
        querystring: object({}),
        body: object({ code: totpCode }, { $id: 'SecondFactorConfirmation' }),
        response: { 200: object({}, { $id: 'SecondFactorConfirmed' }) },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      if (user.hasSecondFactor) throw new ApiError('second_factor_exists', {});
      const { api } = await auth();
      const { code } = request.body;
      const response = await api.verifyTOTP({ body: { code }, headers: authHeaders(request), asResponse: true });
      if (!response.ok) throw await factorError(response);
      // The library has replaced the session with a new one, whose token is only in the cookie.
      const cookies = response.headers.getSetCookie().join(';');
      const token = readSessionToken(cookies, { baseUrl, sessionKey: secrets.sessionKey });
      const { id: sessionId } = await db
        .selectFrom('user_sessions')
        .select('id')
        .where('token', '=', token)
        .executeTakeFirstOrThrow();
      await db.transaction().execute((tx) => endOtherSessions(tx, { ...user, sessionId }));
      setCookies(reply, response);
      return {};
    },
  );

  app.post(
    '/second-factor/recovery-codes',
    {
      config: { ...config, errors: ['sign_in_failed', 'invalid_state'] },
      schema: {
        operationId: 'createRecoveryCodes',
        tags,
        summary: 'Replace the recovery codes',
        description: 'The earlier codes no longer work. All other sessions of the user end.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'RecoveryCodesRequest' }),
        response: { 200: object({ recoveryCodes }, { $id: 'RecoveryCodes' }) },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      const { currentPassword: current } = request.body;
      await assertPresent(reply, user, current);
      if (!user.hasSecondFactor) throw new ApiError('no_second_factor', {});
      const { api } = await auth();
      const body = current === undefined ? {} : { password: current };
      const { backupCodes } = await api.generateBackupCodes({ body, headers: authHeaders(request) });
      await db.transaction().execute((tx) => endOtherSessions(tx, user));
      return { recoveryCodes: backupCodes };
    },
  );

  app.post(
    '/second-factor/remove',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'removeSecondFactor',
        tags,
        summary: 'Remove the second factor',
        description: 'All other sessions of the user end.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'SecondFactorRemoval' }),
        response: { 200: object({}, { $id: 'SecondFactorRemoved' }) },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      await assertPresent(reply, user, request.body.currentPassword);
      const { userId: id, email, sessionId: exceptId } = user;
      await db.transaction().execute((tx) => removeSecondFactor(tx, { id, email }, { exceptId }));
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
      const { user } = principal(request);
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
      const { numDeletedRows } = await db
        .deleteFrom('user_sessions')
        .where('user_id', '=', principal(request).user.userId)
        .where('id', '=', request.params.sessionId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new ApiError('session_not_found', {});
      return {};
    },
  );
};
