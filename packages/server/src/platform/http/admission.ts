import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidRequest, notFound, unavailable } from '../errors.ts';
import { addressBucket } from '../limits/address.ts';
import type { Limiter, Verdict } from '../limits/limiter.ts';
import type { Metrics } from '../metrics.ts';
import { checkMethod, withMethodsRefused } from './methods.ts';
import type { Caller, PlaneApp } from './plane.ts';
import { Turns } from './turns.ts';

/** Longer addresses are refused: no call of ours comes near. */
const urlLengthMax = 8_192;

/** The realm in challenges. */
const realm = 'Organizer API';

/** Finds the caller whose key this is; null for none. Answers at once where it can. */
export interface Authenticator {
  find(key: string): Caller | null | Promise<Caller | null>;
}

interface Admission {
  /** Names the plane in buckets and metrics: each plane counts for itself. */
  readonly plane: string;
  /** Requests a minute of one caller. */
  readonly limit: number;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
  /** Whether more requests are under way than can be served in time. */
  readonly isOverloaded: () => boolean;
}

/** How callers with a key are admitted, each counted by it. */
export interface KeyAdmission extends Admission {
  /** Requests a minute without a good key from one address; null for no such limit. */
  readonly failedLimit: number | null;
  /** Whether each answer tells of its limit in `RateLimit-*` headers, or only a refusal in `Retry-After`. */
  readonly announce: boolean;
  readonly authenticator: Authenticator;
}

/**
 * What every request of a keyed plane passes before anything else looks at it, in this order: its key, the limits, its
 * route, the scope. A handler runs only for a caller who may have what it gives.
 */
export function admitByKey(app: PlaneApp, options: KeyAdmission): void {
  app.addHook('onRequest', (request, reply, done) => {
    let entering: void | Promise<void>;
    try {
      entering = enter(request, reply, options);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (entering === undefined) done();
    else entering.then(() => done(), done);
  });
}

/**
 * What every request of a plane without keys passes before anything else looks at it: the limit of its address, which is the
 * plane's or the route's own; its route.
 */
export function admitByAddress(app: PlaneApp, options: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    const own = request.route.ownLimit;
    const bucket = `${options.plane}:${own === undefined ? '' : `${own.name}:`}${addressBucket(request.ip)}`;
    const limit = own?.perMinute ?? options.limit;
    // The preflight requests of browsers and requests with a faulty head are not counted.
    const isUncounted = request.method === 'OPTIONS' || request.headFault !== null;
    const verdict = isUncounted ? options.limiter.peek(bucket, limit) : options.limiter.hit(bucket, limit);
    const judge = (settled: Verdict) => judgeAddress(request, reply, options, settled);
    if (verdict instanceof Promise) {
      verdict.then(judge).then(() => done(), done);
      return;
    }
    try {
      judge(verdict);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  });
}

/**
 * A part of the application without keys and rate limits: pages and their files, and the routes that operators and payment
 * providers call. A faulty head, an overload and a wrong method are refused.
 */
export function admitAnybody(
  root: FastifyInstance,
  { isOverloaded, add }: { isOverloaded: () => boolean; add: (app: FastifyInstance) => void },
): void {
  const turns = new Turns();
  root.register(async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      try {
        if (request.headFault !== null) throw request.headFault;
        if (isOverloaded()) throw overloaded();
        checkMethod(request);
      } catch (error) {
        done(error as Error);
        return;
      }
      turns.wait(done);
    });
    withMethodsRefused(app as unknown as PlaneApp, () => add(app));
  });
}

function overloaded(): ApiError {
  return unavailable('Too many requests are under way. Try again shortly.');
}

function judgeAddress(request: FastifyRequest, reply: FastifyReply, options: Admission, verdict: Verdict): void {
  announce(reply, verdict);
  if (request.headFault !== null) throw request.headFault;
  // A page learns that it must wait only where what its browser asks beforehand is answered.
  if (!verdict.allowed && request.method !== 'OPTIONS') {
    options.metrics.countRefusal(options.plane, 'address');
    throw tooMany(verdict, `This address has sent its ${verdict.limit} requests of this minute.`);
  }
  if (options.isOverloaded()) throw overloaded();
  checkRoute(request);
  checkEscapes(request);
}

/**
 * Counts a request of a key against another limit beside that of the key. The `RateLimit` headers of its answer are those of
 * this other limit.
 *
 * @throws ApiError `rate_limited`
 */
export async function countApart(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter,
  { name, perMinute, what }: { name: string; perMinute: number; what: string },
): Promise<void> {
  const verdict = await limiter.hit(`${name}:${request.key.id}`, perMinute);
  announce(reply, verdict);
  if (!verdict.allowed) throw tooMany(verdict, `This key has sent its ${verdict.limit} ${what} of this minute.`);
}

/** A limit is used up: says when to go on. */
export function tooMany(verdict: Verdict, what: string): ApiError {
  return new ApiError('rate_limited', `${what} Wait ${verdict.resetSeconds} s and go on.`, {
    headers: { 'retry-after': String(verdict.resetSeconds) },
  });
}

function enter(request: FastifyRequest, reply: FastifyReply, options: KeyAdmission): void | Promise<void> {
  if (request.headFault !== null) return rethrowWithLimitHeaders(request, reply, options, request.headFault);
  const key = keyOf(request.headers.authorization);
  if (key === null) return refuseCaller(request, reply, options, missingKey());
  const found = options.authenticator.find(key);
  if (!(found instanceof Promise)) return admitCaller(request, reply, options, found);
  return found.then(
    (caller) => admitCaller(request, reply, options, caller),
    (error: Error) => rethrowWithLimitHeaders(request, reply, options, error),
  );
}

function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  caller: Caller | null,
): void | Promise<void> {
  if (caller === null) return refuseCaller(request, reply, options, invalidKey());
  request.key = caller;
  const verdict = options.limiter.hit(`${options.plane}:${caller.id}`, options.limit);
  if (verdict instanceof Promise) return verdict.then((settled) => judge(request, reply, options, settled));
  judge(request, reply, options, verdict);
}

function judge(request: FastifyRequest, reply: FastifyReply, options: KeyAdmission, verdict: Verdict): void {
  if (options.announce) announce(reply, verdict);
  if (!verdict.allowed) {
    options.metrics.countRefusal(options.plane, 'key');
    throw tooMany(verdict, `This key has sent its ${verdict.limit} requests of this minute.`);
  }
  if (options.isOverloaded()) throw overloaded();
  checkRoute(request);
  checkScope(request);
  checkEscapes(request);
}

async function refuseCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  refusal: ApiError,
): Promise<void> {
  if (options.failedLimit === null) throw refusal;
  const verdict = await options.limiter.hit(failedBucket(request, options), options.failedLimit);
  if (options.announce) announce(reply, verdict);
  if (verdict.allowed) throw refusal;
  options.metrics.countRefusal(options.plane, 'failed_attempts');
  throw new ApiError(
    'too_many_failed_attempts',
    `Too many requests without a good key came from this address. Wait ${verdict.resetSeconds} s, or send a good key.`,
    { headers: { 'retry-after': String(verdict.resetSeconds) } },
  );
}

/** Refuses a request whose key was not checked: the answer has the headers of a limit, and is not counted. */
async function rethrowWithLimitHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  options: KeyAdmission,
  error: Error,
): Promise<never> {
  if (options.announce && options.failedLimit !== null) {
    announce(reply, await options.limiter.peek(failedBucket(request, options), options.failedLimit));
  }
  throw error;
}

function failedBucket(request: FastifyRequest, options: KeyAdmission): string {
  return `${options.plane}:failed:${addressBucket(request.ip)}`;
}

/** The four headers of draft-ietf-httpapi-ratelimit-headers-06. */
export function announce(reply: FastifyReply, verdict: Verdict): void {
  reply.header('ratelimit-limit', verdict.limit);
  reply.header('ratelimit-remaining', verdict.remaining);
  reply.header('ratelimit-reset', verdict.resetSeconds);
  reply.header('ratelimit-policy', `${verdict.limit};w=${verdict.windowSeconds}`);
}

function checkRoute(request: FastifyRequest): void {
  if (request.url.length > urlLengthMax) {
    throw new ApiError('uri_too_long', `The address is longer than ${urlLengthMax} characters. Shorten its query.`);
  }
  if (request.route.url === undefined) throw noSuchPath(request);
  if (pathOf(request).endsWith('/')) throw noSuchPath(request);
  checkMethod(request);
}

export function noSuchPath(request: FastifyRequest): ApiError {
  const path = pathOf(request);
  const hint =
    path.endsWith('/') && path !== '/'
      ? 'Leave out the slash at its end.'
      : 'The reference at /docs lists those that exist.';
  return notFound(`There is no path ${path.slice(0, 200)}. ${hint}`);
}

function pathOf({ url }: FastifyRequest): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** Percent-escapes in a query are UTF-8 (RFC 3986, section 2.5). Others are refused, not replaced. */
function checkEscapes({ url }: FastifyRequest): void {
  if (!url.includes('%')) return;
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return;
  for (const pair of url.slice(queryAt + 1).split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      const path = pair.split('=', 1)[0]!.slice(0, 100);
      const message = 'has percent-escapes that are not UTF-8';
      throw invalidRequest(`"${path}" in the query ${message}.`, [{ path, message }]);
    }
  }
}

function checkScope(request: FastifyRequest): void {
  const { scope } = request.route;
  if (scope !== undefined) requireScope(request, scope, 'This call');
}

/**
 * @param what what needs the scope: the beginning of the sentence of the error
 * @throws ApiError `insufficient_scope` where the key of a request lacks a scope
 */
export function requireScope(request: FastifyRequest, scope: string, what: string): void {
  if (request.key.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `${what} needs the scope ${scope}, which the key does not have.`, {
    headers: { 'www-authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) },
  });
}

/** The token of an `Authorization: Bearer` header; null for none. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^bearer +(\S+) *$/i.exec(header);
  return match === null ? null : match[1]!;
}

/**
 * The key in an `Authorization` header: a bearer token, or the user name of Basic authentication. The password is ignored.
 */
function keyOf(header: string | undefined): string | null {
  const token = bearerToken(header);
  if (token !== null || header === undefined) return token;
  const match = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header);
  if (match === null) return null;
  const credentials = Buffer.from(match[1]!, 'base64').toString('latin1');
  const colonAt = credentials.indexOf(':');
  return colonAt > 0 ? credentials.slice(0, colonAt) : null;
}

/**
 * A `WWW-Authenticate` challenge (RFC 6750, section 3). Basic is accepted, but is not in the challenge: browsers would ask
 * for a password.
 *
 * @param parameters that follow the realm
 */
export function challenge(parameters?: string): string {
  return `Bearer realm="${realm}"${parameters === undefined ? '' : `, ${parameters}`}`;
}

function missingKey(): ApiError {
  return new ApiError('missing_key', 'Send your API key in the header "Authorization: Bearer <key>".', {
    headers: { 'www-authenticate': challenge() },
  });
}

function invalidKey(): ApiError {
  const detail = 'The API key is mistyped, unknown, revoked or expired. Check it, or make a new one.';
  return new ApiError('invalid_key', detail, { headers: { 'www-authenticate': challenge('error="invalid_token"') } });
}
