import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, fieldError } from '../../errors/index.ts';
import type { PlaneApp } from '../../platform/http/plane.ts';
import { rateLimited, setRateLimitHeaders } from '../../platform/http/rate-limit.ts';
import { object, Type } from '../../platform/http/schema.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import type { Logger } from '../../platform/log.ts';
import { createFirstOperator } from './first-user.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import {
  acceptanceResult,
  email,
  linkToken,
  name,
  newPassword,
  password,
  receivedInvitation,
  signInResult,
} from './schema.ts';
import type { AccountServices } from './services.ts';
import { authHeaders, readSession, setCookies } from './sessions.ts';
import { findUser, normalizeEmail, type User } from './users.ts';

/** Attempts to sign in from one IP address. */
const attemptsPerMinute = 20;
/** Attempts to sign in to one account, from all IP addresses. */
const attemptsPerAccount = 30;
const linksPerAccount = 5;
const hourSeconds = 3_600;

const tags = ['Account'];
const config = { rateLimit: { name: 'sign-in', perMinute: attemptsPerMinute }, compress: false } as const;

type SignInServices = AccountServices & { readonly limiter: Limiter; readonly log: Logger };

/** Signing in: with a password, with a mailed link, with an invitation; and the second factor. */
export function signInRoutes(app: PlaneApp, services: SignInServices): void {
  const { auth, db, limiter, log } = services;

  /** Counts an attempt for an account, whether or not it exists. */
  async function countAttempt(reply: FastifyReply, kind: 'password' | 'link', address: string): Promise<void> {
    const limit = kind === 'password' ? attemptsPerAccount : linksPerAccount;
    const result = await limiter.hit(`sign-in:${kind}:${normalizeEmail(address)}`, limit, hourSeconds);
    if (result.allowed) return;
    setRateLimitHeaders(reply, result);
    throw rateLimited(result, 'sign_in_limit_reached', 'account');
  }

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
      await countAttempt(reply, 'password', body.email);
      const { api } = await auth();
      const response = await api.signInEmail({
        body: { email: normalizeEmail(body.email), password: body.password },
        headers: authHeaders(request),
        asResponse: true,
      });
      if (!response.ok) throw new ApiError('wrong_password', {});
      const result = (await response.json()) as { twoFactorRedirect?: boolean };
      setCookies(reply, response);
      return { state: result.twoFactorRedirect === true ? ('second_factor' as const) : ('signed_in' as const) };
    },
  );

  app.post(
    '/sign-in/link',
    {
      config,
      schema: {
        operationId: 'requestSignInLink',
        tags,
        summary: 'Mail a sign-in link',
        description: 'The response is the same whether or not there is a user with this address.',
        querystring: object({}),
        body: object({ email }, { $id: 'SignInLinkRequest' }),
        response: { 202: object({}, { $id: 'SignInLinkRequested' }) },
      },
    },
    async (request, reply) => {
      const address = normalizeEmail(request.body.email);
      await countAttempt(reply, 'link', address);
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
      setCookies(reply, response);
      const { session } = (await response.json()) as { session: { factorPending: boolean } };
      return { state: session.factorPending ? ('second_factor' as const) : ('signed_in' as const) };
    },
  );

  app.post(
    '/sign-in/second-factor',
    {
      config: { ...config, errors: ['sign_in_failed'] },
      schema: {
        operationId: 'verifySecondFactor',
        tags,
        summary: 'Complete signing in with a second factor',
        description:
          'Send either the code of the authenticator app or a recovery code. A recovery code can be used once.',
        querystring: object({}),
        body: object(
          {
            code: Type.Optional(Type.String({ description: '6 digits', pattern: '^[0-9]{6}$', examples: ['493027'] })),
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
      const { body } = request;
      const { api } = await auth();
      const headers = authHeaders(request);
      const response =
        body.recoveryCode === undefined
          ? await api.verifyTOTP({ body: { code: body.code ?? '' }, headers, asResponse: true })
          : await api.verifyBackupCode({ body: { code: body.recoveryCode }, headers, asResponse: true });
      if (!response.ok) throw await factorError(response);
      setCookies(reply, response);
      await clearPendingFactor(request);
      return { state: 'signed_in' as const };
    },
  );

  /** Completes the session of a sign-in link. After a password, the library creates the session only now. */
  async function clearPendingFactor(request: FastifyRequest): Promise<void> {
    const user = await readSession(services, request, { pendingFactor: true });
    if (user instanceof ApiError) return;
    await db.updateTable('user_sessions').set({ factor_pending: 0 }).where('id', '=', user.sessionId).execute();
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
          'as usual.',
        querystring: object({}),
        body: object(
          { token: linkToken, name: Type.Optional(name), password: Type.Optional(newPassword) },
          { $id: 'InvitationAcceptance' },
        ),
        response: { 200: acceptanceResult },
      },
    },
    async (request, reply) => {
      const { token, name: userName, password: chosenPassword } = request.body;
      const { email: invited } = await readInvitation(services, token);
      const isNew = (await findUser(db, invited)) === null;
      if (isNew) assertComplete({ name: userName, password: chosenPassword });
      const origin = { address: request.ip, requestId: request.id };
      const user = await acceptInvitation(services, token, userName ?? invited, origin);
      if (!isNew || chosenPassword === undefined) return { state: 'sign_in' as const };
      await setFirstPassword(request, reply, user, chosenPassword);
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
      const { token, password: chosenPassword, ...details } = request.body;
      const user = await createFirstOperator(services, token, details);
      await setFirstPassword(request, reply, user, chosenPassword);
      return { state: 'signed_in' as const };
    },
  );

  /** Sets the password of a new user and signs the user in. */
  async function setFirstPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    { id: userId, email: address }: User,
    chosen: string,
  ): Promise<void> {
    const { api, $context } = await auth();
    const { internalAdapter, password: hasher } = await $context;
    const hash = await hasher.hash(chosen);
    await internalAdapter.createAccount({ userId, providerId: 'credential', accountId: userId, password: hash });
    const body = { email: address, password: chosen };
    setCookies(reply, await api.signInEmail({ body, headers: authHeaders(request), asResponse: true }));
  }
}

/** @throws ApiError `invalid_request` if a field that a new user needs is missing */
function assertComplete(fields: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.keys(fields).filter((field) => fields[field] === undefined);
  if (missing.length === 0) return;
  throw new ApiError(
    'invalid_fields',
    { part: 'body' },
    { fields: missing.map((field) => fieldError(field, 'required', {})) },
  );
}

/** The error for a second factor that the library rejected. */
export async function factorError(response: Response): Promise<ApiError> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED' || code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE') {
    return new ApiError('factor_locked', {});
  }
  if (code === 'INVALID_TWO_FACTOR_COOKIE' || code === 'UNAUTHORIZED') return new ApiError('session_ended', {});
  return new ApiError('wrong_factor_code', {});
}
