import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Feature } from '../../platform/http/plane.ts';
import type { PrincipalReader } from '../../platform/http/principal.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import { listMemberships } from './members.ts';
import { permissionsOf } from './roles.ts';
import { factorError } from './routes.sign-in.ts';
import { account, name, newPassword, password, secondFactor, session } from './schema.ts';
import { removeSecondFactor } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { accountPermission, type UserPrincipal } from './session-authenticators.ts';
import { authHeaders, setCookies } from './sessions.ts';

const tags = ['Account'];
const config = { permission: accountPermission };
/** Proves that the user, and not only the browser, is present: a password, or a code if the user has none. */
const currentPassword = Type.Optional(password);

type Services = AccountServices & { readonly principal: PrincipalReader<UserPrincipal> };

/** The signed-in user's own account: profile, password, second factor, sessions. */
export const accountRoutes: Feature<Services> = (app, services) => {
  const { auth, db, clock, principal } = services;

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
        hasPassword: await hasPassword(user.userId),
        hasSecondFactor: user.hasSecondFactor,
        organizers: memberships.map(({ slug, name: organizerName, currency, timezone, role }) => ({
          slug,
          name: organizerName,
          currency,
          timezone,
          role,
          permissions: [...permissionsOf[role]],
        })),
      };
    },
  );

  async function hasPassword(userId: string): Promise<boolean> {
    const credential = await db
      .selectFrom('user_credentials')
      .select('id')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst();
    return credential !== undefined;
  }

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
    async (request) => {
      const { user } = principal(request);
      const { body } = request;
      const { $context } = await auth();
      const { internalAdapter, password: hasher } = await $context;
      await assertCurrentPassword(user.userId, body.currentPassword);
      const hash = await hasher.hash(body.newPassword);
      if (await hasPassword(user.userId)) await internalAdapter.updatePassword(user.userId, hash);
      else {
        const { userId } = user;
        await internalAdapter.createAccount({ userId, providerId: 'credential', accountId: userId, password: hash });
      }
      await endOtherSessions(user);
      return {};
    },
  );

  /** A user without a password has signed in with a link, which proved as much as a password would. */
  async function assertCurrentPassword(userId: string, current: string | undefined): Promise<void> {
    const credential = await db
      .selectFrom('user_credentials')
      .select('password')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst();
    if (credential?.password == null) return;
    const { $context } = await auth();
    const { password: hasher } = await $context;
    const isRight = current !== undefined && (await hasher.verify({ hash: credential.password, password: current }));
    if (!isRight) throw new ApiError('wrong_current_password', {});
  }

  async function endOtherSessions({ userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
    await db.deleteFrom('user_sessions').where('user_id', '=', userId).where('id', '<>', sessionId).execute();
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
    async (request) => {
      const { user } = principal(request);
      const { currentPassword: current } = request.body;
      await assertCurrentPassword(user.userId, current);
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
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'confirmSecondFactor',
        tags,
        summary: 'Confirm the authenticator app with a code',
        description: 'All other sessions of the user end.',
        querystring: object({}),
        body: object(
          { code: Type.String({ description: '6 digits', pattern: '^[0-9]{6}$', examples: ['493027'] }) },
          { $id: 'SecondFactorConfirmation' },
        ),
        response: { 200: object({}, { $id: 'SecondFactorConfirmed' }) },
      },
    },
    async (request, reply) => {
      const { user } = principal(request);
      const { api } = await auth();
      const { code } = request.body;
      const response = await api.verifyTOTP({ body: { code }, headers: authHeaders(request), asResponse: true });
      if (!response.ok) throw await factorError(response);
      setCookies(reply, response);
      const { token } = (await response.json()) as { token: string };
      await db.deleteFrom('user_sessions').where('user_id', '=', user.userId).where('token', '<>', token).execute();
      return {};
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
    async (request) => {
      const { user } = principal(request);
      await assertCurrentPassword(user.userId, request.body.currentPassword);
      await db.transaction().execute((tx) => removeSecondFactor(tx, user.userId));
      await endOtherSessions(user);
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
        response: { 200: object({ data: Type.Array(session) }, { $id: 'SessionList' }) },
      },
    },
    async (request) => {
      const { user } = principal(request);
      const rows = await db
        .selectFrom('user_sessions')
        .selectAll()
        .where('user_id', '=', user.userId)
        .where('expires_at', '>', timestamp(clock.now()))
        .orderBy('updated_at', 'desc')
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
