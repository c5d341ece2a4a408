import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Feature } from '../../platform/http/plane.ts';
import { object, pathId, Type } from '../../platform/http/schema.ts';
import { mailChange } from './change-mails.ts';
import { createPasskeyChallenge, takePasskeyChallenge } from './passkey-challenges.ts';
import { deletePasskey, insertPasskey, listCredentials, listPasskeys, passkeysMax, renamePasskey } from './passkeys.ts';
import { assertPresent, currentPassword } from './presence.ts';
import type { FactorServices } from './routes.factors.ts';
import { passkey, passkeyAttestation, passkeyCreationOptions, passkeyName, recoveryCodes } from './schema.factors.ts';
import { createFactorSecrets, lockUser, readFactors, storeFactorSecrets, updateFactorFlag } from './second-factor.ts';
import { accountPermission } from './session-authenticators.ts';
import { assertSessionExists, endOtherSessions, type SessionUser } from './sessions.ts';
import { creationOptions, relyingPartyOf, verifyAttestation } from './webauthn.ts';

const tags = ['Account'];
const config = { permission: accountPermission };
const params = object({ passkeyId: pathId('Id of the passkey', 'psk_01kamz0g5ve4q8v5x2c4g6t0yd') });

/** The passkeys of the signed-in user. */
export const passkeyRoutes: Feature<FactorServices> = (app, services) => {
  const { auth, db, clock, scopeOf, secrets } = services;

  /** A challenge is bound to the session in which it was created. */
  function registrationIn({ sessionId, userId }: SessionUser) {
    return { kind: 'registration', holder: sessionId, userId } as const;
  }

  app.get(
    '/passkeys',
    {
      config,
      schema: {
        operationId: 'listPasskeys',
        tags,
        summary: "List the user's passkeys",
        querystring: object({}),
        response: { 200: object({ data: Type.Array(passkey, { maxItems: passkeysMax }) }, { $id: 'PasskeyList' }) },
      },
    },
    async (request) => ({ data: await listPasskeys(db, scopeOf(request).principal.user.userId) }),
  );

  app.post(
    '/passkeys/options',
    {
      config: { ...config, errors: ['sign_in_failed', 'invalid_state'] },
      schema: {
        operationId: 'createPasskeyOptions',
        tags,
        summary: 'Begin to register a passkey',
        description: 'The browser creates the passkey with these options, within 5 minutes. Then call `createPasskey`.',
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'PasskeyOptionsRequest' }),
        response: { 200: passkeyCreationOptions },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      await assertPresent(services, reply, user, request.body.currentPassword);
      const existing = await listCredentials(db, user.userId);
      if (existing.length >= passkeysMax) throw new ApiError('too_many_passkeys', { maxPasskeys: passkeysMax });
      const challenge = await createPasskeyChallenge(services, registrationIn(user));
      return creationOptions(relyingPartyOf(request), user, challenge, existing);
    },
  );

  app.post(
    '/passkeys',
    {
      config: { ...config, errors: ['invalid_state'] },
      schema: {
        operationId: 'createPasskey',
        tags,
        summary: 'Register a passkey',
        description: 'It is a second factor from now on. All other sessions of the user end.',
        querystring: object({}),
        body: object({ name: passkeyName, response: passkeyAttestation }, { $id: 'NewPasskey' }),
        response: {
          201: object(
            { passkey, recoveryCodes },
            {
              $id: 'PasskeyCreated',
              description: 'A new passkey, with recovery codes if it is the first second factor',
            },
          ),
        },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      const { name, response } = request.body;
      const challenge = await takePasskeyChallenge(services, registrationIn(user), response.clientDataJSON);
      const credential =
        challenge === null ? null : await verifyAttestation(relyingPartyOf(request), challenge, response);
      if (credential === null) throw new ApiError('passkey_not_verified', {});
      const { $context } = await auth();
      const created = await createFactorSecrets((await $context).secretConfig);
      const nowMs = clock.now();
      const now = timestamp(nowMs);
      const result = await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.userId);
        await assertSessionExists(tx, user);
        const { hasAuthenticator, passkeyCount } = await readFactors(tx, user.userId);
        if (passkeyCount >= passkeysMax) throw new ApiError('too_many_passkeys', { maxPasskeys: passkeysMax });
        const codes =
          hasAuthenticator || passkeyCount > 0 ? [] : await storeFactorSecrets(tx, user.userId, created, nowMs);
        const inserted = await insertPasskey(tx, user.userId, { name, credential }, now);
        await updateFactorFlag(tx, user.userId);
        await endOtherSessions(tx, user);
        await mailChange(tx, secrets, user, 'passkey_added', now);
        return { passkey: inserted, recoveryCodes: [...codes] };
      });
      return reply.code(201).send(result);
    },
  );

  app.patch(
    '/passkeys/:passkeyId',
    {
      config,
      schema: {
        operationId: 'renamePasskey',
        tags,
        summary: 'Rename a passkey',
        params,
        querystring: object({}),
        body: object({ name: passkeyName }, { $id: 'PasskeyUpdate' }),
        response: { 200: object({ name: passkeyName }, { $id: 'PasskeyUpdated' }) },
      },
    },
    async (request) => {
      const { name } = request.body;
      await renamePasskey(db, scopeOf(request).principal.user.userId, request.params.passkeyId, name);
      return { name };
    },
  );

  app.post(
    '/passkeys/:passkeyId/remove',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'removePasskey',
        tags,
        summary: 'Remove a passkey',
        description: 'All other sessions of the user end.',
        params,
        querystring: object({}),
        body: object({ currentPassword }, { $id: 'PasskeyRemoval' }),
        response: { 200: object({}, { $id: 'PasskeyRemoved' }) },
      },
    },
    async (request, reply) => {
      const { user } = scopeOf(request).principal;
      await assertPresent(services, reply, user, request.body.currentPassword);
      const now = timestamp(clock.now());
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.userId);
        await deletePasskey(tx, user.userId, request.params.passkeyId);
        await updateFactorFlag(tx, user.userId);
        await endOtherSessions(tx, user);
        await mailChange(tx, secrets, user, 'passkey_removed', now);
      });
      return {};
    },
  );
};
