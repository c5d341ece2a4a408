import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { timestamp } from '../../platform/clock.ts';
import type { PlaneApp } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { createPasskeyChallenge, passkeyMinutes, takePasskeyChallenge } from './passkey-challenges.ts';
import { findCredential, listCredentials, storePasskeyUse } from './passkeys.ts';
import { beganWithLink } from './password-reset.ts';
import {
  completePendingSignIn,
  countFactorAttempt,
  countFactorFailure,
  findPendingSignIn,
  type PendingSignIn,
} from './pending-sign-in.ts';
import { factorChoice, passkeyAssertion, passkeyRequestOptions } from './schema.factors.ts';
import { signInResult } from './schema.ts';
import { readFactors } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { cookieName, findCookie, formatCookie } from './session-cookie.ts';
import { authHeaders } from './sessions.ts';
import { type Assertion, relyingPartyOf, requestOptions, verifyAssertion } from './webauthn.ts';

const tags = ['Account'];
/** The cookie that binds a challenge to the browser that signs in with a passkey alone. */
const tokenCookie = 'passkey_sign_in';

/** Signing in with a passkey: as the second factor, or alone. */
export function passkeySignInRoutes(
  app: PlaneApp,
  services: AccountServices,
  config: { readonly rateLimit: { readonly name: string; readonly perMinute: number }; readonly compress: false },
): void {
  const { auth, baseUrl, db, clock } = services;

  app.post(
    '/sign-in/second-factor/options',
    {
      config: { ...config, errors: ['not_signed_in'] },
      schema: {
        operationId: 'readSecondFactorChoice',
        tags,
        summary: 'Read with which second factors signing in can be completed',
        querystring: object({}),
        body: object({}, { $id: 'SecondFactorChoiceRequest' }),
        response: { 200: factorChoice },
      },
    },
    async (request) => {
      const pending = await findPendingSignIn(services, request.headers.cookie);
      const { hasAuthenticator } = await readFactors(db, pending.userId);
      const credentials = await listCredentials(db, pending.userId);
      if (credentials.length === 0) return { hasAuthenticator, passkey: null };
      const challenge = await createPasskeyChallenge(services, secondFactorOf(pending));
      return { hasAuthenticator, passkey: requestOptions(relyingPartyOf(request), challenge, credentials) };
    },
  );

  app.post(
    '/sign-in/second-factor/passkey',
    {
      config: { ...config, errors: ['sign_in_failed', 'not_signed_in'] },
      schema: {
        operationId: 'verifyPasskeyFactor',
        tags,
        summary: 'Complete signing in with a passkey',
        description: 'Failed attempts count like wrong codes.',
        querystring: object({}),
        body: passkeyAssertion,
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const pending = await findPendingSignIn(services, request.headers.cookie);
      const now = timestamp(clock.now());
      await countFactorAttempt(db, pending, now);
      const challenge = await takePasskeyChallenge(services, secondFactorOf(pending), request.body.clientDataJSON);
      const used = await verify(request, challenge, { userId: pending.userId, userVerification: 'preferred' });
      if (used === null) {
        await countFactorFailure(db, pending.userId, clock.now());
        throw new ApiError('passkey_not_accepted', {});
      }
      await db.transaction().execute(async (tx) => {
        await completePendingSignIn(tx, pending, now);
        assertCounted(await storePasskeyUse(tx, request.body.id, used.counter, now));
      });
      return startSession(request, reply, pending.userId, { isByLink: beganWithLink(pending.id) });
    },
  );

  app.post(
    '/sign-in/passkey/options',
    {
      config,
      schema: {
        operationId: 'createPasskeySignIn',
        tags,
        summary: 'Begin to sign in with a passkey',
        querystring: object({}),
        body: object({}, { $id: 'PasskeySignInRequest' }),
        response: { 200: passkeyRequestOptions },
      },
    },
    async (request, reply) => {
      const token = randomBytes(24).toString('base64url');
      const challenge = await createPasskeyChallenge(services, signInWith(token));
      setTokenCookie(reply, token, passkeyMinutes * 60);
      return requestOptions(relyingPartyOf(request), challenge, null);
    },
  );

  app.post(
    '/sign-in/passkey',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'signInWithPasskey',
        tags,
        summary: 'Sign in with a passkey',
        description: 'The device has verified the user, so a passkey is both factors.',
        querystring: object({}),
        body: passkeyAssertion,
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const name = cookieName(baseUrl, tokenCookie);
      const token = findCookie(request.headers.cookie, name)?.slice(name.length + 1) ?? '';
      const challenge = await takePasskeyChallenge(services, signInWith(token), request.body.clientDataJSON);
      const used = await verify(request, challenge, { userId: null, userVerification: 'required' });
      if (used === null) throw new ApiError('passkey_not_accepted', {});
      assertCounted(await storePasskeyUse(db, request.body.id, used.counter, timestamp(clock.now())));
      setTokenCookie(reply, '', 0);
      return startSession(request, reply, used.userId, { isByLink: false });
    },
  );

  function secondFactorOf({ id, userId }: PendingSignIn) {
    return { kind: 'second factor', holder: id, userId } as const;
  }

  function signInWith(token: string) {
    return { kind: 'sign-in', holder: token, userId: null } as const;
  }

  /**
   * Verifies the response of a browser.
   *
   * @param expected.userId the user to whom the passkey must belong; null if it identifies the user
   * @returns null if it is not valid
   */
  async function verify(
    request: FastifyRequest & { readonly body: Assertion },
    challenge: string | null,
    { userId, userVerification }: { userId: string | null; userVerification: 'required' | 'preferred' },
  ): Promise<{ userId: string; counter: number } | null> {
    const found = await findCredential(db, request.body.id);
    if (challenge === null || found === null || (userId !== null && found.userId !== userId)) return null;
    const party = relyingPartyOf(request);
    const counter = await verifyAssertion(party, challenge, request.body, found.credential, { userVerification });
    return counter === null ? null : { userId: found.userId, counter };
  }

  function assertCounted(isCounted: boolean): void {
    if (!isCounted) throw new ApiError('passkey_not_accepted', {});
  }

  async function startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    { isByLink }: { isByLink: boolean },
  ) {
    const { api } = await auth();
    // Without the cookie of a session, so that an earlier session in this browser is not part of this sign-in.
    const headers = authHeaders(request, '');
    const response = await api.startPasskeySession({ body: { userId }, headers, asResponse: true });
    if (!response.ok) throw new ApiError('passkey_not_accepted', {});
    const { token } = (await response.json()) as { token: string };
    await completeSignIn(services, reply, response, { token, isByLink });
    return { state: 'signed_in' as const };
  }

  function setTokenCookie(reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    reply.header('set-cookie', formatCookie(baseUrl, tokenCookie, { value, maxAgeSeconds }));
  }
}
