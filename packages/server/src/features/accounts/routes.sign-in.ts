import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, fieldError } from '../../errors/index.ts';
import type { PlaneApp } from '../../platform/http/plane.ts';
import { object, Type } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { Logger } from '../../platform/log.ts';
import { countAttempt } from './attempts.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { createFirstOperator } from './first-user.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import { beganWithLink } from './password-reset.ts';
import { findPendingSignIn, type PendingSignIn } from './pending-sign-in.ts';
import { passkeySignInRoutes } from './routes.passkey-sign-in.ts';
import {
  acceptanceResult,
  email,
  linkToken,
  name,
  newPassword,
  password,
  receivedInvitation,
  signInResult,
  totpCode,
} from './schema.ts';
import { challengeCookie, factorError, releaseCode, useCode } from './second-factor.ts';
import type { AccountServices } from './services.ts';
import { cookieName, findCookie } from './session-cookie.ts';
import { authHeaders, setCookies } from './sessions.ts';
import { findUser, normalizeEmail, type User } from './users.ts';

/** Attempts to sign in from one IP address. */
const attemptsPerMinute = 20;

const tags = ['Account'];
const config = { rateLimit: { name: 'sign-in', perMinute: attemptsPerMinute }, compress: false } as const;

type SignInServices = AccountServices & { readonly limiter: Limiter; readonly log: Logger };

/** Signing in: with a password, with a mailed link, with an invitation, with a passkey; and the second factor. */
export function signInRoutes(app: PlaneApp, services: SignInServices): void {
  const { auth, baseUrl, db, log } = services;
  passkeySignInRoutes(app, services, config);

  app.post(
    '/sign-in',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'signIn',
        tags,
        summary: 'Sign in with a password',
        querystring: object({}),
        body: object({ email, password }, { $id: 'SignInRequest' }),
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const { body } = request;
      await countAttempt(services, request, reply, 'password', body.email);
      const { api } = await auth();
      const response = await api.signInEmail({
        body: { email: normalizeEmail(body.email), password: body.password },
        headers: authHeaders(request),
        asResponse: true,
      });
      if (!response.ok) throw new ApiError('wrong_password', {});
      return signedIn(reply, response, { isByLink: false });
    },
  );

  /** Sends the cookies of a session, or of a user who must still enter the second factor. */
  async function signedIn(reply: FastifyReply, response: Response, { isByLink }: { isByLink: boolean }) {
    const result = (await response.json()) as
      | { twoFactorRedirect: true }
      | { twoFactorRedirect?: never; token: string };
    if (result.twoFactorRedirect === true) {
      setCookies(reply, response);
      return { state: 'second_factor' as const };
    }
    await completeSignIn(services, reply, response, { token: result.token, isByLink });
    return { state: 'signed_in' as const };
  }

  app.post(
    '/sign-in/link',
    {
      config,
      schema: {
        operationId: 'requestSignInLink',
        tags,
        summary: 'Send a sign-in link by e-mail',
        description: 'The response is the same whether or not a user has this e-mail address.',
        querystring: object({}),
        body: object({ email }, { $id: 'SignInLinkRequest' }),
        response: { 202: object({}, { $id: 'SignInLinkRequested' }) },
      },
    },
    async (request, reply) => {
      const address = normalizeEmail(request.body.email);
      await countAttempt(services, request, reply, 'link', address);
      // Not awaited: the response must not show by its time whether the user exists.
      mailLink(address, authHeaders(request)).catch((error) => log.error({ err: error }, 'sign-in link not mailed'));
      return reply.code(202).send({});
    },
  );

  async function mailLink(address: string, headers: Headers): Promise<void> {
    const user = await findUser(db, address);
    if (user === null || user.disabledAt !== null) return;
    const { api } = await auth();
    await api.signInMagicLink({ body: { email: address }, headers });
  }

  app.post(
    '/sign-in/link/open',
    {
      config: { ...config, errors: ['link_not_valid'] },
      schema: {
        operationId: 'openSignInLink',
        tags,
        summary: 'Sign in with the link of a mail',
        description: 'A link can be used once.',
        querystring: object({}),
        body: object({ token: linkToken }, { $id: 'SignInLinkToken' }),
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const { api } = await auth();
      const query = { token: request.body.token };
      const response = await api.magicLinkVerify({ query, headers: authHeaders(request), asResponse: true });
      if (!response.ok) throw new ApiError('sign_in_link_not_valid', {});
      return signedIn(reply, response, { isByLink: true });
    },
  );

  app.post(
    '/sign-in/second-factor',
    {
      config: { ...config, errors: ['sign_in_failed', 'not_signed_in'] },
      schema: {
        operationId: 'verifySecondFactor',
        tags,
        summary: 'Complete signing in with a second factor',
        description:
          'Send either the code of the authenticator app or a recovery code. Each can be used once. After 5 wrong codes, ' +
          'signing in starts again.',
        querystring: object({}),
        body: object(
          {
            code: Type.Optional(totpCode),
            recoveryCode: Type.Optional(
              Type.String({ description: 'A recovery code', minLength: 1, maxLength: 40, examples: ['9WFhK-JhoCV'] }),
            ),
          },
          { $id: 'SecondFactorCode' },
        ),
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const { code, recoveryCode } = request.body;
      if ((code === undefined) === (recoveryCode === undefined)) throw missingFields(['code']);
      const { api } = await auth();
      const call = { headers: challengeHeaders(request), asResponse: true } as const;
      const pending = await findPendingSignIn(services, request.headers.cookie);
      const response =
        code === undefined
          ? await api.verifyBackupCode({ ...call, body: { code: recoveryCode ?? '' } })
          : await useCodeOnce(pending, code, () => api.verifyTOTP({ ...call, body: { code } }));
      if (!response.ok) throw await factorError(response);
      return signedIn(reply, response, { isByLink: beganWithLink(pending.id) });
    },
  );

  /**
   * Marks a code as used before it is verified, because verifying it completes the sign-in. A used code is no attempt: the sign-in
   * remains open for the next code.
   *
   * @throws ApiError `sign_in_failed` if the user has used the code before
   */
  async function useCodeOnce({ userId }: PendingSignIn, code: string, verify: () => Promise<Response>) {
    const { internalAdapter } = await (await auth()).$context;
    if (!(await useCode(internalAdapter, userId, code))) throw new ApiError('factor_code_used', {});
    const response = await verify();
    // A code that is wrong now can be the right one in a moment.
    if (!response.ok) await releaseCode(internalAdapter, userId, code);
    return response;
  }

  /** Without the cookie of a session, so that an earlier session in this browser does not replace the sign-in that is in progress. */
  function challengeHeaders(request: FastifyRequest): Headers {
    return authHeaders(request, findCookie(request.headers.cookie, cookieName(baseUrl, challengeCookie)) ?? '');
  }

  app.post(
    '/invitation/read',
    {
      config: { ...config, errors: ['link_not_valid'] },
      schema: {
        operationId: 'readInvitation',
        tags,
        summary: 'Read the invitation of a link',
        querystring: object({}),
        body: object({ token: linkToken }, { $id: 'InvitationToken' }),
        response: { 200: receivedInvitation },
      },
    },
    async ({ body }) => {
      const received = await readInvitation(services, body.token);
      return {
        organizer: received.organizerName,
        organizerSlug: received.organizerSlug,
        email: received.email,
        role: received.role,
        hasAccount: (await findUser(db, received.email)) !== null,
      };
    },
  );

  app.post(
    '/invitation/accept',
    {
      config: { ...config, errors: ['link_not_valid'] },
      schema: {
        operationId: 'acceptInvitation',
        tags,
        summary: 'Accept an invitation',
        description:
          'The recipient becomes a member. A new user sets a name and a password, and is signed in. An existing user signs in ' +
          'as usual, and keeps the role of an earlier membership.',
        querystring: object({}),
        body: object(
          { token: linkToken, name: Type.Optional(name), password: Type.Optional(newPassword) },
          { $id: 'InvitationAcceptance' },
        ),
        response: { 200: acceptanceResult },
      },
    },
    async (request, reply) => {
      const { token, name: userName, password: chosen } = request.body;
      const { email: invited } = await readInvitation(services, token);
      const origin = { address: request.ip, requestId: request.id };
      if ((await findUser(db, invited)) !== null) {
        await acceptInvitation(services, token, null, origin);
        return { state: 'sign_in' as const };
      }
      if (userName === undefined || chosen === undefined) {
        throw missingFields([
          ...(userName === undefined ? ['name'] : []),
          ...(chosen === undefined ? ['password'] : []),
        ]);
      }
      const newUser = { name: userName, passwordHash: await hashPassword(chosen) };
      const { user, isNew } = await acceptInvitation(services, token, newUser, origin);
      if (!isNew) return { state: 'sign_in' as const };
      await startSession(request, reply, user, chosen);
      return { state: 'signed_in' as const };
    },
  );

  app.post(
    '/start',
    {
      config: { ...config, errors: ['link_not_valid'] },
      schema: {
        operationId: 'createFirstOperator',
        tags,
        summary: 'Create the first user, who operates the service',
        description: 'The server prints the link at its start while there is no user.',
        querystring: object({}),
        body: object({ token: linkToken, email, name, password: newPassword }, { $id: 'FirstOperator' }),
        response: { 200: signInResult },
      },
    },
    async (request, reply) => {
      const { token, password: chosen, ...details } = request.body;
      const passwordHash = await hashPassword(chosen);
      const origin = { address: request.ip, requestId: request.id };
      const user = await createFirstOperator(services, token, { ...details, passwordHash }, origin);
      await startSession(request, reply, user, chosen);
      return { state: 'signed_in' as const };
    },
  );

  async function hashPassword(chosen: string): Promise<string> {
    const { $context } = await auth();
    return (await $context).password.hash(chosen);
  }

  /** Signs a new user in. */
  async function startSession(request: FastifyRequest, reply: FastifyReply, user: User, chosen: string): Promise<void> {
    const { api } = await auth();
    const body = { email: user.email, password: chosen };
    const response = await api.signInEmail({ body, headers: authHeaders(request), asResponse: true });
    await signedIn(reply, response, { isByLink: false });
  }
}

/** The error for a body without these fields. */
function missingFields(fields: readonly string[]): ApiError {
  return new ApiError(
    'invalid_fields',
    { part: 'body' },
    { fields: fields.map((field) => fieldError(field, 'required', {})) },
  );
}
