import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Feature } from '../../platform/http/plane.ts';
import type { ScopeReader } from '../../platform/http/principal.ts';
import { object } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { mailChange } from './change-mails.ts';
import { assertPresent, currentPassword } from './presence.ts';
import { newAuthenticator, recoveryCodes } from './schema.factors.ts';
import { totpCode } from './schema.ts';
import {
  createFactorSecrets,
  factorError,
  lockUser,
  readFactors,
  removeAuthenticator,
  replaceRecoveryCodes,
  storeFactorSecrets,
  useCode,
} from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { accountPermission, type UserPrincipal } from './session-authenticators.ts';
import { readSignedCookie, sessionCookie } from './session-cookie.ts';
import { authHeaders, endOtherSessions, setCookies } from './sessions.ts';

const tags = ['Account'];
const config = { permission: accountPermission, errors: ['sign_in_failed', 'invalid_state'] } as const;

export type FactorServices = AccountServices & {
  readonly scopeOf: ScopeReader<UserPrincipal>;
  readonly limiter: Limiter;
};

/** The authenticator app and the recovery codes of the signed-in user. */
export const factorRoutes: Feature<FactorServices> = (app, services) => {
  const { auth, baseUrl, db, clock, scopeOf, secrets } = services;

  app.post(
    '/second-factor',
    {
      config,
      schema: {
        operationId: 'createSecondFactor',
        tags,
        summary: 'Set up an authenticator app',
        description: 'It is a second factor after `confirmSecondFactor` only.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'SecondFactorRequest' }),
        response: { 200: newAuthenticator },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      const { currentPassword: current } = request.body;
      await assertPresent(services, reply, user, current);
      const { api, $context } = await auth();
      const created = await createFactorSecrets((await $context).secretConfig);
      const codes = await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.userId);
        const { hasAuthenticator } = await readFactors(tx, user.userId);
        if (hasAuthenticator) throw new ApiError('second_factor_exists', {});
        return storeFactorSecrets(tx, user.userId, created, clock.now());
      });
      const body = current === undefined ? {} : { password: current };
      const { totpURI: uri } = await api.getTOTPURI({ body, headers: authHeaders(request) });
      return { uri, recoveryCodes: [...codes] };
    },
  );

  app.post(
    '/second-factor/confirm',
    {
      config,
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
      const { user } = scopeOf(request).principal;
      const { hasAuthenticator } = await readFactors(db, user.userId);
      if (hasAuthenticator) throw new ApiError('second_factor_exists', {});
      const { api, $context } = await auth();
      const { code } = request.body;
      const response = await api.verifyTOTP({ body: { code }, headers: authHeaders(request), asResponse: true });
      if (!response.ok) throw await factorError(response);
      await useCode((await $context).internalAdapter, user.userId, code);
      const sessionId = (await findNewSession(response)) ?? user.sessionId;
      const now = timestamp(clock.now());
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.userId);
        // A concurrent request may have removed the last factor, and the app with it.
        const factors = await readFactors(tx, user.userId);
        if (!factors.hasAuthenticator) throw new ApiError('no_second_factor', {});
        await endOtherSessions(tx, { ...user, sessionId });
        await mailChange(tx, secrets, user, 'authenticator_added', now);
      });
      setCookies(reply, response);
      return {};
    },
  );

  /** With the first second factor, the library replaces the session with a new one, whose token is only in the cookie. */
  async function findNewSession(response: Response): Promise<string | null> {
    const cookies = response.headers.getSetCookie().join(';');
    const token = readSignedCookie(cookies, sessionCookie, { baseUrl, sessionKey: secrets.sessionKey });
    if (token === null) return null;
    const session = await db
      .selectFrom('user_sessions')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    return session.id;
  }

  app.post(
    '/second-factor/recovery-codes',
    {
      config,
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
      const { user } = scopeOf(request).principal;
      await assertPresent(services, reply, user, request.body.currentPassword);
      if (!user.hasSecondFactor) throw new ApiError('no_second_factor', {});
      const { $context } = await auth();
      const created = await createFactorSecrets((await $context).secretConfig);
      const now = timestamp(clock.now());
      await db.transaction().execute(async (tx) => {
        await replaceRecoveryCodes(tx, user.userId, created);
        await endOtherSessions(tx, user);
        await mailChange(tx, secrets, user, 'recovery_codes', now);
      });
      return { recoveryCodes: [...created.recoveryCodes] };
    },
  );

  app.post(
    '/second-factor/remove',
    {
      config,
      schema: {
        operationId: 'removeSecondFactor',
        tags,
        summary: 'Remove the authenticator app',
        description: 'All other sessions of the user end.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'SecondFactorRemoval' }),
        response: { 200: object({}, { $id: 'SecondFactorRemoved' }) },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      await assertPresent(services, reply, user, request.body.currentPassword);
      const { $context } = await auth();
      const unknownSecret = await createFactorSecrets((await $context).secretConfig);
      const now = timestamp(clock.now());
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.userId);
        const { hasAuthenticator } = await readFactors(tx, user.userId);
        if (!hasAuthenticator) throw new ApiError('no_second_factor', {});
        await removeAuthenticator(tx, user.userId, unknownSecret);
        await endOtherSessions(tx, user);
        await mailChange(tx, secrets, user, 'authenticator_removed', now);
      });
      return {};
    },
  );
};
