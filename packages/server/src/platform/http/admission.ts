import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/index.ts';
import { addressBucket } from '../limits/address.ts';
import type { Limiter, RateLimitResult } from '../limits/limiter.ts';
import type { Metrics } from '../metrics.ts';
import type { PlaneApp } from './plane.ts';
import {
  type Authenticator,
  type Principal,
  type PrincipalReader,
  principalReader,
  requirePermission,
} from './principal.ts';
import { countedNoun, rateLimited, rateLimitKeyOf, setRateLimitHeaders } from './rate-limit.ts';
import { assertQueryIsUtf8, assertRouteExists } from './route-checks.ts';

/** How a plane admits requests. */
export interface Admission<P extends Principal> {
  /** Name of the plane in rate-limit buckets and metrics: each plane counts for itself. */
  readonly plane: string;
  /**
   * `authenticated`: every request needs credentials and is counted by its principal. `anonymous`: requests are counted
   * by network address, and only routes that state a permission need credentials.
   */
  readonly callers: 'authenticated' | 'anonymous';
  readonly authenticator: Authenticator<P>;
  /** The limit of requests of one caller a minute. */
  readonly perMinute: number;
  /** Requests with missing or bad credentials from one network address a minute; null for no such limit. */
  readonly failedPerMinute: number | null;
  /** Whether each answer has `RateLimit-*` headers. Without them, a 429 still has `Retry-After`. */
  readonly announceLimits: boolean;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
  /** Whether more requests are in progress than can be answered in time. */
  readonly isOverloaded: () => boolean;
}

/**
 * Admits the requests of a plane, always in this sequence: the credentials (401), the rate limit (429), the route (404, 405),
 * the permission (403). On a plane with anonymous callers, the routes that state a permission authenticate after their
 * parameters are validated.
 *
 * Everything runs synchronously if the authenticator and the limiter do: a promise for each request would cost more than
 * the checks themselves.
 *
 * @returns reads the principal in the handlers of this plane
 */
export function admit<P extends Principal>(app: PlaneApp, admission: Admission<P>): PrincipalReader<P> {
  app.addHook('onRequest', (request, reply, done) => {
    let admitted: void | Promise<void>;
    try {
      admitted = identify(request, reply, admission);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (admitted === undefined) done();
    else admitted.then(() => done(), done);
  });
  if (admission.callers === 'anonymous') {
    app.addHook('onRoute', (route) => {
      const permission = route.config?.permission;
      if (permission === undefined) return;
      route.preHandler = async (request: FastifyRequest) => {
        const found = await admission.authenticator.authenticate(request);
        if (found instanceof ApiError) throw found;
        request.principal = found;
        requirePermission(found, permission);
      };
    });
  }
  return principalReader(admission.authenticator);
}

/** The error for a request that arrives while too many are in progress. */
export function overloaded(): ApiError {
  return new ApiError('server_overloaded', {});
}

/** Authenticates the request, or counts it if the callers of the plane are anonymous. */
function identify<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission<P>,
): void | Promise<void> {
  if (admission.callers === 'anonymous') return countRequest(request, reply, admission);
  if (request.headError !== null) return rethrowWithLimitHeaders(request, reply, admission, request.headError);
  const found = admission.authenticator.authenticate(request);
  if (!(found instanceof Promise)) return acceptPrincipal(request, reply, admission, found);
  return found.then(
    (principal) => acceptPrincipal(request, reply, admission, principal),
    (error: Error) => rethrowWithLimitHeaders(request, reply, admission, error),
  );
}

function acceptPrincipal<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission<P>,
  found: P | ApiError,
): void | Promise<void> {
  if (found instanceof ApiError) return rejectCredentials(request, reply, admission, found);
  request.principal = found;
  return countRequest(request, reply, admission);
}

/** Counts a request against the rate limit of the route if it has one, otherwise against that of the plane. */
function countRequest<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission<P>,
): void | Promise<void> {
  const routeLimit = request.route.rateLimit;
  const key = rateLimitKeyOf(request, request.principal);
  const bucket =
    routeLimit === undefined ? `${admission.plane}:${key}` : `${admission.plane}:${routeLimit.name}:${key}`;
  const perMinute = routeLimit?.perMinute ?? admission.perMinute;
  const isUncounted = request.headError !== null || isPreflight(request, admission);
  const { limiter } = admission;
  const result = isUncounted ? limiter.peek(bucket, perMinute) : limiter.hit(bucket, perMinute);
  if (result instanceof Promise) return result.then((counted) => checkRequest(request, reply, admission, counted));
  checkRequest(request, reply, admission, result);
}

/** All checks after the count: the limit, an overload, the route, the permission. */
function checkRequest<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission<P>,
  result: RateLimitResult,
): void {
  if (admission.announceLimits) setRateLimitHeaders(reply, result);
  if (request.headError !== null) throw request.headError;
  // A page in a browser can read a 429 only if the preflight request before it is answered.
  if (!result.allowed && !isPreflight(request, admission)) {
    const noun = countedNoun(request.principal);
    admission.metrics.countRejection(admission.plane, noun);
    throw rateLimited(result, 'request_limit_reached', noun);
  }
  if (admission.isOverloaded()) throw overloaded();
  assertRouteExists(request);
  const { permission } = request.route;
  if (permission !== undefined && request.principal !== null) {
    requirePermission(request.principal, permission);
  }
  assertQueryIsUtf8(request);
}

/** Browsers send preflight requests without credentials, and callers do not decide about them: they are not counted. */
function isPreflight<P extends Principal>({ method }: FastifyRequest, { callers }: Admission<P>): boolean {
  return method === 'OPTIONS' && callers === 'anonymous';
}

/** Counts a failed attempt and rejects it: 401, or 429 after too many of them. */
async function rejectCredentials<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission<P>,
  error: ApiError,
): Promise<never> {
  const { plane, failedPerMinute, limiter, metrics } = admission;
  if (failedPerMinute === null) throw error;
  const result = await limiter.hit(failedBucket(request, plane), failedPerMinute);
  if (admission.announceLimits) setRateLimitHeaders(reply, result);
  if (result.allowed) throw error;
  metrics.countRejection(plane, 'failed_attempts');
  throw new ApiError(
    'failed_attempts_limit_reached',
    { retryAfterSeconds: result.resetSeconds },
    { headers: { 'retry-after': String(result.resetSeconds) } },
  );
}

/** Rejects a request whose credentials were not checked: with the headers of the limit, but without counting it. */
async function rethrowWithLimitHeaders<P extends Principal>(
  request: FastifyRequest,
  reply: FastifyReply,
  { plane, failedPerMinute, limiter, announceLimits }: Admission<P>,
  error: Error,
): Promise<never> {
  if (announceLimits && failedPerMinute !== null) {
    setRateLimitHeaders(reply, await limiter.peek(failedBucket(request, plane), failedPerMinute));
  }
  throw error;
}

function failedBucket(request: FastifyRequest, plane: string): string {
  return `${plane}:failed:${addressBucket(request.ip)}`;
}
