import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import type { ServiceClock } from '../clock.ts';
import type { Limiter, RateLimitResult } from '../limits/limiter.ts';
import type { Metrics } from '../metrics.ts';
import { LookUpLimit } from './look-up-limit.ts';
import type { PlaneApp } from './plane.ts';
import { type Authenticator, type Principal, requirePermission, type ScopeReader, scopeReader } from './principal.ts';
import { countedNoun, failedBucket, rateLimited, rateLimitKeyOf, setRateLimitHeaders } from './rate-limit.ts';
import { assertQueryIsUtf8, assertRouteExists } from './route-checks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of a plane with authenticated callers needs no credentials. Its requests are counted for each IP address. */
    needsNoCredentials?: boolean;
  }
}

/** Who can send requests to a plane, and how many. */
export interface Access<P extends Principal> {
  /** Name of the plane in rate-limit buckets and metrics. Each plane counts its requests separately. */
  readonly plane: string;
  /**
   * `authenticated`: every request needs credentials and is counted for its principal. `anonymous`: requests are counted
   * for each IP address, and only routes with a `permission` need credentials.
   */
  readonly callers: 'authenticated' | 'anonymous';
  readonly authenticator: Authenticator<P>;
  /** Maximum number of requests per minute of one caller. */
  readonly perMinute: number;
  /** Maximum number of requests per minute with missing or invalid credentials from one IP address; null for no limit. */
  readonly failedPerMinute: number | null;
  /** Whether each response has `RateLimit-*` headers. Without them, a 429 still has `Retry-After`. */
  readonly announceLimits: boolean;
  readonly clock: ServiceClock;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
}

/**
 * Checks each request of a plane, always in this order: the credentials (401), the rate limit (429), the route (404, 405),
 * the permission (403). On a plane with anonymous callers, a route with a `permission` authenticates its requests after
 * their parameters are validated.
 *
 * @returns the function with which the handlers of this plane read the scope of a request
 */
export function controlAccess<P extends Principal>(app: PlaneApp, access: Access<P>): ScopeReader<P> {
  const lookUps = new LookUpLimit(access.limiter);
  app.addHook('onRequest', (request, reply) => identify(request, reply, access, lookUps));
  if (access.callers === 'anonymous') {
    app.addHook('onRoute', (route) => {
      const permission = route.config?.permission;
      if (permission === undefined) return;
      route.preHandler = async (request: FastifyRequest) => {
        const principal = await access.authenticator.authenticate(request);
        if (principal instanceof ApiError) throw principal;
        request.principal = principal;
        requirePermission(principal, permission);
      };
    });
  }
  return scopeReader(access.authenticator, access.clock);
}

/** Authenticates and counts the request. On a plane with anonymous callers, only counts it. */
async function identify<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P>,
  lookUps: LookUpLimit,
): Promise<void> {
  const { needsNoCredentials = false } = request.route;
  if (access.callers === 'anonymous' || needsNoCredentials) return countRequest(request, reply, access);
  if (request.headError !== null) return rethrowWithLimitHeaders(request, reply, access, request.headError);
  const { authenticator, failedPerMinute } = access;
  if (failedPerMinute !== null && authenticator.isUnknown?.(request) === true) {
    return lookUpUnknown(request, reply, { ...access, failedPerMinute }, lookUps);
  }
  return authenticate(request, reply, access);
}

/** Authenticates a request with unknown credentials, unless there were too many failed attempts. */
async function lookUpUnknown<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P> & { readonly failedPerMinute: number },
  lookUps: LookUpLimit,
): Promise<void> {
  const failed = { bucket: failedBucket(access.plane, request.ip), perMinute: access.failedPerMinute };
  const exceeded = await lookUps.run(failed, () => authenticate(request, reply, access));
  if (exceeded !== null) throw tooManyFailedAttempts(reply, access, exceeded);
}

async function authenticate<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P>,
): Promise<void> {
  const principal = await access.authenticator
    .authenticate(request)
    .catch((error: Error) => rethrowWithLimitHeaders(request, reply, access, error));
  if (principal instanceof ApiError) return rejectCredentials(request, reply, access, principal);
  request.principal = principal;
  return countRequest(request, reply, access);
}

/** Counts a request against the rate limit of its route. A route without one uses the limit of the plane. */
async function countRequest<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P>,
): Promise<void> {
  const routeLimit = request.route.rateLimit;
  const key = rateLimitKeyOf(request, request.principal);
  const bucket = routeLimit === undefined ? `${access.plane}:${key}` : `${access.plane}:${routeLimit.name}:${key}`;
  const perMinute = routeLimit?.perMinute ?? access.perMinute;
  const isUncounted = request.headError !== null || isPreflight(request, access);
  const { limiter } = access;
  const result = await (isUncounted ? limiter.peek(bucket, perMinute) : limiter.hit(bucket, perMinute));
  checkRequest(request, reply, access, result);
}

/** The checks after the request is counted: rate limit, route, permission, query. */
function checkRequest<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P>,
  result: RateLimitResult,
): void {
  if (access.announceLimits) setRateLimitHeaders(reply, result);
  if (request.headError !== null) throw request.headError;
  // A web page can read a 429 only if the preflight request before it succeeded.
  if (!result.allowed && !isPreflight(request, access)) {
    const noun = countedNoun(request.principal);
    access.metrics.countRejection(access.plane, noun);
    throw rateLimited(result, 'request_limit_reached', noun);
  }
  assertRouteExists(request);
  const { permission } = request.route;
  if (permission !== undefined && request.principal !== null) {
    requirePermission(request.principal, permission);
  }
  assertQueryIsUtf8(request);
}

/** Preflight requests are not counted: the browser sends them by itself, without credentials. */
function isPreflight<P extends Principal>({ method }: FastifyRequest, { callers }: Access<P>): boolean {
  return method === 'OPTIONS' && callers === 'anonymous';
}

/** Counts a failed attempt and rejects it with 401, or with 429 after too many failed attempts. */
async function rejectCredentials<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access<P>,
  error: ApiError,
): Promise<never> {
  const { plane, failedPerMinute, limiter } = access;
  if (failedPerMinute === null) throw error;
  const result = await limiter.hit(failedBucket(plane, request.ip), failedPerMinute);
  if (!result.allowed) throw tooManyFailedAttempts(reply, access, result);
  if (access.announceLimits) setRateLimitHeaders(reply, result);
  throw error;
}

/** The error for too many failed attempts. Counts it, and sets the headers of the limit. */
function tooManyFailedAttempts<P extends Principal>(
  reply: FastifyReply,
  { plane, announceLimits, metrics }: Access<P>,
  result: RateLimitResult,
): ApiError {
  if (announceLimits) setRateLimitHeaders(reply, result);
  metrics.countRejection(plane, 'failed_attempts');
  return new ApiError(
    'failed_attempts_limit_reached',
    { retryAfterSeconds: result.resetSeconds },
    { headers: { 'retry-after': String(result.resetSeconds) } },
  );
}

/** Rejects a request whose credentials were not checked. It has the headers of the limit, but is not counted. */
async function rethrowWithLimitHeaders<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  { plane, failedPerMinute, limiter, announceLimits }: Access<P>,
  error: Error,
): Promise<never> {
  if (announceLimits && failedPerMinute !== null) {
    setRateLimitHeaders(reply, await limiter.peek(failedBucket(plane, request.ip), failedPerMinute));
  }
  throw error;
}
